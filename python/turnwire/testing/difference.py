"""Compare two JSON values, and find where they first differ.

The order of keys is free.  1 and 1.0 differ, because a format may distinguish them; 1.0 and 1.00 do not.
Numbers are compared digit for digit, at any size, and never as doubles.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from msgspec import Raw

_LONGEST = 120
"""Characters of a value that are shown."""


def parse(data: bytes | Raw) -> Any:
    """The value of a JSON text with exact numbers: int for whole ones, Decimal for those with point or exponent.

    Raises ValueError for what is not JSON, NaN and the infinities included.
    """
    return json.loads(bytes(data), parse_float=Decimal, parse_constant=_refuse)


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def difference(left: Any, right: Any) -> str | None:
    """Return the JSON Pointer where two values first differ, with both values; None if they are equal.

    Each side is a parsed value, or bytes of JSON; only bytes keep numbers beyond doubles exact.
    """
    return difference_at("", _parsed(left), _parsed(right))


def _parsed(value: Any) -> Any:
    return parse(value) if isinstance(value, bytes | Raw) else value


def difference_at(place: str, left: Any, right: Any) -> str | None:
    """Return the same for parsed values at a pointer."""
    if isinstance(left, dict) and isinstance(right, dict):
        return _of_objects(left, right, place)
    if isinstance(left, list) and isinstance(right, list):
        return _of_arrays(left, right, place)
    return None if is_same(left, right) else f"{place or '(root)'}: {_shown(left)} is not {_shown(right)}"


def _of_objects(left: dict[str, Any], right: dict[str, Any], place: str) -> str | None:
    for name, value in left.items():
        inner = f"{place}/{token(name)}"
        if name not in right:
            return f"{inner}: {_shown(value)} is missing"
        if found := difference_at(inner, value, right[name]):
            return found
    for name, value in right.items():
        if name not in left:
            return f"{place}/{token(name)}: {_shown(value)} came from nowhere"
    return None


def _of_arrays(left: list[Any], right: list[Any], place: str) -> str | None:
    for position, (one, other) in enumerate(zip(left, right, strict=False)):
        if found := difference_at(f"{place}/{position}", one, other):
            return found
    if len(left) == len(right):
        return None
    return f"{place or '(root)'}: {len(left)} items are not {len(right)} items"


def is_same(left: Any, right: Any) -> bool:
    """Whether two scalars are the same: true is not 1, and 1 is not 1.0."""
    return _kind(left) == _kind(right) and _exact(left) == _exact(right)


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "text"
    return "broken" if isinstance(value, float | Decimal) else type(value).__name__


def _exact(value: Any) -> Any:
    return Decimal(repr(value)) if isinstance(value, float) else value


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def token(name: str) -> str:
    """One reference token of a JSON Pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
