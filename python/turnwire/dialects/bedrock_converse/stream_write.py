"""Write streams of ConverseStream, as JSON: one message, its content blocks one after the other, and how it ends."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.values import members_of
from turnwire.dialects.bedrock_converse.enums import EXCEPTIONS
from turnwire.stream.chunking import Chunking, GrowingPart, frame
from turnwire.stream.merging import items_of, object_of, text_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from msgspec import Raw

    from turnwire.losses import Losses
    from turnwire.stream.chunking import Waits
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

_EVENT_OF: Final[Mapping[str, str]] = MappingProxyType({word: event for event, word in EXCEPTIONS.items()})
# What messageStop has; metadata has the others.
_AT_STOP: Final = ("stopReason", "additionalModelResponseFields")
_AT_END: Final = ("usage", "metrics", "trace", "performanceConfig", "serviceTier")


class ConverseChunking(Chunking):
    """One stream of events."""

    marks = ("kind", "start")
    waits: Waits = "all"
    keep_alive = b""
    takes_comments = False

    def __init__(self, losses: Losses) -> None:
        super().__init__(losses)
        self.kinds: dict[int, str] = {}
        self.open_block: int | None = None

    def strands(self, body: Members) -> dict[Hashable, GrowingPart]:
        """The content blocks."""
        content = object_of(object_of(body.get("output")).get("message")).get("content")
        blocks = enumerate(map(object_of, items_of(content)))
        return {number: _strand(block) or GrowingPart(head={"kind": ""}) for number, block in blocks}

    def begin(self, _: Members) -> list[Frame]:
        """The message, without its content."""
        return [frame({"messageStart": {"role": "assistant"}})]

    def open(self, name: int, head: Mapping[str, Any]) -> list[Frame]:
        """A content block begins, and the one before it ends; a text begins with its first piece."""
        if not head["kind"]:
            return []  # no event has it; the end reports it
        self.kinds[name] = head["kind"]
        frames = self._stop()
        self.open_block = name
        if "start" in head:
            frames.append(_of_block("contentBlockStart", name, {"start": {head["kind"]: head["start"]}}))
        if "delta" in head:
            frames.append(_of_block("contentBlockDelta", name, {"delta": head["delta"]}))
        return frames

    def piece(self, name: int, piece: str) -> list[Frame]:
        """A content block goes on."""
        kind = self.kinds[name]
        delta: dict[str, Any] = {"text": piece}
        if kind == "toolUse":
            delta = {"toolUse": {"input": piece}}
        elif kind == "reasoningContent":
            delta = {"reasoningContent": {"text": piece}}
        return [_of_block("contentBlockDelta", name, {"delta": delta})]

    def rest(self, name: int, rest: Mapping[str, Raw]) -> list[Frame]:
        """A signature, or citations, one for each event."""
        frames = [
            _of_block("contentBlockDelta", name, {"delta": {"citation": each}})
            for each in items_of(rest.get("citations"))
        ]
        if "signature" in rest:
            frames.append(
                _of_block("contentBlockDelta", name, {"delta": {"reasoningContent": {"signature": rest["signature"]}}})
            )
        return frames

    def whole_call(self, name: int) -> list[Frame]:
        """The block of a call ends."""
        return self._stop() if name == self.open_block and self.kinds[name] == "toolUse" else []

    def is_closed(self, name: int) -> bool:
        """Whether another block has begun, or the block has ended."""
        return name in self.kinds and name != self.open_block

    def end(self, body: Members, *, whole: bool) -> list[Frame]:
        """Why the message stops, and what it cost."""
        self._report_blocks(body)
        is_half = not whole and self.open_block is not None and self.kinds[self.open_block] == "toolUse"
        frames = [] if is_half else self._stop()
        if not whole:
            self.losses.dropped("/usage", "completion.usage", None)
            return frames
        stop = {name: body[name] for name in _AT_STOP if name in body}
        rest = {name: raw for name, raw in body.items() if name not in (*_AT_STOP, "output")}
        return [*frames, frame({"messageStop": stop}), frame({"metadata": rest})]

    def _report_blocks(self, body: Members) -> None:
        """Report the blocks that no event has, and the cache points, which are marks of the blocks before them."""
        content = object_of(object_of(body.get("output")).get("message")).get("content")
        shown = -1
        for block in map(object_of, items_of(content)):
            shown += "cachePoint" not in block
            if _strand(block) is None:
                self.losses.dropped(*_place(shown, block), None)

    def error(self, body: bytes) -> list[Frame]:
        """An exception is an event that is named after its type."""
        members = members_of(body)
        if len(members) == 1 and members.keys() & EXCEPTIONS.keys():
            return [frame(members)]
        event = _EVENT_OF.get(text_of(members.pop("__type", None)), "internalServerException")
        return [frame({event: members})]

    def _stop(self) -> list[Frame]:
        if self.open_block is None:
            return []
        number, self.open_block = self.open_block, None
        return [_of_block("contentBlockStop", number)]


def _of_block(event: str, number: int, members: Mapping[str, Any] = MappingProxyType({})) -> Frame:
    return frame({event: {**members, "contentBlockIndex": number}})


def _place(number: int, block: Members) -> tuple[str, str]:
    """Return the place and the feature of a block that no event has; a cache point is the mark of the block before."""
    place = f"/candidates/0/content/{number}"
    return (f"{place}/cache", "text.cache") if "cachePoint" in block else (place, "message.content")


def _strand(block: Members) -> GrowingPart | None:
    """Return what grows of a block; None for a block that has no event."""
    kind = next(iter(block), "")
    inside = object_of(block.get(kind))
    if kind == "text":
        return GrowingPart(text_of(block["text"]), {"kind": "text"})
    if kind == "toolUse":
        text = bytes(inside.pop("input", b"{}")).decode()
        return GrowingPart(text, {"kind": kind, "start": inside}, is_json=True, is_call=True)
    if kind == "reasoningContent":
        return _thought(inside)
    if kind == "citationsContent":
        text = "".join(text_of(object_of(each).get("text")) for each in items_of(inside.get("content")))
        return GrowingPart(
            text, {"kind": "text"}, {"citations": inside["citations"]} if inside.get("citations") else {}
        )
    return _whole(kind, inside)


def _thought(inside: Members) -> GrowingPart:
    if "redactedContent" in inside:
        return GrowingPart(
            head={"kind": "redacted", "delta": {"reasoningContent": {"redactedContent": inside["redactedContent"]}}}
        )
    said = object_of(inside.get("reasoningText"))
    rest = {"signature": said["signature"]} if "signature" in said else {}
    return GrowingPart(text_of(said.get("text")), {"kind": "reasoningContent"}, rest)


def _whole(kind: str, inside: Members) -> GrowingPart | None:
    """A result or a picture, which come whole here."""
    if kind == "toolResult":
        content = inside.pop("content", None)
        return GrowingPart(head={"kind": kind, "start": inside, "delta": {"toolResult": items_of(content)}})
    if kind == "image":
        source = {"source": inside.pop("source")} if "source" in inside else {}
        return GrowingPart(head={"kind": kind, "start": inside, "delta": {"image": source}})
    return None


CHUNKING = ConverseChunking
