"""What a chunk has and no reply: keep-alives, and members whose type the format does not have.

Such members are taken out of the chunk, and reported.

The `Shape` of a format has the types of the values that its reader takes apart; all others are kept as they are.  If a
member is repeated, the last value counts; a replaced value of another type is reported (`keep`).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec import Raw, Struct, inspect

from turnwire.codec.wire import ENCODER
from turnwire.errors import InvalidDocument
from turnwire.model import ABSENT, OpaqueEvent
from turnwire.stream.cut_chunks import may_go_on
from turnwire.stream.merging import items_of, members_of, object_of, says, text_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from turnwire.model import StreamEvent
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

# "There may also be a number of ping events dispersed throughout the response" (Anthropic); "Authors can include a
# comment line (one starting with a ':' character) every 15 seconds or so" (HTML standard, 9.2.7).
COMMENT_TYPE: Final = ":"
"""The type of the opaque event for a comment, whose value is the comment's text."""
_NOTHING: Final[Mapping[str, Raw]] = MappingProxyType({})
"""What is left over of nearly every chunk."""
_NONE: Final[frozenset[str]] = frozenset()
_EMPTY: Final = (Raw(b"{}"), Raw(b"[]"))
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


def comment(text: bytes) -> OpaqueEvent:
    """The event for a comment line of a stream."""
    return OpaqueEvent(COMMENT_TYPE, Raw(ENCODER.encode(text.decode("utf-8", "replace"))), "")


def is_keep_alive(event: OpaqueEvent, pings: Collection[str]) -> bool:
    """Whether an opaque event is a comment or one of `pings`, the keep-alive events of the format it came from."""
    return event.event_type in pings or (
        event.event_type == COMMENT_TYPE and bytes(memoryview(event.value)[:1]) == b'"'
    )


def after_the_end(frame: Frame, over: bytes) -> list[StreamEvent]:
    """Return the event for a chunk after the end; none for the bytes (`over`) that mark the end."""
    if frame.data.strip() == over:
        return []
    try:
        members, value = members_of(frame.data), Raw(frame.data)
    except InvalidDocument:
        if not frame.is_whole and may_go_on(frame.data, over):
            return []
        members, value = {}, Raw(ENCODER.encode(frame.data.decode("utf-8", "replace")))
    return [OpaqueEvent(text_of(members.get("type")) or frame.event, value, "")]


class Object(Struct):
    """Any object."""


class Shape:
    """The types of the values of a chunk that its reader takes apart; a null fits everywhere.

    `places` are the members that identify where a value belongs: they are reported together with unexpected values.
    """

    def __init__(self, kind: type[Struct], places: tuple[str, ...] = ()) -> None:
        self._kind, self._places = kind, places
        self.decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(kind)

    def apart(self, data: bytes, members: Members) -> tuple[Members, Mapping[str, Raw]]:
        """The members of a chunk that fit, and those that do not: each object in them with its place."""
        try:
            self.decoder.decode(data)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return _Apart(self._places).members(members, inspect.type_info(self._kind))
        return members, _NOTHING


def left_over(kind: str, left: Mapping[str, Any]) -> list[StreamEvent]:
    """Return the event for the unexpected members of a chunk; none if there are none."""
    return [OpaqueEvent(kind, Raw(ENCODER.encode(left)), "")] if left else []


def keep(held: Members, said: Members, once: frozenset[str] = _NONE) -> Mapping[str, Raw]:
    """Add the members of `said` to `held`, and return the values that they replace, if these have another type.

    Empty values never overwrite.  For members that a reply has `once`, such as the finish reason, every replaced value
    is returned.
    """
    lost = _NOTHING
    for name, raw in said.items():
        before = held.get(name)
        if before is None:
            held[name] = raw
        elif before != raw and (_says_more(raw) or not says(before)):
            held[name] = raw
            if (gone := _gone(name, before, raw, once)) is not None:
                lost = {**lost, name: gone}
    return lost


def _gone(name: str, before: Raw, raw: Raw, once: frozenset[str]) -> Raw | None:
    """Return the part of a member that is replaced; for members that a reply has once, any different value."""
    if name in once and before != raw and says(before):
        return before
    return other(before, raw, once)


def other(before: Raw, raw: Raw, once: frozenset[str] = _NONE) -> Raw | None:
    """Return the part of a value that is replaced by a missing value or one of another type; recursively."""
    if before == raw or not says(before):
        return None
    kind = _kind_of(before)
    if not says(raw) or kind != _kind_of(raw):
        return before
    lost: Any = None
    if kind == b"{":
        lost = _other_members(object_of(before), object_of(raw), once)
    elif kind == b"[":
        items, now = items_of(before), items_of(raw)
        found = [other(*pair, once) for pair in zip(items, now, strict=False)]
        lost = [each for each in found if each is not None] + items[len(now) :]
    return Raw(ENCODER.encode(lost)) if lost else None


def _other_members(before: Members, now: Members, once: frozenset[str]) -> Members:
    lost: Members = {}
    for name, raw in before.items():
        if (gone := _gone(name, raw, now.get(name, ABSENT), once)) is not None:
            lost[name] = gone
    return lost


def _says_more(raw: Raw) -> bool:
    return says(raw) and raw not in _EMPTY


def is_other(before: Raw, raw: Raw) -> bool:
    """Return whether two values are both present and of different types."""
    return says(before) and says(raw) and _kind_of(before) != _kind_of(raw)


def _kind_of(raw: Raw) -> bytes:
    first = bytes(memoryview(raw)[:1])
    return {b"f": b"t"}.get(first, first) if first in b'{["tfn' else _NUMBER


class _Apart(NamedTuple):
    """Splits the members that do not fit from those that do."""

    places: tuple[str, ...]

    def members(self, members: Members, info: Any) -> tuple[Members, Members]:
        """The members of an object that fit, and those that do not."""
        fields = {field.encode_name: field.type for field in info.fields}
        kept: Members = {}
        left: Members = {}
        for name, raw in members.items():
            if name in fields:
                fits, odd = self._value(raw, fields[name])
            else:
                fits, odd = (None, raw) if info.forbid_unknown_fields else (raw, None)
            if fits is not None:
                kept[name] = fits
            if odd is not None:
                left[name] = odd
        if left:
            left = {name: kept[name] for name in self.places if name in kept and name not in left} | left
        return kept, left

    def _value(self, raw: Raw, info: Any) -> tuple[Raw | None, Raw | None]:
        """Return the part of a value that fits, and the part that does not."""
        options = info.types if isinstance(info, inspect.UnionType) else (info,)
        option = next((each for each in options if _fits(raw, each)), None)
        if option is None:
            return None, raw
        if isinstance(option, inspect.StructType):
            kept, left = self.members(object_of(raw), option)
            return (Raw(ENCODER.encode(kept)), Raw(ENCODER.encode(left))) if left else (raw, None)
        if isinstance(option, inspect.ListType):
            both = [self._value(each, option.item_type) for each in items_of(raw)]
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
