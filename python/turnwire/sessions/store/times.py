"""Times: RFC 3339 in documents, whole microseconds since 1970 in the tables."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_RFC_3339 = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ](?P<time>[0-9]{2}:[0-9]{2}:[0-9]{2})(?P<part>\.[0-9]+)?"
    r"(?P<zone>[Zz]|[+-][0-9]{2}:[0-9]{2})?"
)
_START = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def micros_of(text: str) -> int | None:
    """Return microseconds since 1970, without further digits; a time without a zone is UTC.

    None if it is not a time.
    """
    found = _RFC_3339.fullmatch(text)
    if found is None:
        return None
    part = (found["part"] or ".0")[1:7].ljust(6, "0")
    zone = "+00:00" if found["zone"] in (None, "Z", "z") else found["zone"]
    try:
        return (datetime.fromisoformat(f"{found['day']}T{found['time']}.{part}{zone}") - _START) // _MICROSECOND
    except ValueError:
        return None


def text_of(micros: int) -> str:
    """RFC 3339, as the canonical form has it: `2026-05-08T12:00:01.123456Z`, microseconds only where there are any.

    Raises OverflowError outside of the years 1 to 9999.
    """
    return (_START + timedelta(microseconds=micros)).isoformat().replace("+00:00", "Z")
