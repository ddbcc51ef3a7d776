"""Texts of free JSON: what a tool's input or a schema may hold, in every spelling that a JSON text allows.

The strategies give text and not parsed values, because spelling is what converters lose: 1 and 1.0, integers beyond
doubles, escapes, and white space between tokens.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORDS = ("Oslo", "naïve café", "", "0", "null", "日本語", "👩‍👩‍👧", "a/b~c", '"quoted"', "line\nbreak", "\u2028")

_NUMBERS = (
    *("0", "1", "1.0", "-1", "-0", "-0.0", "1e2", "1E+2", "0.1", "2.50", "1e-7", "123456789.125"),
    *("9007199254740993", "18446744073709551616", "123456789012345678901234567890"),
    *("0.1234567890123456789", "1e400", "3.141592653589793238462643383279"),
)
"""Numbers that careless hands change; among them integers above 2^53 and numbers that no double holds."""

_SPACES = ("", "", " ", "\n  ", "\t")
_CONTROL_FREE = st.characters(exclude_categories=["Cs"])


def texts(max_size: int = 12) -> st.SearchStrategy[str]:
    """Unicode text without lone surrogates; often a word with a trap in it."""
    return st.one_of(st.sampled_from(_WORDS), st.text(_CONTROL_FREE, max_size=max_size))


def json_numbers() -> st.SearchStrategy[str]:
    """The text of a JSON number."""
    whole = st.integers(-(10**25), 10**25).map(str)
    broken = st.floats(allow_nan=False, allow_infinity=False).map(json.dumps)
    return st.one_of(st.sampled_from(_NUMBERS), whole, broken)


def json_strings() -> st.SearchStrategy[str]:
    """The text of a JSON string: with characters as they are, with escapes, or with the escaped solidus."""
    plain = texts().map(lambda text: json.dumps(text, ensure_ascii=False))
    escaped = texts().map(json.dumps)
    return st.one_of(plain, escaped, st.just('"a\\/b"'))


def json_objects(max_leaves: int = 6) -> st.SearchStrategy[str]:
    """The text of a JSON object."""
    return _objects(json_texts(max_leaves))


def json_texts(max_leaves: int = 6) -> st.SearchStrategy[str]:
    """The text of any JSON value, oddly spaced at times, without repeated keys.

    `max_leaves` bounds the number of scalars in it.
    """
    scalars = st.one_of(st.sampled_from(("null", "true", "false")), json_numbers(), json_strings())
    return st.recursive(scalars, lambda inner: st.one_of(_arrays(inner), _objects(inner)), max_leaves=max_leaves)


def _arrays(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(_array, st.lists(inner, max_size=3), st.sampled_from(_SPACES))


def _objects(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(_object, st.dictionaries(texts(6), inner, max_size=3), st.sampled_from(_SPACES))


def _array(items: Sequence[str], space: str) -> str:
    return f"[{space}" + f",{space}".join(items) + f"{space}]"


def _object(members: dict[str, str], space: str) -> str:
    pairs = (f"{json.dumps(name, ensure_ascii=False)}{space}:{space}{text}" for name, text in members.items())
    return f"{{{space}" + f",{space}".join(pairs) + f"{space}}}"
