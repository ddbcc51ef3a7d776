"""Incomplete calls: which parts of a reply can be written while a call is incomplete, and how it ends if it breaks off.

Pieces of several calls may alternate, and blocks after a call may arrive before the call is complete.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.losses import Losses
from turnwire.model import ABSENT, Loss, Message, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from turnwire.model import Completion, ContentBlock
    from turnwire.stream.chunking import Waits
    from turnwire.stream.fold import Folding

Place = tuple[int, int]
_BLOCK: Final = re.compile(r"/candidates/(\d+)/content/(\d+)(?=/|$)")
_NOT_WHOLE: Final = frozenset(("error", "cancelled"))


class Turns:
    """The incomplete calls of one stream, and the names under which they are written."""

    def __init__(self, folding: Folding, waits: Waits) -> None:
        self.folding, self.waits = folding, waits
        self.open: dict[int, dict[int, Hashable | None]] = {}
        """The calls of each candidate, in the order in which they began; None for one that is not emitted."""
        self.moved: dict[tuple[int, str, str], Hashable | None] = {}
        """Calls whose place another block has taken."""
        self.held: set[Place] = set()
        """The texts that came while they had to wait."""

    def begin(self, place: Place) -> None:
        """A call begins."""
        self.open.setdefault(place[0], {})[place[1]] = None

    def begins_again(self, place: Place) -> bool:
        """Return whether a block replaces a call that has not ended, or may be a call whose place has changed."""
        return self.is_open(place) or any(key[0] == place[0] for key in self.moved)

    def begin_again(self, place: Place, block: ContentBlock | None) -> Hashable | None:
        """Begin a block again where a reply broke off: calls may have other places than they arrived in.

        Returns the part that it is, if it is a call of which anything is written.
        """
        calls = self.open.setdefault(place[0], {})
        if place[1] in calls:
            self.moved[self._key(place[0], self.folding.block(*place))] = calls.pop(place[1])
        if type(block) is ToolUseBlock and block.run_by != "provider":
            calls[place[1]] = self.moved.pop(self._key(place[0], block), None)
        name = calls.get(place[1])
        if not calls:
            del self.open[place[0]]
        return name

    @staticmethod
    def _key(candidate: int, block: ContentBlock | None) -> tuple[int, str, str]:
        return (candidate, block.id, block.name) if type(block) is ToolUseBlock else (candidate, "", "")

    def tell(self, place: Place, name: Hashable) -> None:
        """Note that a call is being written."""
        self.open[place[0]][place[1]] = name

    def end(self, place: Place) -> bool:
        """End a call that is complete; return whether it was open."""
        calls = self.open.get(place[0], {})
        was_open = calls.pop(place[1], ...) is not ...
        if not calls:
            self.open.pop(place[0], None)
        return was_open

    def is_open(self, place: Place) -> bool:
        """Return whether a call is open."""
        return place[1] in self.open.get(place[0], {})

    def names(self) -> set[Hashable]:
        """Return the parts of the body that are open calls."""
        return {name for calls in self.open.values() for name in calls.values() if name is not None}

    def first(self, candidate: int) -> Place | None:
        """Return the next call of a candidate, if nothing of it is written."""
        for number, name in self.open.get(candidate, {}).items():
            return (candidate, number) if name is None else None
        return None

    def holds(self, place: Place, *, is_call: bool) -> bool:
        """Return whether a block that begins must wait for an incomplete call."""
        calls = self.open.get(place[0])
        if not calls or next(iter(calls)) == place[1]:
            return False
        return self.waits == "all" or (is_call and self.waits == "calls")

    def hold(self, place: Place) -> None:
        """Notes that a text waits."""
        self.held.add(place)

    def so_far(self, opening: Place | None) -> Completion:
        """Return the reply without the blocks that must wait, with a place for each candidate.

        The second candidate may be the first to begin.  `opening` is the call that is to be written next.
        """
        reply = self.folding.completion()
        for candidate, message in zip(sorted(self.folding.candidates), reply.candidates, strict=True):
            if candidate in self.open:
                message.content = list(self._told(candidate, message.content, opening))
        for number in range(max(self.folding.candidates, default=0)):
            if number not in self.folding.candidates:
                reply.candidates.insert(number, Message("assistant"))
        return reply

    def _told(self, candidate: int, content: list[ContentBlock], opening: Place | None) -> Iterator[ContentBlock]:
        calls, waits = self.open[candidate], None
        for number, block in zip(self.folding.candidates[candidate].numbers(), content, strict=True):
            if _waits(waits, block):
                continue
            if number not in calls:
                yield block
                continue
            is_told = calls[number] is not None or (candidate, number) == opening
            if is_told:
                yield block if (candidate, number) == opening else _without_input(block)
            # Positions would change if a block were before a call of which nothing is written.
            waits = self.waits if is_told or self.waits == "calls" else "all"

    def left(self) -> dict[Place, Hashable | None]:
        """Return the calls that never ended, of candidates that broke off: no client should run them."""
        return {
            (candidate, number): name
            for candidate, calls in self.open.items()
            for number, name in calls.items()
            if self._is_broken(candidate, is_told=name is not None)
        }

    def _is_broken(self, candidate: int, *, is_told: bool) -> bool:
        complete = self.folding.candidates[candidate].complete
        if self.folding.error is not None or complete is None:
            return True
        return not is_told and complete.stop_reason in _NOT_WHOLE


class Rest:
    """The part of a reply that can be written at the end; the places of its losses are those of the whole reply."""

    def __init__(self, reply: Completion, folding: Folding, left: dict[Place, Hashable | None], waits: Waits) -> None:
        self.whole = self.reply = reply
        self.kept: dict[int, list[int]] = {}
        """The places that the blocks had in the whole reply, of each message that has not all of its own."""
        self._waits, self._folding = waits, folding
        self._positions = {candidate: position for position, candidate in enumerate(sorted(folding.candidates))}
        # If an earlier candidate never began, the written one has no place in the reply.
        self._left = {place: name if self._positions[place[0]] == place[0] else None for place, name in left.items()}
        self.inputs: dict[Hashable, str] = {}
        """The inputs, as far as they came, of calls that are emitted unfinished."""
        if left:
            self._leave_out()

    def _leave_out(self) -> None:
        messages = list(self.whole.candidates)
        for candidate in {candidate for candidate, _ in self._left}:
            position = self._positions[candidate]
            kept = dict(self._kept(candidate, messages[position].content))
            self.kept[position] = list(kept)
            messages[position] = structs.replace(messages[position], content=list(kept.values()))
        self.reply = structs.replace(self.whole, candidates=messages)

    def _kept(self, candidate: int, content: list[ContentBlock]) -> Iterator[tuple[int, ContentBlock]]:
        waits: Waits | None = None
        numbers = self._folding.candidates[candidate].numbers()
        for place, (number, block) in enumerate(zip(numbers, content, strict=True)):
            name = self._left.get((candidate, number), ...)
            if _waits(waits, block) or name is None:
                continue
            if name is ...:
                yield place, block
                continue
            self.inputs[name] = (block.input_text or "") if type(block) is ToolUseBlock else ""
            yield place, _with_no_input(block)
            waits = self._waits

    def losses(self, dialect: str) -> list[Loss]:
        """The blocks that are left out."""
        losses = Losses(dialect)
        for position, kept in self.kept.items():
            content = self.whole.candidates[position].content
            for place in sorted({*range(len(content))} - {*kept}):
                feature = str(content[place].__struct_config__.tag)
                losses.dropped(f"/candidates/{position}/content/{place}", feature, content[place])
        return losses.found

    def placed(self, losses: Iterable[Loss]) -> list[Loss]:
        """Return losses of the written part as losses of the whole reply."""
        return [structs.replace(loss, path=self._place(loss.path)) if self.kept else loss for loss in losses]

    def _place(self, path: str) -> str:
        found = _BLOCK.match(path)
        if found is None or (kept := self.kept.get(int(found[1]))) is None or int(found[2]) >= len(kept):
            return path
        return f"/candidates/{found[1]}/content/{kept[int(found[2])]}{path[found.end() :]}"


def _waits(waits: Waits | None, block: ContentBlock) -> bool:
    return waits == "all" or (waits == "calls" and type(block) is ToolUseBlock)


def _without_input(block: ContentBlock) -> ContentBlock:
    return structs.replace(block, input=ABSENT, input_text=None) if type(block) is ToolUseBlock else block


def _with_no_input(block: ContentBlock) -> ContentBlock:
    """Return a call without its input, which was already written as far as it arrived."""
    if type(block) is not ToolUseBlock:
        return block
    is_text = block.call_type is not None
    return structs.replace(block, input=ABSENT if is_text else Raw(b"{}"), input_text="" if is_text else None)
