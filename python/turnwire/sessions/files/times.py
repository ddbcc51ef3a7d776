"""Times of session files that are numbers, as RFC 3339."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

import msgspec
from msgspec import Raw

_NUMBER: Final = msgspec.json.Decoder(float)
_MILLISECONDS: Final = 1000
_NANOSECONDS: Final = 1_000_000_000


def seconds(raw: Raw | None) -> str | None:
    """Return a time in seconds since 1970 as RFC 3339; None for any other value."""
    return _time(raw, 1)


def milliseconds(raw: Raw | None) -> str | None:
    """Return a time in milliseconds since 1970 as RFC 3339; None for any other value."""
    return _time(raw, _MILLISECONDS)


def nanoseconds(value: Any) -> str | None:
    """Return a time in nanoseconds since 1970, which may be a text, as RFC 3339; None for any other value."""
    digits = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    return _time(Raw(digits.encode()), _NANOSECONDS) if digits.isdecimal() and digits.isascii() else None


def _time(raw: Raw | None, parts: int) -> str | None:
    try:
        time = _NUMBER.decode(raw) if raw is not None else None
        return None if time is None else dt.datetime.fromtimestamp(time / parts, dt.UTC).isoformat()
    except (msgspec.DecodeError, OverflowError, OSError, ValueError):
        return None
