"""What is written by the habit of another format has advice that names the place or the form here."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

HI = {"role": "user", "content": "Hi."}
LISTED = "put the text into a list, as the `text` of its only part"
PICTURE = {"type": "input_image", "image_url": {"url": "https://example.com/a.png"}}
CALL = {"toolUse": {"id": "c", "name": "clock", "input": {}}}
OFF = {"category": "HARM_CATEGORY_HARASSMENT", "threshold": "SOME"}
CLOCK = {"description": "Says the time.", "parameters": {"type": "object"}}


def responses(**members: Any) -> dict[str, Any]:
    return {"model": "m", "input": "Hi.", **members}


def gemini(**members: Any) -> dict[str, Any]:
    return {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}], **members}


def converse(**members: Any) -> dict[str, Any]:
    return {"modelId": "m", "messages": [{"role": "user", "content": [{"text": "Hi."}]}], **members}


# The dialect, a request, and the place of a finding and its hint.
HABITS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "a text as content of Converse": ("bedrock_converse", converse(messages=[HI]), "/messages/0/content", LISTED),
    "a text as system prompt of Converse": ("bedrock_converse", converse(system="Be brief."), "/system", LISTED),
    "a text as parts of Gemini": (
        "gemini_generate",
        gemini(contents=[{"role": "user", "parts": "Hi."}]),
        "/contents/0/parts",
        LISTED,
    ),
    "a text where a list of texts is wanted": (
        "gemini_generate",
        gemini(generationConfig={"stopSequences": "END"}),
        "/generationConfig/stopSequences",
        "put it into a list",
    ),
    "an address in an object": (
        "openai_responses",
        responses(input=[{"role": "user", "content": [PICTURE]}]),
        "/input/0/content/0/image_url",
        "write the address itself, which is its `url`",
    ),
    "the effort beside its object": (
        "openai_responses",
        responses(reasoning_effort="low"),
        "/reasoning_effort",
        "it belongs into `reasoning`, as `effort`",
    ),
    "the form of the answer beside its object": (
        "openai_responses",
        responses(response_format={"type": "json_object"}),
        "/response_format",
        "it belongs into `text`, as `format`",
    ),
    "messages of Responses": (
        "openai_responses",
        {"model": "m", "messages": [HI]},
        "/messages",
        "did you mean `input`?",
    ),
    "a function as tool of Gemini": (
        "gemini_generate",
        gemini(tools=[CLOCK]),
        "/tools/0/parameters",
        "it belongs into an entry of `functionDeclarations`",
    ),
    "the id of a call of Converse": (
        "bedrock_converse",
        converse(messages=[HI | {"content": [{"text": "Hi."}]}, {"role": "assistant", "content": [CALL]}]),
        "/messages/1/content/0/toolUse/id",
        "did you mean `toolUseId`?",
    ),
}


@pytest.mark.parametrize(("dialect", "request_", "pointer", "hint"), HABITS.values(), ids=HABITS)
def test_a_habit_of_another_format(dialect: str, request_: dict[str, Any], pointer: str, hint: str) -> None:
    found = turnwire.validate(json.dumps(request_), dialect, kind="request").diagnostics
    assert hint in [each.hint for each in found if each.pointer == pointer]


def test_two_spellings_of_a_word_are_listed_once() -> None:
    (found,) = turnwire.validate(
        json.dumps(gemini(safetySettings=[OFF])), "gemini_generate", kind="request"
    ).diagnostics
    assert found.expected is not None
    assert ("BLOCK_NONE" in found.expected, "block_none" in found.expected) == (True, False)
