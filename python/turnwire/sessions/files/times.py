"""Times of session files that are numbers, as RFC 3339."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from msgspec import Raw

_NUMBER: Final = msgspec.json.Decoder(float)
_MILLISECONDS: Final = 1000


def seconds(raw: Raw | None) -> str | None:
    """Return a time in seconds since 1970 as RFC 3339; None for any other value."""
    return _time(raw, 1)


def milliseconds(raw: Raw | None) -> str | None:
    """Return a time in milliseconds since 1970 as RFC 3339; None for any other value."""
    return _time(raw, _MILLISECONDS)


def _time(raw: Raw | None, parts: int) -> str | None:
    try:
        time = _NUMBER.decode(raw) if raw is not None else None
        return None if time is None else dt.datetime.fromtimestamp(time / parts, dt.UTC).isoformat()
    except (msgspec.DecodeError, OverflowError, OSError, ValueError):
        return None
