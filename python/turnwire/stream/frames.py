"""The bytes of a streamed reply -> its events, wherever the bytes are cut: server-sent events, lines of JSON, or JSON.

Sentences in quotes are of the HTML standard, 9.2 "Server-sent events".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import msgspec
from msgspec import Raw

from turnwire.codec.json import check
from turnwire.codec.limits import FAST
from turnwire.errors import invalid

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits

_END: Final = re.compile(rb"\r\n|\n|\r")
_BOM: Final = b"\xef\xbb\xbf"
_SPACE: Final = b" \t\r\n"
_LIST: Final = msgspec.json.Decoder(list[Raw])


class Frame(NamedTuple):
    """One event of a stream: its data, and its name where it has one."""

    data: bytes
    event: str = ""
    is_whole: bool = True
    """Whether its end came; else it may be the beginning of one."""


class Framing(Protocol):
    """How the bytes of a stream are taken apart."""

    def feed(self, piece: bytes) -> list[Frame]:
        """The events that are whole with this piece."""

    def close(self) -> list[Frame]:
        """The events that are whole now that there are no more pieces."""


class _Lines:
    """Lines that end in any of the three ways, out of pieces that are cut anywhere."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.seen = 0
        self.after_return = False

    def feed(self, piece: bytes) -> list[bytes]:
        """The lines that end in what came so far."""
        # "U+000D CARRIAGE RETURN U+000A LINE FEED (CRLF) character pairs": one end, though the pieces part it.
        if self.after_return and piece:
            piece = piece[1:] if piece[:1] == b"\n" else piece
            self.after_return = False
        self.buffer += piece
        found: list[bytes] = []
        start = 0
        while (end := _END.search(self.buffer, max(start, self.seen))) is not None:
            found.append(bytes(self.buffer[start : end.start()]))
            start = end.end()
            self.after_return = start == len(self.buffer) and end.group() == b"\r"
        del self.buffer[:start]
        self.seen = len(self.buffer)
        return found

    def rest(self) -> bytes:
        """What came after the last end of a line."""
        found = bytes(self.buffer)
        self.buffer.clear()
        return found


class Events:
    """Server-sent events."""

    def __init__(self) -> None:
        self.lines = _Lines()
        self.data: list[bytes] = []
        self.name = b""

    def feed(self, piece: bytes) -> list[Frame]:
        """The events that end in what came so far."""
        found: list[Frame] = []
        for line in self.lines.feed(piece):
            if line:
                self._field(line)
            else:
                found += self._dispatched()
        return found

    def close(self) -> list[Frame]:
        """The last event, where the line that ends it is missing: servers that hang up after it mean it."""
        if rest := self.lines.rest():
            self._field(rest)
        return [frame._replace(is_whole=False) for frame in self._dispatched()]

    def _field(self, line: bytes) -> None:
        # Of a line that starts with a colon: "Ignore the line."  Here its name is empty, and no name is.
        name, _, value = line.partition(b":")
        # "If value starts with a U+0020 SPACE character, remove it from value."
        value = value[1:] if value[:1] == b" " else value
        if name == b"data":
            self.data.append(value)
        elif name == b"event":
            self.name = value

    def _dispatched(self) -> list[Frame]:
        # "If the data buffer is an empty string, set the data buffer and the event type buffer to the empty string"
        data, name = b"\n".join(self.data), self.name.decode("utf-8", "replace")
        self.data, self.name = [], b""
        return [Frame(data, name)] if data.strip(_SPACE) else []


class JsonLines:
    """A JSON value in each line."""

    def __init__(self) -> None:
        self.lines = _Lines()

    def feed(self, piece: bytes) -> list[Frame]:
        """The lines that end in what came so far."""
        return [Frame(line) for line in self.lines.feed(piece) if line.strip(_SPACE)]

    def close(self) -> list[Frame]:
        """The last line, where its end is missing."""
        rest = self.lines.rest()
        return [Frame(rest, is_whole=False)] if rest.strip(_SPACE) else []


class Body:
    """One JSON value, which is read when all of it is there: a list of events, or one object."""

    def __init__(self) -> None:
        self.buffer = bytearray()

    def feed(self, piece: bytes) -> list[Frame]:
        """Nothing yet."""
        self.buffer += piece
        return []

    def close(self) -> list[Frame]:
        """The items of a list, or the one object.  Raises InvalidDocument for what is no JSON."""
        data = bytes(self.buffer)
        check(data, FAST)
        if data.lstrip(_SPACE)[:1] != b"[":
            return [Frame(data)]
        return [Frame(bytes(item)) for item in _LIST.decode(data)]


class Frames:
    """The events of a stream, whose form is told by its first character.

    `lines`: whether an object at the beginning is the first of many, one in a line.
    """

    def __init__(self, limits: Limits = FAST, *, lines: bool = False) -> None:
        self.limits = limits
        self.has_lines = lines
        self.count = 0
        self.head = b""
        self.framing: Framing | None = None

    def feed(self, piece: bytes) -> list[Frame]:
        """The events that are whole with this piece.

        Raises InvalidDocument (`stream.size`) where all pieces together are more than `limits.max_bytes`.
        """
        self.count += len(piece)
        if self.count > self.limits.max_bytes:
            raise invalid("stream.size", f"{self.count} bytes, more than the {self.limits.max_bytes} allowed")
        if self.framing is None:
            piece = self._first(piece)
        return [] if self.framing is None else self.framing.feed(piece)

    def close(self) -> list[Frame]:
        """The events that are whole now that there are no more pieces."""
        return [] if self.framing is None else self.framing.close()

    def _first(self, piece: bytes) -> bytes:
        """What came before anything could be told, and this piece."""
        # "Streams must be decoded using the UTF-8 decode algorithm", which "strips one leading [...] Byte Order Mark".
        head = (self.head + piece).lstrip(_SPACE)
        self.head = head
        if _BOM.startswith(head):
            return b""
        head = head.removeprefix(_BOM).lstrip(_SPACE)
        if not head:
            return b""
        self.head = b""
        self.framing = self._framing(head[:1])
        return head

    def _framing(self, first: bytes) -> Framing:
        if first == b"{" and self.has_lines:
            return JsonLines()
        return Body() if first in (b"{", b"[") else Events()
