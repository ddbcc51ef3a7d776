"""Calls that Gemini streams in pieces are whole calls elsewhere, and half a call is never shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

SOURCES = ("gemini_generate", "vertex_gemini")
TARGETS = ("openai_chat", "anthropic_messages", "openai_responses", "mistral_chat")


def arg(path: str, **value: Any) -> dict[str, Any]:
    return {"jsonPath": path, **value}


def piece(*arguments: dict[str, Any], more: bool = True, **call: Any) -> dict[str, Any]:
    said = {**call, "partialArgs": list(arguments)} if arguments else call
    return {"functionCall": {**said, "willContinue": True} if more else said}


BEGIN = piece(name="look")
END: dict[str, Any] = {"functionCall": {}}
HALF = arg("$.city", stringValue="Os", willContinue=True)
# A name, the parts, and the inputs of the calls.
PIECES: list[tuple[str, list[dict[str, Any]], list[dict[str, Any]]]] = [
    ("a text in two", [BEGIN, piece(HALF), piece(arg("$.city", stringValue="lo")), END], [{"city": "Oslo"}]),
    ("the last piece ends it", [BEGIN, piece(arg("$.city", stringValue="Oslo"), more=False)], [{"city": "Oslo"}]),
    ("one piece", [piece(arg("$.n", numberValue=1), more=False, name="look")], [{"n": 1}]),
    ("no arguments", [BEGIN, END], [{}]),
    (
        "all kinds",
        [BEGIN, piece(arg("$.a", boolValue=True), arg("$.b", nullValue="NULL_VALUE")), END],
        [{"a": True, "b": None}],
    ),
    (
        "inside",
        [BEGIN, piece(arg("$.a[0].b", numberValue=1), arg("$.a[1]['c d']", stringValue="x")), END],
        [{"a": [{"b": 1}, {"c d": "x"}]}],
    ),
    ("two calls", [BEGIN, END, piece(name="look"), piece(arg("$.n", numberValue=2), more=False)], [{}, {"n": 2}]),
    ("whole arguments", [piece(name="look", args={"n": 3}), END], [{"n": 3}]),
    ("it does not go on", [{"functionCall": {"name": "look", "args": {"n": 4}, "willContinue": False}}], [{"n": 4}]),
    ("an id", [piece(name="look", id="c1"), piece(arg("$.n", numberValue=5), more=False)], [{"n": 5}]),
    ("it breaks off", [BEGIN, piece(HALF)], []),
    ("another call comes before it ends", [BEGIN, piece(HALF), {"functionCall": {"name": "look", "args": {}}}], [{}]),
    ("no name", [piece(arg("$.n", numberValue=1), more=False)], []),
    ("a path that is not understood", [BEGIN, piece(arg("$..n", numberValue=1)), END], []),
    ("a number of the list is left out", [BEGIN, piece(arg("$.a[7]", numberValue=1)), END], []),
    ("paths that contradict", [BEGIN, piece(arg("$.a", numberValue=1), arg("$.a.b", numberValue=1)), END], []),
    ("no value", [BEGIN, piece(arg("$.a")), END], []),
]
IDS = [name for name, *_ in PIECES]
WITH_TEXT = [{"text": "Well."}]


def reply(parts: list[dict[str, Any]]) -> dict[str, Any]:
    candidate = {"index": 0, "content": {"role": "model", "parts": parts}, "finishReason": "STOP"}
    return {"candidates": [candidate], "modelVersion": "m", "responseId": "r"}


def chunks(parts: list[dict[str, Any]]) -> list[bytes]:
    """A stream with one part in each chunk."""
    bodies = [
        {**reply([part]), "candidates": [{"index": 0, "content": {"role": "model", "parts": [part]}}]} for part in parts
    ]
    bodies[-1]["candidates"][0]["finishReason"] = "STOP"
    return [b"data: " + json.dumps(body).encode() + b"\n\n" for body in bodies]


def inputs(document: Any) -> list[Any]:
    blocks = document.candidates[0].content
    return [json.loads(bytes(block.input)) for block in blocks if type(block).__name__ == "ToolUseBlock"]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(("parts", "calls"), [row[1:] for row in PIECES], ids=IDS)
def test_pieces_are_calls(source: str, parts: list[Any], calls: list[Any]) -> None:
    body = reply([*WITH_TEXT, *parts])
    document = turnwire.read(body, source, kind="response")
    assert inputs(document) == calls
    written = turnwire.write(document, source)
    assert (json.loads(written.data), written.losses) == (body, ())


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(("parts", "calls"), [row[1:] for row in PIECES], ids=IDS)
@pytest.mark.parametrize("target", TARGETS)
def test_streamed_pieces_are_calls(source: str, parts: list[Any], calls: list[Any], target: str) -> None:
    streamed = b"".join(turnwire.translate(chunks([*WITH_TEXT, *parts]), source, target))
    reader = turnwire.stream_reader(target)
    assert inputs(turnwire.fold([*reader.feed(streamed), *reader.close()])) == calls


def test_a_changed_call_is_written_whole() -> None:
    document: Any = turnwire.read(
        reply([BEGIN, piece(arg("$.n", numberValue=1)), END]), "gemini_generate", kind="response"
    )
    document.candidates[0].content[0].name = "find"
    parts = json.loads(turnwire.write(document, "gemini_generate").data)["candidates"][0]["content"]["parts"]
    assert parts == [{"functionCall": {"name": "find", "args": {"n": 1}}}]


# Parts with a number that JSON has and Python's floats do not, and whether they are a call elsewhere.
HUGE = [
    ('{"functionCall":{"name":"f","args":{},"more":1e400}}', True),
    ('{"functionCall":{"name":"f","willContinue":true,"more":1e400}},{"functionCall":{}}', True),
    ('{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.a","numberValue":1e400}]}}', False),
    ('{"functionCall":{"name":"f","willContinue":true,"args":{"a":1e400}}},{"functionCall":{}}', False),
]


@pytest.mark.parametrize(("parts", "is_call"), HUGE)
def test_numbers_out_of_range(parts: str, is_call: bool) -> None:  # noqa: FBT001 - a row of the table
    body = f'{{"candidates":[{{"index":0,"content":{{"role":"model","parts":[{parts}]}},"finishReason":"STOP"}}]}}'
    document: Any = turnwire.read(body, "gemini_generate", kind="response")
    assert turnwire.write(document, "gemini_generate").data.count(b"1e400") == 1
    assert (b'"f"' in turnwire.write(document, "openai_chat").data) == is_call
    streamed = b"".join(turnwire.translate([b"data: " + body.encode() + b"\n\n"], "gemini_generate", "openai_chat"))
    assert (b'"f"' in streamed) == is_call
