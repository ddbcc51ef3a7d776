"""Words of messages at the bounds of what is shown, and for schemas that no format has at present."""

from __future__ import annotations

from typing import Any

import pytest

from turnwire.validation.wording import expected_of, is_item, shown, words_of

TEXTS = [
    pytest.param(shown("x" * 58), f'"{"x" * 58}"', id="as long as what is shown"),
    pytest.param(shown("x" * 59), f'"{"x" * 59}...', id="one longer"),
    pytest.param(words_of([*"abcdefghijkl"]), ", ".join(f'"{each}"' for each in "abcdefghijk") + ' or "l"', id="12"),
    pytest.param(
        words_of([*"abcdefghijklm"]),
        "one of " + ", ".join(f'"{each}"' for each in "abcdefghijkl") + " and 1 more",
        id="13",
    ),
    pytest.param(expected_of({"const": "a"}), '"a"', id="one word"),
    pytest.param(expected_of({"enum": ["a", "b"]}), '"a" or "b"', id="two words"),
]


@pytest.mark.parametrize(("found", "expected"), TEXTS)
def test_what_is_said(found: str, expected: str) -> None:
    assert found == expected


ITEMS: list[tuple[Any, dict[str, Any], bool]] = [
    ("a", {}, True),
    ({}, {}, True),
    ("a", {"items": {"$ref": "#/$defs/Part"}}, False),
    ({}, {"items": {"$ref": "#/$defs/Part"}}, True),
    ("a", {"items": {"type": "string"}}, True),
    ("ring", {"items": {"type": ["string", "null"]}}, True),
    ({}, {"items": {"type": ["string", "null"]}}, False),
]


@pytest.mark.parametrize(("node", "schema", "expected"), ITEMS)
def test_whether_it_may_be_an_entry(node: Any, schema: dict[str, Any], *, expected: bool) -> None:
    assert is_item(node, schema) == expected
