"""Each repair: the document before and after, and what was done."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

HI = {"role": "user", "content": "Hi."}
NONE = "No result of this call was recorded."
TOOL = {"name": "clock", "input_schema": {"type": "object"}}
THOUGHT = {"type": "thinking", "thinking": "Hm."}
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

Case = tuple[str, Any, Any, list[str]]


def chat(*messages: Any, **members: Any) -> dict[str, Any]:
    return {"model": "m", "messages": list(messages), **members}


def calls(*ids: str | None, arguments: Any = "{}") -> dict[str, Any]:
    made = [
        {"type": "function", "function": {"name": "clock", "arguments": arguments}}
        | ({} if each is None else {"id": each})
        for each in ids
    ]
    return {"role": "assistant", "content": None, "tool_calls": made}


def result(identifier: str | None = "a", content: str = "12:00") -> dict[str, Any]:
    return {"role": "tool", "content": content} | ({} if identifier is None else {"tool_call_id": identifier})


def anthropic(*messages: Any, **members: Any) -> dict[str, Any]:
    return {"model": "claude-sonnet-4-5", "max_tokens": 64, "messages": list(messages), **members}


def said(role: str, *blocks: Any) -> dict[str, Any]:
    return {"role": role, "content": list(blocks)}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def use(identifier: str = "a") -> dict[str, Any]:
    return {"type": "tool_use", "id": identifier, "name": "clock", "input": {}}


def answer(identifier: str = "a", content: str = "12:00", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": identifier, "content": content, **more}


def item(kind: str, **members: Any) -> dict[str, Any]:
    return {"type": kind, "call_id": "a", **members}


def image(data: str, media_type: str = "image/png") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def responded(name: str) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {"time": "12:00"}}}


ASK = {"role": "user", "parts": [{"text": "Hi."}]}
CALLED = {"role": "model", "parts": [{"functionCall": {"name": "clock", "args": {}}}]}
NO_ANSWER = {"functionResponse": {"name": "clock", "response": {"error": NONE}}}

SAFE: dict[str, Case] = {
    "a misspelt member": ("openai_chat", chat(HI, temprature=1), chat(HI, temperature=1), ["TW203"]),
    "a misspelt role": (
        "openai_chat",
        chat({"role": "asistant", "content": "x"}, HI),
        chat({"role": "assistant", "content": "x"}, HI),
        ["TW204"],
    ),
    "the role of a data set": (
        "openai_chat",
        chat({"role": "human", "content": "x"}),
        chat({"role": "user", "content": "x"}),
        ["TW204"],
    ),
    "Gemini's word for a role": (
        "openai_chat",
        chat(HI, {"role": "model", "content": "x"}),
        chat(HI, {"role": "assistant", "content": "x"}),
        ["TW204"],
    ),
    "a number as text": ("openai_chat", chat(HI, temperature="0.5"), chat(HI, temperature=0.5), ["TW201"]),
    "a text as number": ("openai_chat", chat(HI, user=5), chat(HI, user="5"), ["TW201"]),
    "arguments as an object": (
        "openai_chat",
        chat(HI, calls("a", arguments={"x": 1})),
        chat(HI, calls("a", arguments='{"x":1}')),
        ["TW201"],
    ),
    "one for a list": (
        "openai_chat",
        chat({"role": "user", "content": text("x")}),
        chat(said("user", text("x"))),
        ["TW201"],
    ),
    "a null that is optional": ("openai_chat", chat(HI, tools=None), chat(HI), ["TW201"]),
    "no type": (
        "openai_chat",
        chat(said("user", {"text": "x"})),
        chat(said("user", {"text": "x", "type": "text"})),
        ["TW202"],
    ),
    "an id that is missing": (
        "openai_chat",
        chat(HI, calls(None), result(None)),
        chat(HI, calls("call_1"), result("call_1")),
        ["TW202", "TW202"],
    ),
    "ids that two calls lack": (
        "openai_chat",
        chat(HI, calls(None, None), result(None), result(None, "13:00")),
        chat(HI, calls("call_1", "call_2"), result("call_1"), result("call_2", "13:00")),
        ["TW202"] * 4,
    ),
    "ids that the results of two calls lack": (
        "openai_chat",
        chat(HI, calls("a", "b"), result(None), result(None, "13:00"), HI),
        chat(HI, calls("a", "b"), result("a"), result("b", "13:00"), HI),
        ["TW202", "TW202"],
    ),
    "an id that one of two results lacks": (
        "openai_chat",
        chat(HI, calls("a", "b"), result(None), result("a", "13:00"), HI),
        chat(HI, calls("a", "b"), result("b"), result("a", "13:00"), HI),
        ["TW202"],
    ),
    "a call without a result": (
        "openai_chat",
        chat(HI, calls("a"), HI),
        chat(HI, calls("a"), result("a", NONE), HI),
        ["TW301"],
    ),
    "one of two calls without a result": (
        "openai_chat",
        chat(HI, calls("a", "b"), result("a"), HI),
        chat(HI, calls("a", "b"), result("a"), result("b", NONE), HI),
        ["TW301"],
    ),
    "the same result twice": (
        "openai_chat",
        chat(HI, calls("a"), result(), result()),
        chat(HI, calls("a"), result()),
        ["TW303"],
    ),
    "a result before its call": (
        "openai_chat",
        chat(HI, result(), calls("a")),
        chat(HI, calls("a"), result()),
        ["TW304"],
    ),
    "a result behind a question": (
        "openai_chat",
        chat(HI, calls("a"), HI, result()),
        chat(HI, calls("a"), result(), HI),
        ["TW306"],
    ),
    "anthropic: a call before a question": (
        "anthropic_messages",
        anthropic(HI, said("assistant", use()), HI, tools=[TOOL]),
        anthropic(
            HI, said("assistant", use()), said("user", answer("a", NONE, is_error=True), text("Hi.")), tools=[TOOL]
        ),
        ["TW301"],
    ),
    "anthropic: one of two calls": (
        "anthropic_messages",
        anthropic(HI, said("assistant", use(), use("b")), said("user", answer("b")), tools=[TOOL]),
        anthropic(
            HI,
            said("assistant", use(), use("b")),
            said("user", answer("b"), answer("a", NONE, is_error=True)),
            tools=[TOOL],
        ),
        ["TW301"],
    ),
    "anthropic: letters of an id": (
        "anthropic_messages",
        anthropic(HI, said("assistant", use("a:1")), said("user", answer("a:1")), tools=[TOOL]),
        anthropic(HI, said("assistant", use("a_1")), said("user", answer("a_1")), tools=[TOOL]),
        ["TW206"],
    ),
    "anthropic: an empty text": (
        "anthropic_messages",
        anthropic(said("user", text("Hi."), text(""))),
        anthropic(said("user", text("Hi."))),
        ["TW308"],
    ),
    "anthropic: an empty message": (
        "anthropic_messages",
        anthropic(HI, said("assistant", text("")), HI),
        anthropic(HI, HI),
        ["TW308"],
    ),
    "a misspelt name of eight letters": (
        "openai_chat",
        chat(HI, metadta={"a": "b"}),
        chat(HI, metadata={"a": "b"}),
        ["TW203"],
    ),
    "a misspelt member that is needed": (
        "openai_chat",
        {"model": "m", "mesages": [HI]},
        {"model": "m", "messages": [HI]},
        ["TW203"],
    ),
    "one of two messages is empty": ("openai_chat", chat({"role": "user", "content": []}, HI), chat(HI), ["TW308"]),
    "anthropic: the media type": (
        "anthropic_messages",
        anthropic(said("user", image(PNG, "image/jpeg"))),
        anthropic(said("user", image(PNG))),
        ["TW315"],
    ),
    "anthropic: line breaks in data": (
        "anthropic_messages",
        anthropic(said("user", image(f"{PNG[:20]}\n{PNG[20:]}"))),
        anthropic(said("user", image(PNG))),
        ["TW316"],
    ),
    "anthropic: an input as text": (
        "anthropic_messages",
        anthropic(HI, said("assistant", use() | {"input": '{"a": 1}'}), tools=[TOOL]),
        anthropic(HI, said("assistant", use() | {"input": {"a": 1}}), tools=[TOOL]),
        ["TW201"],
    ),
    "responses: a call without an output": (
        "openai_responses",
        {"model": "m", "input": [HI, item("function_call", name="clock", arguments="{}"), HI]},
        {
            "model": "m",
            "input": [
                HI,
                item("function_call", name="clock", arguments="{}"),
                item("function_call_output", output=NONE),
                HI,
            ],
        },
        ["TW301"],
    ),
    "gemini: a call without a response": (
        "gemini_generate",
        {"contents": [ASK, CALLED, ASK]},
        {"contents": [ASK, CALLED, {"role": "user", "parts": [NO_ANSWER, {"text": "Hi."}]}]},
        ["TW301"],
    ),
}

UNSAFE: dict[str, Case] = {
    "an unknown member": ("openai_chat", chat(HI, zzz=1), chat(HI), ["TW203"]),
    "a setting that is near another one": ("openai_chat", chat(HI, top_a=1), chat(HI, top_p=1), ["TW203"]),
    "a number out of range": ("openai_chat", chat(HI, temperature=3), chat(HI, temperature=2), ["TW205"]),
    "too many": ("openai_chat", chat(HI, stop=list("abcde")), chat(HI, stop=list("abcd")), ["TW207"]),
    "a result without a call": ("openai_chat", chat(HI, result(), HI), chat(HI, HI), ["TW302"]),
    "a result with a mistyped id": (
        "openai_chat",
        chat(HI, calls("call_1"), result("cal_1"), HI),
        chat(HI, calls("call_1"), result("call_1"), HI),
        ["TW301"],
    ),
    "one of two results with a mistyped id": (
        "openai_chat",
        chat(HI, calls("a", "b"), result("b"), result("c", "13:00")),
        chat(HI, calls("a", "b"), result("b"), result("a", "13:00")),
        ["TW301"],
    ),
    "a result with the id of another one": (
        "openai_chat",
        chat(HI, calls("a", "b"), result("a"), result("a"), HI),
        chat(HI, calls("a", "b"), result("a"), result("b"), HI),
        ["TW301"],
    ),
    "anthropic: a result with a mistyped id": (
        "anthropic_messages",
        anthropic(HI, said("assistant", use()), said("user", answer("b"), text("Ho."))),
        anthropic(HI, said("assistant", use()), said("user", answer("a"), text("Ho."))),
        ["TW301"],
    ),
    "responses: an output with a mistyped id": (
        "openai_responses",
        {
            "model": "m",
            "input": [
                HI,
                item("function_call", name="clock", arguments="{}"),
                item("function_call_output", output="12:00") | {"call_id": "b"},
            ],
        },
        {
            "model": "m",
            "input": [
                HI,
                item("function_call", name="clock", arguments="{}"),
                item("function_call_output", output="12:00"),
            ],
        },
        ["TW301"],
    ),
    "gemini: a response with a mistyped name": (
        "gemini_generate",
        {"contents": [ASK, CALLED, {"role": "user", "parts": [responded("clok")]}]},
        {"contents": [ASK, CALLED, {"role": "user", "parts": [responded("clock")]}]},
        ["TW301"],
    ),
    "another result": (
        "openai_chat",
        chat(HI, calls("a"), result(), result("a", "13:00")),
        chat(HI, calls("a"), result()),
        ["TW303"],
    ),
    "anthropic: a result without a call, beside a text": (
        "anthropic_messages",
        anthropic(HI, said("user", answer(), text("Ho."))),
        anthropic(HI, said("user", text("Ho."))),
        ["TW302"],
    ),
    "anthropic: unsigned thinking": (
        "anthropic_messages",
        anthropic(HI, said("assistant", {**THOUGHT, "signature": ""}, text("Ho."))),
        anthropic(HI, said("assistant", text("Ho."))),
        ["TW309"],
    ),
}


@pytest.mark.parametrize(("dialect", "before", "after", "codes"), SAFE.values(), ids=SAFE)
def test_a_safe_repair(dialect: str, before: Any, after: Any, codes: list[str]) -> None:
    done = turnwire.repair(json.dumps(before).encode(), dialect, kind="request")
    assert (after, codes) == (json.loads(done.data), [each.code for each in done.applied])
    assert all(each.fixes[0].safe for each in done.applied)
    assert not turnwire.repair(done.data, dialect, kind="request").changed


@pytest.mark.parametrize(("dialect", "before", "after", "codes"), UNSAFE.values(), ids=UNSAFE)
def test_an_unsafe_repair_is_made_on_request(dialect: str, before: Any, after: Any, codes: list[str]) -> None:
    body = json.dumps(before).encode()
    kept = turnwire.repair(body, dialect, kind="request")
    assert (body, ()) == (kept.data, kept.applied)
    assert {each.code for each in kept.left} >= set(codes)
    done = turnwire.repair(body, dialect, kind="request", unsafe=True)
    assert (after, codes) == (json.loads(done.data), [each.code for each in done.applied])


def test_what_is_not_mended_keeps_its_bytes() -> None:
    body = b'{ "model" : "m",\n\t"temprature": 1.50, "messages":[{"role":"user","content":"\\u00e9"}] }\n'
    assert body.replace(b"temprature", b"temperature") == turnwire.repair(body, "openai_chat").data


def test_a_body_in_a_batch_line_is_mended_in_its_place() -> None:
    line = {"custom_id": "1", "method": "POST", "url": "/v1/chat/completions", "body": chat(HI, temprature=1)}
    done = turnwire.repair(json.dumps(line).encode())
    assert line | {"body": chat(HI, temperature=1)} == json.loads(done.data)


def test_results_that_answer_no_call_are_not_passed_over_in_silence() -> None:
    """Two calls and two results that name neither: nothing is invented, and nothing is taken out."""
    body = json.dumps(chat(HI, calls("a", "b"), result("c"), result("d"), HI)).encode()
    done = turnwire.repair(body, "openai_chat", kind="request")
    assert (body, ()) == (done.data, done.applied)
    assert ["TW301", "TW301", "TW302", "TW302"] == [each.code for each in done.left]


LEFT: dict[str, tuple[str, Any, str]] = {
    "the only message": ("anthropic_messages", anthropic(said("user", text(""))), "TW308"),
    "thinking alone": (
        "anthropic_messages",
        anthropic(HI, said("assistant", {**THOUGHT, "signature": ""}), HI),
        "TW309",
    ),
    "an id that would be another call's": (
        "anthropic_messages",
        anthropic(HI, said("assistant", use("a:1"), use("a_1")), said("user", answer("a:1"), answer("a_1"))),
        "TW206",
    ),
}


@pytest.mark.parametrize(("dialect", "tree", "code"), LEFT.values(), ids=LEFT)
def test_what_has_no_repair_stays_and_is_reported(dialect: str, tree: Any, code: str) -> None:
    body = json.dumps(tree).encode()
    done = turnwire.repair(body, dialect, kind="request", unsafe=True)
    assert (body, ()) == (done.data, done.applied)
    assert code in {each.code for each in done.left}


def test_what_cannot_be_parsed_stays() -> None:
    for body in (b"", b'{"a": ', b'{"a":1,"a":2}', b"\xff", b"[1] [2]"):
        done = turnwire.repair(body, "openai_chat", kind="request", unsafe=True)
        assert (body, False) == (done.data, done.changed)
        assert done.left
