"""Split a JSON document into the members that a wire type knows and those that it does not; compiled once per type.

The rule at every object: a key that the type does not know, or whose value does not fit, is put aside; a member
of a union whose tag is unknown, or that fits none of the others, becomes the union's opaque member.
The `UnknownPolicy` says where these are put: wire types and the canonical model have different places.
The remaining document fits the type, so the typed decoder reads it.  The digits of numbers are never changed.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec import Raw
from msgspec import inspect as mi

from turnwire.codec.marks import OPAQUE, UNKNOWN

Rewrite = Callable[[bytes], bytes]
"""The rewritten text, or nothing at all when the value does not fit the type."""


class UnknownPolicy(msgspec.Struct, frozen=True):
    """Where a group of types keeps unknown members."""

    put: Callable[[dict[str, bytes], dict[str, bytes]], None]
    """(members that fit, unknown members): adds the unknown ones to the fitting ones under some mark."""
    opaque: Callable[[bytes, type], bytes]
    """(the text of an unknown member of a union, the type of its opaque member) -> the text of the opaque member."""
    opaque_tag: str
    mark: str | None = None
    """A field that is never read from a document."""
    lenient: bool = True
    """Whether a value of the wrong type under a known key is put aside too, or makes the object unreadable.

    Where it is not, values that need a new word of an enum are put aside all the same, and nothing else is.
    """
    stand_ins: Mapping[tuple[str, str], bytes] = MappingProxyType({})
    """(type, required field) -> the text that replaces a new word while it is put aside."""
    never_alone: frozenset[tuple[str, str]] = frozenset()
    """(type, field) whose value is not put aside by itself: without it, the object would mean something else."""
    respell: Callable[[type, dict[str, Raw]], dict[str, Raw]] | None = None
    """(type, members): the members under the names that the type knows, for formats with two names for a field."""


class Plan(msgspec.Struct):
    """State of one compilation: where members are put, and the functions made so far."""

    aside: UnknownPolicy
    made: dict[type, list[Rewrite]]
    loose: Plan | None = None
    """The same plan with every word accepted for any enum: finds out whether only words do not fit."""


_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ARRAY = msgspec.json.Decoder(list[Raw])
_TEXT = msgspec.json.Encoder().encode
# The form of an enum value, from proto/README.md: "lower-case words".
_WORD = re.compile(rb'"(?!unspecified")[a-z][a-z0-9_]*"')


def _put_under_mark(fits: dict[str, bytes], unknown: dict[str, bytes]) -> None:
    fits[UNKNOWN] = _TEXT(join_object(unknown).decode())


def _opaque_part(raw: bytes, _: type) -> bytes:
    return b'{"type":' + _TEXT(OPAQUE) + b',"value":' + _TEXT(raw.decode()) + b"}"


WIRE = UnknownPolicy(_put_under_mark, _opaque_part, OPAQUE, UNKNOWN)


def splitter(wire: type, aside: UnknownPolicy = WIRE) -> Rewrite:
    """Make a function from the bytes of a document to bytes that decode as `wire`.

    It returns b"" if that is impossible.
    """
    loose = None if aside.lenient else Plan(aside, {})
    return _rewrite(mi.type_info(wire), Plan(aside, {}, loose))


def _is_word(raw: bytes) -> bytes:
    return raw if _WORD.fullmatch(raw) else b""


def _rewrite(info: mi.Type, plan: Plan) -> Rewrite:
    if isinstance(info, mi.StructType):
        return _struct(info, plan)
    if isinstance(info, mi.ListType | mi.VarTupleType):
        return functools.partial(_list, _rewrite(info.item_type, plan))
    if isinstance(info, mi.DictType):
        return functools.partial(_dict, _rewrite(info.value_type, plan))
    if isinstance(info, mi.UnionType):
        return _union(info, plan)
    if isinstance(info, mi.LiteralType) and plan.loose is None and not plan.aside.lenient:
        return _is_word
    return leaf(info)


def leaf(info: mi.Type) -> Rewrite:
    """Return the rewriting of a scalar: the same text, if it fits the type."""
    if isinstance(info, mi.RawType | mi.AnyType):
        return _same
    if isinstance(info, mi.CustomType):
        return _nothing
    decode = msgspec.json.Decoder(_python_type(info)).decode

    def fitting(raw: bytes) -> bytes:
        try:
            decode(raw)
        except (msgspec.DecodeError, ValueError):
            return b""
        return raw

    return fitting


def _python_type(info: mi.Type) -> Any:
    plain = {mi.StrType: str, mi.IntType: int, mi.FloatType: float, mi.BoolType: bool, mi.NoneType: None}
    if isinstance(info, mi.LiteralType):
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
    return join_object(items) if all(items.values()) else b""


def join_object(items: dict[str, bytes]) -> bytes:
    """Join the texts of members to the text of an object."""
    return _TEXT({name: Raw(text) for name, text in items.items()})


def _struct(info: mi.StructType, plan: Plan) -> Rewrite:
    if info.cls in plan.made:  # a recursive type: look the function up when it is called
        return functools.partial(_again, plan, info.cls)
    plan.made[info.cls] = []
    aside = plan.aside
    known = {f.encode_name: _rewrite(f.type, plan) for f in info.fields if f.encode_name != aside.mark}
    required = frozenset(f.encode_name for f in info.fields if f.required)
    if info.tag_field is not None:
        known[info.tag_field] = leaf(mi.LiteralType((info.tag,)))
        required |= {info.tag_field}
    excused = _excuses(info, plan, known)
    stand_in = _stand_ins(info, plan)

    def struct(raw: bytes) -> bytes:
        if raw[:1] != b"{":
            return b""
        members = _OBJECT.decode(raw) if aside.respell is None else aside.respell(info.cls, _OBJECT.decode(raw))
        fits, unknown = _sort_members(members, known)
        if not aside.lenient:
            unknown = _but_nulls(unknown, known)
        missing = required - fits.keys()
        if (missing and not stand_in(missing, unknown, fits)) or (unknown and not excused(unknown)):
            return b""
        if unknown:
            aside.put(fits, unknown)
        return join_object(fits)

    plan.made[info.cls].append(struct)
    return struct


def _but_nulls(unknown: dict[str, bytes], known: dict[str, Rewrite]) -> dict[str, bytes]:
    """Return the unknown members without known keys that are null: these are absent, and are not kept."""
    return {name: text for name, text in unknown.items() if name not in known or text != b"null"}


def _stand_ins(info: mi.StructType, plan: Plan) -> Callable[[frozenset[str], dict[str, bytes], dict[str, bytes]], bool]:
    """Add defaults for missing required fields whose value is put aside; return whether that was possible."""
    words = {name: word for (kind, name), word in plan.aside.stand_ins.items() if kind == info.cls.__name__}

    def stand_in(missing: frozenset[str], unknown: dict[str, bytes], fits: dict[str, bytes]) -> bool:
        if any(name not in words or name not in unknown for name in missing):
            return False
        fits.update((name, words[name]) for name in missing)
        return True

    return stand_in


def _excuses(info: mi.StructType, plan: Plan, known: dict[str, Rewrite]) -> Callable[[dict[str, bytes]], bool]:
    """Return whether an object does not fit only because of new members: unknown keys, or new values of enums."""
    apart = {name for kind, name in plan.aside.never_alone if kind == info.cls.__name__}
    fields = {f.encode_name: f.type for f in info.fields if f.encode_name != plan.aside.mark}
    loose: dict[str, Rewrite] = {}
    if plan.loose is not None:
        loose = {name: _rewrite(kind, plan.loose) for name, kind in fields.items()}

    def excused(unknown: dict[str, bytes]) -> bool:
        if plan.aside.lenient:
            return True
        return all(
            name not in known or (name not in apart and name in loose and loose[name](text))
            for name, text in unknown.items()
        )

    return excused


def _again(plan: Plan, kind: type, raw: bytes) -> bytes:
    return plan.made[kind][0](raw)


def _sort_members(members: dict[str, Raw], known: dict[str, Rewrite]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    fits: dict[str, bytes] = {}
    unknown: dict[str, bytes] = {}
    for name, part in members.items():
        text = bytes(part)
        if (rewrite := known.get(name)) and (new := rewrite(text)):
            fits[name] = new
        else:
            unknown[name] = text
    return fits, unknown


def _union(info: mi.UnionType, plan: Plan) -> Rewrite:
    aside = plan.aside
    structs = {t.tag: _rewrite(t, plan) for t in info.types if isinstance(t, mi.StructType) and t.tag != OPAQUE}
    tag_fields = {t.tag_field for t in info.types if isinstance(t, mi.StructType) and t.tag_field}
    others = [_rewrite(t, plan) for t in info.types if not isinstance(t, mi.StructType)]
    opaque = next((t.cls for t in info.types if isinstance(t, mi.StructType) and t.tag == aside.opaque_tag), None)
    tag_field = next(iter(tag_fields), None)
    loose = _rewrite(info, plan.loose) if plan.loose is not None else _nothing

    def union(raw: bytes) -> bytes:
        if raw[:1] == b"{" and structs:
            new = _member(raw, structs, tag_field)
        else:
            new = next((text for text in (other(raw) for other in others) if text), b"")
        if new or opaque is None or not (aside.lenient or _has_new_tag(raw, structs, tag_field) or loose(raw)):
            return new
        return aside.opaque(raw, opaque)

    return union


def _member(raw: bytes, structs: dict[Any, Rewrite], tag_field: str | None) -> bytes:
    if tag_field is None:
        return structs[None](raw)
    member = structs.get(tag_of(raw, tag_field))
    return member(raw) if member else b""


def _has_new_tag(raw: bytes, structs: dict[Any, Rewrite], tag_field: str | None) -> bool:
    tag = tag_of(raw, tag_field) if tag_field and raw[:1] == b"{" else None
    return tag is not None and tag not in structs


def tag_of(raw: bytes, tag_field: str) -> str | None:
    """Return the text under a key of an object; None if there is none or it is not a text."""
    tag = _OBJECT.decode(raw).get(tag_field)
    return msgspec.json.decode(tag) if tag is not None and bytes(tag)[:1] == b'"' else None
