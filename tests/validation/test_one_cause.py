"""What two layers find at one place is one finding, the one that says more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.meaning.documents import HI, anthropic, call, chat, result

import turnwire
from turnwire.validation.engines import ENGINES

THOUGHT = {"type": "thinking", "thinking": "Hm."}
DATA = {"inlineData": {"mimeType": "image/png", "data": "!!!"}}

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def picture(media_type: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": PNG}}


PICTURE, TIFF = picture("image/jpeg"), picture("image/tiff")
CALL = {"toolUse": {"toolUseId": "a", "name": "clock", "input": {}}}
NAMELESS = {"toolUse": {"name": "clock", "input": {}}}
RESULT = {"toolResult": {"content": [{"text": "Noon."}]}}


def converse(*contents: dict[str, Any]) -> dict[str, Any]:
    """A conversation in which the user and the assistant say these contents in turn."""
    roles = ("user", "assistant")
    return {"modelId": "m", "messages": [{"role": roles[n % 2], "content": [it]} for n, it in enumerate(contents)]}


# The dialect, a request, and all that is found in it.
CASES: dict[str, tuple[str, Any, list[tuple[str, str]]]] = {
    "thinking without a signature": (
        "anthropic_messages",
        anthropic(HI, {"role": "assistant", "content": [THOUGHT]}),
        [("TW309", "/messages/1/content/0")],
    ),
    "an empty text": (
        "anthropic_messages",
        anthropic({"role": "user", "content": [{"type": "text", "text": ""}]}),
        [("TW308", "/messages/0/content/0")],
    ),
    "data that is no base64": (
        "gemini_generate",
        {"contents": [{"role": "user", "parts": [DATA]}]},
        [("TW316", "/contents/0/parts/0/inlineData/data")],
    ),
    "another member that is missing there": (
        "anthropic_messages",
        anthropic(HI, {"role": "assistant", "content": [{"type": "thinking", "signature": ""}]}),
        [("TW202", "/messages/1/content/0"), ("TW309", "/messages/1/content/0")],
    ),
    "an id that is a number": (
        "openai_chat",
        {"model": "m", "messages": [HI, {"role": "tool", "tool_call_id": 5, "content": "Noon."}]},
        [("TW201", "/messages/1/tool_call_id")],
    ),
    "a type of media that the format does not have": (
        "anthropic_messages",
        anthropic({"role": "user", "content": [PICTURE, TIFF]}),
        [("TW315", "/messages/0/content/0"), ("TW204", "/messages/0/content/1/source/media_type")],
    ),
    "a call of Converse without an id": (
        "bedrock_converse",
        converse({"text": "Hi."}, NAMELESS, {"text": "Well?"}),
        [("TW202", "/messages/1/content/0/toolUse")],
    ),
    "a result of Converse without an id": (
        "bedrock_converse",
        converse({"text": "Hi."}, CALL, RESULT),
        [("TW202", "/messages/2/content/0/toolResult")],
    ),
    "a result of Converse that answers nothing": (
        "bedrock_converse",
        converse({"text": "Hi."}, {"text": "Yes?"}, RESULT),
        [("TW202", "/messages/2/content/0/toolResult")],
    ),
    "a call of Converse that is not answered": (
        "bedrock_converse",
        converse({"text": "Hi."}, CALL, {"text": "Well?"}),
        [("TW301", "/messages/1/content/0")],
    ),
    "another pattern": (
        "anthropic_messages",
        anthropic(HI, tools=[{"name": "a b", "input_schema": {"type": "object"}}]),
        [("TW206", "/tools/0/name")],
    ),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("dialect", "tree", "found"), CASES.values(), ids=CASES)
def test_a_cause_is_one_finding(dialect: str, tree: Any, found: list[tuple[str, str]], engine: Any) -> None:
    report = turnwire.validate(json.dumps(tree).encode(), dialect, kind="request", engine=engine)
    assert [(each.code, each.pointer) for each in report.diagnostics] == found


ARGUMENTS = {
    "a server that refuses them, of another format": ("openai_chat", "alibaba_chat", [("TW444", "error")]),
    "the server of the format": ("alibaba_chat", "alibaba_chat", [("TW313", "error")]),
    "a server that takes them": ("openai_chat", "openai_chat", [("TW313", "warning")]),
    "a server that takes them, of a format that is refused": ("alibaba_chat", "openai_chat", [("TW313", "error")]),
}


@pytest.mark.parametrize(("dialect", "target", "expected"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_arguments_that_are_no_json_are_one_finding(dialect: str, target: str, expected: list[tuple[str, str]]) -> None:
    tree = chat(HI, call("a", arguments='{"city": '), result())
    found = turnwire.validate(tree, dialect, kind="request", target=target).diagnostics
    place = "/messages/1/tool_calls/0/function/arguments"
    assert [(each.code, each.severity) for each in found if each.pointer == place] == expected
