"""Splits a JSON document into what a wire type knows and what it does not; compiled once per type.

The rule at every object: a key that the type does not know, or whose value does not fit, moves under the mark
`UNKNOWN` as text; a member of a union that has an `OpaquePart` and fits none of the others becomes one.
What remains fits the type, so the typed decoder reads it.  Texts of numbers are never touched.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw
from msgspec import inspect as mi

from turnwire.wire import OPAQUE, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    # The rewritten text, or nothing at all when the value does not fit the type.
    Rewrite = Callable[[bytes], bytes]

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ARRAY = msgspec.json.Decoder(list[Raw])
_TEXT = msgspec.json.Encoder().encode


def splitter(wire: type) -> Rewrite:
    """A function from the bytes of a document to bytes that decode as `wire`; empty where none can."""
    return _rewrite(mi.type_info(wire), {})


def _rewrite(info: mi.Type, seen: dict[type, list[Rewrite]]) -> Rewrite:
    if isinstance(info, mi.StructType):
        return _struct(info, seen)
    if isinstance(info, mi.ListType | mi.VarTupleType):
        return functools.partial(_list, _rewrite(info.item_type, seen))
    if isinstance(info, mi.DictType):
        return functools.partial(_dict, _rewrite(info.value_type, seen))
    if isinstance(info, mi.UnionType):
        return _union(info, seen)
    return _leaf(info)


def _leaf(info: mi.Type) -> Rewrite:
    if isinstance(info, mi.RawType | mi.AnyType):
        return _same
    if isinstance(info, mi.CustomType):
        return _nothing
    decode = msgspec.json.Decoder(_python_type(info)).decode

    def leaf(raw: bytes) -> bytes:
        try:
            decode(raw)
        except (msgspec.DecodeError, ValueError):
            return b""
        return raw

    return leaf


def _python_type(info: mi.Type) -> Any:
    plain = {mi.StrType: str, mi.IntType: int, mi.FloatType: float, mi.BoolType: bool, mi.NoneType: None}
    if isinstance(info, mi.LiteralType):
        from typing import Literal

        return Literal[info.values]
    return plain[type(info)]


def _same(raw: bytes) -> bytes:
    return raw


def _nothing(_: bytes) -> bytes:
    return b""


def _list(item: Rewrite, raw: bytes) -> bytes:
    if raw[:1] != b"[":
        return b""
    items = [item(bytes(part)) for part in _ARRAY.decode(raw)]
    return b"[" + b",".join(items) + b"]" if all(items) else b""


def _dict(value: Rewrite, raw: bytes) -> bytes:
    if raw[:1] != b"{":
        return b""
    items = {name: value(bytes(part)) for name, part in _OBJECT.decode(raw).items()}
    return _object(items) if all(items.values()) else b""


def _object(items: dict[str, bytes]) -> bytes:
    return b"{" + b",".join(_TEXT(name) + b":" + text for name, text in items.items()) + b"}"


def _struct(info: mi.StructType, seen: dict[type, list[Rewrite]]) -> Rewrite:
    if info.cls in seen:  # a recursive type: look the function up when it is called
        return lambda raw: seen[info.cls][0](raw)
    seen[info.cls] = []
    known = {f.encode_name: _rewrite(f.type, seen) for f in info.fields if f.encode_name != UNKNOWN}
    required = frozenset(f.encode_name for f in info.fields if f.required)
    if info.tag_field is not None:
        known[info.tag_field] = _leaf(mi.LiteralType((info.tag,)))
        required |= {info.tag_field}

    def struct(raw: bytes) -> bytes:
        if raw[:1] != b"{":
            return b""
        fits, unknown = _sort_members(_OBJECT.decode(raw), known)
        if not required <= fits.keys():
            return b""
        if unknown:
            fits[UNKNOWN] = _TEXT(_object(unknown).decode())
        return _object(fits)

    seen[info.cls].append(struct)
    return struct


def _sort_members(
    members: dict[str, Raw], known: dict[str, Rewrite]
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    fits: dict[str, bytes] = {}
    unknown: dict[str, bytes] = {}
    for name, part in members.items():
        text = bytes(part)
        rewrite = known.get(name)
        new = rewrite(text) if rewrite else b""
        (fits if new else unknown)[name] = new or text
    return fits, unknown


def _union(info: mi.UnionType, seen: dict[type, list[Rewrite]]) -> Rewrite:
    structs = {t.tag: _rewrite(t, seen) for t in info.types if isinstance(t, mi.StructType) and t.tag != OPAQUE}
    tag_fields = {t.tag_field for t in info.types if isinstance(t, mi.StructType) and t.tag_field}
    others = [_rewrite(t, seen) for t in info.types if not isinstance(t, mi.StructType)]
    opaque = any(isinstance(t, mi.StructType) and t.tag == OPAQUE for t in info.types)
    tag_field = next(iter(tag_fields), None)

    def union(raw: bytes) -> bytes:
        if raw[:1] == b"{" and structs:
            new = _member(raw, structs, tag_field)
        else:
            new = next((text for text in (other(raw) for other in others) if text), b"")
        if new or not opaque:
            return new
        return b'{"type":' + _TEXT(OPAQUE) + b',"value":' + _TEXT(raw.decode()) + b"}"

    return union


def _member(raw: bytes, structs: dict[Any, Rewrite], tag_field: str | None) -> bytes:
    if tag_field is None:
        return structs[None](raw)
    tag = _OBJECT.decode(raw).get(tag_field)
    if tag is None or bytes(tag)[:1] != b'"':
        return b""
    member = structs.get(msgspec.json.decode(tag))
    return member(raw) if member else b""
