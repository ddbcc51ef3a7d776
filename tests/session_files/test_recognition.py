"""Files that look like a session of another program, or of none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.session_files.claude import file_of
from tests.session_files.codex_files import CODEX
from tests.session_files.files import FILES
from tests.session_files.test_identity import recognised

import turnwire
from turnwire.sessions.files import session_format
from turnwire.sessions.files.formats import unrecognised

_FILES = {(form, name): text for form, name, text in FILES}
_SAID = {"role": "user", "content": "hello"}
_TIME = "2026-05-01T10:00:00.000Z"
_ENVELOPE = {"uuid": "u1", "parentUuid": None, "sessionId": "s", "timestamp": _TIME, "cwd": "/p", "version": "0.21.13"}

# name -> lines that no format has
OTHERS: dict[str, list[dict[str, Any]]] = {
    "the stream of Factory's droid": [
        {"type": "system", "subtype": "init", "sessionId": "s", "timestamp": 1, "cwd": "/p", "tools": []},
        {"type": "message", "role": "user", "id": "m1", "text": "hello", "sessionId": "s", "timestamp": 2},
    ],
    "Qwen Code": [
        {**_ENVELOPE, "type": "user", "message": {"role": "user", "parts": [{"text": "hello"}]}},
        {**_ENVELOPE, "type": "system", "subtype": "ui_telemetry", "systemPayload": {"uiEvent": {}}},
        {**_ENVELOPE, "type": "assistant", "message": {"role": "model", "parts": [{"text": "hi"}]}},
        {**_ENVELOPE, "type": "tool_result", "message": {"role": "user", "parts": []}},
    ],
    "the stream of claude -p": [
        {"type": "system", "subtype": "init", "session_id": "s", "tools": [], "cwd": "/p"},
        {"type": "assistant", "message": _SAID, "session_id": "s", "parent_tool_use_id": None},
        {"type": "result", "subtype": "success", "session_id": "s", "result": "hello"},
    ],
    "the stream of codex exec": [
        {"type": "thread.started", "thread_id": "t"},
        {"type": "item.completed", "item": {"id": "item_0", "type": "agent_message", "text": "hello"}},
    ],
    "a session of DeepSeek's harness": [
        {"type": "session", "id": "s", "createdAt": 1786629150000, "cwd": "/p"},
        {"type": "user/message", "seq": 1, "time": 1786629151000, "data": {"content": "hello"}},
    ],
    "messages with a time": [{**_SAID, "timestamp": _TIME}],
    "a log": [{"timestamp": _TIME, "type": "system", "message": "started"}],
    "records in envelopes": [{"timestamp": _TIME, "type": "created", "payload": {"id": 1}}],
}


@pytest.mark.parametrize("name", OTHERS)
def test_lines_of_another_program_are_of_no_format(name: str) -> None:
    lines = "".join(json.dumps(line) + "\n" for line in OTHERS[name]).encode()
    assert recognised(lines) is None
    assert unrecognised().diagnostics[0].code == "session.unknown"


def test_a_line_of_claude_code_needs_only_its_message_and_its_time() -> None:
    line = {"type": "user", "timestamp": _TIME, "message": {"content": "hello"}}
    assert recognised(json.dumps(line).encode()) is session_format("claude_code")


BLANK = [(b"\n" * 40, "codex"), (b" \r\n" * 20_000, "codex"), (b"\n" * 70_000, None)]


@pytest.mark.parametrize(("blank", "name"), BLANK, ids=["40 lines", "60 KB", "70 KB"])
def test_blank_lines_at_the_beginning_are_passed_over(blank: bytes, name: str | None) -> None:
    found = recognised(blank + file_of(*CODEX["call"]))
    assert name == (found and found.name)


def test_lines_that_no_format_has_are_not_passed_over_for_ever() -> None:
    other, session = b'{"a": 1}\n\n', file_of(*CODEX["call"])
    assert recognised(other * 19 + session) is session_format("codex")
    assert recognised(other * 20 + session) is None


@pytest.mark.parametrize("name", [name for form, name in _FILES if form == "hermes"])
def test_a_session_of_hermes_is_no_request(name: str) -> None:
    assert [] == turnwire.detect(_FILES["hermes", name])


def test_the_messages_of_a_session_of_hermes_are_those_of_a_request() -> None:
    text = _FILES["hermes", "log"]
    assert "openai_chat" in dict(turnwire.detect(json.dumps({"messages": json.loads(text)["messages"]})))
