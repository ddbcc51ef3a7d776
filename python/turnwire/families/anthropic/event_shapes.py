"""The types of the members of a message's stream that its reader takes apart.

Members of events that have no place in a message are not declared here, so that they are reported as unexpected.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
from msgspec import Struct, field

from turnwire.stream.unexpected_members import Object, Shape

if TYPE_CHECKING:
    from collections.abc import Mapping


class _Block(Struct):
    type: str | None = None
    text: str | None = None
    thinking: str | None = None
    signature: str | None = None
    citations: list[Any] | None = None


class _Delta(Struct):
    type: str | None = None
    text: str | None = None
    thinking: str | None = None
    signature: str | None = None
    partial_json: str | None = None


class _Message(Struct):
    content: list[_Block] | None = None
    usage: Object | None = None


class _Start(Struct, forbid_unknown_fields=True):
    type: str | None = None
    message: _Message | None = None


class _Begin(Struct, forbid_unknown_fields=True):
    type: str | None = None
    index: int | None = None
    content_block: _Block | None = None


class _More(Struct, forbid_unknown_fields=True):
    type: str | None = None
    index: int | None = None
    delta: _Delta | None = None


class _Stop(Struct, forbid_unknown_fields=True):
    type: str | None = None
    index: int | None = None


class _Change(Struct):
    type: str | None = None
    delta: Object | None = None
    usage: Object | None = None


class _End(Struct, forbid_unknown_fields=True):
    type: str | None = None


_PLACES: Final = ("type", "index")
SHAPES: Final[Mapping[str, Shape]] = MappingProxyType(
    {
        "message_start": Shape(_Start, _PLACES),
        "content_block_start": Shape(_Begin, _PLACES),
        "content_block_delta": Shape(_More, _PLACES),
        "content_block_stop": Shape(_Stop, _PLACES),
        "message_delta": Shape(_Change, _PLACES),
        "message_stop": Shape(_End, _PLACES),
        "message": Shape(_Message, _PLACES),
    }
)


class _Piece(Struct, tag_field="type", forbid_unknown_fields=True, gc=False):
    """A delta with nothing but a piece."""


class TextPiece(_Piece, tag="text_delta"):
    """A piece of a text."""

    member: ClassVar[str] = "text"
    piece: str = field(name="text")


class ThinkingPiece(_Piece, tag="thinking_delta"):
    """A piece of a thought."""

    member: ClassVar[str] = "thinking"
    piece: str = field(name="thinking")


class InputPiece(_Piece, tag="input_json_delta"):
    """A piece of the input of a call."""

    member: ClassVar[str] = "partial_json"
    piece: str = field(name="partial_json")


class PieceEvent(Struct, tag_field="type", tag="content_block_delta", forbid_unknown_fields=True, gc=False):
    """The next piece of a block."""

    index: int
    delta: TextPiece | ThinkingPiece | InputPiece


PLAIN: Final = msgspec.json.Decoder(PieceEvent)
"""Nearly every event: a piece of a block."""
