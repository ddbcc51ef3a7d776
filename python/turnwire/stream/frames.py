"""The bytes of a streamed reply -> its events, wherever the bytes are cut: server-sent events, lines of JSON, or JSON.

Sentences in quotes are of the HTML standard, 9.2 "Server-sent events".
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.json import check, position
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument, invalid
from turnwire.stream.error_positions import Start, Starts, moved

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.codec.limits import Limits

_RETURN: Final = ord("\r")
_END: Final = re.compile(rb"\r\n|\n|\r")
_PLAIN: Final = re.compile(rb"(?:event: (.*)\n)?data: (\{.*)\n\n")
"""Nearly every event that comes in one piece, if its lines end in line feeds."""
_BOM: Final = b"\xef\xbb\xbf"
_SPACE: Final = b" \t\r\n"
_SIGN: Final = 4
"""The number of bytes that are enough to recognise input that is not a stream."""
_LIST: Final = msgspec.json.Decoder(list[Raw])
# "If the field name is [...]": of any other, "the field is ignored".  A comment has no name.
_FIELDS: Final = frozenset((b"data", b"event", b"id", b"retry", b""))
_COMPRESSED: Final = (
    "decompress it first: HTTP clients do where they are not asked for the raw bytes, `gzip -d` in a pipe"
)
_KNOWN: Final[Mapping[bytes, tuple[str, str]]] = MappingProxyType(
    {
        # "ID1 = 31 (0x1f, \037), ID2 = 139 (0x8b, \213)" (RFC 1952, 2.3.1).
        b"\x1f\x8b": ("it is compressed (gzip)", _COMPRESSED),
        # RFC 8878, 3.1.1: "4 bytes, little-endian format.  Value: 0xFD2FB528."
        b"\x28\xb5\x2f\xfd": ("it is compressed (zstd)", _COMPRESSED),
        b"<": ("it is HTML or XML", "read it: it may be the page of a proxy, or of another address than the API's"),
        # A message of Amazon's event streams begins with its length in four bytes.
        b"\0\0": ("it is binary", "of Amazon's event stream, parse the events and send each (`StreamReader.send`)"),
    }
)
_OTHER: Final = (
    "it is other text",
    "pass everything that the provider sent, from its first byte; check the HTTP status, too",
)


class Frame(Struct):
    """One event of a stream: its data, and its name where it has one."""

    data: bytes
    event: str = ""
    starts: Starts = ()
    """Where in the stream each line of its data begins; empty where that is not known."""
    is_whole: bool = True
    """Whether its end came; else it may be the beginning of one."""
    is_comment: bool = False
    """Whether it is no event but a comment, whose text is the data."""


class Framing(Protocol):
    """The way in which the bytes of a stream are split into events."""

    def feed(self, piece: bytes) -> list[Frame]:
        """The events that are whole with this piece."""

    def close(self) -> list[Frame]:
        """Return the events that are complete when no more pieces come."""


class _Lines:
    """Lines that end in any of the three ways, out of pieces that are cut anywhere."""

    def __init__(self) -> None:
        self.begun: list[bytes] = []
        """The pieces of a line that has not ended."""
        self.after_return = False

    def feed(self, piece: bytes) -> list[bytes]:
        """The lines that end in what came so far."""
        # "U+000D CARRIAGE RETURN U+000A LINE FEED (CRLF) character pairs": one end, though the pieces part it.
        if self.after_return and piece:
            piece = piece.removeprefix(b"\n")
            self.after_return = False
        found = piece.split(b"\n")
        if _RETURN in piece:
            found = _END.split(piece)
            self.after_return = piece.endswith(b"\r")
        rest = found.pop()
        if found and self.begun:
            found[0] = self.rest() + found[0]
        if rest:
            self.begun.append(rest)
        return found

    def rest(self) -> bytes:
        """The bytes after the last line break."""
        found = b"".join(self.begun)
        self.begun.clear()
        return found


class Events:
    """Server-sent events."""

    def __init__(self, start: Start = (1, 1)) -> None:
        self.lines = _Lines()
        self.data: list[bytes] = []
        self.starts: list[Start] = []
        self.name = b""
        self.comment: bytes | None = None
        self.number, self.indent = start[0] - 1, start[1] - 1
        self.has_events = self.has_others = False
        """Whether there was an event, and whether there was a line that is none of its fields."""
        self.is_between = not self.indent
        """Whether nothing of the next event has arrived."""

    def feed(self, piece: bytes) -> list[Frame]:
        """The events that end in what came so far."""
        found: list[Frame] = []
        if self.is_between and _RETURN not in piece:
            piece = self._plain(piece, found)
        if piece:
            for line in self.lines.feed(piece):
                self.number += 1
                if line:
                    self._field(line)
                else:
                    found += self._dispatched()
            begun = self.data or self.name or self.lines.begun or self.lines.after_return
            self.is_between = not begun and self.comment is None
        return found

    def _plain(self, piece: bytes, found: list[Frame]) -> bytes:
        """Add the plain events at the beginning of a piece, and return the rest of it."""
        at = 0
        while at < len(piece) and (event := _PLAIN.match(piece, at)) is not None:
            at = event.end()
            name, data = event.groups()
            self.number += 2 if name is None else 3
            word = "" if name is None else name.decode("utf-8", "replace")
            found.append(Frame(data, word, ((self.number - 1, 7),)))
            self.has_events = True
        return piece[at:]

    def close(self) -> list[Frame]:
        """The last event, where the line that ends it is missing: servers that hang up after it mean it."""
        if rest := self.lines.rest():
            self.number += 1
            before = self.has_others
            self._field(rest)
            if any(name.startswith(rest) for name in _FIELDS):
                self.has_others = before  # a field's name, where the stream was cut
        return [structs.replace(frame, is_whole=False) for frame in self._dispatched()]

    def is_none(self) -> bool:
        """Return whether the input is not a stream of events: it has content, and no event."""
        return self.has_others and not self.has_events

    def _field(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        # "If value starts with a U+0020 SPACE character, remove it from value."
        value = value.removeprefix(b" ")
        # A line that starts with a colon: "Ignore the line."  It shows that the stream is alive.
        if not name:
            self.comment = value
        elif name == b"data":
            self.data.append(value)
            self.starts.append((self.number, 1 + self.indent + len(line) - len(value)))
        elif name == b"event":
            self.name = value
        elif name not in _FIELDS:
            self.has_others = True
        self.indent = 0

    def _dispatched(self) -> list[Frame]:
        # "If the data buffer is an empty string, set the data buffer and the event type buffer to the empty string"
        data, name = b"\n".join(self.data), self.name.decode("utf-8", "replace")
        starts = tuple(self.starts)
        comment, self.comment = self.comment, None
        self.data, self.name, self.starts = [], b"", []
        if not data.strip(_SPACE):
            return [] if comment is None else [Frame(comment, is_comment=True)]
        self.has_events = True
        return [Frame(data, name, starts=starts)]


class JsonLines:
    """A JSON value in each line."""

    def __init__(self, start: Start = (1, 1)) -> None:
        self.lines = _Lines()
        self.next = start

    def feed(self, piece: bytes) -> list[Frame]:
        """The lines that end in what came so far."""
        return [frame for line in self.lines.feed(piece) for frame in self._frames(line)]

    def _frames(self, line: bytes) -> list[Frame]:
        start, self.next = self.next, (self.next[0] + 1, 1)
        return [Frame(line, starts=(start,))] if line.strip(_SPACE) else []

    def close(self) -> list[Frame]:
        """The last line, where its end is missing."""
        return [structs.replace(frame, is_whole=False) for frame in self._frames(self.lines.rest())]


class Body:
    """One JSON value, which is read when all of it is there: a list of events, or one object."""

    def __init__(self, start: Start = (1, 1)) -> None:
        self.buffer = bytearray()
        self.start = start

    def feed(self, piece: bytes) -> list[Frame]:
        """Return nothing yet."""
        self.buffer += piece
        return []

    def close(self) -> list[Frame]:
        """Return the items of a list, or the one object.  Raises InvalidDocument for anything that is not JSON."""
        data = bytes(self.buffer)
        try:
            check(data, FAST)
        except InvalidDocument as fault:
            raise moved(fault, self._lines(1, 1)) from None
        if data.lstrip(_SPACE)[:1] != b"[":
            return [Frame(data, starts=self._lines(1, 1))]
        frames = [Frame(bytes(item)) for item in _LIST.decode(data)]
        # An item that is not an object is refused; the positions of other items are not needed.
        odd = next((n for n, frame in enumerate(frames) if frame.data[:1] != b"{"), None)
        if odd is not None and (place := position(data, f"/{odd}")) is not None:
            frames[odd].starts = self._lines(*place)
        return frames

    def _lines(self, line: int, column: int) -> Starts:
        """Return where the lines of a value begin in the stream, from a position on; the first line is cut."""
        indent = self.start[1] - 1 if line == 1 else 0
        first = (self.start[0] + line - 1, column + indent)
        return (first, *((first[0] + n, 1) for n in range(1, self.buffer.count(b"\n") + 1)))


class Frames:
    """Splits a stream into events; the first character shows the form of the stream.

    `lines`: whether an object at the beginning is the first of many, one per line.
    """

    def __init__(self, limits: Limits = FAST, *, lines: bool = False) -> None:
        self.limits = limits
        self.has_lines = lines
        self.count = 0
        self.head = self.first = b""
        self.line = self.column = 1
        self.framing: Framing | None = None

    def feed(self, piece: bytes) -> list[Frame]:
        """The events that are whole with this piece.

        Raises InvalidDocument (`stream.size`) where all pieces together are more than `limits.max_bytes`.
        """
        if type(piece) is not bytes:
            piece = bytes(piece)
        self.count += len(piece)
        if self.count > self.limits.max_bytes:
            raise invalid("stream.size", f"{self.count} bytes, more than the {self.limits.max_bytes} allowed")
        if self.framing is None:
            piece = self._first(piece)
        if len(self.first) < _SIGN:
            self.first += piece[:_SIGN]
        return [] if self.framing is None else self.framing.feed(piece)

    def close(self) -> list[Frame]:
        """Return the events that are complete when no more pieces come.

        Raises InvalidDocument (`stream.none`) if there was content, and no event in it.
        """
        if self.framing is None:
            return []
        found = self.framing.close()
        if isinstance(self.framing, Events) and self.framing.is_none():
            raise _refusal(self.first, self.count)
        return found

    def _first(self, piece: bytes) -> bytes:
        """Return the bytes from before the form was known, and this piece."""
        # "Streams must be decoded using the UTF-8 decode algorithm", which "strips one leading [...] Byte Order Mark".
        head = self._stripped(self.head + piece)
        self.head = head
        if _BOM.startswith(head):
            return b""
        head = self._stripped(head.removeprefix(_BOM))
        if not head:
            return b""
        self.head = b""
        self.framing = self._framing(head[:1])
        return head

    def _stripped(self, data: bytes) -> bytes:
        """Return the data from its first significant character on, whose position is noted."""
        rest = data.lstrip(_SPACE)
        before = data[: len(data) - len(rest)]
        lines = before.split(b"\n")
        self.line += len(lines) - 1
        self.column = len(lines[-1]) + (self.column if len(lines) == 1 else 1)
        return rest

    def _framing(self, first: bytes) -> Framing:
        start = (self.line, self.column)
        if first == b"{" and self.has_lines:
            return JsonLines(start)
        return Body(start) if first in (b"{", b"[") else Events(start)


def _refusal(first: bytes, count: int) -> InvalidDocument:
    """The refusal of bytes without an event; `first` are their first ones."""
    what, hint = next((said for sign, said in _KNOWN.items() if first.startswith(sign)), _OTHER)
    return invalid("stream.none", f"no event of a stream in {count} bytes: {what}", hint=hint)
