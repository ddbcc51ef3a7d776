"""Streams of Anthropic's Messages: named events about one message and its content blocks.

"A `message_start` event [...], a series of content blocks, each of which have a `content_block_start`, one or more
`content_block_delta` events, and a `content_block_stop` event, [...] one or more `message_delta` events [...], a final
`message_stop` event" (Anthropic, "Streaming messages").
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import json_of
from turnwire.codec.wire import ENCODER
from turnwire.families.anthropic.event_shapes import PLAIN, SHAPES, InputPiece, TextPiece
from turnwire.model import ABSENT, OpaqueEvent, SignatureDeltaEvent, StreamEvent
from turnwire.stream.merging import StreamAssembler, items_of, members_of, number_of, object_of, plain_of, says, text_of
from turnwire.stream.unexpected_members import is_other, keep, left_over

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members
    from turnwire.stream.pieces import Pieces

_CALLS: Final = frozenset(("tool_use", "server_tool_use", "mcp_tool_use"))
_CHANGES: Final = ("type", "delta", "usage")
_ONCE: Final = frozenset(("role", "stop_reason"))
_OF_BLOCKS: Final = frozenset(("content_block_start", "content_block_delta", "content_block_stop"))
_NO_INPUT: Final = Raw(b"{}")
_WHOLE: Final[Mapping[str, str]] = MappingProxyType({"input_json_delta": "partial_json", "citations_delta": "citation"})
"""The deltas whose one member is no text of the block, and that member."""


class Block:
    """One content block while its pieces come."""

    def __init__(self, members: Members) -> None:
        self.members = members
        self.kind = text_of(members.get("type"))
        is_named = all(bytes(members.get(name, b""))[:1] == b'"' for name in ("id", "name"))
        self.is_call = self.kind in _CALLS and is_named
        """Whether it is shown as a call: a block without an id or a name is of no kind that the format has."""
        self.said: dict[str, list[str]] = {}
        self.input: list[str] = []
        self.citations: list[Raw] = []

    def reply(self) -> dict[str, Any]:
        """The block as a reply without a stream has it."""
        found: dict[str, Any] = dict(self.members)
        for name, pieces in self.said.items():
            found[name] = text_of(self.members.get(name)) + "".join(pieces)
        if text := "".join(self.input):
            found["input"] = json_of(text.strip()) or text
        if self.citations:
            before = self.members.get("citations")
            found["citations"] = [*items_of(before), *self.citations]
        return found


class AnthropicAssembler(StreamAssembler):
    """One stream of events."""

    kinds = frozenset((*SHAPES, "ping", "error"))
    pings = frozenset(("ping",))

    def __init__(self) -> None:
        super().__init__()
        self.message: Members = {}
        self.usage: Members = {}
        self.blocks: dict[int, Block] = {}
        self.begun: set[int] = set()
        self.highest = -1
        self.at: dict[int, int] = {}
        """The number of the block of each index: a new one if an index begins twice."""

    @property
    def whole(self) -> bool:
        """Return whether the message has a stop reason."""
        return self.done or says(self.message.get("stop_reason"))

    def take(self, frame: Frame) -> list[StreamEvent]:
        """The pieces that an event shows."""
        if (plain := self._plain(frame.data)) is not None:
            return plain
        members = members_of(frame.data)
        kind = text_of(members.get("type")) or frame.event
        if kind == "error":
            self.error = frame.data
            return []
        take = _EVENTS.get(kind)
        # "There may also be a number of ping events dispersed throughout the response."
        if take is None:
            return [OpaqueEvent(kind, Raw(frame.data), "")]
        members, left = SHAPES[kind].apart(frame.data, members)
        if kind in _OF_BLOCKS and not says(members.get("index")):
            return [OpaqueEvent(kind, Raw(frame.data), "")]  # whose it is, is not said
        found: list[StreamEvent] = take(self, members)
        return found + left_over(kind, left) if left else found

    def _plain(self, data: bytes) -> list[StreamEvent] | None:
        """The next piece of a block; None for any other event, and for the first piece of a block."""
        if (event := plain_of(PLAIN, data)) is None:
            return None
        number, delta = self.at.get(event.index, -1), event.delta
        if (block := self.blocks.get(number)) is None:
            return None
        if type(delta) is InputPiece:
            if "input" in block.members:
                return None
            block.input.append(delta.piece)
            return self.pieces.input(0, number, delta.piece) if block.is_call else []
        if (said := block.said.get(delta.member)) is None:
            return None
        said.append(delta.piece)
        tell = self.pieces.text if type(delta) is TextPiece else self.pieces.thinking
        return tell(0, number, delta.piece)

    def start(self, members: Members) -> list[StreamEvent]:
        """The message, without its content."""
        return self.message_as_it_is(object_of(members.get("message")))

    def message_as_it_is(self, message: Members) -> list[StreamEvent]:
        """Read a complete message, which servers without streaming send."""
        self.pieces.candidates.add(0)
        self.message = dict(message)
        self.usage = object_of(self.message.pop("usage", None))
        content = self.message.pop("content", None)
        for number, raw in enumerate(items_of(content)):
            self.blocks[number] = Block(object_of(raw))
            self.highest = max(self.highest, number)
        return []

    def begin(self, members: Members) -> list[StreamEvent]:
        """A content block begins."""
        number = self._next(members)
        block = self.blocks[number] = Block(object_of(members.get("content_block")))
        self.pieces.block(0, number)
        if block.is_call:
            told = block.members
            return self.pieces.call(0, number, text_of(told.get("id")), text_of(told.get("name")))
        tell = _TEXTS.get(block.kind)
        return tell[1](self.pieces, number, text_of(block.members.get(tell[0]))) if tell else []

    def delta(self, members: Members) -> list[StreamEvent]:
        """A content block goes on."""
        number = self._number(members)
        delta = object_of(members.get("delta"))
        block = self.blocks.setdefault(number, Block({}))
        kind = text_of(delta.get("type"))
        name = _WHOLE.get(kind)
        if name is None:
            return self._said(block, number, delta)
        beside = {each: raw for each, raw in delta.items() if each not in ("type", name)}
        found = _left_of(number, beside)
        if kind == "citations_delta":
            block.citations += [delta[name]] if name in delta else []
            return found
        return found + self._input(block, number, text_of(delta.get(name)))

    def _input(self, block: Block, number: int, piece: str) -> list[StreamEvent]:
        block.input.append(piece)
        # "input": {} begins every call; if it begins with more and continues in pieces, the pieces count.
        told = block.members.pop("input", _NO_INPUT) if piece else _NO_INPUT
        left = {} if told == _NO_INPUT else {"index": number, "content_block": {"input": told}}
        shown = self.pieces.input(0, number, piece) if block.is_call else []
        return [*left_over("content_block_start", left), *shown]

    def _said(self, block: Block, number: int, delta: Members) -> list[StreamEvent]:
        """Continue the texts of a block; keep a value that is not text in the block, if it has no text there."""
        found: list[StreamEvent] = []
        for name, raw in delta.items():
            if name == "type":
                continue
            if bytes(raw)[:1] != b'"':
                is_spoken = name in block.said and says(raw)
                found += _left_of(number, {name: raw} if is_spoken else keep(block.members, {name: raw}, _ONCE))
                continue
            if name not in block.said and is_other(block.members.get(name, ABSENT), raw):
                found += _left_of(number, {name: block.members.pop(name)})
            piece = text_of(raw)
            block.said.setdefault(name, []).append(piece)
            tell = _DELTAS.get(name)
            found += tell(self.pieces, number, piece) if tell else []
        return found

    def stop(self, members: Members) -> list[StreamEvent]:
        """A content block is whole."""
        number = self._number(members)
        block = self.blocks.setdefault(number, Block({}))
        return self.pieces.end_call(0, number, block.members.get("input", ABSENT))

    def change(self, members: Members) -> list[StreamEvent]:
        """Read the members at the end: "The token counts shown in the `usage` field are cumulative"."""
        lost = {
            "delta": keep(self.message, object_of(members.get("delta")), _ONCE),
            "usage": keep(self.usage, object_of(members.get("usage")), _ONCE),
            **keep(self.message, {name: raw for name, raw in members.items() if name not in _CHANGES}, _ONCE),
        }
        return left_over("message_delta", {name: value for name, value in lost.items() if value})

    def end(self, _: Members) -> list[StreamEvent]:
        """Note the end of the stream."""
        self.done = True
        return self.pieces.end_calls()

    def whole_message(self, members: Members) -> list[StreamEvent]:
        """Read the whole message of a server that does not stream although asked."""
        self.message_as_it_is(members)
        self.done = True
        return []

    def _next(self, members: Members) -> int:
        """The number of a block that begins.  Some servers give every block the index 0."""
        index = number_of(members.get("index"))
        number = self.at[index] = 1 + self.highest if index in self.begun else index
        self.begun.add(number)
        self.highest = max(self.highest, number)
        return number

    def _number(self, members: Members) -> int:
        index = number_of(members.get("index"))
        return self.at[index] if index in self.at else self._next(members)

    def reply(self) -> bytes:
        """Return the message as it would be without a stream."""
        content = [self.blocks[number].reply() for number in sorted(self.blocks)]
        found: dict[str, Any] = {"type": "message", "role": "assistant", **self.message, "content": content}
        if self.usage:
            found["usage"] = self.usage
        return ENCODER.encode(found)


def _text(pieces: Pieces, number: int, piece: str) -> list[StreamEvent]:
    return pieces.text(0, number, piece)


def _thinking(pieces: Pieces, number: int, piece: str) -> list[StreamEvent]:
    return pieces.thinking(0, number, piece)


def _signature(pieces: Pieces, number: int, piece: str) -> list[StreamEvent]:
    return [SignatureDeltaEvent(piece, 0, pieces.block(0, number))] if piece else []


def _left_of(number: int, left: Mapping[str, Raw]) -> list[StreamEvent]:
    return left_over("content_block_delta", {"index": number, "delta": left} if left else left)


_DELTAS: Final[Mapping[str, Any]] = MappingProxyType({"text": _text, "thinking": _thinking, "signature": _signature})
_TEXTS: Final[Mapping[str, Any]] = MappingProxyType({"text": ("text", _text), "thinking": ("thinking", _thinking)})
_EVENTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "message_start": AnthropicAssembler.start,
        "content_block_start": AnthropicAssembler.begin,
        "content_block_delta": AnthropicAssembler.delta,
        "content_block_stop": AnthropicAssembler.stop,
        "message_delta": AnthropicAssembler.change,
        "message_stop": AnthropicAssembler.end,
        "message": AnthropicAssembler.whole_message,
    }
)


MERGING = AnthropicAssembler
