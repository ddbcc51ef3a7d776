"""The events that show pieces of a reply while it comes, and when a call in it is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from turnwire.codec.json import json_of
from turnwire.model import (
    ABSENT,
    BlockStartEvent,
    RefusalDeltaEvent,
    StreamEvent,
    TextDeltaEvent,
    ThinkingBlock,
    ThinkingDeltaEvent,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from msgspec import Raw

    from turnwire.model import ContentBlock

_OFTEN: Final = 16
"""How often the input of a call is read while it comes."""


class Call(Struct):
    """A call while its pieces come."""

    key: tuple[str, str] = ("", "")
    """Its id and its name."""
    is_json: bool = True
    """Whether its input is JSON; that of a custom call is any text."""
    said: list[str] = []
    size: int = 0
    looked: int = 0
    """How much was read to see whether the input is whole."""

    def is_whole(self) -> bool:
        """Whether the input is a complete object, after which only white space may follow.

        Each part of it is checked only once, so the time stays proportional.
        """
        if not self.is_json or self.looked > _OFTEN * self.size:
            return False
        self.looked += self.size
        self.said = ["".join(self.said)]
        return bytes(json_of(self.said[0].strip()) or b"")[:1] == b"{"


class _Numbers(dict[tuple[int, "Hashable"], int]):
    """The number of each block among those of its candidate; a new block has the next one as soon as it is asked for.

    Every piece asks for that of its block, and a look-up in a dictionary is all that it costs.
    """

    def __init__(self, candidates: set[int]) -> None:
        super().__init__()
        self.candidates = candidates
        self.counts: dict[int, int] = {}

    def __missing__(self, block: tuple[int, Hashable]) -> int:
        candidate = block[0]
        self.candidates.add(candidate)
        number = self[block] = self.counts.get(candidate, 0)
        self.counts[candidate] = number + 1
        return number


class Pieces:
    """The events that show pieces of a reply: a block is numbered when its first piece comes."""

    def __init__(self) -> None:
        self.candidates: set[int] = set()
        """The numbers of all candidates that there are, also of those that said nothing yet."""
        self.numbers = _Numbers(self.candidates)
        self.summaries: dict[tuple[int, int], int | None] = {}
        """The summary of each thought that goes on; None for its text."""
        self.calls: dict[int, dict[int, Call]] = {}
        """The calls of each candidate that are on their way."""
        self.ended: set[tuple[int, int]] = set()
        self.whole: set[tuple[int, str, str]] = set()
        """The ids and names of those that have ended."""
        self.grown: dict[int, set[int]] = {}
        """Those that had a piece since they were last looked at."""
        self.stopped: set[int] = set()
        """The candidates of which the provider has said why they stop."""
        self.broken = False
        """Whether the reply broke off: the calls that are left do not end."""

    def block(self, candidate: int, key: Hashable) -> int:
        """The number of a block among those of its candidate."""
        return self.numbers[candidate, key]

    def text(self, candidate: int, key: Hashable, piece: str, logprobs: Raw = ABSENT) -> list[StreamEvent]:
        """A piece of text."""
        if not piece:
            return []
        return [TextDeltaEvent(piece, candidate, self.numbers[candidate, key], logprobs)]

    def thinking(self, candidate: int, key: Hashable, piece: str, summary: int | None = None) -> list[StreamEvent]:
        """A piece of reasoning, or of its summary of that number; before the first one, that the summary begins."""
        if not piece:
            return []
        block = self.numbers[candidate, key]
        said = ThinkingDeltaEvent(piece, candidate, block)
        if self.summaries.get((candidate, block)) == summary:
            return [said]
        self.summaries[candidate, block] = summary
        return [BlockStartEvent(candidate, block, ThinkingBlock("", [] if summary is None else [""])), said]

    def refusal(self, candidate: int, key: Hashable, piece: str) -> list[StreamEvent]:
        """A piece of a refusal."""
        return [RefusalDeltaEvent(piece, candidate, self.block(candidate, key))] if piece else []

    def call(self, candidate: int, key: Hashable, use_id: str, name: str, *, is_json: bool = True) -> list[StreamEvent]:
        """A call begins."""
        block = self.block(candidate, key)
        self.calls.setdefault(candidate, {})[block] = Call((use_id, name), is_json)
        self.ended.discard((candidate, block))
        return [ToolUseStartEvent(use_id, name, candidate, block)]

    def input(self, candidate: int, key: Hashable, piece: str) -> list[StreamEvent]:
        """Add a piece of the input of a call; a piece after its end is left to the whole reply."""
        if not piece:
            return []
        block = self.numbers[candidate, key]
        calls = self.calls.get(candidate) or self.calls.setdefault(candidate, {})
        if (call := calls.get(block)) is None:
            if (candidate, block) in self.ended:
                return []
            call = calls[block] = Call()
        call.said.append(piece)
        call.size += len(piece)
        (self.grown.get(candidate) or self.grown.setdefault(candidate, set())).add(block)
        return [ToolUseInputDeltaEvent(piece, candidate, block)]

    def end_call(self, candidate: int, key: Hashable, before: Raw = ABSENT) -> list[StreamEvent]:
        """A call is whole; once.  `before` is the input that it began with, where no piece of it follows."""
        block = self.block(candidate, key)
        return [self._end(candidate, block, before)] if block in self.calls.get(candidate, ()) else []

    def end_calls(self) -> list[StreamEvent]:
        """All calls are whole."""
        return [self._end(candidate, block) for candidate in self.calls for block in list(self.calls[candidate])]

    def end_whole(self, candidate: int) -> list[StreamEvent]:
        """The calls of a candidate are whole whose input is a whole object: any other may still go on."""
        calls = self.calls.get(candidate, {})
        grown = sorted(block for block in self.grown.pop(candidate, ()) if block in calls)
        return [self._end(candidate, block) for block in grown if calls[block].is_whole()]

    def stop(self, candidate: int) -> list[StreamEvent]:
        """Note that a candidate has a finish reason.

        Some servers send it with every piece, so open blocks may continue until the reply ends.
        """
        if candidate not in self.stopped:
            self.stopped.add(candidate)
            self._look_again(candidate)
        return self.end_whole(candidate)

    def break_off(self) -> list[StreamEvent]:
        """The stream breaks off: only those calls are whole that can be nothing else.

        They are those of candidates that have stopped, and those whose input is a whole object.
        """
        self.broken = True
        found: list[StreamEvent] = []
        for candidate, calls in self.calls.items():
            if candidate in self.stopped:
                found += [self._end(candidate, block) for block in list(calls)]
            self._look_again(candidate)
            found += self.end_whole(candidate)
        return found

    def is_left(self, candidate: int, number: int, block: ContentBlock) -> bool:
        """Return whether a block is a call in which the stream has broken off."""
        if type(block) is not ToolUseBlock:
            return False
        # The reply may have its blocks in another order than they came in.
        key = (block.id, block.name)
        if block.id and any(call.key == key for call in self.calls.get(candidate, {}).values()):
            return True
        if (candidate, *key) in self.whole if block.id else (candidate, number) in self.ended:
            return False
        if number in self.calls.get(candidate, ()) and not block.id:
            return True
        # A block without pieces is in the reply alone, or at another place; its own content identifies it.
        return block.run_by != "provider" and (block.call_type is not None or bytes(block.input)[:1] != b"{")

    def _look_again(self, candidate: int) -> None:
        for block, call in self.calls.get(candidate, {}).items():
            call.looked = 0
            self.grown.setdefault(candidate, set()).add(block)

    def _end(self, candidate: int, block: int, before: Raw = ABSENT) -> ToolUseEndEvent:
        call = self.calls[candidate].pop(block)
        self.ended.add((candidate, block))
        self.whole.add((candidate, *call.key))
        return ToolUseEndEvent(candidate, block, json_of("".join(call.said)) or (ABSENT if call.said else before))
