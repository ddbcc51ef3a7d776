"""Unix seconds and RFC 3339."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwire.losses import Losses

_LAST = 253_402_300_799  # 9999-12-31T23:59:59Z


def rfc3339(seconds: int) -> str | None:
    """The moment in RFC 3339; None where its year has not four digits."""
    if not 0 <= seconds <= _LAST:
        return None
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def unix_seconds(text: str) -> int | None:
    """The moment in whole seconds; None where the text is no such moment, or would be spelled another way."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None or moment.microsecond:
        return None
    seconds = int(moment.timestamp())
    return seconds if rfc3339(seconds) == text else None


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
