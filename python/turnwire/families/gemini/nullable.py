"""Schemas that allow null: `nullable` here, a type of its own in JSON Schema.

Schema.nullable: "Optional. Indicates if the value may be null." (the provider's API description).  JSON Schema has no
such keyword and ignores it, so the model holds `"type": [..., "null"]`; where that came from `nullable` is noted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.families.gemini.schema import NAMED, ONE, SOME

if TYPE_CHECKING:
    from collections.abc import Callable

    Members = dict[str, Raw]

_KEY: Final = b'"nullable"'
_TRUE: Final = Raw(b"true")
_NULL: Final = Raw(b'{"type":"null"}')
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_LIST: Final = msgspec.json.Decoder(list[Raw])


def with_null_types(schema: Raw) -> tuple[Raw, list[int]]:
    """Replace each `nullable: true` by a type.

    Returns:
        The schema, and the positions of the changed objects among all schemas in it, in the order of the text.
    """
    if _KEY not in bytes(schema):
        return schema, []
    found: list[int] = []

    def change(members: Members, position: int) -> Members:
        if bytes(members.get("nullable", b"")) != b"true":
            return members
        changed = _allowing_null({name: raw for name, raw in members.items() if name != "nullable"})
        if changed is None:
            return members
        found.append(position)
        return changed

    done = _changed(schema, change, before=False)
    return (done, found) if done is not None else (schema, [])


def without_null_types(schema: Raw, positions: object) -> Raw:
    """Replace the types at these positions by `nullable` again, as far as they still allow null."""
    if not isinstance(positions, list) or not positions:
        return schema
    wanted = set(positions)

    def change(members: Members, position: int) -> Members:
        changed = _without_null(members) if position in wanted else None
        return members if changed is None else {**changed, "nullable": _TRUE}

    return _changed(schema, change, before=True) or schema


def _allowing_null(members: Members) -> Members | None:
    """Return the members with null among the types; None if the schema has neither a type nor `anyOf`."""
    kind = bytes(members.get("type", b""))
    if kind[:1] == b'"':
        changed = {**members, "type": Raw(b"[" + kind + b',"null"]')}
        if bytes(members.get("enum", b""))[:1] == b"[":
            changed["enum"] = Raw(ENCODER.encode([*_LIST.decode(members["enum"]), None]))
        return changed
    if bytes(members.get("anyOf", b""))[:1] == b"[":
        return {**members, "anyOf": Raw(ENCODER.encode([*_LIST.decode(members["anyOf"]), _NULL]))}
    return None


def _without_null(members: Members) -> Members | None:
    """Return the members as they were before `_allowing_null`; None if that is not what they are."""
    kinds = _items(members, "type")
    if len(kinds) == 2 and bytes(kinds[1]) == b'"null"':  # noqa: PLR2004 - a type and null
        changed = {**members, "type": kinds[0]}
        words = _items(members, "enum")
        if words and bytes(words[-1]) == b"null":
            changed["enum"] = Raw(ENCODER.encode(words[:-1]))
        return changed
    ways = _items(members, "anyOf")
    if ways and bytes(ways[-1]).replace(b" ", b"") == bytes(_NULL):
        return {**members, "anyOf": Raw(ENCODER.encode(ways[:-1]))}
    return None


def _items(members: Members, name: str) -> list[Raw]:
    raw = bytes(members.get(name, b""))
    return _LIST.decode(raw) if raw[:1] == b"[" else []


def _changed(schema: Raw, change: Callable[[Members, int], Members], *, before: bool) -> Raw | None:
    """Return a schema with each object in it changed; None if the schema cannot be read.

    Args:
        schema: the schema.
        change: gets the members of an object and its position.
        before: whether an object is changed before the schemas in it, or after them.
    """
    count = -1

    def walk(raw: Raw) -> Raw:
        nonlocal count
        if bytes(raw)[:1] != b"{":
            return raw
        count += 1
        position = count
        members = _OBJECT.decode(raw)
        members = change(members, position) if before else members
        members = {name: _inner(name, each, walk) for name, each in members.items()}
        return Raw(ENCODER.encode(members if before else change(members, position)))

    try:
        return walk(schema)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None


def _inner(name: str, raw: Raw, walk: Callable[[Raw], Raw]) -> Raw:
    first = bytes(raw)[:1]
    if name in ONE:
        return walk(raw)
    if name in SOME and first == b"[":
        return Raw(ENCODER.encode([walk(each) for each in _LIST.decode(raw)]))
    if name in NAMED and first == b"{":
        return Raw(ENCODER.encode({key: walk(each) for key, each in _OBJECT.decode(raw).items()}))
    return raw
