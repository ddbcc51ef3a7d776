"""Unix seconds and RFC 3339."""

from __future__ import annotations

from datetime import UTC, datetime

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
