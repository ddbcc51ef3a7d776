"""The marks of residue are for readers and writers alone: made by hand, they reach no document of a provider."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.codec.wire import PRIVATE
from turnwire.dialects import get, names
from turnwire.dialects.dialect import KINDS, Kind
from turnwire.testing import validate_identity

# Objects of the model in which free JSON stands, and no node.
_FREE = frozenset({"input", "input_schema"})
_IMAGE = {"type": "image", "media_type": "image/png", "source": {"kind": "base64", "data": "iVBORw0KGgo="}}
_CALL = {"type": "tool_use", "id": "a", "name": "f", "input": {}}
_MESSAGES: list[dict[str, Any]] = [
    {"role": "system", "content": [{"type": "text", "text": "s"}]},
    {"role": "user", "content": [{"type": "text", "text": "x"}, _IMAGE]},
    {"role": "assistant", "content": [{"type": "thinking", "text": "t"}, {"type": "text", "text": "y"}, _CALL]},
    {
        "role": "tool",
        "content": [{"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "r"}]}],
    },
]
_DOCUMENTS: dict[Kind, dict[str, Any]] = {
    "request": {
        "history": _MESSAGES,
        "settings": {
            "model": "m",
            "generation": {"max_tokens": 4},
            "reasoning": {"effort": "low"},
            "tools": [{"name": "f", "description": "d", "input_schema": {"type": "object"}}],
            "tool_choice": {"mode": "auto"},
            "response_format": {"kind": "json"},
        },
    },
    "response": {
        "candidates": [{**_MESSAGES[2], "metadata": {"stop_reason": "tool_use"}}],
        "model": "m",
        "usage": {"input_tokens": 1, "output_tokens": 2},
    },
    "error": {"message": "m", "status": 400},
}
_WRITTEN = [(name, kind) for name in names() for kind in KINDS if name != "turnwire" and get(name).part(kind)]


def marked(node: Any, name: str, mark: str) -> Any:
    """The document with residue at every node that consists of the mark alone."""
    if isinstance(node, list):
        return [marked(item, name, mark) for item in node]
    if not isinstance(node, dict):
        return node
    inner = {key: value if key in _FREE else marked(value, name, mark) for key, value in node.items()}
    return {**inner, "provider_raw": {name: {mark: {"forged": {"forged": 1}}}}}


@pytest.mark.parametrize("mark", sorted(PRIVATE))
@pytest.mark.parametrize(("name", "kind"), _WRITTEN)
def test_a_mark_made_by_hand_is_never_written(name: str, kind: Kind, mark: str) -> None:
    native = json.dumps(marked(_DOCUMENTS[kind], name, mark))
    text = turnwire.convert(native, name, source="turnwire", kind=kind).data.decode()
    assert [] == [word for word in (mark, "forged") if word in text]


# What a list holds beside its objects makes all of it unreadable: it is kept as it came.
_PICTURE = {"inline_data": {"mime_type": "image/png", "data": "iVBORw0KGgo="}}
_SAID = [{"role": "user", "parts": [{"text": "x"}]}]
_BROKEN: dict[str, tuple[Kind, Any]] = {
    "parts": ("request", {"contents": [{"role": "user", "parts": [True, _PICTURE]}]}),
    "parts in a list": ("request", {"contents": [{"role": "user", "parts": [[_PICTURE], _PICTURE]}]}),
    "tools": ("request", {"contents": _SAID, "tools": [5, {"function_declarations": [{"name": "f"}]}]}),
    "a function's parts": (
        "request",
        {"contents": [{"parts": [{"function_response": {"name": "f", "response": {}, "parts": [5, _PICTURE]}}]}]},
    ),
    "a system prompt": ("request", {"contents": _SAID, "system_instruction": {"parts": [True, _PICTURE]}}),
    "candidates": ("response", {"candidates": [5, {"finish_reason": "STOP"}]}),
    "counts": ("response", {"usage_metadata": {"prompt_tokens_details": [3, {"token_count": 4}]}}),
    "chunks": (
        "response",
        [
            {"candidates": [{"content": {"role": "model", "parts": [True, _PICTURE]}}]},
            {"candidates": [{"content": {"role": "model", "parts": [{"text": "a"}, _PICTURE]}}]},
        ],
    ),
    "keys called like the marks": (
        "request",
        {"contents": [{"parts": [{**_PICTURE, "$spelled": {"names": {"text": "x"}}, "$chunks": 2}], "$spelled": 1}]},
    ),
    "keys called like the marks in a reply": (
        "response",
        {"candidates": [], "$chunks": {"0": {}}, "$spelled": {"names": {"candidates": "x"}}},
    ),
}


@pytest.mark.parametrize("name", ["gemini_generate", "vertex_gemini"])
@pytest.mark.parametrize(("kind", "wire"), _BROKEN.values(), ids=_BROKEN.keys())
def test_what_is_kept_is_kept_as_it_came(name: str, kind: Kind, wire: Any) -> None:
    validate_identity(name, wire, kind=kind)


def test_nodes_of_chunks_that_are_no_use_are_told() -> None:
    native = {"candidates": [], "provider_raw": {"gemini_generate": {"$chunks": {"0": {}}}}}
    losses = turnwire.convert(json.dumps(native), "gemini_generate", source="turnwire", kind="response").losses
    assert [("dropped", "/provider_raw/gemini_generate/$chunks")] == [(loss.kind, loss.path) for loss in losses]


@pytest.mark.parametrize("key", ["later", *sorted(PRIVATE)])
def test_an_unknown_key_of_native_json_is_told_whatever_its_name(key: str) -> None:
    native = {"history": [{"role": "user", "content": [{"type": "text", "text": "x"}], key: 5}]}
    losses = turnwire.convert(json.dumps(native), "anthropic_messages", source="turnwire", kind="request").losses
    told: list[tuple[str, str, object]] = [(loss.kind, loss.path, loss.value) for loss in losses]
    assert ("dropped", f"/history/0/{key}", 5) in told
