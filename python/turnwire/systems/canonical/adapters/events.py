"""The events of a streamed reply as the canonical message format (7.4) and its streaming protocol (5.3) have them."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire import model as m
from turnwire.errors import invalid
from turnwire.stream import Folding
from turnwire.systems.canonical.adapters.turns import Gate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class MessageStart(Struct, frozen=True, tag_field="type", tag="message_start"):
    """A message begins; this comes before everything else of it."""

    message_id: str
    role: str
    model: str | None


class TextDelta(Struct, frozen=True, tag_field="type", tag="text_delta"):
    """A piece of text: "the new chunk only, not cumulative"."""

    message_id: str
    content_block_index: int
    text: str


class ThinkingDelta(Struct, frozen=True, tag_field="type", tag="thinking_delta"):
    """A piece of reasoning; the signature is "populated only on the final delta of the block"."""

    message_id: str
    content_block_index: int
    text: str
    signature: str | None = None


class ToolUseStart(Struct, frozen=True, tag_field="type", tag="tool_use_start"):
    """A call begins."""

    message_id: str
    content_block_index: int
    tool_use_id: str
    tool_name: str


class ToolUseInputDelta(Struct, frozen=True, tag_field="type", tag="tool_use_input_delta"):
    """A "raw JSON string fragment, may be invalid mid-stream"."""

    message_id: str
    content_block_index: int
    tool_use_id: str
    partial_json: str


class ToolUseEnd(Struct, frozen=True, tag_field="type", tag="tool_use_end"):
    """A call is whole; the input is "`{}` if nothing parses"."""

    message_id: str
    content_block_index: int
    tool_use_id: str
    final_input: dict[str, Any]


class UsageUpdate(Struct, frozen=True, tag_field="type", tag="usage_update"):
    """The counts so far."""

    message_id: str
    usage: m.Usage


class MessageComplete(Struct, frozen=True, tag_field="type", tag="message_complete"):
    """The last event of a message: "the authoritative content", by which clients check what they have put together."""

    message_id: str
    stop_reason: str | None
    """`cancelled` and `error` if the stream broke off; None if the provider sent no stop reason."""
    final_content: list[m.ContentBlock]
    usage: m.Usage | None


class Failure(Struct, frozen=True, tag_field="type", tag="error"):
    """The provider sent an error, or the stream ended before the reply did (`stream.truncated`)."""

    message_id: str
    message: str
    error_type: str | None = None
    code: str | None = None


StreamEvent = (
    MessageStart
    | TextDelta
    | ThinkingDelta
    | ToolUseStart
    | ToolUseInputDelta
    | ToolUseEnd
    | UsageUpdate
    | MessageComplete
    | Failure
)

_DOTTED: Final = MappingProxyType(
    {
        "message_start": "message.start",
        "text_delta": "text.delta",
        "thinking_delta": "thinking.delta",
        "tool_use_start": "tool.use_start",
        "tool_use_input_delta": "tool.use_input_delta",
        "tool_use_end": "tool.use_end",
        "message_complete": "message.complete",
    }
)


def dotted(event: StreamEvent) -> tuple[str, Any] | None:
    """The name that the streaming protocol has for an event, and its payload as JSON.

    None for the two that it has not: `usage_update` and `error`.
    """
    payload: Any = msgspec.to_builtins(event, enc_hook=_plain)
    name = _DOTTED.get(payload.pop("type"))
    return None if name is None else (name, payload)


def event_of(data: bytes | str | Mapping[str, Any]) -> StreamEvent:
    """Read an event with the names of either document: `text_delta` and `text.delta` are the same.

    Its members are next to its type or in `payload`, and it may be in a frame of the streaming protocol (`{"type":
    "event", "event": {...}}`).  Raises InvalidDocument: `adapter.event` for any other object.
    """
    try:
        members = _MEMBERS.decode(data if isinstance(data, bytes | str) else msgspec.json.encode(data))
        if _TEXT.decode(members["type"]) == "event":
            members = _MEMBERS.decode(members["event"])
        kind = _TEXT.decode(members["type"]).replace(".", "_")
        payload = _MEMBERS.decode(members["payload"]) if "payload" in members else members
        found: StreamEvent = _EVENT.decode(msgspec.json.encode({**payload, "type": kind}))
    except (msgspec.MsgspecError, RecursionError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise invalid("adapter.event", f"this is not an event of a stream: {error!r}") from None
    return found


_EVENT: Final = msgspec.json.Decoder(StreamEvent)
_MEMBERS: Final = msgspec.json.Decoder(dict[str, Raw])
_TEXT: Final = msgspec.json.Decoder(str)


def _number(text: str) -> float | Decimal:
    near = float(text)
    return near if isfinite(near) else Decimal(text)


_WIDE: Final = msgspec.json.Decoder(float_hook=_number)


def _plain(raw: Raw) -> Any:
    """The free JSON of an event: all else in it is plain already."""
    try:
        return msgspec.json.decode(raw)
    except msgspec.ValidationError:
        return _WIDE.decode(raw)  # a number that no double holds: 1e400


class Telling:
    """The events of one reply as events of one message; candidates after the first are left out."""

    def __init__(self, message_id: str, new_id: Any, model_of: Any) -> None:
        self.message_id, self.new_id, self.model_of = message_id, new_id, model_of
        self.folding = Folding()
        self.ids: dict[int, str] = {}
        self.ended: set[int] = set()
        self.started = False
        self.gate = Gate()

    def tell(self, event: m.StreamEvent) -> Iterator[StreamEvent]:
        """Yield an event of turnwire as events of the contract."""
        self.folding.add(event)
        rule = _RULES.get(type(event))
        if rule is not None and not getattr(event, "candidate", 0):
            yield from self.begin()
            for told in rule(self, event):
                yield from self.gate.take(told)

    def begin(self) -> Iterator[StreamEvent]:
        """Begin the message, once."""
        if not self.started:
            self.started = True
            start = self.folding.start
            yield MessageStart(self.message_id, start.role or "assistant", self.model_of(start.model))

    def end_calls(self) -> Iterator[StreamEvent]:
        """End open calls: "any in-flight tool_use blocks [...] are emitted as `tool.use_end`"."""
        for told in self.calls_left():
            yield from self.gate.take(told)

    def calls_left(self) -> Iterator[StreamEvent]:
        """The ends of the calls that have none yet, in the order of their blocks."""
        for number in sorted(self.ids.keys() - self.ended):
            yield from self.call_end(number)

    def call_end(self, number: int) -> Iterator[StreamEvent]:
        """A call is whole; once."""
        if number in self.ended:
            return
        self.ended.add(number)
        block = self.folding.block(0, number)
        use_id = self.ids[number]
        yield ToolUseEnd(self.message_id, number, use_id, input_of(block))

    def call(self, number: int, use_id: str, name: str) -> Iterator[StreamEvent]:
        """A call begins; once."""
        if number not in self.ids:
            self.ids[number] = self.new_id(use_id)
            yield ToolUseStart(self.message_id, number, self.ids[number], name)


def input_of(block: m.ContentBlock | None) -> dict[str, Any]:
    """The input of a call as an object; an empty one where it is none."""
    raw = block.input if type(block) is m.ToolUseBlock else m.ABSENT
    if not raw or bytes(memoryview(raw)[:1]) != b"{":
        return {}
    found: dict[str, Any] = msgspec.json.decode(raw)
    return found


def _text(told: Telling, event: m.TextDeltaEvent) -> Iterator[StreamEvent]:
    yield TextDelta(told.message_id, event.block, event.text)


def _thinking(told: Telling, event: m.ThinkingDeltaEvent) -> Iterator[StreamEvent]:
    yield ThinkingDelta(told.message_id, event.block, event.text)


def _signature(told: Telling, event: m.SignatureDeltaEvent) -> Iterator[StreamEvent]:
    yield ThinkingDelta(told.message_id, event.block, "", event.signature)


def _call(told: Telling, event: m.ToolUseStartEvent) -> Iterator[StreamEvent]:
    yield from told.call(event.block, event.id, event.name)


def _input(told: Telling, event: m.ToolUseInputDeltaEvent) -> Iterator[StreamEvent]:
    if event.block in told.ids:
        yield ToolUseInputDelta(told.message_id, event.block, told.ids[event.block], event.partial_input)


def _call_end(told: Telling, event: m.ToolUseEndEvent) -> Iterator[StreamEvent]:
    if event.block in told.ids:
        yield from told.call_end(event.block)


def _block_end(told: Telling, event: m.BlockEndEvent) -> Iterator[StreamEvent]:
    """Begin and end a call that came in one piece; provider-run calls are left out."""
    block = told.folding.block(0, event.block)
    if type(block) is m.ToolUseBlock and block.run_by != "provider" and event.block not in told.ids:
        yield from told.call(event.block, block.id, block.name)
        yield from told.call_end(event.block)


def _usage(told: Telling, event: m.UsageEvent) -> Iterator[StreamEvent]:
    if event.usage != m.Usage():
        yield UsageUpdate(told.message_id, event.usage)


def _error(told: Telling, event: m.ErrorEvent) -> Iterator[StreamEvent]:
    yield from told.calls_left()
    yield Failure(told.message_id, event.message, event.error_type, event.code)


def _nothing(_: Telling, __: m.StreamEvent) -> Iterator[StreamEvent]:
    return iter(())


_RULES: Final[Mapping[type, Any]] = MappingProxyType(
    {
        m.StartEvent: _nothing,
        m.TextDeltaEvent: _text,
        m.ThinkingDeltaEvent: _thinking,
        m.SignatureDeltaEvent: _signature,
        m.ToolUseStartEvent: _call,
        m.ToolUseInputDeltaEvent: _input,
        m.ToolUseEndEvent: _call_end,
        m.BlockEndEvent: _block_end,
        m.UsageEvent: _usage,
        m.ErrorEvent: _error,
    }
)
