"""What a chunk says in a type that its format has not: taken out of the chunk, and told.

A format says by a `Shape` which types the values have that its reader takes apart; all others it keeps as they are, the
last one that says a thing says it, and what gives way to a value of another type is told too (`keep`).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct, inspect

from turnwire.errors import InvalidDocument
from turnwire.model import ABSENT, OpaqueEvent
from turnwire.stream.merging import items_of, members_of, object_of, says, text_of
from turnwire.wire import ENCODER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import StreamEvent
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

_FITS: Final[dict[str, Raw]] = {}
"""What is left over of nearly every chunk."""
_NOTHING: Final[Mapping[str, Raw]] = _FITS
_PLACES: Final = ("type", "index", "output_index", "item_id", "content_index", "summary_index")
"""What says of a value where it belongs: it is told with what is left over."""
_ONE: Final = frozenset(("role", "finish_reason", "finishReason", "stop_reason", "done_reason"))
"""What a reply has once: of two different ones both are told."""
_EMPTY: Final = (Raw(b"{}"), Raw(b"[]"))
_DONE: Final = b"[DONE]"
_NUMBER: Final = b"0"
_FRACTION: Final = frozenset(b".eE")
_KINDS: Final[Mapping[type, bytes]] = MappingProxyType(
    {
        inspect.StrType: b'"',
        inspect.BoolType: b"t",
        inspect.NoneType: b"n",
        inspect.ListType: b"[",
        inspect.StructType: b"{",
        inspect.DictType: b"{",
        inspect.IntType: _NUMBER,
    }
)


def after_the_end(frame: Frame) -> list[StreamEvent]:
    """The event that tells what comes when all is said; none for what says that nothing follows."""
    if frame.data.strip() == _DONE:
        return []
    try:
        members, value = members_of(frame.data), Raw(frame.data)
    except InvalidDocument:
        if not frame.is_whole:
            return []
        members, value = {}, Raw(ENCODER.encode(frame.data.decode("utf-8", "replace")))
    return [OpaqueEvent(text_of(members.get("type")) or frame.event, value, "")]


class Object(Struct):
    """Any object."""


class Shape:
    """The types of the values of a chunk that its reader takes apart; a null fits everywhere."""

    def __init__(self, kind: type[Struct]) -> None:
        self._kind = kind
        self._decode = msgspec.json.Decoder(kind).decode

    def apart(self, data: bytes, members: Members) -> tuple[Members, Members]:
        """The members of a chunk that fit, and those that do not: each object in them with its place."""
        try:
            self._decode(data)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return _members(members, inspect.type_info(self._kind))
        return members, _FITS


def left_over(kind: str, left: Mapping[str, Any]) -> list[StreamEvent]:
    """The event that tells what is left over of a chunk; none where nothing is."""
    return [OpaqueEvent(kind, Raw(ENCODER.encode(left)), "")] if left else []


def keep(held: Members, said: Members) -> Mapping[str, Raw]:
    """Adds what is said to what is held, and gives what gives way to a value of another type, or to another reason.

    What says nothing takes nothing away.
    """
    lost = _NOTHING
    for name, raw in said.items():
        before = held.get(name)
        if before is None:
            held[name] = raw
        elif before != raw and (_says_more(raw) or not says(before)):
            held[name] = raw
            gone = before if name in _ONE and says(before) else other(before, raw)
            if gone is not None:
                lost = {**lost, name: gone}
    return lost


def other(before: Raw, raw: Raw) -> Raw | None:
    """What of a value gives way to one that does not say it, or says it in another type; objects and lists by parts."""
    if before == raw or not says(before):
        return None
    kind = _kind_of(before)
    if not says(raw) or kind != _kind_of(raw):
        return before
    lost: Any = None
    if kind == b"{":
        lost = _other_members(object_of(before), object_of(raw))
    elif kind == b"[":
        items, now = items_of(before), items_of(raw)
        found = [other(*pair) for pair in zip(items, now, strict=False)]
        lost = [each for each in found if each is not None] + items[len(now) :]
    return Raw(ENCODER.encode(lost)) if lost else None


def _other_members(before: Members, now: Members) -> Members:
    lost: Members = {}
    for name, raw in before.items():
        told = now.get(name, ABSENT)
        gone = raw if name in _ONE and raw != told and says(raw) else other(raw, told)
        if gone is not None:
            lost[name] = gone
    return lost


def _says_more(raw: Raw) -> bool:
    return says(raw) and raw not in _EMPTY


def is_other(before: Raw, raw: Raw) -> bool:
    """Whether two values that say something are of two types."""
    return says(before) and says(raw) and _kind_of(before) != _kind_of(raw)


def _kind_of(raw: Raw) -> bytes:
    first = bytes(memoryview(raw)[:1])
    return {b"f": b"t"}.get(first, first) if first in b'{["tfn' else _NUMBER


def _members(members: Members, info: Any) -> tuple[Members, Members]:
    fields = {field.encode_name: field.type for field in info.fields}
    kept: Members = {}
    left: Members = {}
    for name, raw in members.items():
        if name in fields:
            fits, odd = _value(raw, fields[name])
        else:
            fits, odd = (None, raw) if info.forbid_unknown_fields else (raw, None)
        if fits is not None:
            kept[name] = fits
        if odd is not None:
            left[name] = odd
    if left:
        left = {name: kept[name] for name in _PLACES if name in kept and name not in left} | left
    return kept, left


def _value(raw: Raw, info: Any) -> tuple[Raw | None, Raw | None]:
    """What fits of a value, and what does not."""
    options = info.types if isinstance(info, inspect.UnionType) else (info,)
    option = next((each for each in options if _fits(raw, each)), None)
    if option is None:
        return None, raw
    if isinstance(option, inspect.StructType):
        kept, left = _members(object_of(raw), option)
        return (Raw(ENCODER.encode(kept)), Raw(ENCODER.encode(left))) if left else (raw, None)
    if isinstance(option, inspect.ListType):
        both = [_value(each, option.item_type) for each in items_of(raw)]
        odd = [each for _, each in both if each is not None]
        fit = [each for each, _ in both if each is not None]
        return (Raw(ENCODER.encode(fit)), Raw(ENCODER.encode(odd))) if odd else (raw, None)
    return raw, None


def _fits(raw: Raw, info: Any) -> bool:
    if isinstance(info, inspect.AnyType):
        return True
    if _kind_of(raw) != _KINDS[type(info)]:
        return False
    return not isinstance(info, inspect.IntType) or _FRACTION.isdisjoint(bytes(raw))
