"""Native JSON of messages of other systems, whose open keys are inline (proto/README.md, "The other systems").

"`extra_json` (rule 7) is for the keys that the system's specification leaves open, and in JSON they stand inline, in
the object itself."  The generated structs hold these keys apart, as `extra`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Raw
from msgspec import inspect as mi

from turnwire.codec.json import check, explain
from turnwire.codec.limits import STRICT, Limits
from turnwire.errors import invalid

EXTRA = "extra"

T = TypeVar("T")
Members = dict[str, Any]
Change = Callable[[Members, frozenset[str]], Members]

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ARRAY = msgspec.json.Decoder(list[Raw])
_ENCODE = msgspec.json.Encoder().encode


def decode(data: bytes, kind: type[T], limits: Limits = STRICT) -> T:
    """Decode JSON as a struct of a generated package.  Raises InvalidDocument."""
    check(data, limits)
    apart = _changed(_info(cast("Any", kind)), data.strip(b" \t\r\n"), _apart)
    try:
        return msgspec.json.decode(apart, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise explain(data, error, limits) from None


def encode(value: msgspec.Struct) -> bytes:
    """Encode a struct of a generated package as JSON.

    Raises InvalidDocument if an open key has the name of a field of its object.
    """
    return _changed(_info(type(value)), _ENCODE(value), _inline)


def _apart(members: Members, known: frozenset[str]) -> Members:
    extra = {key: value for key, value in members.items() if key not in known}
    return {**{key: members[key] for key in members if key in known}, **({EXTRA: extra} if extra else {})}


def _inline(members: Members, known: frozenset[str]) -> Members:
    extra = _OBJECT.decode(members.pop(EXTRA)) if EXTRA in members else {}
    if taken := sorted(extra.keys() & known):
        raise invalid("model.extra", f"open keys are called like the object's own ones: {', '.join(taken)}")
    return {**members, **extra}


@functools.cache
def _info(kind: Any) -> mi.Type:
    return mi.type_info(kind)


@functools.cache
def _fields(kind: type) -> dict[str, mi.Type]:
    return {field.encode_name: field.type for field in msgspec.inspect.type_info(kind).fields}  # type: ignore[attr-defined]


def _changed(info: mi.Type, raw: bytes, change: Change) -> bytes:
    """Apply `change` to all open objects in a text; values that do not fit the type are left to the decoder."""
    if isinstance(info, mi.UnionType):
        return _changed_member(info, raw, change)
    if isinstance(info, mi.ListType) and raw[:1] == b"[" and not isinstance(info.item_type, mi.RawType):
        return _ENCODE([Raw(_changed(info.item_type, bytes(item), change)) for item in _ARRAY.decode(raw)])
    if isinstance(info, mi.StructType) and raw[:1] == b"{":
        return _changed_struct(info, raw, change)
    return raw


def _changed_member(info: mi.UnionType, raw: bytes, change: Change) -> bytes:
    members = [member for member in info.types if not isinstance(member, mi.NoneType)]
    if len(members) == 1:
        return _changed(members[0], raw, change)
    tag = bytes(_OBJECT.decode(raw).get("type", b"")) if raw[:1] == b"{" else b""
    named = [each for each in members if isinstance(each, mi.StructType) and _ENCODE(each.tag) == tag]
    return _changed(named[0], raw, change) if named else raw


def _changed_struct(info: mi.StructType, raw: bytes, change: Change) -> bytes:
    fields = _fields(info.cls)
    found: Members = {}
    for key, value in _OBJECT.decode(raw).items():
        found[key] = Raw(_changed(fields[key], bytes(value), change)) if key in fields and key != EXTRA else value
    if EXTRA in fields:
        tag = {info.tag_field} if info.tag_field else set()
        found = change(found, frozenset(fields.keys() - {EXTRA} | tag))
    return _ENCODE(found)
