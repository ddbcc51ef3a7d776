"""What gpt2099 sends its providers, rule by rule; test_real.py holds the same against what its own code did."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.providers import PROVIDERS, prepare_request, qualified, split_name

Json = dict[str, Any]

CHAT = ("cerebras", "cohere", "openai")
MARK = {"cache_control": {"type": "ephemeral"}}


def text(said: Any, **more: Any) -> Json:
    return {"type": "text", "text": said, **more}


def file(media_type: str, data: str = "UmFpbi4=") -> Json:
    return {"type": "document", "source": {"type": "base64", "media_type": media_type, "data": data}}


def said(role: str, *blocks: Any, **more: Any) -> Json:
    return {"role": role, "content": list(blocks), **more}


def call(**more: Any) -> Json:
    return {"type": "tool_use", "id": "c1", "name": "sky___look", "input": {"at": "é"}, **more}


def result(*given: Any, **more: Any) -> Json:
    return {"type": "tool_result", "name": "sky___look", "tool_use_id": "c1", "content": list(given), **more}


def messages(provider: str, *turns: Json) -> Any:
    """What a provider is sent of some messages."""
    body = prepare_request({"messages": list(turns), "options": {}}, provider)
    return body["contents" if provider == "gemini" else "messages"]


def test_the_bodies_of_no_messages() -> None:
    window: Json = {"messages": [], "options": None}
    assert {
        "anthropic": {"max_tokens": 8192, "stream": True, "messages": [], "tools": []},
        **{each: {"stream": True, "messages": [], "tools": []} for each in CHAT},
        "gemini": {
            "contents": [],
            "generationConfig": {"temperature": 1, "topP": 0.95, "maxOutputTokens": 81920},
        },
    } == {provider: prepare_request(window, provider) for provider in PROVIDERS}


def test_system_messages() -> None:
    turns = [said("system", text("a"), text("b"), cache=True), said("user", text("?")), said("system", text("c"))]
    window = {"messages": turns, "options": {}}
    assert prepare_request(window, "anthropic")["system"] == "a\n\n----\n\nb\n\n----\n\nc"
    assert prepare_request(window, "gemini")["systemInstruction"] == {"parts": [{"text": each} for each in "abc"]}
    assert [("system", "ab"), ("user", "?"), ("system", "c")] == [
        (each["role"], each["content"]) for each in prepare_request(window, "openai")["messages"]
    ]


def test_the_last_four_marks_for_the_cache_stay_each_on_the_last_block() -> None:
    turns = [said("user", text(str(n)), text("end"), cache=n != 1) for n in range(6)]
    marked = [n for n, each in enumerate(messages("anthropic", *turns)) if each["content"][-1] == text("end", **MARK)]
    assert marked == [2, 3, 4, 5]
    assert messages("anthropic", said("user", cache=True)) == [said("user")]
    assert messages("openai", said("user", text("a"), cache=True)) == [{"role": "user", "content": "a"}]


CALLED = [{"id": "c1", "type": "function", "function": {"name": "sky___look", "arguments": '{"at":"é"}'}}]


@pytest.mark.parametrize(
    ("provider", "expected"),
    [
        ("anthropic", said("assistant", call())),
        ("cerebras", {"role": "assistant", "content": "", "tool_calls": CALLED}),
        ("cohere", {"role": "assistant", "content": None, "tool_calls": CALLED}),
        ("gemini", {"role": "model", "parts": [{"functionCall": {"name": "sky___look", "args": {"at": "é"}}}]}),
        ("openai", {"role": "assistant", "content": "", "tool_calls": CALLED}),
    ],
)
def test_a_call(provider: str, expected: Json) -> None:
    assert messages(provider, said("assistant", call())) == [expected]


def test_texts_of_a_message_are_put_together_without_a_gap() -> None:
    (made,) = messages("openai", said("assistant", text("a"), call(), text("b"), call(id="c2")))
    assert (made["content"], [each["id"] for each in made["tool_calls"]]) == ("ab", ["c1", "c2"])


def test_a_call_without_arguments() -> None:
    assert messages("gemini", said("assistant", call(input=None)))[0]["parts"][0]["functionCall"]["args"] == {}
    (made,) = messages("openai", said("assistant", call(input=None)))
    assert made["tool_calls"][0]["function"]["arguments"] == "null"


GIVEN = result(text("a", mimeType="text/plain"), text("b"), is_error=True)


@pytest.mark.parametrize(
    ("provider", "expected"),
    [
        (
            "anthropic",
            said("user", {"type": "tool_result", "tool_use_id": "c1", "content": [text("a"), text("b")]}, text("so")),
        ),
        *((each, {"role": "tool", "tool_call_id": "c1", "content": "ab"}) for each in CHAT),
        (
            "gemini",
            {
                "role": "user",
                "parts": [
                    {
                        "functionResponse": {
                            "name": "sky___look",
                            "response": {"type": "text", "text": "a", "mimeType": "text/plain"},
                        }
                    },
                    {"text": "so"},
                ],
            },
        ),
    ],
)
def test_a_result_and_what_is_said_beside_it(provider: str, expected: Json) -> None:
    assert messages(provider, said("user", GIVEN, text("so"))) == [expected]


URL = "data:{};base64,UmFpbi4="
PLACEHOLDER = "[Document: text/x - content not directly supported by Gemini]"


@pytest.mark.parametrize(
    ("provider", "media_type", "expected"),
    [
        ("anthropic", "text/x", text("Rain.")),
        ("anthropic", "application/json", text("Rain.")),
        ("anthropic", "image/gif", {**file("image/gif"), "type": "image"}),
        ("anthropic", "application/zip", file("application/zip")),
        ("gemini", "text/x", {"text": "Rain."}),
        ("gemini", "image/gif", {"inline_data": {"mime_type": "image/gif", "data": "UmFpbi4="}}),
        ("gemini", "application/pdf", {"inline_data": {"mime_type": "application/pdf", "data": "UmFpbi4="}}),
        ("gemini", "application/zip", {"text": PLACEHOLDER.replace("text/x", "application/zip")}),
        *((each, "image/gif", {"type": "image_url", "image_url": {"url": URL.format("image/gif")}}) for each in CHAT),
        *(
            (
                each,
                "application/pdf",
                {"type": "file", "file": {"filename": "document.pdf", "file_data": URL.format("application/pdf")}},
            )
            for each in ("openai", "cerebras")
        ),
    ],
)
def test_a_document(provider: str, media_type: str, expected: Json) -> None:
    (made,) = messages(provider, said("user", file(media_type)))
    assert (made.get("content") or made["parts"]) == [expected]


def test_texts_stand_before_documents() -> None:
    (made,) = messages("cohere", said("user", file("image/gif"), text("a"), text("b")))
    assert [each["type"] for each in made["content"]] == ["text", "text", "image_url"]


def test_blocks_that_are_not_known() -> None:
    odd = {"type": "thinking", "thinking": "hm"}
    assert messages("anthropic", said("user", odd)) == [said("user", odd)]
    assert messages("cerebras", said("user", odd, text("a"))) == [{"role": "user", "content": "a"}]


SCHEMA: Json = {
    "$schema": "x",
    "type": "object",
    "properties": {
        "format": {"type": "string"},
        "n": {"type": "number", "format": "double", "minimum": 0, "nullable": True},
        "l": {"type": "array", "items": {"additionalProperties": False, "format": "date"}},
    },
    "anyOf": [{"minimum": 1}],
    "additionalProperties": False,
    "examples": [1],
}
TOOL: Json = {"name": "look", "description": "Looks.", "inputSchema": SCHEMA, "annotations": {}, "outputSchema": {}}


def test_tools() -> None:
    window: Json = {"messages": [], "options": {}}
    made = {each: prepare_request(window, each, tools=qualified("sky", [TOOL]))["tools"] for each in PROVIDERS}
    told = {"name": "sky___look", "description": "Looks."}
    cerebras = {
        "type": "object",
        # A property called like one of the words that Cerebras does not take goes with them.
        "properties": {"n": {"type": "number"}, "l": {"type": "array", "items": {"additionalProperties": False}}},
        "anyOf": [{}],
        "additionalProperties": False,
        "examples": [1],
    }
    properties = {
        "format": {"type": "string"},
        "n": {"type": "number", "minimum": 0, "nullable": True},
        "l": {"type": "array", "items": {"format": "date"}},
    }
    gemini = {"type": "object", "properties": properties, "anyOf": [{"minimum": 1}]}
    assert {
        "anthropic": [{**told, "input_schema": SCHEMA}],
        "cerebras": [{"type": "function", "function": {**told, "parameters": cerebras}}],
        "cohere": [{"type": "function", "function": {**told, "parameters": SCHEMA}}],
        "gemini": [{"functionDeclarations": [{**told, "parameters": gemini}]}],
        "openai": [{"type": "function", "function": {**told, "parameters": SCHEMA}}],
    } == made


def test_search() -> None:
    window: Json = {"messages": [], "options": {"search": True}}
    assert prepare_request(window, "anthropic")["tools"] == [{"type": "web_search_20250305", "name": "web_search"}]
    assert prepare_request(window, "gemini")["tools"] == [{"google_search": {}}]
    assert "tools" not in prepare_request({"messages": [], "options": {"search": False}}, "gemini")


REFUSED: list[tuple[str, str, Any, str, str]] = [
    *(
        (each, "a search", [], f"{each.title() if each != 'openai' else 'OpenAI'} does not support built-in search", "")
        for each in CHAT
    ),
    ("gemini", "a block that is not known", [said("user", {"type": "x"})], "no blocks of the type x", "/content/0"),
    ("anthropic", "a picture in a result", [said("user", result({"type": "image"}))], "no text", "/content/0"),
    ("openai", "a picture in a result", [said("user", result({"type": "image"}))], "no text", "/content/0"),
    ("anthropic", "a result without an id", [said("user", {**result(), "tool_use_id": None})], "is not a text", "_id"),
    ("cohere", "a call without an id", [said("assistant", {**call(), "id": None})], "id is not a text", "/id"),
    ("cohere", "a PDF", [said("user", file("application/pdf"))], "Cohere does not take documents", "/media_type"),
    ("openai", "a text file", [said("user", file("text/x"))], "OpenAI does not take documents", "/media_type"),
    ("anthropic", "bytes that are no text", [said("user", file("text/x", "/w=="))], "not UTF-8 text", "/data"),
    ("anthropic", "no base64", [said("user", file("text/x", "-"))], "not UTF-8 text", "/data"),
    ("gemini", "text that is none", [said("user", text(["a"]))], "text is not a text", "/text"),
    ("openai", "content that is no list", [{"role": "user", "content": "a"}], "not a list", "/content"),
    ("openai", "a message that is no record", ["a"], "not a record", "/messages/0"),
    ("openai", "no content", [{"role": "user"}], "no content", "/messages/0"),
]


@pytest.mark.parametrize(("provider", "what", "turns", "words", "place"), REFUSED)
def test_what_is_refused(provider: str, what: str, turns: Any, words: str, place: str) -> None:
    with pytest.raises(InvalidDocument, match=words) as refusal:
        prepare_request({"messages": turns, "options": {"search": what == "a search"}}, provider)
    (found,) = refusal.value.diagnostics
    assert found.code == "gpt2099.request"
    assert (found.pointer or "").endswith(place)


def test_tools_that_are_refused() -> None:
    window: Json = {"messages": [], "options": {}}
    cases: list[tuple[str, Json, str]] = [
        ("gemini", {"inputSchema": {}}, "no properties"),
        ("openai", {"description": None}, "description is no"),
    ]
    for provider, change, words in cases:
        with pytest.raises(InvalidDocument, match=words):
            prepare_request(window, provider, tools=[{**TOOL, **change}])
    with pytest.raises(InvalidDocument, match="google_search with custom function"):
        prepare_request({"messages": [], "options": {"search": True}}, "gemini", tools=[TOOL])


def test_a_provider_that_there_is_not() -> None:
    with pytest.raises(InvalidDocument, match="there is no provider 'mistral'; there are anthropic, cerebras"):
        prepare_request({"messages": []}, "mistral")


def test_nothing_is_changed_in_what_is_given() -> None:
    turns = [said("user", GIVEN, text("a"), file("image/gif"), cache=True), said("assistant", call())]
    window, tools = {"messages": turns, "options": {}}, [TOOL]
    before = copy.deepcopy((window, tools))
    for provider in PROVIDERS:
        prepare_request(window, provider, tools=tools)
    assert (window, tools) == before


def test_names_of_tools() -> None:
    assert qualified("sky", [{"name": "look", "x": 1}]) == [{"name": "sky___look", "x": 1}]
    assert split_name("sky___look") == ("sky", "look")
    assert split_name("sky___look___far") == ("sky", "look")
    assert split_name("look") == (None, "look")


@pytest.mark.parametrize("provider", [[], {}, None, 7])
def test_what_is_no_name_of_a_provider_is_refused_as_one(provider: Any) -> None:
    with pytest.raises(InvalidDocument, match="there is no provider "):
        prepare_request({"messages": []}, provider)


def test_the_place_of_a_property_is_a_pointer() -> None:
    tool = {"name": "t", "inputSchema": {"properties": {"a/b~c": 7}}}
    with pytest.raises(InvalidDocument) as refused:
        prepare_request({"messages": []}, "gemini", tools=[tool])
    assert "/tools/0/inputSchema/properties/a~1b~0c" == refused.value.diagnostics[0].pointer
