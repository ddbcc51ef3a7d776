"""What the reader of a format says of a document's version and depth, at the place that the document has."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.validation.readers import refusals

TEXT = [{"type": "text", "text": "Hi."}]
SAID = {"id": "01HZ0000000000000000000001", "session_id": "s", "created_at": "2026-01-01T00:00:00Z", "content": TEXT}
NEWER = "version 99 is newer than 1: its new members are kept, and not interpreted"
DEEP = "free JSON nested deeper than 48 levels, the most that turnwire reads"


def nested(levels: int) -> Any:
    return {"a": nested(levels - 1)} if levels else 1


def called(value: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": value}]}


# The dialect and the kind, a document, and the code, severity, place and message of each finding.
CASES: dict[str, tuple[str, str, Any, list[tuple[str, str, str, str]]]] = {
    "a message of a newer version": (
        *("turnwire", "request", {"history": [{"role": "user", "content": TEXT, "schema_version": 99}]}),
        [("TW211", "warning", "/history/0/schema_version", NEWER)],
    ),
    "the same in the canonical format": (
        *("canonical", "request", {"messages": [SAID | {"role": "user", "schema_version": 99}]}),
        [("TW211", "warning", "/messages/0/schema_version", NEWER)],
    ),
    "a reply in the canonical format": (
        *("canonical", "response", SAID | {"role": "assistant", "schema_version": 99}),
        [("TW211", "warning", "/schema_version", NEWER)],
    ),
    "the version of today": (
        *("canonical", "request", {"messages": [SAID | {"role": "user", "schema_version": 1}]}),
        [],
    ),
    "an input that is too deep": (
        *("turnwire", "request", {"history": [called({}), called(nested(49))]}),
        [("TW105", "error", "/history/1/content/0/input", DEEP)],
    ),
    "an input that is just not too deep": ("turnwire", "request", {"history": [called(nested(48))]}, []),
}


@pytest.mark.parametrize(("dialect", "kind", "tree", "expected"), CASES.values(), ids=CASES)
def test_the_reader_has_its_say(dialect: str, kind: Any, tree: Any, expected: list[tuple[str, str, str, str]]) -> None:
    report = turnwire.validate(json.dumps(tree).encode(), dialect, kind=kind)
    found = [(each.code, each.severity, each.pointer, each.message) for each in report.diagnostics]
    assert [each for each in found if each[0] in {"TW105", "TW211"}] == expected


@pytest.mark.parametrize(
    ("tree", "place"),
    [({"history": 5}, "/history"), ({"history": [called(nested(9)) | {"role": 5}]}, "/history/0/role")],
)
def test_a_refusal_with_a_place_keeps_it(tree: Any, place: str) -> None:
    (found,) = refusals(tree, json.dumps(tree).encode(), "turnwire", "request")
    assert (found.code, found.pointer) == ("TW199", place)
