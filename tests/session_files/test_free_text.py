"""Free text as the input of a call, from Codex to Claude Code and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw
from tests.session_files import codex
from tests.session_files.claude import call, file_of, reply, result, user

from turnwire.model import ABSENT, History, Message, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files import new_session, read_session, session_bytes, session_format

CLAUDE_CODE, CODEX = session_format("claude_code"), session_format("codex")
PATCH = '*** Begin Patch\n*** Add File: "a"\n+é\n*** End Patch\n'
ASKED = Message("user", [TextBlock("hello")])


def lines_of(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def items(data: bytes) -> list[dict[str, Any]]:
    return [line["payload"] for line in lines_of(data) if line["type"] == "response_item"]


def there(data: bytes) -> bytes:
    """A rollout as a session of Claude Code."""
    return new_session(read_session(data, CODEX).histories()[0], CLAUDE_CODE).data


def back(data: bytes) -> list[dict[str, Any]]:
    """The items of a session of Claude Code as a rollout."""
    return items(new_session(read_session(data, CLAUDE_CODE).histories()[0], CODEX).data)


def test_the_text_comes_back() -> None:
    rollout = file_of(
        codex.meta(),
        codex.turn(),
        codex.said("user", "hello"),
        codex.item("custom_tool_call", name="apply_patch", input=PATCH, call_id="toolu_1", status="completed"),
        codex.call("toolu_2", "apply_patch", json.dumps({"input": PATCH})),
        codex.item("custom_tool_call_output", call_id="toolu_1", output="done"),
        codex.output("toolu_2"),
    )
    inputs = [
        part["input"] for line in lines_of(there(rollout)) for part in line["message"]["content"] if "input" in part
    ]
    assert [{"input": PATCH}] * 2 == inputs
    free, function = (item for item in back(there(rollout)) if item.get("name"))
    assert ("custom_tool_call", PATCH) == (free["type"], free["input"])
    assert ("function_call", {"input": PATCH}) == (function["type"], json.loads(function["arguments"]))
    outputs = {item["call_id"]: item["type"] for item in back(there(rollout)) if "output" in item}
    assert {"toolu_1": "custom_tool_call_output", "toolu_2": "function_call_output"} == outputs


# the text of a call -> the type of the item that comes back; what is no `{"input": text}` in Claude Code stays
TEXTS = {"a": "custom_tool_call", " a ": "custom_tool_call", '{"a": 1}': "function_call", "": "function_call"}


@pytest.mark.parametrize("text", TEXTS)
def test_ids_that_are_rewritten(text: str) -> None:
    custom = ToolUseBlock("call_1", "apply_patch", input_text=text, call_type="custom")
    history = History([ASKED, Message("assistant", [custom]), Message("tool", [ToolResultBlock("call_1")])])
    (found,) = (item for item in back(new_session(history, CLAUDE_CODE).data) if item.get("name"))
    assert TEXTS[text] == found["type"]
    if TEXTS[text] == "custom_tool_call":
        assert text == found["input"]


def test_files_of_others_are_not_guessed() -> None:
    foreign = file_of(
        user("u1", None, "hello"),
        reply("a1", "u1", "msg_1", call("toolu_1", "apply_patch", input=PATCH)),
        result("r1", "a1", "toolu_1"),
    )
    assert ["message", "function_call", "function_call_output"] == [item["type"] for item in back(foreign)]


@pytest.mark.parametrize("odd", [None, [], {}, {"input": 5}, {"input": "other"}, "input"])
def test_another_sign_is_kept_and_means_nothing(odd: Any) -> None:
    data = file_of(reply("a1", None, "msg_1", call("toolu_1", "apply_patch", input=PATCH), turnwire=odd))
    (history,) = read_session(data, CLAUDE_CODE).histories()
    (block,) = history.history[0].content
    assert isinstance(block, ToolUseBlock)
    assert block.input_text is None
    assert lines_of(data) == lines_of(session_bytes([history], CLAUDE_CODE))


def test_the_lines_come_back_and_take_an_edit() -> None:
    custom = ToolUseBlock("toolu_1", "apply_patch", input_text=PATCH, call_type="custom")
    data = new_session(History([ASKED, Message("assistant", [custom])]), CLAUDE_CODE).data
    (history,) = read_session(data, CLAUDE_CODE).histories()
    assert lines_of(data) == lines_of(session_bytes([history], CLAUDE_CODE))
    (block,) = history.history[1].content
    assert isinstance(block, ToolUseBlock)
    assert (ABSENT, PATCH, "custom") == (block.input, block.input_text, block.call_type)
    block.input_text = "edited"
    there, edited = lines_of(data)[1], lines_of(session_bytes([history], CLAUDE_CODE))[1]
    there["message"]["content"][0]["input"] = {"input": "edited"}
    assert there == edited


def test_a_call_that_has_both_stays_an_object() -> None:
    both = ToolUseBlock("toolu_1", "apply_patch", input=Raw(b'{"input":"a"}'), input_text="b", call_type="custom")
    data = new_session(History([ASKED, Message("assistant", [both])]), CLAUDE_CODE).data
    assert b'"turnwire"' not in data
