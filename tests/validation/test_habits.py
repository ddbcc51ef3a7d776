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

TAGS = "`toolSpec`, `cachePoint` or `systemTool`"
BLOCK = {"type": "tool_use", "id": "a", "name": "b", "input": {}}
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aaaa"}}


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
    "the system prompt in an entry of GLM": (
        "glm",
        {"history": [{"user": {"content": "Hi."}, "system": "Be brief."}]},
        "/history/0/system",
        "the document itself has a member `system`: put it there",
    ),
    "a setting in a message": (
        "openai_chat",
        {"model": "m", "messages": [{**HI, "temperature": 0.5}]},
        "/messages/0/temperature",
        "the document itself has a member `temperature`: put it there",
    ),
    "a setting in a message that this format has not": (
        "anthropic_messages",
        {"model": "m", "max_tokens": 9, "messages": [{**HI, "response_format": {}}]},
        "/messages/0/response_format",
        "remove it, or check its name",
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
    "the name of a tool of Gemini": (
        "gemini_generate",
        gemini(tools=[{"name": "clock"}]),
        "/tools/0/name",
        "it belongs into an entry of `functionDeclarations` or `mcpServers`",
    ),
    "the name of a function as tool of Gemini": (
        "gemini_generate",
        gemini(tools=[CLOCK | {"name": "clock"}]),
        "/tools/0/name",
        "it belongs into an entry of `functionDeclarations`",
    ),
    "a tool of Anthropic as tool of Gemini": (
        "gemini_generate",
        gemini(tools=[{"name": "clock", "input_schema": {}}]),
        "/tools/0/input_schema",
        "it belongs into an entry of `functionDeclarations`, as `parameters`",
    ),
    "the name of a tool of Anthropic as tool of Gemini": (
        "gemini_generate",
        gemini(tools=[{"name": "clock", "input_schema": {}}]),
        "/tools/0/name",
        "it belongs into an entry of `functionDeclarations`",
    ),
    "a tool of OpenAI as tool of Gemini": (
        "gemini_generate",
        gemini(tools=[{"type": "function", "function": CLOCK | {"name": "clock"}}]),
        "/tools/0/function",
        "put its members into an entry of `functionDeclarations`",
    ),
    "an unknown object in a tool of Gemini": (
        "gemini_generate",
        gemini(tools=[{"sundial": {"name": "clock", "hour": 5}}]),
        "/tools/0/sundial",
        "remove it, or check its name",
    ),
    "the end of a word": (
        "gemini_generate",
        gemini(safetySettings=[OFF | {"threshold": "NONE"}]),
        "/safetySettings/0/threshold",
        'did you mean "BLOCK_NONE"?',
    ),
    "the end of several words": (
        "gemini_generate",
        gemini(safetySettings=[OFF | {"threshold": "ABOVE"}]),
        "/safetySettings/0/threshold",
        'write one of these words, such as "BLOCK_LOW_AND_ABOVE"',
    ),
    "the limit of OpenAI for Gemini": (
        "gemini_generate",
        gemini(max_tokens=5),
        "/max_tokens",
        "it belongs into `generationConfig`, as `maxOutputTokens`",
    ),
    "the tool choice of OpenAI for Gemini": (
        "gemini_generate",
        gemini(tool_choice="auto"),
        "/tool_choice",
        "it belongs into `toolConfig`, as `functionCallingConfig`",
    ),
    "the system prompt of Anthropic for Gemini": (
        "gemini_generate",
        gemini(system="Be brief."),
        "/system",
        "did you mean `system_instruction`?",
    ),
    "the limit of OpenAI for Converse": (
        "bedrock_converse",
        converse(max_tokens=5),
        "/max_tokens",
        "it belongs into `inferenceConfig`, as `maxTokens`",
    ),
    "the tool choice of OpenAI for Converse": (
        "bedrock_converse",
        converse(tool_choice="auto"),
        "/tool_choice",
        "it belongs into `toolConfig`, as `toolChoice`",
    ),
    "a call of Anthropic for Converse": (
        "bedrock_converse",
        converse(messages=[{"role": "assistant", "content": [BLOCK]}]),
        "/messages/0/content/0",
        "put its members into `toolUse`, `id` as `toolUseId`",
    ),
    "a picture of Anthropic for Converse": (
        "bedrock_converse",
        converse(messages=[{"role": "user", "content": [IMAGE]}]),
        "/messages/0/content/0",
        "write it as an object in `image`",
    ),
    "the id of a call of Converse": (
        "bedrock_converse",
        converse(messages=[HI | {"content": [{"text": "Hi."}]}, {"role": "assistant", "content": [CALL]}]),
        "/messages/1/content/0/toolUse/id",
        "did you mean `toolUseId`?",
    ),
}

_TOOL = "/toolConfig/tools/0"
_FUNCTION = {"name": "clock", "description": "Says the time."}
# A tool of Converse in another form, and the hint.
TOOLS: dict[str, tuple[dict[str, Any], str]] = {
    "its members": (_FUNCTION | {"inputSchema": {"json": {}}}, "put its members into `toolSpec`"),
    "its name and its schema": ({"name": "clock", "inputSchema": {"json": {}}}, "put its members into `toolSpec`"),
    "a tool of Anthropic": (
        _FUNCTION | {"input_schema": {"type": "object"}},
        "put its members into `toolSpec`, `input_schema` as `inputSchema`",
    ),
    "a tool of OpenAI": (
        {"type": "function", "function": _FUNCTION | {"parameters": {}}},
        "put the members of `function` into `toolSpec`, `parameters` as `inputSchema`",
    ),
    "a tool that the server runs": ({"type": "web_search", "name": "web_search"}, f"add {TAGS}"),
    "a tool that lacks its schema": (_FUNCTION, f"add {TAGS}"),
    "a name": ({"name": "clock"}, f"add {TAGS}"),
    "nothing": ({}, f"add {TAGS}"),
    "a misspelt member": ({"toolSpc": _FUNCTION}, "`toolSpc` looks like a misspelt `toolSpec`"),
}


@pytest.mark.parametrize(("tool", "hint"), TOOLS.values(), ids=TOOLS)
def test_a_tool_of_converse_in_another_form(tool: dict[str, Any], hint: str) -> None:
    request = converse(toolConfig={"tools": [tool]})
    found = turnwire.validate(json.dumps(request), "bedrock_converse", kind="request").diagnostics
    assert hint in [each.hint for each in found if each.pointer == _TOOL]


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
