"""Find the fields at which Protobuf binary is damaged, and those that its descriptor does not have.

Protobuf's own parser says only that a message is corrupt.  This module reads the same bytes field by field, which is
slow, so it is used only for messages that were refused or have unknown fields.  A field with another wire type than
its own is no damage: protobuf's parsers take it for an unknown field and keep it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from turnwire.codec.scan import escape

if TYPE_CHECKING:
    from google.protobuf.descriptor import Descriptor

_VARINT, _FIXED64, _BYTES, _GROUP, _END_GROUP, _FIXED32 = range(6)
_WORDS: Final = ("varint", "8 bytes", "bytes with a length", "group", "end of a group", "4 bytes")
_WIDTHS: Final = {_FIXED64: 8, _FIXED32: 4}

_WIRE_TYPES: Final = {
    FieldDescriptor.TYPE_STRING: _BYTES,
    FieldDescriptor.TYPE_BYTES: _BYTES,
    FieldDescriptor.TYPE_MESSAGE: _BYTES,
    FieldDescriptor.TYPE_DOUBLE: _FIXED64,
    FieldDescriptor.TYPE_FIXED64: _FIXED64,
    FieldDescriptor.TYPE_SFIXED64: _FIXED64,
    FieldDescriptor.TYPE_FLOAT: _FIXED32,
    FieldDescriptor.TYPE_FIXED32: _FIXED32,
    FieldDescriptor.TYPE_SFIXED32: _FIXED32,
    FieldDescriptor.TYPE_GROUP: _GROUP,
}
"""The wire types of fields; all others are varints."""

_LONGEST_VARINT: Final = 10
_LARGEST_TAG: Final = 0xFFFF_FFFF
_MORE: Final = 0x80
"""The bit of a byte that says that the number goes on."""

_MOST_LEVELS: Final = 100
"""The levels of messages that protobuf's parsers read."""


class Place(NamedTuple):
    """Something in the bytes of a message."""

    pointer: str
    """The path of the field, with the names of the proto files: `/history/3/content/0/text/text`."""
    offset: int
    """The position of the field's first byte."""
    message: str
    """What is wrong there."""


class Unknown(NamedTuple):
    """A field that a message does not have, or a number that an enum does not have."""

    place: Place
    parent: Descriptor
    """The message in which it is."""


class _DamagedError(Exception):
    """The bytes cannot be read any further."""

    def __init__(self, pointer: str, offset: int, message: str) -> None:
        super().__init__(pointer, offset, message)
        self.place = Place(pointer, offset, message)


class _Inside(NamedTuple):
    """The message that is read: its path, where its bytes end, and how deep it is."""

    kind: Descriptor
    pointer: str
    end: int
    level: int = 0
    is_cut_off: bool = True
    """Whether the data end before the message does, or this is the outermost message, whose length is not known."""


def damage(data: bytes, kind: Descriptor) -> Place | None:
    """Return where the bytes of a message cannot be read any further; None if they can.

    Args:
        data: the bytes.
        kind: the descriptor of their message.

    Example:
        `damage(bytes([0x0A, 5, 8]), History.DESCRIPTOR)` is at `/history/0/role`, where the data end.
    """
    try:
        _Walk(data).message(0, _Inside(kind, "", len(data)))
    except _DamagedError as found:
        return found.place
    return None


def unknown(data: bytes, kind: Descriptor) -> list[Unknown]:
    """Return the fields in the bytes of a message that its descriptor does not have, and unknown numbers of enums.

    Args:
        data: the bytes, which protobuf's parser has read.
        kind: the descriptor of their message.
    """
    walk = _Walk(data)
    walk.message(0, _Inside(kind, "", len(data)))
    return walk.unknown


class _Walk:
    """Reads the bytes of a message field by field."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.unknown: list[Unknown] = []

    def message(self, at: int, inside: _Inside) -> None:
        """Read the fields of a message.  Raises _DamagedError."""
        if inside.level > _MOST_LEVELS:
            raise _DamagedError(inside.pointer, at, f"messages are nested more than {_MOST_LEVELS} levels deep")
        counts: dict[int, int] = {}
        while at < inside.end:
            at = self._field(at, inside, counts)

    def _field(self, at: int, inside: _Inside, counts: dict[int, int]) -> int:
        number, wire_type, start = self._tag(at, inside)
        field = inside.kind.fields_by_number.get(number)
        if field is None or not _fits(field, wire_type):
            self._unknown(at, number, wire_type, inside)
            return self._skip(at, start, wire_type, number, inside)
        pointer = _pointer(inside, field, counts)
        if wire_type == _BYTES:
            return self._long(at, start, field, inside._replace(pointer=pointer))
        if field.enum_type is not None:
            value, end = self._varint(at, start, inside._replace(pointer=pointer))
            if value not in field.enum_type.values_by_number:
                message = f"{field.enum_type.full_name} of this version has no number {value}"
                self.unknown.append(Unknown(Place(pointer, at, message), inside.kind))
            return end
        return self._skip(at, start, wire_type, number, inside._replace(pointer=pointer))

    def _unknown(self, at: int, number: int, wire_type: int, inside: _Inside) -> None:
        field = inside.kind.fields_by_number.get(number)
        what = f"{inside.kind.full_name} of this version has no field {number}"
        if field is not None:
            what = f"field {number}, `{field.name}`, is written as another type ({_WORDS[wire_type]})"
        self.unknown.append(Unknown(Place(inside.pointer, at, what), inside.kind))

    def _long(self, at: int, start: int, field: FieldDescriptor, inside: _Inside) -> int:
        """Read a text, a message, or packed numbers; `inside` has the path of the field."""
        size, start = self._varint(at, start, inside)
        end = start + size
        if field.message_type is not None:
            kind, pointer = field.message_type, inside.pointer
            if _is_entry(kind):
                pointer += self._key(start, min(end, inside.end))
            is_cut_off = inside.is_cut_off and end > inside.end
            self.message(start, _Inside(kind, pointer, min(end, inside.end), inside.level + 1, is_cut_off))
        if end > inside.end:
            raise self._too_long(at, start, size, inside)
        if field.type == FieldDescriptor.TYPE_STRING:
            self._text(at, start, end, inside)
        return end

    def _text(self, at: int, start: int, end: int, inside: _Inside) -> None:
        try:
            str(memoryview(self.data)[start:end], "utf-8")
        except UnicodeDecodeError as error:
            where = start + error.start
            raise _DamagedError(inside.pointer, at, f"the text is not UTF-8 at byte {where}") from None

    def _key(self, start: int, end: int) -> str:
        """Return the step of a map's entry in a path; nothing if its key does not come first."""
        size = self.data[start + 1] if start + 1 < end else 0
        is_short = size < _MORE and start + 2 + size <= end
        if not is_short or self.data[start] != 1 << 3 | _BYTES:
            return ""
        return f"/{escape(self.data[start + 2 : start + 2 + size].decode(errors='replace'))}"

    def _skip(self, at: int, start: int, wire_type: int, number: int, inside: _Inside) -> int:
        """Return where a value ends.  Raises _DamagedError."""
        if wire_type == _VARINT:
            return self._varint(at, start, inside)[1]
        if wire_type == _GROUP:
            return self._group(at, start, number, inside)
        size = _WIDTHS.get(wire_type)
        if size is None:
            size, start = self._varint(at, start, inside)
        if start + size > inside.end:
            raise self._too_long(at, start, size, inside)
        return start + size

    def _group(self, at: int, start: int, number: int, inside: _Inside) -> int:
        """Return where a group ends, which is always one of unknown fields."""
        opened, position = [number], start
        while opened:
            if position >= inside.end:
                raise _DamagedError(inside.pointer, at, f"the group of field {opened[-1]} has no end")
            before = position
            inner, wire_type, position = self._tag(before, inside, ends=opened[-1])
            if wire_type == _END_GROUP:
                opened.pop()
            elif wire_type == _GROUP:
                opened.append(inner)
            else:
                position = self._skip(before, position, wire_type, inner, inside)
            if len(opened) + inside.level > _MOST_LEVELS:
                raise _DamagedError(inside.pointer, at, f"messages are nested more than {_MOST_LEVELS} levels deep")
        return position

    def _tag(self, at: int, inside: _Inside, ends: int | None = None) -> tuple[int, int, int]:
        """Return the number and the wire type of a field, and where its value starts.  Raises _DamagedError."""
        tag, start = self._varint(at, at, inside)
        number, wire_type = tag >> 3, tag & 7
        if number == 0 or tag > _LARGEST_TAG:
            raise _DamagedError(inside.pointer, at, "no field begins here")
        if wire_type > _FIXED32 or (wire_type == _END_GROUP and number != ends):
            what = "ends a group that does not begin" if wire_type == _END_GROUP else "has no wire type"
            raise _DamagedError(inside.pointer, at, f"field {number} {what}")
        return number, wire_type, start

    def _varint(self, at: int, start: int, inside: _Inside) -> tuple[int, int]:
        """Return a number, and where it ends.  Raises _DamagedError at the field that begins at `at`."""
        value = 0
        for count in range(_LONGEST_VARINT):
            if start + count >= inside.end:
                raise _DamagedError(inside.pointer, at, f"{_the_end(inside)}, in the middle of a number")
            byte = self.data[start + count]
            value |= (byte & ~_MORE) << 7 * count
            if byte < _MORE:
                return value, start + count + 1
        raise _DamagedError(inside.pointer, at, f"a number has more than {_LONGEST_VARINT} bytes")

    def _too_long(self, at: int, start: int, size: int, inside: _Inside) -> _DamagedError:
        left = inside.end - start
        words = f"{_the_end(inside)}: it needs {size} bytes, and there are {left}"
        return _DamagedError(inside.pointer, at, words)


def _the_end(inside: _Inside) -> str:
    return "the data end too early" if inside.is_cut_off else "the field is longer than its message"


def _fits(field: FieldDescriptor, wire_type: int) -> bool:
    own = _WIRE_TYPES.get(field.type, _VARINT)
    is_packed = field.is_repeated and wire_type == _BYTES and own != _GROUP
    return wire_type == own or is_packed


def _pointer(inside: _Inside, field: FieldDescriptor, counts: dict[int, int]) -> str:
    """Return the path of a field; one in the entry of a map has the path of the entry."""
    if _is_entry(inside.kind):
        return inside.pointer
    pointer = f"{inside.pointer}/{field.name}"
    if not field.is_repeated or (field.message_type is not None and _is_entry(field.message_type)):
        return pointer
    index = counts[field.number] = counts.get(field.number, -1) + 1
    return f"{pointer}/{index}"


def _is_entry(kind: Descriptor) -> bool:
    return bool(kind.GetOptions().map_entry)
