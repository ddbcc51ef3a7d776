"""Words of messages at the bounds of what is shown, and for schemas that no format has at present."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from turnwire.validation.wording import expected_of, is_item, shown, words_of

if TYPE_CHECKING:
    from collections.abc import Callable

TEXTS: dict[str, tuple[Callable[[Any], str], Any, str]] = {
    "as long as what is shown": (shown, "x" * 58, f'"{"x" * 58}"'),
    "one longer": (shown, "x" * 59, f'"{"x" * 59}...'),
    "12 words": (words_of, [*"abcdefghijkl"], ", ".join(f'"{each}"' for each in "abcdefghijk") + ' or "l"'),
    "13 words": (
        words_of,
        [*"abcdefghijklm"],
        "one of " + ", ".join(f'"{each}"' for each in "abcdefghijkl") + " and 1 more",
    ),
    "one word": (expected_of, {"const": "a"}, '"a"'),
    "two words": (expected_of, {"enum": ["a", "b"]}, '"a" or "b"'),
}


@pytest.mark.parametrize(("say", "given", "expected"), TEXTS.values(), ids=TEXTS)
def test_what_is_said(say: Callable[[Any], str], given: Any, expected: str) -> None:
    assert say(given) == expected


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
