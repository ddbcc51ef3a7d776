"""A list is cut into its items, wherever its chunks end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire.errors import InvalidDocument
from turnwire.sessions.files.items import is_list, items

_TEXTS = st.text(st.sampled_from('a"\\[]{},: \u2028é'), max_size=4)
_TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3),
    max_leaves=20,
)


def chunks(text: bytes, size: int) -> list[bytes]:
    return [text[begin : begin + size] for begin in range(0, len(text), size)]


@given(st.lists(_TREES, max_size=4), st.integers(1, 40), st.sampled_from(["[%s]", "[%s\n] \n"]))
def test_the_items_are_those_of_the_list(listed: list[Any], size: int, form: str) -> None:
    for is_ascii in (True, False):
        text = (form % json.dumps(listed, ensure_ascii=is_ascii)[1:-1]).encode()
        assert listed == [json.loads(item) for item in items(chunks(text, size))]


def test_a_byte_order_mark_is_passed() -> None:
    text = b"\xef\xbb\xbf [1, 2]"
    assert is_list(text)
    assert [b"1", b"2"] == list(items([text]))


@pytest.mark.parametrize("text", [b"[1", b'["a', b"[[1]", b"[1] x", b"[1][2]", b"[1]]", b'[1]"x"', b""])
def test_what_is_no_list_is_refused(text: bytes) -> None:
    for size in (1, 100):
        with pytest.raises(InvalidDocument, match="no JSON document of conversations"):
            list(items(chunks(text, size)))


def test_items_that_are_missing_are_empty_texts() -> None:
    assert [b"1", b""] == list(items([b"[1,]"]))
    assert [b"", b""] == list(items([b"[,]"]))
