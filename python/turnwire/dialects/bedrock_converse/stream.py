"""Read streams of ConverseStream: events about one message and its content blocks, each an object of one member.

"messageStart, contentBlockStart, contentBlockDelta, contentBlockStop, messageStop, metadata" and exceptions
(ConverseStreamOutput).  Over HTTP they come as `application/vnd.amazon.eventstream`, which Amazon's packages decode;
what is read here are the events as JSON, one a line, as those packages give them.
"""

from __future__ import annotations

import base64
import binascii
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, Struct

from turnwire.codec.json import json_of
from turnwire.codec.wire import ENCODER
from turnwire.dialects.bedrock_converse.enums import EXCEPTIONS
from turnwire.model import OpaqueEvent, SignatureDeltaEvent
from turnwire.stream.merging import StreamAssembler, items_of, members_of, number_of, object_of, says, text_of
from turnwire.stream.unexpected_members import Shape, keep, left_over

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import StreamEvent
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members


class _Any(Struct):
    """Any object."""


class _MessageStart(Struct):
    role: str | None = None


class _Start(Struct):
    toolUse: _Any | None = None  # noqa: N815 - the names of the format
    toolResult: _Any | None = None  # noqa: N815
    image: _Any | None = None


class _BlockStart(Struct, forbid_unknown_fields=True):
    contentBlockIndex: int | None = None  # noqa: N815
    start: _Start | None = None


class _UseDelta(Struct, forbid_unknown_fields=True):
    input: str | None = None


class _ReasoningDelta(Struct, forbid_unknown_fields=True):
    text: str | None = None
    signature: str | None = None
    redactedContent: str | None = None  # noqa: N815


class _Source(Struct, forbid_unknown_fields=True):
    bytes: str | None = None


class _ImageDelta(Struct):
    source: _Source | None = None


class _Delta(Struct, forbid_unknown_fields=True):
    text: str | None = None
    toolUse: _UseDelta | None = None  # noqa: N815
    toolResult: list[_Any] | None = None  # noqa: N815
    reasoningContent: _ReasoningDelta | None = None  # noqa: N815
    citation: _Any | None = None
    image: _ImageDelta | None = None


class _BlockDelta(Struct, forbid_unknown_fields=True):
    contentBlockIndex: int | None = None  # noqa: N815
    delta: _Delta | None = None


class _BlockStop(Struct, forbid_unknown_fields=True):
    contentBlockIndex: int | None = None  # noqa: N815


class _MessageStop(Struct, forbid_unknown_fields=True):
    stopReason: str | None = None  # noqa: N815
    additionalModelResponseFields: Any = None  # noqa: N815


_PLACES: Final = ("contentBlockIndex",)
_SHAPES: Final[Mapping[str, Shape]] = MappingProxyType(
    {
        "messageStart": Shape(_MessageStart),
        "contentBlockStart": Shape(_BlockStart, _PLACES),
        "contentBlockDelta": Shape(_BlockDelta, _PLACES),
        "contentBlockStop": Shape(_BlockStop, _PLACES),
        "messageStop": Shape(_MessageStop),
        "metadata": Shape(_Any),
    }
)
_ONCE: Final = frozenset(("role", "stopReason"))
_OF_BLOCKS: Final = frozenset(("contentBlockStart", "contentBlockDelta", "contentBlockStop"))


class Block:
    """One content block while its pieces come."""

    def __init__(self) -> None:
        self.kind = ""
        """The member of the block in a reply; empty until it is known."""
        self.start: Members = {}
        """What the block began with."""
        self.said: list[str] = []
        """The text, the reasoning, the input of a call, or bytes in base64."""
        self.rest: Members = {}
        self.items: list[Raw] = []
        """The citations of a text, or the content of a result."""

    def reply(self) -> dict[str, Any]:
        """The block as a reply without a stream has it."""
        said = "".join(self.said)
        if self.kind == "toolUse":
            # A call without input has no piece of it.
            return {"toolUse": {**self.start, "input": (json_of(said.strip()) or said) if said else {}}}
        if self.kind == "toolResult":
            return {"toolResult": {**self.start, "content": self.items}}
        if self.kind == "image":
            source = {"source": {"bytes": _joined(self.said)}} if self.said else {}
            return {"image": {**self.start, **source, **self.rest}}
        if self.kind == "redactedContent":
            return {"reasoningContent": {"redactedContent": _joined(self.said)}}
        if self.kind == "reasoningContent":
            return {"reasoningContent": {"reasoningText": {"text": said, **self.rest}}}
        if self.items:
            return {"citationsContent": {"content": [{"text": said}], "citations": self.items}}
        return {"text": said} if self.said or not self.start else dict(self.start)


def _joined(pieces: list[str]) -> str:
    """Join bytes that came in pieces, each as base64 text."""
    try:
        found = [base64.b64decode(piece, validate=True) for piece in pieces]
    except (binascii.Error, ValueError):
        return "".join(pieces)
    return pieces[0] if len(pieces) == 1 else base64.b64encode(b"".join(found)).decode()


class ConverseAssembler(StreamAssembler):
    """One stream of events."""

    def __init__(self) -> None:
        super().__init__()
        self.message: Members = {}
        self.top: Members = {}
        self.blocks: dict[int, Block] = {}

    @property
    def whole(self) -> bool:
        """Return whether the message has a stop reason."""
        return self.done or says(self.top.get("stopReason"))

    def take(self, frame: Frame) -> list[StreamEvent]:
        """The pieces that an event shows."""
        members = members_of(frame.data)
        if len(members) == 1 and members.keys() & EXCEPTIONS.keys():
            self.error = frame.data
            return []
        found: list[StreamEvent] = []
        for kind, raw in members.items():
            found += self._event(kind, raw)
        return found

    def _event(self, kind: str, raw: Raw) -> list[StreamEvent]:
        shape = _SHAPES.get(kind)
        said = object_of(raw)
        if shape is None or bytes(raw)[:1] != b"{" or (kind in _OF_BLOCKS and not _has_index(said)):
            return left_over("", {kind: raw})
        fits, left = shape.apart(bytes(raw), said)
        lost = _EVENTS[kind](self, fits)
        return [*lost, *left_over("", {kind: left} if left else {})]

    def begin_message(self, members: Members) -> list[StreamEvent]:
        """The message begins."""
        self.pieces.candidates.add(0)
        lost = keep(self.message, members, _ONCE)
        return left_over("", {"messageStart": lost} if lost else {})

    def begin(self, members: Members) -> list[StreamEvent]:
        """A content block begins: a call, a result, a picture, or one of an unknown kind."""
        number, block = self._block(members)
        start = object_of(members.get("start"))
        kind = next(iter(start), "")
        if len(start) != 1 or bytes(start[kind])[:1] != b"{" or block.kind:
            return left_over("", {"contentBlockStart": members} if start else {})
        block.kind, block.start = kind, object_of(start[kind])
        if kind == "toolUse" and {"toolUseId", "name"} <= block.start.keys():
            return self.pieces.call(0, number, text_of(block.start["toolUseId"]), text_of(block.start["name"]))
        if kind not in _KINDS:
            block.kind, block.start = kind, start
        self.pieces.block(0, number)
        return []

    def delta(self, members: Members) -> list[StreamEvent]:
        """A content block goes on."""
        number, block = self._block(members)
        found: list[StreamEvent] = []
        for name, raw in object_of(members.get("delta")).items():
            if says(raw) or name == "text":
                found += self._piece(number, block, name, raw)
        return found

    def _piece(self, number: int, block: Block, name: str, raw: Raw) -> list[StreamEvent]:
        if name == "reasoningContent":
            return self._reasoning(number, block, object_of(raw))
        if not _fits(block, name):
            return _odd(number, {name: raw})
        if name == "toolUse":
            return self._input(number, block, object_of(raw))
        block.kind = block.kind or ("text" if name == "citation" else name)
        self.pieces.block(0, number)
        if name == "text":
            block.said.append(text_of(raw))
            return self.pieces.text(0, number, block.said[-1])
        if name == "image":
            return self._image(number, block, object_of(raw))
        block.items += items_of(raw) if name == "toolResult" else [raw]
        return []

    def _input(self, number: int, block: Block, members: Members) -> list[StreamEvent]:
        block.kind = "toolUse"
        piece = text_of(members.get("input"))
        block.said.append(piece)
        return self.pieces.input(0, number, piece)

    def _image(self, number: int, block: Block, members: Members) -> list[StreamEvent]:
        source = object_of(members.pop("source", None))
        if "bytes" in source:
            block.said.append(text_of(source["bytes"]))
        lost = keep(block.rest, members)
        return _odd(number, {"image": lost}) if lost else []

    def _reasoning(self, number: int, block: Block, members: Members) -> list[StreamEvent]:
        found: list[StreamEvent] = []
        for name, raw in members.items():
            if not says(raw) and name != "text":
                continue
            kind = "redactedContent" if name == "redactedContent" else "reasoningContent"
            if block.kind not in ("", kind):
                found += _odd(number, {"reasoningContent": {name: raw}})
                continue
            block.kind = kind
            piece, at = text_of(raw), self.pieces.block(0, number)
            if name == "signature":
                block.rest["signature"] = Raw(ENCODER.encode(text_of(block.rest.get("signature")) + piece))
                found.append(SignatureDeltaEvent(piece, 0, at))
                continue
            block.said.append(piece)
            found += self.pieces.thinking(0, number, piece) if name == "text" else []
        return found

    def stop(self, members: Members) -> list[StreamEvent]:
        """A content block is whole."""
        number, block = self._block(members)
        self.pieces.block(0, number)
        return self.pieces.end_call(0, number) if block.kind == "toolUse" else []

    def end_message(self, members: Members) -> list[StreamEvent]:
        """The message is whole, and it is known why."""
        lost = keep(self.top, members, _ONCE)
        return left_over("", {"messageStop": lost} if lost else {})

    def end(self, members: Members) -> list[StreamEvent]:
        """What the reply cost: the last event."""
        lost = keep(self.top, members)
        self.done = says(self.top.get("stopReason"))
        ended = self.pieces.end_calls() if self.done else []
        return [*ended, *left_over("", {"metadata": lost} if lost else {})]

    def _block(self, members: Members) -> tuple[int, Block]:
        number = number_of(members.get("contentBlockIndex"))
        return number, self.blocks.setdefault(number, Block())

    def reply(self) -> bytes:
        """Return the reply as it would be without a stream."""
        content = [self.blocks[number].reply() for number in sorted(self.blocks)]
        message = {"role": "assistant", **self.message, "content": content}
        return ENCODER.encode({"output": {"message": message}, **self.top})


_KINDS: Final = frozenset(("toolUse", "toolResult", "image"))
_FITTING: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "text": frozenset(("", "text")),
        "citation": frozenset(("", "text")),
        "toolUse": frozenset(("", "toolUse")),
        "toolResult": frozenset(("", "toolResult")),
        "image": frozenset(("", "image")),
    }
)
"""The delta -> the kinds of blocks that it continues."""


def _fits(block: Block, name: str) -> bool:
    return block.kind in _FITTING.get(name, ())


def _has_index(members: Members) -> bool:
    return says(members.get("contentBlockIndex"))


def _odd(number: int, delta: Mapping[str, Any]) -> list[StreamEvent]:
    """A delta that does not fit its block."""
    members = {"contentBlockDelta": {"contentBlockIndex": number, "delta": delta}}
    return [OpaqueEvent("", Raw(ENCODER.encode(members)), "")]


_EVENTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "messageStart": ConverseAssembler.begin_message,
        "contentBlockStart": ConverseAssembler.begin,
        "contentBlockDelta": ConverseAssembler.delta,
        "contentBlockStop": ConverseAssembler.stop,
        "messageStop": ConverseAssembler.end_message,
        "metadata": ConverseAssembler.end,
    }
)


MERGING = ConverseAssembler
