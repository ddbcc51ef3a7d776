"""Read streams: the interface of a format, in which chunks make up a reply and show pieces of it.

A `StreamAssembler` reads one stream of its format.  It keeps the reply that the chunks make up, in the format that a
reply without a stream has, so that the reader of such replies reads this one too; and it returns the pieces.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec import Raw

from turnwire.codec.json import explain
from turnwire.codec.wire import ENCODER
from turnwire.errors import invalid
from turnwire.stream.pieces import Pieces

if TYPE_CHECKING:
    from turnwire.model import ErrorEvent, StreamEvent
    from turnwire.stream.frames import Frame

T = TypeVar("T")
Members = dict[str, Raw]

_OBJECT: Final = msgspec.json.Decoder(Members)
_ANY: Final = msgspec.json.Decoder()
_RAW: Final = msgspec.json.Decoder(Raw)
_ITEMS: Final = msgspec.json.Decoder(list[Raw])
_TEXT: Final = msgspec.json.Decoder(str)
_SILENT: Final = (Raw(b"null"), Raw(b'""'))
_BRACE, _BRACKET, _QUOTE = b'{["'


class StreamAssembler(ABC):
    """One stream while it is read; a format overrides what differs."""

    done: bool = False
    """Whether the provider has marked the end of the stream."""
    error: bytes | None = None
    """The body of an error that the provider sent in the stream."""
    names_model: bool = False
    """Whether a thought in a reply without a stream names the model that wrote it."""
    kinds: frozenset[str] = frozenset(("",))
    """The types of the events that the format has; nothing but the empty one where its chunks have no types."""
    pings: frozenset[str] = frozenset()
    """The types of the events that are keep-alives."""
    over: bytes = b""
    """The words by which a stream ends that are no chunk, such as `[DONE]`; empty where the format has none."""

    def __init__(self) -> None:
        self.pieces = Pieces()
        """What was shown so far."""

    @property
    def whole(self) -> bool:
        """Return whether the reply is complete, whether or not the end of the stream is marked."""
        return self.done

    @property
    def failure(self) -> ErrorEvent | None:
        """The error of a failed reply, if the provider has it in the reply itself."""
        return None

    @abstractmethod
    def take(self, frame: Frame) -> list[StreamEvent]:
        """The pieces that a chunk shows.  Raises InvalidDocument for a chunk that cannot be read."""

    @abstractmethod
    def reply(self) -> bytes:
        """The reply that the chunks make up so far."""


def members_of(data: bytes) -> Members:
    """Return the members of a chunk.  Raises InvalidDocument for anything that is not a JSON object."""
    try:
        if not data.isascii():
            data.decode()  # of raw JSON the parser does not look whether it is UTF-8
        return _OBJECT.decode(data)
    except msgspec.ValidationError:
        raise invalid("stream.chunk", "a chunk of a stream is an object") from None
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise explain(data, error) from None


def object_of(raw: Raw | None) -> Members:
    """Return the members of a value; none if it is not an object."""
    return _OBJECT.decode(raw) if raw and memoryview(raw)[0] == _BRACE else {}


def items_of(raw: Raw | None) -> list[Raw]:
    """Return the items of a value; none if it is not a list."""
    return _ITEMS.decode(raw) if raw and memoryview(raw)[0] == _BRACKET else []


def value_of(raw: Raw | None) -> Any:
    """Return a value as Python has it; None if there is no value."""
    if not raw:
        return None
    try:
        return _ANY.decode(raw)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise explain(bytes(raw), error) from None


def number_of(raw: Raw | None, otherwise: int = 0) -> int:
    """Return a whole number, such as an index; `otherwise` if the value is not a whole number."""
    value = value_of(raw)
    return value if isinstance(value, int) else otherwise


def text_of(raw: Raw | None) -> str:
    """Return a text; empty if the value is not a text."""
    if not raw or memoryview(raw)[0] != _QUOTE:
        return ""
    try:
        return _TEXT.decode(raw)
    except (msgspec.DecodeError, ValueError) as error:
        raise explain(bytes(raw), error) from None


def plain_of(decoder: msgspec.json.Decoder[T], data: bytes) -> T | None:
    """Return the event of a narrow type that nearly all events of a stream have; None for any other event."""
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, ValueError):
        return None


def says(raw: Raw | None) -> bool:
    """Return whether a value means more than its absence."""
    return bool(raw) and raw not in _SILENT


def joined(parts: list[Raw]) -> Raw:
    """Join a value that came in pieces: lists are joined, also those inside objects, and nothing is left out.

    Different values that are not lists are put into one list.
    """
    said = [part for part in parts if says(part)] or parts[-1:]
    if not all(bytes(memoryview(part)[:1]) == b"{" for part in said):
        return _in_turn(said)
    found: dict[str, list[Raw]] = {}
    for part in said:
        for name, raw in _OBJECT.decode(part).items():
            found.setdefault(name, []).append(raw)
    return Raw(ENCODER.encode({name: _in_turn(values) for name, values in found.items()}))


def _in_turn(values: list[Raw]) -> Raw:
    said = [value for value in values if says(value)] or values[-1:]
    lists = [bytes(memoryview(value)[:1]) == b"[" for value in said]
    if len(said) == 1 or (not any(lists) and len(set(map(bytes, said))) == 1):
        return said[0]
    items: list[Raw] = []
    for value, is_list in zip(said, lists, strict=True):
        items += _ITEMS.decode(value) if is_list else [value]
    return Raw(ENCODER.encode(items))
