"""Rules about turns, contents, tools and media, kept and broken."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from tests.validation.meaning.documents import HI, Found, anthropic, block_result, call, chat, found, result, use

from turnwire.validation.meaning import RULES, meaning
from turnwire.validation.outline import outline_of
from turnwire.validation.outline.offered import tools_given

ERROR, WARNING = "error", "warning"
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(24)).decode()
WAV = base64.b64encode(b"RIFF\0\0\0\0WAVEfmt " + bytes(16)).decode()
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOL = {"type": "function", "function": {"name": "a", "parameters": SCHEMA}}


def image(data: str, media_type: str = "image/png") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def thinking(**more: Any) -> dict[str, Any]:
    return {"type": "thinking", "thinking": "Hm.", **more}


def said(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "content": list(blocks)}


def addressed(url: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": url}}


def served(label: str) -> dict[str, Any]:
    return {"type": "mcp", "server_label": label, "server_url": "https://example.org/mcp"}


ENABLED = {"type": "enabled", "budget_tokens": 1024}
DECLARED = {"name": "weather", "input_schema": {"type": "object"}}
ANSWER = {"role": "assistant", "content": "Hello."}

CASES: dict[str, tuple[str, Any, Found]] = {
    "mistral: the assistant last": (
        "mistral_chat",
        chat(HI, ANSWER),
        [("TW307", ERROR, "/messages/1")],
    ),
    "mistral: a prefix": ("mistral_chat", chat(HI, {**ANSWER, "prefix": True}), []),
    "perplexity: two questions": ("perplexity_chat", chat(HI, HI), [("TW307", ERROR, "/messages/1")]),
    "perplexity: taking turns": (
        "perplexity_chat",
        chat({"role": "system", "content": "Be brief."}, HI, ANSWER, HI),
        [],
    ),
    "chat: two questions": ("openai_chat", chat(HI, HI), []),
    "no turns": ("turnwire", {"history": []}, [("TW310", WARNING, "/history")]),
    "no messages in a list": ("canonical", [], [("TW310", WARNING, "")]),
    "anthropic: an empty text": (
        "anthropic_messages",
        anthropic(said("user", {"type": "text", "text": ""})),
        [("TW308", ERROR, "/messages/0/content/0")],
    ),
    "anthropic: an empty content": ("anthropic_messages", anthropic(said("user")), [("TW308", ERROR, "/messages/0")]),
    "anthropic: an empty last message of the assistant": (
        "anthropic_messages",
        anthropic(HI, {"role": "assistant", "content": ""}),
        [],
    ),
    "anthropic: an empty system block": (
        "anthropic_messages",
        anthropic(HI, system=[{"type": "text", "text": ""}]),
        [("TW308", ERROR, "/system/0")],
    ),
    "chat: an empty list": ("openai_chat", chat(said("user")), [("TW308", ERROR, "/messages/0")]),
    "chat: an empty text": ("openai_chat", chat({"role": "user", "content": ""}), []),
    "chat: nothing from the assistant": (
        "openai_chat",
        chat(HI, {"role": "assistant", "content": None}, HI),
        [("TW308", ERROR, "/messages/1")],
    ),
    "deepseek: nothing from the assistant": (
        "deepseek_chat",
        chat(HI, {"role": "assistant", "content": None}, HI),
        [("TW308", WARNING, "/messages/1")],
    ),
    "gemini: no parts": (
        "gemini_generate",
        {"contents": [{"role": "user", "parts": []}]},
        [("TW308", ERROR, "/contents/0")],
    ),
    "gemini: no parts from the model": (
        "gemini_generate",
        {"contents": [{"role": "model"}]},
        [("TW308", WARNING, "/contents/0")],
    ),
    "native: no content": (
        "turnwire",
        {"history": [{"role": "user", "content": []}]},
        [("TW308", WARNING, "/history/0")],
    ),
    "thinking without a signature": (
        "anthropic_messages",
        anthropic(HI, said("assistant", thinking(signature=""), {"type": "text", "text": "Hello."}), HI),
        [("TW309", ERROR, "/messages/1/content/0")],
    ),
    "thinking with one": (
        "anthropic_messages",
        anthropic(HI, said("assistant", thinking(signature="EqQ"), {"type": "text", "text": "Hello."}), HI),
        [],
    ),
    "calls without their thinking": (
        "anthropic_messages",
        anthropic(HI, said("assistant", use()), said("user", block_result()), thinking=ENABLED),
        [("TW317", WARNING, "/messages/1/content/0")],
    ),
    "calls without thinking, of an earlier question": (
        "anthropic_messages",
        anthropic(HI, said("assistant", use()), said("user", block_result()), ANSWER, HI, thinking=ENABLED),
        [],
    ),
    "anthropic: two tools of one name": (
        "anthropic_messages",
        anthropic(HI, tools=[DECLARED, DECLARED]),
        [("TW311", ERROR, "/tools/1")],
    ),
    "chat: two tools of one name": ("openai_chat", chat(HI, tools=[TOOL, TOOL]), [("TW311", WARNING, "/tools/1")]),
    "a path in the place of an address": (
        "openai_chat",
        chat(said("user", addressed("/home/ada/rain.png"))),
        [("TW319", ERROR, "/messages/0/content/0/image_url/url")],
    ),
    "a path with a drive": (
        "openai_chat",
        chat(said("user", addressed("C:\\rain.png"))),
        [("TW319", ERROR, "/messages/0/content/0/image_url/url")],
    ),
    "a path in a row of a data set": (
        "openai_chat",
        {"messages": [said("user", addressed("rain.png"))]},
        [("TW319", WARNING, "/messages/0/content/0/image_url/url")],
    ),
    "a path for a server that reads files": ("llamacpp_chat", chat(said("user", addressed("rain.png"))), []),
    # A text of this form has no comma, and no head that could be left out.
    "anthropic: half of a URL in the place of base64": (
        "anthropic_messages",
        anthropic(said("user", image("data:image/png;base64"))),
        [("TW316", ERROR, "/messages/0/content/0/source/data")],
    ),
    "anthropic: a URL in the place of base64": (
        "anthropic_messages",
        anthropic(said("user", image(f"data:image/png;base64,{PNG}"))),
        [("TW316", ERROR, "/messages/0/content/0/source/data")],
    ),
    "responses: two servers of tools": (
        "openai_responses",
        {"model": "m", "input": "Hi.", "tools": [served("a"), served("b")]},
        [],
    ),
    "responses: one server of tools twice": (
        "openai_responses",
        {"model": "m", "input": "Hi.", "tools": [served("a"), served("a")]},
        [("TW311", WARNING, "/tools/1")],
    ),
    "a tool that is not offered": (
        "openai_chat",
        chat(HI, tools=[TOOL], tool_choice={"type": "function", "function": {"name": "b"}}),
        [("TW312", ERROR, "/tool_choice/function/name")],
    ),
    "gemini: a function that is not offered": (
        "gemini_generate",
        {
            "contents": "Hi.",
            "tools": [{"functionDeclarations": [{"name": "a"}]}],
            "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["a", "b"]}},
        },
        [("TW312", ERROR, "/toolConfig/functionCallingConfig/allowedFunctionNames/1")],
    ),
    "arguments that are cut": (
        "openai_chat",
        chat(HI, call("a", arguments='{"city": '), result()),
        [("TW313", WARNING, "/messages/1/tool_calls/0/function/arguments")],
    ),
    "arguments that are a list": (
        "openai_chat",
        chat(HI, call("a", arguments="[1]"), result()),
        [("TW313", WARNING, "/messages/1/tool_calls/0/function/arguments")],
    ),
    "arguments that are cut, for a server that refuses them": (
        "alibaba_chat",
        chat(HI, call("a", arguments='{"city": '), result()),
        [("TW313", ERROR, "/messages/1/tool_calls/0/function/arguments")],
    ),
    "arguments that are a list, for a server that wants JSON": (
        "alibaba_chat",
        chat(HI, call("a", arguments="[1]"), result()),
        [("TW313", WARNING, "/messages/1/tool_calls/0/function/arguments")],
    ),
    "no arguments at all": ("openai_chat", chat(HI, call("a", arguments=""), result()), []),
    "arguments that do not fit": (
        "openai_chat",
        chat(HI, call("a", arguments='{"city": 5}'), result(), tools=[TOOL]),
        [("TW314", WARNING, "/messages/1/tool_calls/0/function/arguments")],
    ),
    "an input that does not fit": (
        "anthropic_messages",
        anthropic(
            HI,
            said("assistant", {**use(), "input": {"city": 5}}),
            said("user", block_result()),
            tools=[{"name": "weather", "input_schema": SCHEMA}],
        ),
        [("TW314", WARNING, "/messages/1/content/0/input/city")],
    ),
    "a schema that is none": (
        "openai_chat",
        chat(
            HI, call("a"), result(), tools=[{"type": "function", "function": {"name": "a", "parameters": {"type": 5}}}]
        ),
        [("TW320", ERROR, "/tools/0/function/parameters/type")],
    ),
    "anthropic: a picture of another type": (
        "anthropic_messages",
        anthropic(said("user", image(PNG, "image/jpeg"))),
        [("TW315", ERROR, "/messages/0/content/0")],
    ),
    "a picture in a result": (
        "anthropic_messages",
        anthropic(
            HI,
            said("assistant", use()),
            said("user", {**block_result(), "content": [image(PNG, "image/jpeg")]}),
        ),
        [("TW315", ERROR, "/messages/2/content/0/content/0")],
    ),
    "chat: a picture of another type": (
        "openai_chat",
        chat(said("user", {"type": "image_url", "image_url": {"url": f"data:image/gif;base64,{PNG}"}})),
        [("TW315", WARNING, "/messages/0/content/0/image_url/url")],
    ),
    "data that is not base64": (
        "anthropic_messages",
        anthropic(said("user", image("no base64!"))),
        [("TW316", ERROR, "/messages/0/content/0/source/data")],
    ),
    "data that was cut": (
        "anthropic_messages",
        anthropic(said("user", image("aGVsb"))),
        [("TW316", ERROR, "/messages/0/content/0/source/data")],
    ),
    "a picture of another type in the system prompt": (
        "gemini_generate",
        {
            "contents": [{"role": "user", "parts": [{"text": "Hi."}]}],
            "systemInstruction": {"parts": [{"inlineData": {"mimeType": "image/jpeg", "data": PNG}}]},
        },
        [("TW315", WARNING, "/systemInstruction/parts/0")],
    ),
    "sound of another type": (
        "openai_chat",
        chat(said("user", {"type": "input_audio", "input_audio": {"data": WAV, "format": "mp3"}})),
        [("TW315", WARNING, "/messages/0/content/0")],
    ),
    "sound at an address": (
        "mistral_chat",
        chat(said("user", {"type": "input_audio", "input_audio": "https://example.org/a.mp3"})),
        [],
    ),
    "sound in a data URL": (
        "mistral_chat",
        chat(said("user", {"type": "input_audio", "input_audio": f"data:audio/wav;base64,{WAV}"})),
        [],
    ),
    "sound in a file of this machine": (
        "mistral_chat",
        chat(said("user", {"type": "input_audio", "input_audio": "../a.mp3"})),
        [("TW316", ERROR, "/messages/0/content/0/input_audio")],
    ),
    "no data": (
        "anthropic_messages",
        anthropic(said("user", image(""))),
        [("TW316", ERROR, "/messages/0/content/0/source/data")],
    ),
    "data without padding": ("anthropic_messages", anthropic(said("user", image("aGVsbG8"))), []),
}


@pytest.mark.parametrize(("dialect", "tree", "expected"), CASES.values(), ids=CASES)
def test_findings(dialect: str, tree: Any, expected: Found) -> None:
    assert found(dialect, tree) == expected


def test_the_chosen_tool_has_a_near_miss() -> None:
    tree = chat(HI, tools=[TOOL], tool_choice={"type": "function", "function": {"name": "weathr"}})
    tree["tools"][0] = {"type": "function", "function": {"name": "weather", "parameters": SCHEMA}}
    hints = [each.hint for each in meaning(outline_of("openai_chat", tree, "request"))]
    assert hints == ["did you mean `weather`?"]


DEEP = '{"a": ' * 60 + "1" + "}" * 60
UNREAD: dict[str, tuple[str, str, str]] = {
    "cut": ('{"city": ', "are not JSON: the text ends inside an object", "ask the model again"),
    "a list": ("[1]", "are a list, and not an object", "ask the model again"),
    "a large number": ('{"a": 1e999}', "have a number beyond the largest double", "write a smaller number"),
    "too deep": (
        DEEP,
        "cannot be read: free JSON nested deeper than 48 levels, the most that turnwire reads",
        "the limit is turnwire's own, and no option raises it: write the inner part as a text",
    ),
}


@pytest.mark.parametrize(("arguments", "message", "hint"), UNREAD.values(), ids=UNREAD)
def test_why_arguments_cannot_be_read(arguments: str, message: str, hint: str) -> None:
    tree = chat(HI, call("clock", arguments=arguments), result())
    diagnostics = list(meaning(outline_of("openai_chat", tree, "request")))
    assert [(each.message, each.hint) for each in diagnostics] == [(f"the arguments of `clock` {message}", hint)]


@pytest.mark.parametrize("city", ["x" * 173, "x" * 174], ids=["200 characters", "201 characters"])
def test_a_long_explanation_of_an_input_is_shortened(city: str) -> None:
    schema = {"type": "object", "properties": {"city": {"type": "integer"}}}
    tools = [{"name": "weather", "input_schema": schema}]
    called = said("assistant", use() | {"input": {"city": city}})
    tree = anthropic(HI, called, said("user", block_result()), tools=tools)
    diagnostics = list(meaning(outline_of("anthropic_messages", tree, "request")))
    whole = f'"{city}" is not of type "integer"'
    told = whole if len(whole) == 200 else f"{whole[:100]} ... {whole[-100:]}"
    assert [each.message for each in diagnostics] == [f"the input of `weather` does not fit: {told}"]


def test_tools_may_be_given_from_outside() -> None:
    outline = outline_of("openai_chat", chat(HI, call("a", arguments='{"city": 5}'), result()), "request")
    assert [each.code for each in meaning(outline, tools=tools_given([TOOL]))] == ["TW314"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_examples_of_a_rule_keep_and_break_it(rule: Any) -> None:
    for example, expected in ((rule.passing, set()), (rule.failing, {rule.code})):
        outline = outline_of(example.dialect, json.loads(example.text), example.kind)
        found_codes = {each.code for each in meaning(outline, invariants=example.invariants)}
        assert found_codes >= expected if expected else not found_codes


def test_each_code_and_name_is_given_once() -> None:
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(("words", "what"), [("", "empty"), (" \n", "blank")])
def test_converse_refuses_a_text_that_is_empty_or_blank(words: str, what: str) -> None:
    tree = {"messages": [{"role": "user", "content": [{"text": words}]}]}
    (each,) = meaning(outline_of("bedrock_converse", tree, "request"))
    assert (each.code, each.message) == ("TW308", f"this text is {what}")
