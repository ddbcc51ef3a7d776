"""Unix seconds and RFC 3339."""

from __future__ import annotations

import functools
import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.losses import Losses

_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - in UTC, which the text says
_LAST = 253_402_300_799  # 9999-12-31T23:59:59Z
_DAY = 86_400
# The times of the replies of an archive are of few days.
_DAYS: Final = 64
_TWO_DIGITS: Final = tuple(f"{number:02}" for number in range(60))
_USUAL_LENGTH: Final = len("1970-01-01T00:00:00Z")


def rfc3339(seconds: int) -> str | None:
    """Return the time in RFC 3339; None if its year does not have four digits."""
    if not 0 <= seconds <= _LAST:
        return None
    days, seconds = divmod(seconds, _DAY)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{_date_of(days)}T{_TWO_DIGITS[hour]}:{_TWO_DIGITS[minute]}:{_TWO_DIGITS[second]}Z"


@functools.lru_cache(_DAYS)
def _date_of(days: int) -> str:
    return (_EPOCH + timedelta(days)).date().isoformat()


def unix_seconds(text: str) -> int | None:
    """Return the time in whole seconds; None if the text is not such a time, or would be spelled differently."""
    # As `rfc3339` spells a moment; a date may also name a week, `2025-W41-4`.
    if len(text) != _USUAL_LENGTH or text[10::3] != "T::Z" or text[5] == "W":
        return _any_seconds(text)
    try:
        passed = datetime.fromisoformat(text[:-1]) - _EPOCH
    except ValueError:
        return None
    return None if passed.days < 0 else passed.days * _DAY + passed.seconds


def _any_seconds(text: str) -> int | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None or moment.microsecond:
        return None
    seconds = int(moment.timestamp())
    return seconds if rfc3339(seconds) == text else None


_FRACTION = re.compile(r"([^.]+)\.([0-9]{1,9})Z")
_DECIMAL = re.compile(r"([1-9][0-9]{0,11}|0)\.([0-9]{1,9})")


def decimal_seconds(text: str) -> str | None:
    """Return the time as a decimal number of seconds; None if it has no fraction, or would be spelled differently.

    Example:
        `decimal_seconds("1970-01-01T00:00:01.25Z")` is `"1.25"`.
    """
    if "." not in text:
        return None
    found = _FRACTION.fullmatch(text)
    whole = unix_seconds(f"{found[1]}Z") if found is not None else None
    return None if found is None or whole is None or found[2] == "0" else f"{whole}.{found[2]}"


def rfc3339_of_decimal(text: str) -> str | None:
    """Return the time of a decimal number of seconds in RFC 3339; None if `decimal_seconds` would not return it."""
    found = _DECIMAL.fullmatch(text)
    moment = rfc3339(int(found[1])) if found is not None and found[2] != "0" else None
    return None if found is None or moment is None else f"{moment[:-1]}.{found[2]}Z"


def when_created(text: str, losses: Losses) -> int | None:
    """Return the creation time of a reply in whole seconds; a fraction or a missing time is reported."""
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
