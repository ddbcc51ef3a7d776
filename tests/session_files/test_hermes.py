"""Exports of Hermes: a session on each line, JSON inside of texts, and what its session tells about a message."""

from __future__ import annotations

import json

import pytest
from tests.session_files.files import FILES
from tests.session_files.hermes_files import HERMES
from tests.session_files.test_threads import facts

import turnwire
from turnwire.errors import InvalidDocument
from turnwire.model import TextBlock, ToolResultBlock
from turnwire.sessions.files import (
    conversations_of,
    read_session,
    read_sessions,
    recognise_document,
    session_bytes,
    session_format,
    summary_of,
)

_FILES = {(form, name): text for form, name, text in FILES}


def test_each_session_of_an_export_of_hermes_is_one() -> None:
    form = session_format("hermes")
    lines = [json.dumps(export).encode() for export in HERMES["two-exports"]]
    for data in (_FILES["hermes", "two-exports"], b"\n".join(lines), b"\n".join([lines[0], b"", lines[1], b"{", b""])):
        assert form is recognise_document(data)
        sessions = read_sessions(data, form)
        assert ["20260702_134640_ab12", "other"] == [each.id for each in sessions]
        assert [["user: hello", "assistant: hi"], ["user: again"]] == [
            [facts(message) for message in each.histories()[0].history] for each in sessions
        ]


def test_the_lines_of_an_export_of_hermes_come_back() -> None:
    form = session_format("hermes")
    lines = [json.dumps(export).encode() for export in HERMES["two-exports"]]
    data = b"\n".join([lines[0], b"", b"[5]", lines[1], b'{"messages": [[]]}', b'{"id": "cut', b""])
    histories = [history for session in read_sessions(data, form) for history in session.histories()]
    written = [turnwire.read(turnwire.write(each, "turnwire").data, "turnwire", kind="request") for each in histories]
    for mine, again in zip(data.split(b"\n"), session_bytes(written, form).split(b"\n"), strict=True):
        assert mine == again or json.loads(mine) == json.loads(again)
    histories[1].history[0].content[0].text = "good day"  # type: ignore[union-attr]
    edited = session_bytes(histories, form).split(b"\n")
    assert "good day" == json.loads(edited[3])["messages"][0]["content"]
    assert json.loads(lines[0]) == json.loads(edited[0])


def test_a_file_whose_first_line_is_no_session_of_hermes_is_refused() -> None:
    for data in (b"hello\n", b"\xff", b'5\n{"messages": []}'):
        with pytest.raises(InvalidDocument, match="the file is no JSON document"):
            read_sessions(data, session_format("hermes"))


@pytest.mark.parametrize("name", ["encoded-parts", "encoded-result", "call-as-text"])
def test_json_inside_of_a_text_of_hermes_is_edited_there(name: str) -> None:
    form = session_format("hermes")
    histories = read_session(_FILES["hermes", name], form).histories()
    last = histories[0].history[0 if name == "encoded-parts" else -1].content[0]
    text = last.content[0] if isinstance(last, ToolResultBlock) else last
    assert isinstance(text, TextBlock)
    text.text = "look"
    rows = json.loads(session_bytes(histories, form))["messages"]
    content = rows[0 if name == "encoded-parts" else -1]["content"]
    if name == "call-as-text":
        assert "look" == content
        assert HERMES[name]["messages"][1] == rows[1]
    else:
        assert content.startswith("\x00json:")
        assert {"type": "text", "text": "look"} == json.loads(content.removeprefix("\x00json:"))[0]


def test_a_reply_of_hermes_has_the_model_of_its_session() -> None:
    (history,) = read_session(_FILES["hermes", "plain"], session_format("hermes")).histories()
    metadata = history.history[1].metadata
    assert metadata is not None
    assert ("gpt-5.2", "end_turn") == (metadata.model, metadata.stop_reason)
    assert "2026-07-02T13:46:42.250000+00:00" == history.history[1].created_at


def test_the_tokens_of_a_session_of_hermes_are_listed() -> None:
    form = session_format("hermes")
    (numbered,) = conversations_of(_FILES["hermes", "tokens"], form)
    found = summary_of(form.lines(numbered), form)
    assert (17, 7, "Tides") == (found.input_tokens, found.output_tokens, found.title)
