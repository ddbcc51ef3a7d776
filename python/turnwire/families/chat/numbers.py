"""Numbers of a request that may be decimals: read as the nearest double, with their own spelling kept apart."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import number
from turnwire.model import ABSENT

_PLAIN = msgspec.json.Decoder(int | float)
_DOUBLE_DIGITS = 15
"""A double holds any number of so many digits."""
_DIGITS = frozenset(b"-0123456789")


# Temperatures and the like are a few, met again and again.
_REMEMBERED = 512

ODD = object()
"""Not a number, or one whose spelling has to be looked at."""


@functools.lru_cache(_REMEMBERED)
def _plain(text: bytes) -> Any:
    if len(text) > _DOUBLE_DIGITS or text[0] not in _DIGITS or b"e" in text or b"E" in text:
        return ODD
    return _PLAIN.decode(text)


def plain_number(raw: Raw) -> Any:
    """Return the number if it has a few plain digits; None if there is none, ODD if it is anything else."""
    return None if raw is ABSENT else _plain(bytes(raw))


def is_number(raw: Raw) -> bool:
    """Whether a piece of JSON is a number."""
    return memoryview(raw)[0] in _DIGITS


def read_number(raw: Raw, name: str, exact: dict[str, str]) -> int | float:
    """Return the number; a spelling that no double can hold is added to `exact` under `name`."""
    text = bytes(raw)
    if len(text) <= _DOUBLE_DIGITS and b"e" not in text and b"E" not in text:
        plain: int | float = _PLAIN.decode(text)
        return plain
    value, is_exact = number(text)
    if not is_exact:
        exact[name] = text.decode()
    return value


def write_number(value: float, name: str, exact: dict[str, str]) -> float | Raw:
    """The number as its source spelled it, while it still is that number."""
    text = exact.get(name)
    if isinstance(text, str) and number(text)[0] == value:
        return Raw(text)
    return value
