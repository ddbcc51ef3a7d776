"""The canonical text: RFC 8785, by a second program and by its own examples, and numbers that it cannot hold."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import Any

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from turnwire.codec.json import loads
from turnwire.documents.hashing.text import text_of
from turnwire.errors import InvalidDocument

SAFE = 2**53 - 1
scalars = (
    st.none() | st.booleans() | st.text() | st.integers(-SAFE, SAFE) | st.floats(allow_nan=False, allow_infinity=False)
)
trees = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=12
)


@given(trees)
@example({"\ue000": 1, "\U00010000": 2, "a": 3})
@example(['\x00\x1f\x7f\u2028"\\/\b\f\n\r\t', -0.0, 1e21, 1e-7, 5e-324])
def test_it_is_rfc_8785(tree: Any) -> None:
    assert rfc8785.dumps(tree) == text_of(tree)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_double_is_as_rfc_8785_has_it(value: float) -> None:
    assert rfc8785.dumps(value) == text_of(value) == text_of(Decimal(repr(value)))


# The keys of the example of RFC 8785, 3.2.3, in their order.
SORTED = ["\r", "1", "\x80", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]


def test_keys_are_sorted_by_code_units() -> None:
    found = text_of(dict.fromkeys(reversed(SORTED), 0)).decode()
    assert SORTED == list(json.loads(found))


# The table of RFC 8785, appendix B: a text, and how it is written.
NUMBERS = [
    ("0", "0"),
    ("-0", "0"),
    ("-0.0", "0"),
    ("5e-324", "5e-324"),
    ("-5e-324", "-5e-324"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("9007199254740992", "9007199254740992"),
    ("295147905179352830000", "295147905179352830000"),
    ("9.999999999999997e22", "9.999999999999997e+22"),
    ("1e+23", "1e+23"),
    ("1.0000000000000001e23", "1.0000000000000001e+23"),
    ("999999999999999700000", "999999999999999700000"),
    ("999999999999999900000", "999999999999999900000"),
    ("1e21", "1e+21"),
    ("9.999999999999997e-7", "9.999999999999997e-7"),
    ("0.000001", "0.000001"),
    ("333333333.3333332", "333333333.3333332"),
    ("333333333.33333325", "333333333.33333325"),
    ("-0.0000033333333333333333", "-0.0000033333333333333333"),
    # One number, spelled otherwise.
    ("1.0", "1"),
    ("1.00", "1"),
    ("1E0", "1"),
    ("100e-2", "1"),
    ("1e2", "100"),
    ("123456789012345678901", "123456789012345678901"),
    ("123456789012345678901.0", "123456789012345678901"),
    ("1234567890123456789012", "1.234567890123456789012e+21"),
    # What no double holds keeps its digits.
    ("9007199254740993", "9007199254740993"),
    ("-9007199254740993", "-9007199254740993"),
    ("1e400", "1e+400"),
    ("1e-400", "1e-400"),
    ("0.10000000000000000555", "0.10000000000000000555"),
    ("9007199254740992.5", "9007199254740992.5"),
    ("1" + "0" * 400, "1e+400"),
    ("1" * 4300, f"1.{'1' * 4299}e+4299"),
]


@pytest.mark.parametrize(("text", "expected"), NUMBERS, ids=[text[:30] for text, _ in NUMBERS])
def test_a_number_has_one_spelling(text: str, expected: str) -> None:
    assert expected == text_of(loads(text.encode())).decode()


@given(st.integers(-(10**40), 10**40), st.integers(-40, 40))
def test_numbers_keep_all_their_digits(digits: int, exponent: int) -> None:
    value = Decimal(f"{digits}e{exponent}")
    assert value == Decimal(text_of(value).decode())
    if exponent == 0:
        assert text_of(digits) == text_of(value)


def test_numbers_of_nearly_the_same_size_stay_apart() -> None:
    assert 5 == len({text_of(2**53 + n) for n in range(5)})


BROKEN: list[tuple[Any, str]] = [
    (math.nan, "json.number"),
    (math.inf, "json.number"),
    (Decimal("NaN"), "json.number"),
    ([{"a": -math.inf}], "json.number"),
    ("\ud800", "json.surrogate"),
    ({"\udc00": 1}, "json.surrogate"),
    ({1: 1}, "json.value"),
    (b"x", "json.value"),
    ({1, 2}, "json.value"),
    (1j, "json.value"),
]


@pytest.mark.parametrize(("tree", "code"), BROKEN, ids=[repr(tree) for tree, _ in BROKEN])
def test_what_json_cannot_say_is_refused(tree: Any, code: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        text_of(tree)
    assert code == refused.value.diagnostics[0].code


def test_a_tree_that_holds_itself_is_refused() -> None:
    tree: list[Any] = []
    tree.append(tree)
    with pytest.raises(InvalidDocument) as refused:
        text_of(tree)
    assert "json.depth" == refused.value.diagnostics[0].code
