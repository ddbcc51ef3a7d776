"""Arithmetic of money that never rounds."""

from __future__ import annotations

import decimal
import re
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

WHOLE_DIGITS = 12
DECIMALS = 30
"""A rate has at most so many digits before and behind its point."""

MOST_TOKENS = 2**63 - 1
"""The largest count that the model's int64 holds."""

# 19 digits of a count times 42 of a rate are 61; the rest is room for sums of more usages than anybody has.
# Should a result ever not fit, Inexact is raised: rounding would be silent.
_EXACT = decimal.Context(
    prec=200,
    Emax=999_999,
    Emin=-999_999,
    traps=[decimal.Inexact, decimal.InvalidOperation, decimal.Overflow, decimal.Underflow],
)

# As the JSON Schema of a cost has it.
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")


def is_rate(value: object) -> bool:
    """Whether a value is a Decimal that a price can be: finite, not negative, of bounded length."""
    if not isinstance(value, Decimal) or not value.is_finite() or value < 0:
        return False
    # One such as 1E+999999999 takes a few bytes here and gigabytes when it is added to another.
    exponent = value.as_tuple().exponent
    return value.adjusted() < WHOLE_DIGITS and isinstance(exponent, int) and exponent >= -DECIMALS


def per_million(amounts: Iterable[tuple[int, Decimal]]) -> Decimal:
    """The sum of count times rate, divided by a million."""
    total = Decimal(0)
    for count, rate in amounts:
        total = _EXACT.add(total, _EXACT.multiply(Decimal(count), rate))
    return shortest(_EXACT.scaleb(total, -6))


def summed(amounts: Iterable[Decimal]) -> Decimal:
    """The sum; Python's `sum` would round to the 28 digits of the default context."""
    total = Decimal(0)
    for amount in amounts:
        total = _EXACT.add(total, amount)
    return shortest(total)


def shortest(value: Decimal) -> Decimal:
    """The same number without zeros at its end."""
    return _EXACT.normalize(value)


def text_of(value: Decimal) -> str:
    """A decimal as `cost_usd` has it: without an exponent, without zeros at its end."""
    return format(shortest(value), "f")


def is_same(text: str | None, value: Decimal) -> bool:
    """Whether a stored cost is this number, however many zeros it has at its end."""
    return text is not None and _DECIMAL.fullmatch(text) is not None and Decimal(text) == value
