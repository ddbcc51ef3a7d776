"""The tags that Cursor writes into a message of the user: one has the time, the other the text of the user.

`<timestamp>Friday, May 8, 2026, 6:05 AM (UTC+5:30)</timestamp>`, a line feed, and
`<user_query>add a health check</user_query>`.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

_QUERY: Final = "<user_query>"
_QUERY_END: Final = "</user_query>"
_LONGEST: Final = 200
_HOURS: Final = 12
_TIME: Final = re.compile(
    r"\s*<timestamp>[A-Z][a-z]+, (?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>\d{1,2}), (?P<year>\d{4}), "
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d) (?P<half>[AP]M) "
    r"\(UTC(?:(?P<sign>[+-])(?P<hours>\d{1,2})(?::(?P<minutes>\d\d))?)?\)</timestamp>",
    re.ASCII,
)
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def query_of(text: str) -> str | None:
    """Return the beginning of what the user wrote, in one line; None if no words are marked as the user's."""
    _, begin, rest = text.partition(_QUERY)
    query = " ".join(rest.partition(_QUERY_END)[0].split())[:_LONGEST]
    return query if begin and query else None


def time_in(text: str) -> str | None:
    """Return when a text was written, as RFC 3339; None if it does not begin with a time."""
    found = _TIME.match(text)
    if found is None or found["month"] not in _MONTHS:
        return None
    hour = int(found["hour"]) % _HOURS + (_HOURS if found["half"] == "PM" else 0)
    behind = dt.timedelta(hours=int(found["hours"] or 0), minutes=int(found["minutes"] or 0))
    try:
        zone = dt.timezone(-behind if found["sign"] == "-" else behind)
        month = _MONTHS.index(found["month"]) + 1
        time = dt.datetime(int(found["year"]), month, int(found["day"]), hour, int(found["minute"]), tzinfo=zone)
    except (OverflowError, ValueError):
        return None
    return time.isoformat()
