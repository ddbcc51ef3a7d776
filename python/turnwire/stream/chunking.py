"""Write streams: the interface of a format, the counterpart of turnwire.stream.merging.

A `Chunking` writes one stream of its format.  It does not see events: it gets replies in the format that a
reply without a stream has, each with more content than the one before, and writes the new content as chunks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from msgspec import Raw

from turnwire.codec.json import one_line
from turnwire.codec.wire import ENCODER
from turnwire.stream.frames import Frame

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from turnwire.losses import Losses
    from turnwire.stream.merging import Members


Waits = Literal["all", "calls", "nothing"]
"""What waits until a call is complete: everything behind it, other calls, or nothing."""


class GrowingPart(NamedTuple):
    """A part of a reply that grows while it is made: a text, the input of a call, or a block that comes whole."""

    text: str | None = None
    """What grows: the text, or the input as JSON text; None for what comes whole."""
    head: Mapping[str, Any] = {}
    """Its members that are sent when it begins."""
    rest: Mapping[str, Raw] = {}
    """Its members that are sent when its text is complete: a signature, citations."""
    is_json: bool = False
    """Whether white space around its text has no meaning."""
    is_call: bool = False
    """Whether a client runs it, as it does a tool use."""


class Chunking(ABC):
    """How a format cuts a reply into the chunks of a stream; a format overrides what differs."""

    retells: bool = False
    """Whether the end repeats the whole reply; clients then take that, whatever was sent before."""
    once: Mapping[str, str] = MappingProxyType({})
    """The members of the body that a stream sends at its beginning and never again, and their paths in a reply."""
    marks: tuple[str, ...] = ()
    """The members of the head that identify a part: if one of them changes, it is another part."""
    waits: Waits = "nothing"
    """What waits until a call is complete."""
    shows_first: bool = False
    """Whether the first chunk shows a candidate, even if the reply turns out to have none."""
    has_optional_usage: bool = False
    """Whether a client may ask for a stream without a usage."""
    keep_alive: bytes = b": keep-alive\n\n"
    """The keep-alive bytes of the format; empty if it has none.

    By default a comment of server-sent events: "If the line starts with a U+003A COLON character (:) Ignore the line."
    """

    takes_comments: bool = True
    """Whether clients pass over a comment of server-sent events."""

    def __init__(self, losses: Losses) -> None:
        self.losses = losses
        """Members of the body that the chunks cannot hold, and values that they invent."""

    @abstractmethod
    def strands(self, body: Members) -> dict[Hashable, GrowingPart]:
        """Return the growing parts of a reply, in the order in which they are written, under stable names."""

    def candidate(self, _name: Any) -> int:
        """Return the number of the candidate that a part is of; 0 in a format whose replies have one."""
        return 0

    @abstractmethod
    def begin(self, body: Members) -> list[Frame]:
        """The chunks by which a stream begins."""

    def open(self, _name: Any, _head: Mapping[str, Any]) -> list[Frame]:
        """Begin a part; nothing in a format where its first piece begins it."""
        return []

    @abstractmethod
    def piece(self, name: Any, piece: str) -> list[Frame]:
        """Continue the text of a part, which is not closed."""

    def rest(self, _name: Any, _rest: Mapping[str, Raw]) -> list[Frame]:
        """Write the other members of a part whose text is complete; nothing if the last chunk has them."""
        return []

    def whole_call(self, _name: Any) -> list[Frame]:
        """End a part that is a call; nothing in a format without a mark for it."""
        return []

    def is_closed(self, _name: Any) -> bool:
        """Return whether the text of a part cannot go on any more."""
        return False

    @abstractmethod
    def end(self, body: Members, *, whole: bool) -> list[Frame]:
        """Write everything that the parts do not have, and the end of the stream if the reply is `whole`.

        If it is not, an incomplete call does not end either, and what only the last chunk has is reported as lost, such
        as a usage, which is provisional then.
        """

    def error(self, body: bytes) -> list[Frame]:
        """Write the error that ends the stream: by default, the body that it has without a stream."""
        return [Frame(body)]


HOLE: Final[Any] = Raw(b"\0")
"""The place of a value in a chunk that is made once for many values: no JSON has this byte."""


def around(chunk: bytes) -> tuple[bytes, ...]:
    """Return the JSON of a chunk before, between and after its holes."""
    return tuple(chunk.split(b"\0"))


def frame(value: Any, event: str = "") -> Frame:
    """A chunk."""
    return Frame(ENCODER.encode(value), event)


def line_of(each: Frame) -> bytes:
    """A chunk as a line."""
    return one_line(each.data) + b"\n"


def event_of(each: Frame) -> bytes:
    """A chunk as a server-sent event."""
    if each.event:
        return b"event: %b\ndata: %b\n\n" % (each.event.encode(), one_line(each.data))
    return b"data: %b\n\n" % one_line(each.data)
