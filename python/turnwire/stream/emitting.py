"""Write the chunks for events: text is passed on in pieces, other blocks are written when they are complete."""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING, Any

from turnwire.model import (
    BlockEndEvent,
    BlockStartEvent,
    StreamEvent,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from turnwire.stream.chunking import GrowingPart
    from turnwire.stream.frames import Frame
    from turnwire.stream.progress import Place, Progress


class Emitter:
    """The chunks for the events about the blocks of one reply."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._untold: dict[int, list[Place]] = {}
        """The blocks of each candidate that are whole and not written yet."""

    def add(self, event: StreamEvent) -> list[Frame]:
        """Add the event to the reply, and write nothing."""
        self._progress.folding.add(event)
        return []

    def piece(self, event: Any) -> list[Frame]:
        """The chunks for a piece of a text, of a thought, of a refusal or of a call's input."""
        piece: str = event.partial_input if type(event) is ToolUseInputDeltaEvent else event.text
        place = (event.candidate, event.block)
        progress = self._progress
        name = progress.parts.get(place, ...)
        if name is not ...:
            before = progress.news() if place in progress.unseen and progress.waits() else None
            if not progress.folding.go_on(event):
                progress.folding.add(event)
            if before is not None:
                return [*before, *self._first(place, piece)]
            return [] if name is None else progress.shown.go_on(name, piece)
        if not piece:
            return self.add(event)  # the first piece that says something begins the part
        if self._progress.turns.holds(place, is_call=self._progress.turns.is_open(place)):
            self._progress.turns.hold(place)
            return self.add(event)
        before = [] if place in self._progress.begun else self._progress.news()
        self._progress.folding.add(event)
        return [*before, *self._first(place, piece)]

    def _first(self, place: Place, piece: str) -> list[Frame]:
        """Write the first piece of a block, if exactly one text of the body grew by it."""
        self._place(place, None)
        more = self._progress.more(place)
        if len(more) != 1:
            return []
        ((name, strand),) = more.items()
        if not self._progress.shown.grows_by(name, strand, piece) or self._is_wrapped(place, strand):
            return []
        self._place(place, name)
        if not self._progress.turns.is_open(place):
            return self._progress.tell(more)
        self._progress.turns.tell(place, name)
        return self._opened(name, strand, strand.text or "")

    def block(self, event: BlockStartEvent) -> list[Frame]:
        """Begin a block.  A call may begin at once; any other block waits for its first piece or its end.

        A custom call has text as input and is handled as text, because the target may need JSON.
        """
        block = event.content
        place = (event.candidate, event.block)
        if self._progress.folding.goes_on(event):
            self._progress.parts.pop(place, None)  # the next piece may be of another part
            self._progress.begun.add(place)
            return self.add(event)
        if self._progress.turns.begins_again(place):
            self._place(place, self._progress.turns.begin_again(place, block))
            return self.add(event)
        if type(block) is ToolUseBlock and (self._progress.streaming.whole_calls or not block.call_type):
            return self.call(event)
        if place in self._progress.parts or place in self._progress.begun:
            return self.add(event)
        is_call = type(block) is ToolUseBlock
        before = [] if self._progress.turns.holds(place, is_call=is_call) else self._progress.news()
        self._progress.begun.add(place)
        if is_call:
            self._progress.turns.begin(place)
        return [*before, *self.add(event)]

    def call(self, event: BlockStartEvent | ToolUseStartEvent) -> list[Frame]:
        """The chunks by which a call begins."""
        place = (event.candidate, event.block)
        if place in self._progress.parts or place in self._progress.begun:
            return self.add(event)
        before = [] if self._progress.turns.holds(place, is_call=True) else self._progress.news()
        self._progress.folding.add(event)
        self._place(place, None)
        self._progress.turns.begin(place)
        is_held = self._progress.turns.holds(place, is_call=True)
        return before if is_held else [*before, *self._call_told(place)]

    def _call_told(self, place: Place) -> list[Frame]:
        """Begin a call with the input that has come so far, if the target takes calls in pieces."""
        more = {} if self._progress.streaming.whole_calls else self._progress.more(place)
        if len(more) != 1:
            return []
        ((name, strand),) = more.items()
        if strand.text is None or name in self._progress.shown.said or self._is_wrapped(place, strand):
            return []
        self._place(place, name)
        self._progress.turns.tell(place, name)
        return self._opened(name, strand, self._progress.folding.said(*place))

    def _is_wrapped(self, place: Place, strand: GrowingPart) -> bool:
        """Whether the target wraps a text input in JSON, so that its pieces cannot be passed on."""
        block = self._progress.folding.block(*place)
        return strand.is_json and type(block) is ToolUseBlock and block.call_type is not None

    def _opened(self, name: Hashable, strand: GrowingPart, said: str) -> list[Frame]:
        frames = self._progress.shown.begin(self._progress.body)
        if name not in self._progress.shown.said:
            frames += self._progress.shown.open(name, strand)
        return frames + self._progress.shown.go_on(name, said[len(self._progress.shown.said[name].text()) :])

    def call_end(self, event: ToolUseEndEvent) -> list[Frame]:
        """The chunks that end a call."""
        self._progress.folding.add(event)
        place = (event.candidate, event.block)
        was_open = self._progress.turns.end(place)
        return self._call_ended(place) if was_open else []

    def _call_ended(self, place: Place) -> list[Frame]:
        """A call is whole, and it is the turn of what waited for it."""
        name = self._progress.parts.get(place)
        if name is None:
            self._place(place, None)
            frames = self._whole(place)
        else:
            frames = self._told_whole(place[0], name)
        following = self._progress.turns.first(place[0])
        return frames if following not in self._progress.parts else [*frames, *self._call_told(following)]

    def block_end(self, event: BlockEndEvent) -> list[Frame]:
        """Write a block that came without pieces once it is whole."""
        self._progress.folding.add(event)
        place = (event.candidate, event.block)
        if self._progress.turns.end(place):
            return self._call_ended(place)
        if place in self._progress.parts:
            return []
        self._place(place, None)
        return [] if self._progress.turns.holds(place, is_call=False) else self._whole(place)

    def _place(self, place: Place, name: Hashable | None) -> None:
        """Notes the part that a block is."""
        self._progress.begun.discard(place)
        self._progress.turns.held.discard(place)
        self._progress.parts[place] = name
        if name is not None:
            self._progress.blocks[name] = place

    def _whole(self, place: Place) -> list[Frame]:
        """The chunks for a block that has just become whole."""
        bisect.insort(self._untold.setdefault(place[0], []), place)
        return self._told_whole(place[0])

    def _told_whole(self, candidate: int, call: Hashable | None = None) -> list[Frame]:
        """Write the complete blocks of a candidate that are not written yet; some wait for an open call.

        `call` is the call that has ended, which ends before they begin.
        """
        more = self._progress.more()
        of = self._progress.chunking.candidate
        new = [name for name in more if name not in self._progress.shown.said and of(name) == candidate]
        untold = self._untold.pop(candidate, [])
        if len(new) == len(untold) or all(more[name].is_call for name in new):
            self._progress.blocks.update(zip(new, untold, strict=False))
        if candidate in self._progress.turns.open:
            self._untold[candidate] = untold[len(new) :]
        if call is None:
            return self._progress.tell(more)
        own = {name: more.pop(name) for name in (call,) if name in more}
        return [*self._progress.tell(own), *self._progress.chunking.whole_call(call), *self._progress.tell(more)]
