"""The last events of a stream: everything in the whole reply that its pieces do not have."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.model import (
    ABSENT,
    BlockEndEvent,
    BlockStartEvent,
    CitationDeltaEvent,
    CompleteEvent,
    Message,
    MessageMetadata,
    StartEvent,
    TextBlock,
    ToolUseBlock,
    Usage,
    UsageEvent,
)
from turnwire.stream.fold import BESIDE, EARLY, overlaid
from turnwire.stream.merging import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.model import Completion, ContentBlock, StreamEvent
    from turnwire.stream.fold import Folding


def start_of(reply: Completion) -> StartEvent:
    """Return what is known of a reply when it begins; a usage is provisional (`Folding.early`)."""
    raw = reply.provider_raw
    if reply.usage is not None:
        beside = {name: value for name in BESIDE if (value := getattr(reply, name)) is not None}
        raw = overlaid(raw, {EARLY: reply.usage, **beside})
    return StartEvent(reply.id, "assistant", reply.model, reply.created_at, raw)


def ending(
    folding: Folding, reply: Completion, numbers: set[int], left: Callable[[int, int, ContentBlock], bool] | None = None
) -> Iterator[StreamEvent]:
    """Yield the events after which folding gives `reply`; blocks with more than their pieces begin again, complete.

    `numbers` are the numbers of the candidates, in their order in the reply; `left` returns the blocks in which the
    stream has broken off: these do not end.
    """
    start = start_of(reply)
    if (start.id, start.model, start.created_at) != (folding.start.id, folding.start.model, folding.start.created_at):
        yield structs.replace(start, provider_raw=None)
    are_all = len(numbers) == len(reply.candidates)
    candidates = list(zip(sorted(numbers) if are_all else itertools.count(), reply.candidates, strict=False))
    for candidate, message in candidates:
        for number, block in enumerate(message.content):
            is_left = left is not None and left(candidate, number, block)
            tell = _left if is_left else _block
            yield from tell(folding, candidate, number, block)
        yield from _taken_back(folding, candidate, len(message.content))
    # Values of the start may be taken back; an absent value has no event.
    raw = reply.provider_raw or ({} if folding.provider_raw else None)
    if fields := {name: value for name in BESIDE if (value := getattr(reply, name)) is not None}:
        raw = overlaid(raw, fields)
    # A reply without candidates needs this event to show that it is complete.
    if reply.usage is not None or raw is not None or not candidates:
        yield UsageEvent(reply.usage or Usage(), raw)
    for candidate, message in candidates:
        yield _complete(folding, candidate, message)


def _complete(folding: Folding, candidate: int, message: Message) -> CompleteEvent:
    metadata = message.metadata or MessageMetadata()
    rest = structs.replace(metadata, stop_reason=None, stop_sequence=None)
    pieces = folding.saying(candidate).joined_logprobs()
    fields: dict[str, Any] = {}
    if rest.logprobs and rest.logprobs == pieces:
        rest.logprobs = ABSENT
    elif pieces and not rest.logprobs:
        fields["logprobs"] = None  # they stand elsewhere in the reply, in a shape that the model has not
    if rest != MessageMetadata():
        fields["metadata"] = rest
    own = structs.replace(message, content=[], metadata=None, provider_raw=None)
    if own != Message("assistant"):
        fields["message"] = own
    raw = overlaid(message.provider_raw, fields) if fields else message.provider_raw
    return CompleteEvent(candidate, metadata.stop_reason, metadata.stop_sequence, raw)


def _taken_back(folding: Folding, candidate: int, count: int) -> Iterator[BlockStartEvent]:
    """Take back blocks that the reply does not have: a block that begins as nothing does not exist."""
    for number in folding.numbers(candidate):
        if number >= count and folding.block(candidate, number) is not None:
            yield BlockStartEvent(candidate, number)


def cited(told: ContentBlock | None, candidate: int, number: int, block: ContentBlock) -> list[CitationDeltaEvent]:
    """Return the new citations of a text whose pieces were sent; none if more than citations is missing."""
    if type(block) is not TextBlock or type(told) is not TextBlock or told.citations or told.text != block.text:
        return []
    return [CitationDeltaEvent(citation, candidate, number) for citation in block.citations]


def _block(folding: Folding, candidate: int, number: int, block: ContentBlock) -> Iterator[StreamEvent]:
    told = folding.block(candidate, number)
    if citations := cited(told, candidate, number, block):
        yield from citations
        yield BlockEndEvent(candidate, number, block.provider_raw)
    elif told is None or not _is_same(told, block):
        yield BlockStartEvent(candidate, number, block)
        yield BlockEndEvent(candidate, number)
    else:
        yield BlockEndEvent(candidate, number, block.provider_raw)


def _left(folding: Folding, candidate: int, number: int, block: ContentBlock) -> Iterator[StreamEvent]:
    told = folding.block(candidate, number)
    if told is None or not _is_same(told, block):
        yield BlockStartEvent(candidate, number, block)
    elif block.provider_raw:
        yield BlockStartEvent(candidate, number, structs.replace(told, provider_raw=block.provider_raw))


def _is_same(told: ContentBlock, block: ContentBlock) -> bool:
    if type(told) is not type(block):
        return False
    if type(told) is ToolUseBlock and type(block) is ToolUseBlock and told.input_text is not None:
        # Text that is not JSON is in the reply as a text, which is JSON.
        is_text = text_of(block.input) == told.input_text
        block = structs.replace(block, input=told.input, input_text=told.input_text) if is_text else block
    return structs.replace(told, provider_raw=None) == structs.replace(block, provider_raw=None)
