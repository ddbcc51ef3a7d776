"""Streams of Anthropic's Messages, written: one message, its content blocks one after the other, and how it ends.

"A `message_start` event [...], a series of content blocks, each of which have a `content_block_start`, one or more
`content_block_delta` events, and a `content_block_stop` event, [...] one or more `message_delta` events [...], a final
`message_stop` event" (Anthropic, "Streaming messages").
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.families.anthropic.event_shapes import InputPiece, PieceEvent, TextPiece, ThinkingPiece
from turnwire.stream.chunking import HOLE, Chunking, GrowingPart, around, frame
from turnwire.stream.frames import Frame
from turnwire.stream.merging import items_of, number_of, object_of, says, text_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from turnwire.losses import Losses
    from turnwire.stream.chunking import Waits
    from turnwire.stream.merging import Members

# The growing member of a block, by its type, and its pieces.
_GROWS: Final[Mapping[str, tuple[str, type[TextPiece | ThinkingPiece]]]] = MappingProxyType(
    {"text": ("text", TextPiece), "thinking": ("thinking", ThinkingPiece)}
)
_CALLS: Final = frozenset(("tool_use", "server_tool_use", "mcp_tool_use"))
_NULL: Final = Raw(b"null")
# "The token counts shown in the usage field of the message_delta event are cumulative": none are known at the start.
_NO_USAGE: Final = {"input_tokens": 0, "output_tokens": 0}
_ONCE: Final[Mapping[str, str]] = MappingProxyType({"id": "/id", "model": "/model"})
_PING: Final = b'event: ping\ndata: {"type":"ping"}\n\n'
_AT_END: Final = ("stop_reason", "stop_sequence")
# Usage has these members, MessageDeltaUsage has not (the provider's API description, 2026-08-18).
_AT_START: Final = ("service_tier", "cache_creation", "inference_geo")


class AnthropicChunking(Chunking):
    """One stream of events."""

    once = _ONCE
    marks = ("type", "id", "name")
    waits: Waits = "all"
    # Before a message begins, Anthropic's package takes no event: the keep-alive is a comment until then.

    def __init__(self, losses: Losses) -> None:
        super().__init__(losses)
        self.said: set[str] = set()
        self.kinds: dict[int, str] = {}
        self.around: dict[int, tuple[bytes, ...]] = {}
        """The JSON of a piece of each block, before the piece and after it."""
        self.open_block: int | None = None
        self.usage: Raw | None = None
        """The usage at the start of the message."""

    def strands(self, body: Members) -> dict[Hashable, GrowingPart]:
        """The content blocks."""
        return {number: _strand(object_of(raw)) for number, raw in enumerate(items_of(body.get("content")))}

    def begin(self, body: Members) -> list[Frame]:
        """The message, without its content, and before it is known why it stops."""
        message = {name: raw for name, raw in body.items() if name not in ("content", "usage", *_AT_END)}
        self.said = set(message)
        self.usage = body.get("usage")
        self.keep_alive = _PING
        usage = {**_NO_USAGE, **object_of(self.usage)}
        empty: dict[str, Any] = {"content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
        return [_event("message_start", {"message": {**message, **empty}})]

    def open(self, name: int, head: Mapping[str, Any]) -> list[Frame]:
        """A content block begins, and the one before it ends."""
        self.kinds[name] = text_of(head.get("type"))
        self.around.pop(name, None)
        frames = self._stop()
        self.open_block = name
        return [*frames, _event("content_block_start", {"index": name, "content_block": head})]

    def piece(self, name: int, piece: str) -> list[Frame]:
        """A content block goes on."""
        before, after = self.around.get(name) or self._around(name)
        return [Frame(before + ENCODER.encode(piece) + after, "content_block_delta")]

    def _around(self, name: int) -> tuple[bytes, ...]:
        """Make the JSON around the pieces of a content block."""
        kind = self.kinds[name]
        make = InputPiece if kind in _CALLS else _GROWS[kind][1]
        found = self.around[name] = around(ENCODER.encode(PieceEvent(name, make(HOLE))))
        return found

    def rest(self, name: int, rest: Mapping[str, Raw]) -> list[Frame]:
        """A signature, or citations, "one for each citation"."""
        frames = [self._delta(name, "citations_delta", {"citation": each}) for each in items_of(rest.get("citations"))]
        if "signature" in rest:
            frames.append(self._delta(name, "signature_delta", {"signature": rest["signature"]}))
        return frames

    def whole_call(self, name: int) -> list[Frame]:
        """The block of a call ends."""
        return self._stop() if name == self.open_block and self.kinds[name] in _CALLS else []

    def is_closed(self, name: int) -> bool:
        """Whether another block has begun, or the block has ended."""
        return name in self.kinds and name != self.open_block

    def end(self, body: Members, *, whole: bool) -> list[Frame]:
        """Why the message stops, what it cost, and what was not known when it began."""
        # A block that has ended is complete: clients run the call.
        is_half = not whole and self.open_block is not None and self.kinds[self.open_block] in _CALLS
        frames = [] if is_half else self._stop()
        if whole:
            delta = {
                name: raw for name, raw in body.items() if name not in self.said and name not in ("content", "usage")
            }
            delta = {**dict.fromkeys(_AT_END, _NULL), **delta}
            frames += [
                _event("message_delta", {"delta": delta, "usage": self._usage(body)}),
                _event("message_stop", {}),
            ]
        elif body.get("usage") != self.usage:
            self.losses.dropped("/usage", "completion.usage", None)
        return frames

    def _usage(self, body: Members) -> Mapping[str, Any]:
        """Return the usage of the end; what only the start of a message has is lost if it was not known then."""
        usage, start = object_of(body.get("usage")), object_of(self.usage)
        late = [name for name in _AT_START if says(value := usage.pop(name, None)) and value != start.get(name)]
        if "service_tier" in late:
            self.losses.dropped("/service_tier", "completion.service_tier", None)
        if "inference_geo" in late or ("cache_creation" in late and _is_split(object_of(body["usage"]))):
            self.losses.degraded("/usage", "completion.usage", None)
        return usage or _NO_USAGE

    def error(self, body: bytes) -> list[Frame]:
        """An `error` event is the body of an error: "We may occasionally send errors in the event stream"."""
        return [frame(Raw(body), "error")]

    def _stop(self) -> list[Frame]:
        if self.open_block is None:
            return []
        number, self.open_block = self.open_block, None
        return [_event("content_block_stop", {"index": number})]

    def _delta(self, number: int, kind: str, said: Mapping[str, Any]) -> Frame:
        return _event("content_block_delta", {"index": number, "delta": {"type": kind, **said}})


def _event(kind: str, members: Mapping[str, Any]) -> Frame:
    return frame({"type": kind, **members}, kind)


def _strand(block: Members) -> GrowingPart:
    kind = text_of(block.get("type"))
    if kind in _CALLS:
        text = bytes(block.get("input", b"")).decode()
        return GrowingPart(text, {**block, "input": {}}, is_json=True, is_call=True)
    if kind not in _GROWS or bytes(block.get(_GROWS[kind][0], b""))[:1] != b'"':
        return GrowingPart(head=block)
    member = _GROWS[kind][0]
    rest = {name: block.pop(name) for name in ("signature", "citations") if _is_said(block.get(name))}
    signed = {"signature": ""} if kind == "thinking" else {}
    return GrowingPart(text_of(block[member]), {**block, member: "", **signed}, rest)


def _is_split(usage: Members) -> bool:
    """Return whether some tokens were written to the cache for an hour, which the sum of both does not show."""
    return number_of(object_of(usage.get("cache_creation")).get("ephemeral_1h_input_tokens")) > 0


def _is_said(raw: Raw | None) -> bool:
    return bytes(raw or _NULL) not in (b"null", b'""', b"[]")


CHUNKING = AnthropicChunking
