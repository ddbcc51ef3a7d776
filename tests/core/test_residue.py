"""What is kept comes back whole, wherever it stood and whatever it was called."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire.dialects import names
from turnwire.model import ErrorReply
from turnwire.testing import validate_identity

USER = {"role": "user", "content": "x"}


def request_with(part: dict[str, Any]) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": [part]}]}


KEPT: dict[str, tuple[str, str, dict[str, Any]]] = {
    "an unknown format with an unknown key": (
        "openai_chat",
        "request",
        {"model": "m", "messages": [USER], "response_format": {"type": "grammar", "grammar": "x"}},
    ),
    "details of a usage that are null": (
        "langchain_messages",
        "request",
        {
            "messages": [
                {
                    "type": "ai",
                    "data": {
                        "type": "ai",
                        "content": "x",
                        "usage_metadata": {
                            "input_tokens": 3,
                            "output_tokens": 4,
                            "total_tokens": 7,
                            "input_token_details": {"cache_read": None},
                            "output_token_details": {"audio": None, "$also": {"a": {"$omit": 1}}},
                        },
                    },
                }
            ]
        },
    ),
    "a picture without a URL": ("openai_chat", "request", request_with({"type": "image_url", "image_url": {"q": 1}})),
    "a picture whose URL is a number": (
        "openai_chat",
        "request",
        request_with({"type": "image_url", "image_url": {"url": 5, "q": 1}}),
    ),
    "a file with nothing known": ("openai_chat", "request", request_with({"type": "file", "file": {"q": 1}})),
    "a picture without a URL, with keys called like marks": (
        "openai_chat",
        "request",
        request_with({"type": "image_url", "image_url": {"$omit": ["q"], "$keys": 1}, "$form": {"a": 1}}),
    ),
    "sound whose data is a number": (
        "openai_chat",
        "request",
        request_with({"type": "input_audio", "input_audio": {"data": 5, "format": "wav", "q": 1}}),
    ),
    "an audio id with an unknown key": (
        "openai_chat",
        "request",
        {"messages": [{"audio": {"id": "a", "later": None}}]},
    ),
    "an error with a key called like a mark": (
        "openai_chat",
        "error",
        {"error": {"message": "m", "$omit": ["x"], "$form": 1, "$keys": {"a": 2}}},
    ),
    "an error of Anthropic with such a key": (
        "anthropic_messages",
        "error",
        {"type": "error", "error": {"type": "x", "message": "m", "$also": {"x": 1}}},
    ),
    "a native error with such a key": ("turnwire", "error", {"message": "m", "$keys": {"a": 1}}),
    "a native history with such keys": (
        "turnwire",
        "request",
        {"history": [], "$form": {"a": 1}, "$omit": ["history"]},
    ),
    "an unread format with such keys": (
        "openai_chat",
        "request",
        {"model": "m", "messages": [USER], "response_format": {"type": "grammar", "$omit": ["x"], "$keys": {"a": 1}}},
    ),
    "a function with such keys": (
        "openai_chat",
        "request",
        {"model": "m", "messages": [USER], "tools": [{"type": "function", "function": {"name": "f", "$keys": 1}}]},
    ),
}


MARKS = {"$form": {"a": 1}, "$keys": {"z": 1}, "$omit": ["q"], "$envelope": 2, "$also": {"b": 1}}
TEXT_SOURCE = {"type": "text", "media_type": "text/plain", "data": "x"}
RESULT = {"type": "search_result", "source": "s", "title": "t", "content": [{"type": "text", "text": "x"}]}
COUNTS = {"input_tokens": 1, "output_tokens": 1, "cache_creation": {"ephemeral_1h_input_tokens": 3, **MARKS}}
REPLY = {"id": "i", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": "end_turn"}


def said(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": [*parts]}]}


KEPT |= {
    "marks in metadata": ("anthropic_messages", "request", {**said(), "metadata": {"user_id": "u", **MARKS}}),
    "marks in metadata alone": ("anthropic_messages", "request", {**said(), "metadata": MARKS}),
    "marks in an upload": (
        "anthropic_messages",
        "request",
        said({"type": "container_upload", "file_id": "f", **MARKS}),
    ),
    "marks in the citations of a document": (
        "anthropic_messages",
        "request",
        said({"type": "document", "source": TEXT_SOURCE, "citations": {"enabled": True, **MARKS}}),
    ),
    "marks in the citations of a search result": (
        "bedrock_anthropic",
        "request",
        said({**RESULT, "citations": {"enabled": False, **MARKS}}),
    ),
    "marks in counts": (
        "anthropic_messages",
        "response",
        {**REPLY, "stop_sequence": None, "usage": {**COUNTS, "output_tokens_details": {"thinking_tokens": 1, **MARKS}}},
    ),
}


@pytest.mark.parametrize(("dialect", "kind", "wire"), KEPT.values(), ids=KEPT.keys())
def test_it_comes_back(dialect: str, kind: Any, wire: dict[str, Any]) -> None:
    validate_identity(dialect, wire, kind=kind)


@pytest.mark.parametrize(("dialect", "kind", "wire"), KEPT.values(), ids=KEPT.keys())
def test_it_comes_back_again(dialect: str, kind: Any, wire: dict[str, Any]) -> None:
    native = turnwire.convert(json.dumps(wire), "turnwire", source=dialect, kind=kind).data
    again = turnwire.convert(native, dialect, source="turnwire", kind=kind)
    assert (wire, ()) == (json.loads(again.data), again.losses)


def test_a_loss_can_hold_more_digits_than_python_parses() -> None:
    error = ErrorReply("m", provider_raw={"openai_chat": Raw(b'{"code":' + b"1" * 5000 + b"}")})
    losses = turnwire.write(error, "anthropic_messages").losses
    assert any("1" * 5000 in str(loss.value) for loss in losses)


OWN_NODES: dict[str, dict[str, Any]] = {
    "the document": {"history": []},
    "a message": {"history": [{"role": "user", "content": []}]},
    "a text": {"history": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]},
    "a result": {
        "history": [{"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "a", "content": []}]}]
    },
    "settings": {"history": [], "settings": {"model": "m"}},
    "generation": {"history": [], "settings": {"generation": {"max_tokens": 4}}},
    "a tool": {"history": [], "settings": {"tools": [{"name": "f", "input_schema": {}}]}},
}


def innermost(native: Any) -> dict[str, Any]:
    inner = [child for child in (native.values() if isinstance(native, dict) else native) if child and child != "m"]
    deeper = [child for child in inner if isinstance(child, dict | list)]
    return innermost(deeper[0]) if deeper else native


@pytest.mark.parametrize("name", [name for name in names() if name != "turnwire"])
@pytest.mark.parametrize("native", OWN_NODES.values(), ids=OWN_NODES.keys())
def test_own_residue_that_is_no_object_is_told(name: str, native: dict[str, Any]) -> None:
    native = json.loads(json.dumps(native))
    innermost(native)["provider_raw"] = {name: ["of nobody"]}
    losses = turnwire.convert(json.dumps(native), name, source="turnwire", kind="request").losses
    assert any("of nobody" in str(loss.value) for loss in losses)


@pytest.mark.parametrize("name", [name for name in names() if name != "turnwire"])
@pytest.mark.parametrize("source", ["anthropic_messages", "gemini_generate", "its own"])
def test_what_is_not_known_of_an_origin_is_told(name: str, source: str) -> None:
    origin = {"dialect": name if source == "its own" else source, "later": 7}
    thoughts = [
        {"type": "thinking", "text": "t", "signature": "s", "origin": origin},
        {"type": "redacted_thinking", "data": "x", "origin": origin},
    ]
    for thought in thoughts:
        native = json.dumps({"history": [{"role": "assistant", "content": [thought]}]})
        losses = turnwire.convert(native, name, source="turnwire", kind="request").losses
        assert any("7" in str(loss.value) for loss in losses)


@pytest.mark.parametrize("native", OWN_NODES.values(), ids=OWN_NODES.keys())
def test_native_residue_that_is_no_object_comes_back(native: dict[str, Any]) -> None:
    native = json.loads(json.dumps(native))
    innermost(native)["provider_raw"] = {"turnwire": ["of nobody"]}
    again = json.loads(turnwire.convert(json.dumps(native), "turnwire", source="turnwire", kind="request").data)
    assert "'provider_raw': {'turnwire': ['of nobody']}" in str(again)


@pytest.mark.parametrize("envelope", [None, {"path": "/x"}])
def test_what_cannot_be_added_to_such_residue_is_refused(envelope: Any) -> None:
    native = {"history": [{"role": "user", "later": 1}], "provider_raw": {"turnwire": ["of nobody"]}}
    with pytest.raises(turnwire.InvalidDocument, match=r"/provider_raw/turnwire: .* \[model\.residue\]"):
        turnwire.read(json.dumps(native), "turnwire", kind="request", envelope=envelope)


def test_residue_of_native_json_is_lost_where_it_stands() -> None:
    native = {"history": [{"role": "user", "content": [{"type": "text", "text": "x"}], "later": 5}]}
    losses = turnwire.convert(json.dumps(native), "anthropic_messages", source="turnwire", kind="request").losses
    told: list[tuple[str, str, object]] = [(loss.kind, loss.path, loss.value) for loss in losses]
    assert ("dropped", "/history/0/later", 5) in told


def test_a_key_called_like_a_mark_says_what_any_key_says() -> None:
    wire = {"model": "m", "messages": [{"role": "user", "content": "Hi", "$form": 1}]}
    written = turnwire.convert(wire, "anthropic_messages", source="openai_chat", kind="request")
    assert "/history/0/provider_raw/openai_chat" in [loss.path for loss in written.losses]
