"""What every mutant is tried on: the laws over fixed cases and over documents that Hypothesis makes from one seed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from tests.laws import checks
from tests.laws.edits import Edit, edits
from tests.laws.encodings import ENCODINGS
from tests.laws.subjects import SUBJECTS, documents_of

from turnwire import read
from turnwire.testing import with_unknown_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypothesis import strategies as st

    from turnwire.dialect import Kind
    from turnwire.model import Document

RICH = {
    "history": [
        {"role": "system", "content": [{"type": "text", "text": "Answer briefly."}]},
        {"role": "user", "content": [{"type": "text", "text": "Weather?"}], "provider_raw": {"foreign": {"x_one": 1}}},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "call_1", "name": "get_weather", "input": {"city": "Oslo"}}],
        },
        {"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "call_1", "is_error": True}]},
    ],
    "settings": {
        "model": "m",
        "tools": [{"name": "get_weather", "input_schema": {"type": "object"}}],
        "tool_choice": {"mode": "required", "parallel": False},
        "generation": {"max_tokens": 9, "temperature": 0.5, "top_p": 0.9, "stop_sequences": ["END", "STOP"]},
    },
}
"""A request with what generated ones have too seldom."""

SEED = 20
PLAIN, WILD, WIRE = 25, 15, 12

EDITED = {
    "openai_chat": {
        "model": "m",
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "seed": None,
    },
    "anthropic_messages": {
        "model": "m",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "top_p": None,
    },
    "vertex_anthropic": {
        "anthropic_version": "vertex-2023-10-16",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "top_p": None,
    },
    "geppetto": {
        "requestType": "query",
        "uid": "ada",
        "message": "hello there",
        "temperature": None,
        "topP": None,
    },
    "gemini_generate": {
        "contents": [{"role": "user", "parts": [{"text": "hello there"}]}],
        "generationConfig": {"temperature": None, "seed": None},
    },
    "mistral_chat": {
        "model": "m",
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "random_seed": None,
    },
    "ollama_chat": {
        "model": "m",
        "messages": [{"role": "user", "content": "hello there"}],
        "think": None,
        "options": {"temperature": None, "seed": None},
    },
    "openrouter_chat": {
        "model": "m",
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "min_p": None,
    },
    "otel_genai": {
        "gen_ai.request.model": "m",
        "gen_ai.input.messages": [{"role": "user", "parts": [{"type": "text", "content": "hello there"}]}],
        "gen_ai.request.temperature": None,
        "gen_ai.request.seed": None,
    },
    "glm": {
        "history": [{"user": {"content": "hello there", "meta": {"token_count": None, "completion_time": None}}}],
        "settings": {"chat_format": None, "function_calls": {"enabled": None}},
    },
    "gpt2099": {
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hello there"}], "cache": None}],
        "options": None,
    },
    "huggingface_messages": {
        "messages": [{"role": "user", "content": "hello there", "name": None}],
        "tools": None,
        "chat_template_kwargs": None,
    },
    "openai_responses": {
        "model": "m",
        "input": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "top_p": None,
    },
}
"""Requests whose nulls are residue: an edit sets what was null."""


class Trial(NamedTuple):
    """One case of one law."""

    law: str
    dialect: str
    case: str
    faults: Callable[[], list[str]]


def samples(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """The same documents in every run."""
    found: list[Any] = []

    @seed(SEED)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(document: Any) -> None:
        found.append(document)

    collect()
    return found[:count]


def trials() -> Iterator[Trial]:
    """Every trial, those that catch most first."""
    for subject in SUBJECTS:
        plain = samples(documents_of(subject.kind, "plain"), PLAIN)
        wild = samples(documents_of(subject.kind, "wild"), WILD)
        wires = samples(with_unknown_keys(subject.wires("plain")), WIRE)
        for dialect in subject.dialects:
            yield from _of_dialect(dialect, subject.kind, [*plain, *wild], wires)
    for encoding in ENCODINGS:
        for number, document in enumerate(samples(documents_of("request", "wild"), WILD)):
            case = f"{encoding.name} {number}"
            yield Trial("10 encodings agree", "turnwire", case, _bind(checks.encodings_agree, document, encoding))


def _of_dialect(dialect: str, kind: Kind, documents: list[Document], wires: list[bytes]) -> Iterator[Trial]:
    if kind == "request":
        yield from _of_document(read(json.dumps(RICH), "turnwire", kind=kind), dialect, f"{dialect} rich")
    if kind == "request" and dialect in EDITED:
        yield _set_after_null(dialect)
    for number, document in enumerate(documents):
        yield from _of_document(document, dialect, f"{dialect} {kind} {number}")
    for number, wire in enumerate(wires):
        yield from _of_wire(wire, dialect, kind, f"{dialect} {kind} {number}")


def _of_document(document: Document, target: str, case: str) -> Iterator[Trial]:
    yield Trial("3 losses account", target, case, _bind(checks.losses_account_for_everything, document, target))
    if target != "turnwire":  # native JSON is nobody's server: it holds the state of all
        yield Trial("3 foreign state", target, case, _bind(checks.foreign_state_stays_home, document, target))
    yield Trial("2 no silent loss", target, case, _bind(checks.no_silent_loss, document, target))
    yield Trial("4 settles", target, case, _bind(checks.settles, document, target))
    yield Trial("7 nothing is mutated", target, case, _bind(checks.nothing_is_mutated, document, target))


def _of_wire(wire: bytes, dialect: str, kind: Kind, case: str) -> Iterator[Trial]:
    yield Trial("1 identity", dialect, case, _bind(checks.identity, dialect, kind, wire))
    yield Trial("5 edits win", dialect, case, lambda: _edited(wire, dialect, kind))


def _edited(wire: bytes, dialect: str, kind: Kind) -> list[str]:
    document = read(wire, dialect, kind=kind)
    every = list(edits(document))
    return [fault for edit in every[:: max(1, len(every) // 4)] for fault in checks.edits_win(wire, edit, dialect)]


def _set_after_null(dialect: str) -> Trial:
    wire = json.dumps(EDITED[dialect]).encode()

    def faults() -> list[str]:
        document: Any = read(wire, dialect, kind="request")
        native = json.loads(checks.encode(document))
        native.setdefault("settings", {}).setdefault("generation", {})["temperature"] = 0.5
        edited = read(json.dumps(native), "turnwire", kind="request")
        return checks.edits_win(wire, Edit("/settings/generation/temperature", edited, None), dialect)

    return Trial("5 edits win", dialect, f"{dialect} sets what was null", faults)


def _bind(check: Callable[..., list[str]], *arguments: Any) -> Callable[[], list[str]]:
    return lambda: check(*arguments)
