"""Texts whose members were counted are those that the strict parser reads, with the same tree and levels."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.codec.test_json_suite import files
from tests.codec.test_properties import TEXTS, TREES

from turnwire.codec import counted as module
from turnwire.codec.colons import has_escaped_colons
from turnwire.codec.counted import counted
from turnwire.codec.json import measured
from turnwire.codec.limits import MAX_DEPTH, STRICT
from turnwire.errors import InvalidDocument


def exact(data: bytes) -> tuple[str, int] | None:
    """What the strict parser reads, with the types and signs of numbers; None if it refuses the text."""
    try:
        tree, levels = measured(data)
    except InvalidDocument:
        return None
    return repr(tree), levels


def agrees(data: bytes) -> bool:
    """Whether a text was counted; it then has to be what the strict parser reads."""
    found = counted(data)
    assert found is None or (repr(found[0]), found[1]) == exact(data)
    return found is not None


@given(TEXTS)
@example(b'{"a":1,"a":2}')
@example(b'{"a":":","a":":"}')
@example(b'{"":":","":1}')
@example(b"1e999")
@example(b"-0")
@example(b"18446744073709551616")
@example(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
@example(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1))
def test_any_text(data: bytes) -> None:
    agrees(data)


def test_the_suite() -> None:
    assert sum(map(agrees, files().values())) > 100


@given(TREES, st.booleans(), st.sampled_from([None, 1]))
def test_any_tree(tree: Any, is_ascii: bool, indent: int | None) -> None:  # noqa: FBT001 - drawn
    agrees(json.dumps(tree, ensure_ascii=is_ascii, indent=indent).encode())


ROWS = [
    ('{"a": "b", "c": [1, {"d": null}]}', 3),
    ('[[], {}, "", 0]', 2),
    ('"a: b"', 0),
    ("7", 0),
    ('{"a": "12:30:00, \\"x\\": 1", "b": "\\n\\u00e9\\u003c"}', 1),
    ('[":", ["::", {"a": ":"}]]', 3),
]


@pytest.mark.parametrize(("text", "levels"), ROWS)
def test_what_is_counted(text: str, levels: int) -> None:
    assert counted(text.encode()) == (json.loads(text), levels)


REFUSED = [
    pytest.param('{"a": 1, "a": 1}', id="a key twice"),
    pytest.param('{"a": 1, "\\u0061": 1}', id="a key twice, once as an escape"),
    pytest.param('[{"b": {"a": 1, "a": {}}}]', id="inside"),
    pytest.param('{"a": "x\\u003ay", "a": "xy"}', id="the escape of a colon in the value that is left out"),
    pytest.param('{"a": "xy", "a": "x\\u003Ay"}', id="the escape of a colon in the value that is kept"),
    pytest.param('{"a": 1', id="no JSON"),
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_left_to_the_strict_parser(text: str) -> None:
    assert counted(text.encode()) is None
    assert exact(text.encode()) is None


SLOW = ['{"a:b": 1}', '{"a": "\\u003a"}', '{"a": "\\u003A"}', '"a:\\\\u003a"']


@pytest.mark.parametrize("text", SLOW)
def test_what_only_the_strict_parser_is_certain_of(text: str) -> None:
    assert counted(text.encode()) is None
    assert exact(text.encode()) is not None


@pytest.mark.parametrize(("levels", "is_counted"), [(MAX_DEPTH, True), (MAX_DEPTH + 1, False), (100_000, False)])
def test_the_levels(levels: int, is_counted: bool) -> None:  # noqa: FBT001 - a column
    assert (counted(b'{"a":' * levels + b"1" + b"}" * levels) is not None) == is_counted


def test_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, is_counted in ((3, True), (2, False)):
        monkeypatch.setattr(module, "STRICT", msgspec.structs.replace(STRICT, max_bytes=most))
        assert (counted(b"[1]") is not None) == is_counted


@pytest.mark.parametrize(
    ("text", "may_have"),
    [("\\u003a", True), ("\\u003A", True), ("\\u003c", False), ("u003a", False), ("\\", False), ("", False)],
)
def test_escapes_of_colons(text: str, may_have: bool) -> None:  # noqa: FBT001 - a column
    assert has_escaped_colons(text.encode()) == may_have
