"""The events that a reader adds before a piece: the start of its block, if it is a block at all."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.errors import InvalidDocument
from turnwire.model import (
    BlockEndEvent,
    Origin,
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
from turnwire.model import BlockStartEvent as Begin
from turnwire.stream.block_start import beginning
from turnwire.stream.ending import cited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from turnwire.model import Completion, ContentBlock, StreamEvent
    from turnwire.stream.fold import Folding
    from turnwire.stream.merging import StreamAssembler


_THOUGHTS: Final = frozenset((ThinkingDeltaEvent, SignatureDeltaEvent, Begin))
_FIRST: Final[Mapping[type, type]] = MappingProxyType(
    {
        TextDeltaEvent: TextBlock,
        RefusalDeltaEvent: RefusalBlock,
        ThinkingDeltaEvent: ThinkingBlock,
        SignatureDeltaEvent: ThinkingBlock,
        Begin: ThinkingBlock,
        ToolUseStartEvent: ToolUseBlock,
    }
)
"""The events by which a block may begin, and its type."""
_OF_CALLS: Final = frozenset((ToolUseStartEvent, ToolUseInputDeltaEvent, ToolUseEndEvent))
_LOOKS: Final = 40
"""How often a stream is read as far as it came, to say of a block where it begins what its pieces do not."""


class BlockStarts:
    """How the blocks of one stream that is read begin.

    Args:
        dialect: the dialect of the stream.
        merging: the chunks so far.
        folding: the events so far.
        read: reads the reply so far.
    """

    def __init__(
        self, dialect: str, merging: StreamAssembler, folding: Folding, read: Callable[[], Completion]
    ) -> None:
        self._dialect, self._merging, self._folding, self._read = dialect, merging, folding, read
        self.hidden: set[tuple[int, int]] = set()
        """The blocks that came as calls and are none in the reply: nobody should run them."""
        self._looks = 0

    def before(self, event: StreamEvent) -> list[StreamEvent]:
        """Return the event, and before it what is known of a block that begins with it."""
        return self._thought(event) if type(event) is Begin else [*self._opening(event), event]

    def _thought(self, event: Begin) -> list[StreamEvent]:
        """Return the start of a summary, or of a text behind one, with the other members of the thought."""
        opened: list[Any] = self._opening(event)
        is_first = bool(opened) and opened[-1].block == event.block
        told = opened.pop().content if is_first else self._folding.block(event.candidate, event.block)
        block = told if type(told) is ThinkingBlock else ThinkingBlock("")
        more = event.content.summary if type(event.content) is ThinkingBlock else []
        return [*opened, Begin(event.candidate, event.block, structs.replace(block, summary=[*block.summary, *more]))]

    def _opening(self, event: Any) -> list[StreamEvent]:
        """Return the event with the other members of the blocks before it, and of a block that begins with it."""
        if type(event) not in _FIRST or self._folding.has(event.candidate, event.block):
            return []
        content = self._so_far(event.candidate)
        if type(event) is ToolUseStartEvent and content is not None and not _has_call(content, event.name):
            self.hidden.add((event.candidate, event.block))
            return []
        content = content or []
        found: list[StreamEvent] = []
        if event.block < len(content) and _is_other(event, content[event.block]):
            content = []  # the reply has them in another order than they come
        for number, whole in enumerate(content[: event.block]):
            if not self._folding.has(event.candidate, number):
                found += [Begin(event.candidate, number, whole), BlockEndEvent(event.candidate, number)]
            elif type(whole) is TextBlock and whole.citations:
                found += cited(self._folding.block(event.candidate, number), event.candidate, number, whole)
        block = content[event.block] if event.block < len(content) else None
        if type(event) in _THOUGHTS and type(block) is not ThinkingBlock:
            model = self._folding.start.model if self._merging.names_model else None
            block = ThinkingBlock("", origin=Origin(self._dialect, model))
        return [*found, *beginning(event.candidate, event.block, block)]

    def _so_far(self, candidate: int) -> list[ContentBlock] | None:
        """The blocks that a candidate has so far; None if the reply is not read at this point."""
        if self._looks >= _LOOKS:
            return None  # each look reads all that came
        self._looks += 1
        try:
            candidates = self._read().candidates
        except InvalidDocument:
            return None
        place = sorted(self._merging.pieces.candidates).index(candidate)
        return candidates[place].content if place < len(candidates) else None

    def added(self, events: Iterable[StreamEvent]) -> list[StreamEvent]:
        """Add events to the reply, and return those that are not about a hidden call."""
        added: list[StreamEvent] = []
        for event in list(events):
            if not self._is_hidden(event):
                self._folding.add(event)
                added.append(event)
        return added

    def _is_hidden(self, event: Any) -> bool:
        """Return whether an event is about a call that the reply does not have, or that never began."""
        if type(event) not in _OF_CALLS:
            return False
        if type(event) is not ToolUseStartEvent and not self._folding.has(event.candidate, event.block):
            self.hidden.add((event.candidate, event.block))
        return (event.candidate, event.block) in self.hidden


def _has_call(content: Iterable[ContentBlock], name: str) -> bool:
    """Whether a reply has a call of a tool."""
    return any(type(block) is ToolUseBlock and block.name == name for block in content)


def _is_other(event: Any, block: ContentBlock) -> bool:
    """Whether a block of the reply so far is not the one that begins with an event."""
    if type(block) is not _FIRST[type(event)]:
        return True
    return type(block) is ToolUseBlock and (block.id, block.name) != (event.id, event.name)
