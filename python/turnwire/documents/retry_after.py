"""Read and write the headers of an error that ask to wait before the next attempt.

"The value of this field can be either an HTTP-date or a number of seconds to delay" (RFC 9110, section 10.2.3).
`retry-after-ms` has milliseconds; the packages of OpenAI and Anthropic read it first ("First, try the non-standard
`retry-after-ms` header for milliseconds", `_parse_retry_after_header`).
A date is kept unchanged: converting it to seconds needs a clock.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from turnwire.model import ErrorReply

SECONDS, MILLISECONDS = "retry-after", "retry-after-ms"
_NAMES: Final = frozenset((SECONDS, MILLISECONDS))
_NUMBER: Final = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,9})?\Z", re.ASCII)


def seconds_of(headers: object) -> float | None:
    """Return the seconds that the headers of an error ask to wait; None if there are none, or a date.

    Example:
        `seconds_of({"Retry-After": "7"})` is 7, and `seconds_of({"retry-after-ms": "6500"})` is 6.5.
    """
    found = _of(headers)
    if (milliseconds := _number(found.get(MILLISECONDS))) is not None:
        return float(milliseconds / 1000)
    seconds = _number(found.get(SECONDS))
    return None if seconds is None else int(seconds) if seconds == int(seconds) else float(seconds)


def headers_of(seconds: float) -> dict[str, str]:
    """Make the headers that ask to wait: whole seconds, and milliseconds if the seconds have a fraction.

    Example:
        `headers_of(6.5)` is `{"retry-after": "7", "retry-after-ms": "6500"}`.
    """
    whole = {SECONDS: str(math.ceil(seconds))}
    if seconds == math.ceil(seconds):
        return whole
    return whole | {MILLISECONDS: f"{(Decimal(repr(seconds)) * 1000).normalize():f}"}


def sent_of(error: ErrorReply) -> dict[str, str]:
    """Return the headers for an error; none if they cannot express its `retry_after` exactly, such as -1 or 1e300."""
    seconds = error.retry_after
    if seconds is None or seconds < 0:
        return {}
    headers = headers_of(seconds)
    return headers if seconds_of(headers) == seconds else {}


def held(error: ErrorReply, fields: frozenset[str]) -> frozenset[str]:
    """Return the fields of an error that a format holds: those of its body, and `retry_after` if a header holds it."""
    return fields | {"retry_after"} if sent_of(error) else fields


def without(headers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the headers that are not about waiting."""
    return {name: value for name, value in headers.items() if name.lower() not in _NAMES}


def is_plain(headers: Mapping[str, Any], seconds: float) -> bool:
    """Return whether the headers are spelled as `headers_of` spells them, so that they need not be kept."""
    return {name: value for name, value in headers.items() if name.lower() in _NAMES} == headers_of(seconds)


def _of(headers: object) -> dict[str, Any]:
    if not isinstance(headers, Mapping):
        return {}
    return {lower: value for name, value in headers.items() if (lower := str(name).lower()) in _NAMES}


def _number(value: Any) -> Decimal | None:
    is_text = isinstance(value, str) and _NUMBER.match(value) is not None
    return Decimal(value) if is_text else None
