"""Constraints of the JSON Schemas beyond the type of a field: free JSON that must be an object, times, indexes."""

from __future__ import annotations

import functools
import json
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from msgspec import Raw

from turnwire.documents import schemas
from turnwire.testing.free_json import json_objects

if TYPE_CHECKING:
    from turnwire.testing.shapes import Strategy


def raw(texts: st.SearchStrategy[str]) -> Strategy:
    """The same texts as free JSON."""
    return texts.map(lambda text: Raw(text.encode()))


def times() -> st.SearchStrategy[str]:
    """RFC 3339 times: with Z or with an offset, with whole seconds or with fractions."""
    moments = st.datetimes(datetime(1971, 1, 1), datetime(2099, 12, 31))  # noqa: DTZ001 - the zone comes next
    zones = st.sampled_from((UTC, timezone(timedelta(hours=5, minutes=30)), timezone(timedelta(hours=-8))))
    return st.builds(lambda moment, zone: moment.replace(tzinfo=zone).isoformat(), moments, zones).map(_with_z)


def whole_seconds() -> st.SearchStrategy[str]:
    """RFC 3339 times in UTC, with Z and without fractions, which every provider can hold."""
    moments = st.datetimes(datetime(1971, 1, 1), datetime(2099, 12, 31))  # noqa: DTZ001 - the zone is written out
    return moments.map(lambda moment: f"{moment:%Y-%m-%dT%H:%M:%S}Z")


def _with_z(time: str) -> str:
    return time.replace("+00:00", "Z")


def narrowed(message: str, field: str) -> Strategy | None:
    """Return the strategy for a constrained field of a message; None if its type is the only constraint."""
    rule = _properties().get(message, {}).get(field, {})
    kinds = rule.get("type", ())
    if "object" in kinds:
        booleans = raw(st.sampled_from(("true", "false")))
        return st.one_of(raw(json_objects()), booleans) if "boolean" in kinds else raw(json_objects())
    if rule.get("format") == "date-time":
        return times()
    if "minimum" in rule:
        return _between(rule["type"], rule["minimum"], rule.get("maximum"))
    return st.integers(0, 2**63 - 1) if rule.get("$ref", "").endswith("/index") else None


def _between(kind: str, least: float, most: float | None) -> Strategy:
    if kind == "integer":
        return st.integers(int(least), 2**63 - 1 if most is None else int(most))
    return st.floats(least, most, allow_nan=False, allow_infinity=False)


@functools.cache
def _properties() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for name in schemas.names():
        schema = json.loads(schemas.schema(name))
        for title, node in ((schema["title"], schema), *schema.get("$defs", {}).items()):
            found[title] = node.get("properties", {})
    return found
