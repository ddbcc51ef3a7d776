"""Session files: `POST /sessions/threads`, and the tree on the page."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import httpx
import pytest
from google.protobuf import json_format
from tests.service.page.browser import convert_to, expect, read, rows, serving
from tests.session_files.files import FILES

from turnwire.service.messages import document_from_message
from turnwire.sessions.files import read_sessions, session_format
from turnwire.v1.service_pb2 import Document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

BY_NAME = {(form, name): data for form, name, data in FILES}
FIRST = {form: name for form, name, _ in reversed(FILES)}
PATH = "sessions/threads"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as url:
        yield url


def threads_of(address: str, data: bytes) -> httpx.Response:
    request = json.dumps({"data": base64.b64encode(data).decode()})
    return httpx.post(address + PATH, content=request, headers={"content-type": "application/json"})


@pytest.mark.parametrize("form", FIRST)
def test_the_threads_are_those_of_the_library(address: str, form: str) -> None:
    data = BY_NAME[form, FIRST[form]]
    found = threads_of(address, data).json()
    assert form == found["format"]
    sessions = read_sessions(data, session_format(form))
    assert [session.id for session in sessions] == [each["id"] for each in found["conversations"]]
    for session, conversation in zip(sessions, found["conversations"], strict=True):
        assert [] == conversation["broken"]
        messages = [json_format.ParseDict(each, Document()) for each in conversation["threads"]]
        assert session.histories() == [document_from_message(each) for each in messages]


def test_lines_that_cannot_be_read_are_counted(address: str) -> None:
    (conversation,) = threads_of(address, BY_NAME["claude_code", "no-json"]).json()["conversations"]
    assert conversation["broken"]


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff\xfe", b"{" * 10_000, b"# A page\n\nof prose"])
def test_what_is_no_session_file_is_refused(address: str, data: bytes) -> None:
    reply = threads_of(address, data)
    assert (400, "invalid_argument") == (reply.status_code, reply.json()["code"])
    assert "session.unknown" in reply.json()["message"]


def test_a_thread_that_no_message_holds_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("an integer beyond 64 bits")

    monkeypatch.setattr("turnwire.service.http_sessions.document_to_message", refuse)
    reply = threads_of(address, BY_NAME["claude_code", "plain"])
    assert (400, "invalid_argument") == (reply.status_code, reply.json()["code"])
    assert "an integer beyond 64 bits [proto.value]" in reply.json()["message"]


def test_a_request_of_another_form_is_refused(address: str) -> None:
    assert 405 == httpx.get(address + PATH).status_code
    assert 415 == httpx.post(address + PATH, content=b"{}").status_code
    other = httpx.post(address + PATH, content=b'{"other": 1}', headers={"content-type": "application/json"})
    assert (400, "invalid_argument") == (other.status_code, other.json()["code"])


def test_the_tree_leads_to_each_thread(page: Page) -> None:
    read(page, BY_NAME["claude_code", "branch"].decode())
    expect(page, "#status", r"A session file \(claude_code\): 1 conversation, 2 threads")
    tree = rows(page, "#threads")[0]
    assert tree.endswith("The conversation 3 messages Branch, after message 2 1 message")
    assert 3 == page.locator(".message").count()
    page.click("#threads button:text('Branch')")
    expect(page, "#messages", "1")
    assert 1 == page.locator(".message").count()
    assert ["Branch, after message 2"] == rows(page, "#threads [aria-current=true]")
    expect(page, "#converted", "losses")
    convert_to(page, "openai_chat")
    page.click("#compare")
    expect(page, "#compared", "cheapest")


def test_a_subagent_is_below_the_message_that_started_it(page: Page) -> None:
    read(page, BY_NAME["claude_code", "agent-progress"].decode())
    expect(page, "#threads", "Subagent .*, started by message 2")


def test_a_session_in_one_document_is_found(page: Page) -> None:
    read(page, BY_NAME["chatgpt", FIRST["chatgpt"]].decode())
    expect(page, "#status", r"A session file \(chatgpt\)")
    assert page.locator("#threads button").count()
