"""Events of a stream -> the reply that they make up."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import NATIVE
from turnwire.model import (
    ABSENT,
    AudioBlock,
    AudioDeltaEvent,
    BlockEndEvent,
    BlockStartEvent,
    CitationDeltaEvent,
    CompleteEvent,
    Completion,
    ContentBlock,
    ErrorEvent,
    Message,
    MessageMetadata,
    RefusalBlock,
    RefusalDeltaEvent,
    SignatureDeltaEvent,
    StartEvent,
    StreamEvent,
    TextBlock,
    TextDeltaEvent,
    ThinkingBlock,
    ThinkingDeltaEvent,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
    Usage,
    UsageEvent,
)
from turnwire.stream.block_fold import Slot, built, goes_on
from turnwire.stream.merging import joined, object_of, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from turnwire.documents.residue import ProviderRaw

TRUNCATED: Final = "stream.truncated"
"""The code of the event for a stream that ended before the reply did."""
BESIDE: Final = ("service_tier", "schema_version")
"""The fields of a reply that no event has."""
EARLY: Final = "usage"
"""The member of a start event's residue that holds the provisional usage."""
_PIECES: Final = frozenset((TextDeltaEvent, ThinkingDeltaEvent, RefusalDeltaEvent, ToolUseInputDeltaEvent))
_USAGE: Final = msgspec.json.Decoder(Usage)
_METADATA: Final = msgspec.json.Decoder(MessageMetadata)
_MESSAGE: Final = msgspec.json.Decoder(Message)


def truncated() -> ErrorEvent:
    """Return the event for a stream that ended before the reply did."""
    return ErrorEvent("the stream ended before the reply did", code=TRUNCATED)


class Saying(Struct):
    """A candidate while its pieces come."""

    slots: dict[int, Slot] = {}
    role: str | None = None
    logprobs: list[Raw] = []
    complete: CompleteEvent | None = None

    def numbers(self) -> list[int]:
        """The numbers of the blocks with any content, in order."""
        return sorted(number for number, slot in self.slots.items() if slot.block is not None)

    def joined_logprobs(self) -> Raw:
        """The log-probabilities of all pieces."""
        return joined(self.logprobs) if self.logprobs else ABSENT


class Folding:
    """The reply that some events make up; `completion()` returns it at any time."""

    def __init__(self) -> None:
        self.start = StartEvent()
        self.usage: Usage | None = None
        self.early: Usage | None = None
        """The usage that was known when the reply began: it is provisional, and no part of the reply."""
        self.provider_raw: dict[str, Raw] = {}
        self.candidates: dict[int, Saying] = {}
        self.error: ErrorEvent | None = None
        self.has_end = False
        """Whether anything arrived that only the end of a stream has."""
        self.is_retold = False
        """Whether a block began again: until the end, some blocks may be there twice."""

    def add(self, event: StreamEvent) -> None:
        """Add an event."""
        if rule := _RULES.get(type(event)):
            rule(self, event)

    def go_on(self, event: Any) -> bool:
        """Add the next piece of a block that has begun; return False for any other event, which is not added.

        Nearly every event of a stream is one, so that this looks up each thing once.
        """
        if type(event) not in _PIECES or (saying := self.candidates.get(event.candidate)) is None:
            return False
        slot = saying.slots.get(event.block)
        if slot is None or slot.block is None:
            return False
        if piece := event.partial_input if type(event) is ToolUseInputDeltaEvent else event.text:
            slot.said.append(piece)
        if type(event) is TextDeltaEvent and event.logprobs:
            saying.logprobs.append(event.logprobs)
        return True

    def block(self, candidate: int, number: int) -> ContentBlock | None:
        """Return a block as far as it has arrived; None if nothing of it has."""
        saying = self.candidates.get(candidate)
        slot = saying.slots.get(number) if saying is not None else None
        return None if slot is None else built(slot)

    def said(self, candidate: int, number: int) -> str:
        """The pieces of a block."""
        return "".join(self.candidates[candidate].slots[number].said)

    def goes_on(self, event: BlockStartEvent) -> bool:
        """Whether an event begins another summary of a thought, or its text, and takes nothing back."""
        return goes_on(self.block(event.candidate, event.block), event.content)

    def numbers(self, candidate: int) -> list[int]:
        """Return the numbers of the blocks of which anything has arrived."""
        saying = self.candidates.get(candidate)
        return [] if saying is None else sorted(saying.slots)

    def has(self, candidate: int, number: int) -> bool:
        """Return whether anything of a block has arrived."""
        saying = self.candidates.get(candidate)
        return saying is not None and number in saying.slots

    def is_empty(self) -> bool:
        """Return whether nothing of a reply has arrived; the residue of a failed reply does not count."""
        said = self.provider_raw if self.error is None else None
        return not (self.candidates or self.usage or self.start.id or self.start.model or said)

    def paths(self) -> dict[tuple[int, int], str]:
        """Return the path of each block in the reply, whose lists have no gaps."""
        return {
            (candidate, number): f"/candidates/{position}/content/{place}"
            for position, candidate in enumerate(sorted(self.candidates))
            for place, number in enumerate(self.candidates[candidate].numbers())
        }

    def content_of(self, candidate: int) -> str:
        """Return the path of a candidate's content; that of all candidates if nothing of this one has arrived."""
        found = [position for position, number in enumerate(sorted(self.candidates)) if number == candidate]
        return f"/candidates/{found[0]}/content" if found else "/candidates"

    def is_whole(self) -> bool:
        """Whether the reply came to its end, without an error."""
        if self.error is not None or not self.has_end:
            return False
        return all(saying.complete is not None for saying in self.candidates.values())

    def completion(self) -> Completion:
        """The reply."""
        start = self.start
        rest, fields = _apart(self.provider_raw)
        beside = {name: value_of(fields.get(name)) for name in BESIDE}
        messages = [self._message(self.candidates[n]) for n in sorted(self.candidates)]
        return Completion(messages, start.id, start.created_at, start.model, self.usage, provider_raw=rest, **beside)

    def slot(self, event: Any) -> Slot:
        """The block that an event is about."""
        saying = self.candidates.get(event.candidate) or self.saying(event.candidate)
        return saying.slots.get(event.block) or saying.slots.setdefault(event.block, Slot())

    def saying(self, candidate: int) -> Saying:
        """The candidate that an event is about."""
        if (saying := self.candidates.get(candidate)) is None:
            saying = self.candidates[candidate] = Saying()
        return saying

    def _message(self, saying: Saying) -> Message:
        role: Any = self.start.role or "assistant"
        blocks = [built(saying.slots[n]) for n in saying.numbers()]
        done = saying.complete or CompleteEvent()
        rest, fields = _apart(done.provider_raw)
        metadata = _METADATA.decode(fields.get("metadata", Raw(b"{}")))
        metadata.status = self._status(saying) or metadata.status
        metadata.stop_reason, metadata.stop_sequence = done.stop_reason, done.stop_sequence
        metadata.logprobs = metadata.logprobs or (ABSENT if "logprobs" in fields else saying.joined_logprobs())
        return structs.replace(
            _MESSAGE.decode(fields["message"]) if "message" in fields else Message(role),
            content=[block for block in blocks if block is not None],
            metadata=None if metadata == MessageMetadata() else metadata,
            provider_raw=rest,
        )

    def _status(self, saying: Saying) -> Any:
        if self.error is None:
            return None if saying.complete is not None else "partial"
        if saying.complete is not None and saying.complete.stop_reason == "error":
            return None  # which says the same
        return "partial" if self.error.code == TRUNCATED else "error"


def fold(events: Iterable[StreamEvent]) -> Completion:
    """Fold the events of one stream into the reply that they make up.

    Args:
        events: the events, in their order.

    Returns:
        The reply.

    Example:
        `reply = turnwire.fold(reader.feed(body) + reader.close())`

    If a block begins twice, the second beginning replaces the first.  A thought whose last summary is empty when it
    begins continues with that summary, any other with its text.  The status of a reply that broke off is `partial`, or
    `error` if the provider sent one.  Unknown events are ignored.
    """
    folding = Folding()
    for event in events:
        folding.add(event)
    return folding.completion()


def _start(folding: Folding, event: StartEvent) -> None:
    for name in ("id", "role", "model", "created_at"):
        if (value := getattr(event, name)) is not None:
            setattr(folding.start, name, value)
    raw, fields = _apart(event.provider_raw)
    if EARLY in fields:
        folding.early = _USAGE.decode(fields.pop(EARLY))
    folding.provider_raw |= (overlaid(raw, fields) if fields else raw) or {}


def _begin(folding: Folding, event: BlockStartEvent) -> None:
    is_told = folding.block(event.candidate, event.block) is not None
    folding.is_retold = folding.is_retold or (is_told and not folding.goes_on(event))
    folding.saying(event.candidate).slots[event.block] = Slot(event.content, provider_raw=event.provider_raw)


def _say(folding: Folding, event: Any, piece: str, kind: Any, *begun: str) -> Slot:
    slot = folding.slot(event)
    if slot.block is None:
        slot.block = kind(*begun)
    if piece:
        slot.said.append(piece)
    return slot


def _text(folding: Folding, event: TextDeltaEvent) -> None:
    _say(folding, event, event.text, TextBlock, "")
    if event.logprobs:
        folding.saying(event.candidate).logprobs.append(event.logprobs)


def _thinking(folding: Folding, event: ThinkingDeltaEvent) -> None:
    _say(folding, event, event.text, ThinkingBlock, "")


def _signature(folding: Folding, event: SignatureDeltaEvent) -> None:
    _say(folding, event, "", ThinkingBlock, "").signature.append(event.signature)


def _citation(folding: Folding, event: CitationDeltaEvent) -> None:
    _say(folding, event, "", TextBlock, "").citations.append(event.citation)


def _refusal(folding: Folding, event: RefusalDeltaEvent) -> None:
    _say(folding, event, event.text, RefusalBlock, "")


def _audio(folding: Folding, event: AudioDeltaEvent) -> None:
    slot = _say(folding, event, event.transcript or "", AudioBlock)
    if event.data:
        slot.data.append(event.data)


def _call(folding: Folding, event: ToolUseStartEvent) -> None:
    slot = folding.slot(event)
    if slot.block is None:
        slot.block = ToolUseBlock(event.id, event.name, provider_raw=event.provider_raw)


def _call_input(folding: Folding, event: ToolUseInputDeltaEvent) -> None:
    _say(folding, event, event.partial_input, ToolUseBlock, "", "")


def _call_end(folding: Folding, event: ToolUseEndEvent) -> None:
    slot = folding.slot(event)
    slot.input = event.input or slot.input


def _end(folding: Folding, event: BlockEndEvent) -> None:
    slot = folding.slot(event)
    slot.provider_raw = event.provider_raw or slot.provider_raw


def _usage(folding: Folding, event: UsageEvent) -> None:
    folding.has_end = True
    folding.usage = None if event.usage == Usage() else event.usage
    if event.provider_raw is not None:
        folding.provider_raw = dict(event.provider_raw)


def _complete(folding: Folding, event: CompleteEvent) -> None:
    folding.has_end = True
    folding.saying(event.candidate).complete = event


def _error(folding: Folding, event: ErrorEvent) -> None:
    folding.error = event


_RULES: Final[Mapping[type, Any]] = MappingProxyType(
    {
        StartEvent: _start,
        BlockStartEvent: _begin,
        TextDeltaEvent: _text,
        ThinkingDeltaEvent: _thinking,
        SignatureDeltaEvent: _signature,
        CitationDeltaEvent: _citation,
        RefusalDeltaEvent: _refusal,
        AudioDeltaEvent: _audio,
        ToolUseStartEvent: _call,
        ToolUseInputDeltaEvent: _call_input,
        ToolUseEndEvent: _call_end,
        BlockEndEvent: _end,
        UsageEvent: _usage,
        CompleteEvent: _complete,
        ErrorEvent: _error,
    }
)


def overlaid(provider_raw: ProviderRaw | None, fields: dict[str, Any]) -> dict[str, Raw]:
    """Return residue together with fields that an event has no member for yet.

    Fields that a later version of the model may bring are kept under the name of native JSON
    (turnwire.documents.residue).
    """
    return {**(provider_raw or {}), NATIVE: Raw(ENCODER.encode(fields))}


def _apart(provider_raw: ProviderRaw | None) -> tuple[dict[str, Raw] | None, dict[str, Raw]]:
    """Residue without such fields, and these."""
    rest = dict(provider_raw or {})
    fields = object_of(rest.pop(NATIVE, None))
    return rest or None, fields
