"""Where two JSON values first differ."""

from __future__ import annotations

from typing import Any

import pytest

from turnwire.testing import difference

SAME = [
    (b'{"a":1,"b":2}', b'{"b": 2, "a": 1}'),
    (b"1.0", b"1.00"),
    (b"1e2", b"100.0"),
    (b'"\\u00e9"', '"é"'.encode()),
    ({"a": [1, None, True]}, {"a": [1, None, True]}),
    (b"123456789012345678901234567890", 123456789012345678901234567890),
    (0.1, b"0.1"),
]

DIFFERENT = [
    (b"1", b"1.0", "(root): 1 is not"),
    (b"1", b"true", "(root): 1 is not true"),
    (b"0", b"false", "(root): 0 is not false"),
    (b"null", b'""', "(root): null is not"),
    (b"9007199254740993", b"9007199254740992", "(root): 9007199254740993 is not"),
    (b"0.1234567890123456789", b"0.1234567890123456788", "(root):"),
    (b'{"a":{"b/c":[1,2]}}', b'{"a":{"b/c":[1,3]}}', "/a/b~1c/1: 2 is not 3"),
    (b'{"a":1}', b"{}", "/a: 1 is missing"),
    (b"{}", b'{"a":1}', "/a: 1 came from nowhere"),
    (b"[1,2]", b"[1]", "(root): 2 items are not 1 items"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_the_same(left: Any, right: Any) -> None:
    assert difference(left, right) is None
    assert difference(right, left) is None


@pytest.mark.parametrize(("left", "right", "words"), DIFFERENT)
def test_different(left: Any, right: Any, words: str) -> None:
    assert (difference(left, right) or "").startswith(words)
    assert difference(right, left) is not None
