"""A reply -> the events of a stream that would have made it up."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.errors import invalid
from turnwire.model import (
    BlockEndEvent,
    BlockStartEvent,
    Completion,
    RefusalBlock,
    RefusalDeltaEvent,
    SignatureDeltaEvent,
    TextBlock,
    TextDeltaEvent,
    ThinkingBlock,
    ThinkingDeltaEvent,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)
from turnwire.stream.block_start import beginning, without_pieces
from turnwire.stream.ending import ending, start_of
from turnwire.stream.fold import Folding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from turnwire.model import ContentBlock, StreamEvent


def unfold(reply: Completion) -> Iterator[StreamEvent]:
    """Make the events of a stream from a whole reply; `fold` returns the reply again.

    An empty object, such as usage without a count, is not preserved.  A text becomes one piece.

    Args:
        reply: the reply.

    Returns:
        An iterator of its events.

    Raises:
        InvalidDocument: `reply` is not a Completion (`input.type`); raised at once, not by the iterator.

    Example:
        `b"".join(map(writer.send, turnwire.unfold(reply))) + writer.close()`
    """
    if not isinstance(reply, Completion):
        raise invalid("input.type", f"a Completion is unfolded, not a {type(reply).__qualname__}")
    return _events(reply)


def _events(reply: Completion) -> Iterator[StreamEvent]:
    folding = Folding()
    for event in _pieces(reply):
        folding.add(event)
        yield event
    yield from ending(folding, reply, set(range(len(reply.candidates))))


def _pieces(reply: Completion) -> Iterator[StreamEvent]:
    yield start_of(reply)
    for candidate, message in enumerate(reply.candidates):
        for number, block in enumerate(message.content):
            make = _PIECES.get(type(block), _whole)
            yield from make(candidate, number, block)


def _whole(candidate: int, number: int, block: ContentBlock) -> Iterator[StreamEvent]:
    yield BlockStartEvent(candidate, number, block)
    yield BlockEndEvent(candidate, number)


def _text(candidate: int, number: int, block: Any) -> Iterator[StreamEvent]:
    yield from beginning(candidate, number, block)
    make = RefusalDeltaEvent if type(block) is RefusalBlock else TextDeltaEvent
    yield make(block.text, candidate, number)


def _thinking(candidate: int, number: int, block: Any) -> Iterator[StreamEvent]:
    if block.summary:
        yield from _summaries(candidate, number, block)
    else:
        yield from beginning(candidate, number, block)
        yield ThinkingDeltaEvent(block.text, candidate, number)
    if block.signature is not None:
        yield SignatureDeltaEvent(block.signature, candidate, number)


def _summaries(candidate: int, number: int, block: Any) -> Iterator[StreamEvent]:
    begun = without_pieces(block)
    for count, summary in enumerate(block.summary):
        said = structs.replace(begun, summary=[*block.summary[:count], ""])
        yield BlockStartEvent(candidate, number, said)
        yield ThinkingDeltaEvent(summary, candidate, number)
    if block.text and block.summary[-1]:
        yield BlockStartEvent(candidate, number, structs.replace(begun, summary=block.summary))
        yield ThinkingDeltaEvent(block.text, candidate, number)


def _call(candidate: int, number: int, block: Any) -> Iterator[StreamEvent]:
    yield from beginning(candidate, number, block)
    yield ToolUseStartEvent(block.id, block.name, candidate, number)
    said = bytes(block.input).decode() if block.input else block.input_text
    if said:
        yield ToolUseInputDeltaEvent(said, candidate, number)
    yield ToolUseEndEvent(candidate, number)


_PIECES: Final[Mapping[type, Callable[[int, int, Any], Iterator[StreamEvent]]]] = MappingProxyType(
    {
        TextBlock: _text,
        RefusalBlock: _text,
        ThinkingBlock: _thinking,
        ToolUseBlock: _call,
    }
)
