"""What `validate` calls valid, `read` reads: recorded documents, documents of every dialect, and mutants of both."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_args

import pytest
from tests.validation.meaning.recorded import bodies
from tests.validation.mutants import mutant

import turnwire
from turnwire.dialects import names, part_of
from turnwire.dialects.dialect import Kind
from turnwire.errors import InvalidDocument, UnknownDialect

REQUEST: dict[str, Any] = {
    "model": "m",
    "max_tokens": 64,
    "temperature": 0.5,
    "stop": ["END"],
    "messages": [
        {"role": "system", "content": "You know gardens."},
        {"role": "user", "content": [{"type": "text", "text": "What blooms in March?"}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "call_1", "type": "function", "function": {"name": "blooms", "arguments": '{"month": 3}'}}
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "Crocus."},
        {"role": "assistant", "content": "The crocus does."},
        {"role": "user", "content": "And in April?"},
    ],
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "blooms",
                "description": "Lists what blooms.",
                "parameters": {"type": "object", "properties": {"month": {"type": "integer"}}},
            },
        }
    ],
    "tool_choice": "auto",
}
REPLY: dict[str, Any] = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "Tulips.", "refusal": None},
            "finish_reason": "stop",
            "logprobs": None,
        }
    ],
    "usage": {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12},
}
ERROR: dict[str, Any] = {"error": {"message": "Too many requests.", "type": "rate_limit_error", "code": None}}
SOURCES: dict[Kind, dict[str, Any]] = {"request": REQUEST, "response": REPLY, "error": ERROR}
MUTANTS = 60


def _kinds() -> list[tuple[str, Kind]]:
    found: list[tuple[str, Kind]] = []
    for name in names():
        for kind in get_args(Kind):
            try:
                part_of(name, kind)
            except UnknownDialect:
                continue
            found.append((name, kind))
    return found


def wrong_about(tree: Any, dialect: str, kind: Kind) -> str | None:
    """What the reader refuses of a document that is valid; None if there is nothing."""
    text = json.dumps(tree)
    if turnwire.validate(text, dialect, kind=kind).valid:
        try:
            turnwire.read(text, dialect, kind=kind)
        except InvalidDocument as refusal:
            return f"{refusal}: {text}"
    return None


@pytest.mark.parametrize(("dialect", "kind"), _kinds())
def test_valid_documents_of_every_dialect_are_read(dialect: str, kind: Kind) -> None:
    tree = turnwire.convert(json.dumps(SOURCES[kind]), dialect, source="openai_chat", kind=kind).json()
    rng = Random(f"{dialect} {kind}")  # noqa: S311 - the same mutants in every run
    assert wrong_about(tree, dialect, kind) is None
    assert [wrong for _ in range(MUTANTS) if (wrong := wrong_about(mutant(tree, rng), dialect, kind))] == []


def test_valid_recorded_documents_are_read() -> None:
    rng = Random(16)  # noqa: S311 - the same mutants in every run
    wrong = []
    for number, (_, dialect, kind, tree) in enumerate(bodies(200, 400, 422)):
        known: Kind = kind  # type: ignore[assignment]
        wrong += [wrong_about(tree, dialect, known)]
        if number % 10 == 0:
            wrong += [wrong_about(mutant(tree, rng), dialect, known) for _ in range(8)]
    assert [each for each in wrong if each] == []


LISTS: list[tuple[str, Any, list[tuple[str, str]]]] = [
    ("gpt2099", [{"role": "user", "content": [{"type": "text", "text": "Hi."}]}], []),
    ("gpt2099", [{"role": "user", "content": 5}], [("TW201", "/0/content")]),
    ("gpt2099", [], []),
    ("gpt2099", {"options": {}}, [("TW202", "")]),
    ("glm", [{"user": {"content": "Hi."}}], []),
    ("turnwire", [], [("TW201", "")]),
]


@pytest.mark.parametrize(("dialect", "tree", "expected"), LISTS)
def test_a_list_is_the_conversation_where_the_dialect_has_such_files(
    dialect: str, tree: Any, expected: list[tuple[str, str]]
) -> None:
    report = turnwire.validate(json.dumps(tree), dialect, kind="request")
    assert [(each.code, each.pointer) for each in report.diagnostics if each.severity == "error"] == expected


CANONICAL = {
    "id": "01HZ0000000000000000000001",
    "session_id": "s1",
    "role": "user",
    "content": [{"type": "text", "text": "Hi."}],
    "created_at": "2026-02-03T10:16:02Z",
    "schema_version": 1,
}
BROKEN: list[tuple[dict[str, Any], str, str]] = [
    ({"schema_version": 9}, "TW211", "/schema_version"),
    ({"content": [{"type": "text"}]}, "TW202", "/content/0"),
    ({"content": [{"type": "image", "source": {"kind": "ftp", "data": "x"}}]}, "TW204", "/content/0/source/kind"),
    ({"metadata": {"status": "done"}}, "TW204", "/metadata/status"),
    ({"session_id": 5}, "TW201", "/session_id"),
]


@pytest.mark.parametrize(("change", "code", "pointer"), BROKEN)
def test_a_canonical_message_is_checked_alone_in_a_list_and_in_a_session(
    change: dict[str, Any], code: str, pointer: str
) -> None:
    message = {**CANONICAL, **change}
    for document, base in ((message, ""), ([message], "/0"), ({"messages": [message]}, "/messages/0")):
        report = turnwire.validate(json.dumps(document), "canonical", kind="request")
        assert [(each.code, each.pointer) for each in report.diagnostics] == [(code, f"{base}{pointer}")]
        assert all(each.line == 1 for each in report.diagnostics)
