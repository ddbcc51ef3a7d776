"""Events of OpenHands: inputs that are actions, times without a zone, and the model of the whole state."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from msgspec import Raw
from tests.session_files.files import FILES
from tests.session_files.openhands_files import OPENHANDS

from turnwire.model import ToolUseBlock
from turnwire.sessions.files import read_session, session_bytes, session_format

if TYPE_CHECKING:
    from turnwire.model import History

_FILES = {name: text for form, name, text in FILES if form == "openhands"}
FORM = session_format("openhands")


def read(name: str) -> History:
    return read_session(_FILES[name], FORM).histories()[0]


def called(history: History) -> ToolUseBlock:
    (block,) = [each for said in history.history for each in said.content if isinstance(each, ToolUseBlock)]
    return block


def test_an_action_without_its_call_is_the_input_and_keeps_its_class() -> None:
    history = read("call-of-action")
    assert {"command": "ls"} == json.loads(bytes(called(history).input))
    called(history).input = Raw(b'{"command":"pwd"}')
    written = json.loads(session_bytes([history], FORM))
    assert {"kind": "TerminalAction", "command": "pwd"} == written[1]["action"]


def test_an_edited_input_is_written_to_the_call_and_not_to_the_action() -> None:
    history = read("call")
    assert {"command": "ls", "security_risk": "LOW"} == json.loads(bytes(called(history).input))
    called(history).input = Raw(b'{"command":"pwd"}')
    written = json.loads(session_bytes([history], FORM))
    assert '{"command":"pwd"}' == written[1]["tool_call"]["arguments"]
    assert OPENHANDS["call"][1]["action"] == written[1]["action"]


def test_arguments_that_are_no_json_are_free_text() -> None:
    assert "ls -l" == called(read("free-text-arguments")).input_text


def test_a_time_without_a_zone_is_read_as_utc() -> None:
    assert "2026-07-03T10:00:00.123456Z" == read("plain").history[0].created_at
    assert ["2026-07-03T10:00:00+02:00", None] == [each.created_at for each in read("times").history]


def test_the_model_is_that_of_the_whole_state() -> None:
    found = [each.metadata and each.metadata.model for each in read("model").history]
    assert [None, "claude-opus-5", "claude-opus-5"] == found
