"""Unix seconds and RFC 3339."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwire.losses import Losses

_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - in UTC, which the text says
_LAST = 253_402_300_799  # 9999-12-31T23:59:59Z


def rfc3339(seconds: int) -> str | None:
    """The moment in RFC 3339; None where its year has not four digits."""
    if not 0 <= seconds <= _LAST:
        return None
    return f"{(_EPOCH + timedelta(0, seconds)).isoformat()}Z"


def unix_seconds(text: str) -> int | None:
    """The moment in whole seconds; None where the text is no such moment, or would be spelled another way."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None or moment.microsecond:
        return None
    seconds = int(moment.timestamp())
    is_usual = _USUAL.fullmatch(text) is not None and 0 <= seconds <= _LAST
    return seconds if is_usual or rfc3339(seconds) == text else None


# As `rfc3339` spells a moment.
_USUAL = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_FRACTION = re.compile(r"([^.]+)\.([0-9]{1,9})Z")
_DECIMAL = re.compile(r"([1-9][0-9]{0,11}|0)\.([0-9]{1,9})")


def decimal_seconds(text: str) -> str | None:
    """The moment as a decimal number of seconds; None where the text has no fraction, or would be spelled another way.

    Example:
        `decimal_seconds("1970-01-01T00:00:01.25Z")` is `"1.25"`.
    """
    found = _FRACTION.fullmatch(text)
    whole = unix_seconds(f"{found[1]}Z") if found is not None else None
    return None if found is None or whole is None or found[2] == "0" else f"{whole}.{found[2]}"


def rfc3339_of_decimal(text: str) -> str | None:
    """The moment of a decimal number of seconds in RFC 3339; None where it is not one that `decimal_seconds` gives."""
    found = _DECIMAL.fullmatch(text)
    moment = rfc3339(int(found[1])) if found is not None and found[2] != "0" else None
    return None if found is None or moment is None else f"{moment[:-1]}.{found[2]}Z"


def when_created(text: str, losses: Losses) -> int | None:
    """When a reply was made, for formats that count whole seconds; what is more exact, or no time, is told."""
    exact = unix_seconds(text)
    if exact is not None:
        return exact
    seconds = _whole_seconds(text)
    if seconds is None:
        losses.dropped("/created_at", "completion.created_at", text)
    else:
        losses.degraded("/created_at", "completion.created_at", text)
    return seconds


def _whole_seconds(text: str) -> int | None:
    try:
        moment = datetime.fromisoformat(text)
        seconds = int(moment.replace(microsecond=0).timestamp())
    except (ValueError, OverflowError):
        return None
    return seconds if moment.tzinfo is not None and rfc3339(seconds) is not None else None
