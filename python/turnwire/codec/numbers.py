"""Read numbers as the nearest double, and keep the digits that no double holds, for the writer."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw, number
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable

_PLAIN = msgspec.json.Decoder(int | float)
_DOUBLE_DIGITS = 15
"""A double holds any number of so many digits."""
_DIGITS = frozenset(b"-0123456789")
_SMALL_E, _LARGE_E = b"eE"


# Temperatures and the like are a few, met again and again.
_REMEMBERED = 512

ODD = object()
"""Not a number, or one whose spelling has to be looked at."""


def plain_digits(text: bytes) -> Any:
    """Return the number that JSON of a few plain digits is; ODD for anything else."""
    return _plain_digits(text) if len(text) <= _DOUBLE_DIGITS else ODD


@functools.lru_cache(_REMEMBERED)
def _plain_digits(text: bytes) -> Any:
    if text[0] not in _DIGITS or _SMALL_E in text or _LARGE_E in text:
        return ODD
    return _PLAIN.decode(text)


def plain_number(raw: Raw) -> Any:
    """Return the number if it has a few plain digits; None if there is none, ODD if it is anything else."""
    return None if raw is ABSENT else plain_digits(bytes(raw))


def is_number(raw: Raw) -> bool:
    """Whether a piece of JSON is a number."""
    return memoryview(raw)[0] in _DIGITS


def read_number(raw: Raw, name: str, exact: dict[str, str]) -> int | float | None:
    """Return the number, or None for another kind of JSON; digits that no double holds go to `exact[name]`."""
    if not is_number(raw):
        return None
    text = bytes(raw)
    if len(text) <= _DOUBLE_DIGITS and _SMALL_E not in text and _LARGE_E not in text:
        plain: int | float = _PLAIN.decode(text)
        return plain
    value, is_exact = number(text)
    if not is_exact:
        exact[name] = text.decode()
    return value


def read_whole(raw: Raw, name: str, exact: dict[str, str]) -> int | None:
    """Return the number if it is whole, else None; `40.0` is 40, and its digits go to `exact[name]`."""
    value = read_number(raw, name, exact)
    if not isinstance(value, float):
        return value
    if not value.is_integer():
        exact.pop(name, None)
        return None
    exact[name] = bytes(raw).decode()
    return int(value)


def number_or_rest(
    raw: Raw,
    name: str,
    exact: dict[str, str],
    rest: dict[str, Any],
    key: str | None = None,
    read: Callable[[Raw, str, dict[str, str]], float | None] = read_number,
) -> int | float | None:
    """Return the number as `read` reads it; what it cannot read goes to `rest`, under `key` or else `name`."""
    plain = plain_digits(bytes(raw))
    if type(plain) is int or (type(plain) is float and read is read_number):
        return plain
    value = read(raw, name, exact)
    if value is None:
        check_raw(raw)
        rest[key or name] = raw
    return value


def write_number(value: float, name: str, exact: Any) -> float | Raw:
    """Return the digits that `exact`, the mark of a reader, has for `name`; the value if there are none or it changed.

    A mark that is no object has no digits.
    """
    if not isinstance(exact, dict):
        return value
    text = exact.get(name)
    if isinstance(text, str) and number(text)[0] == value:
        return Raw(text)
    return value


def number_in(raw: Raw, key: str, source: dict[str, Any], rest: dict[str, Any]) -> int | float | None:
    """Return a number; one with digits that no double holds goes to `source`, what is no number goes to `rest`."""
    plain: Any = plain_number(raw)
    if plain is not ODD:
        return plain  # type: ignore[no-any-return]
    exact: dict[str, str] = {}
    value = number_or_rest(raw, key, exact, rest)
    if exact:
        source[key] = raw
    return value


def whole_in(raw: Raw, key: str, source: dict[str, Any], rest: dict[str, Any]) -> int | None:
    """Return a whole number; `40.0` is 40, and goes to `source`; anything else goes to `rest`."""
    exact: dict[str, str] = {}
    value: Any = number_or_rest(raw, key, exact, rest, read=read_whole)
    if exact:
        source[key] = raw
    return value  # type: ignore[no-any-return]
