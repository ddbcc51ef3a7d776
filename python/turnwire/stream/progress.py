"""The progress of a stream being written: the reply, the target's body of it, and the blocks already written."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from msgspec import Raw

from turnwire.convert import write
from turnwire.errors import InvalidDocument
from turnwire.stream.emitted import Shown
from turnwire.stream.fold import Folding
from turnwire.stream.frames import Frame
from turnwire.stream.merging import items_of, members_of
from turnwire.stream.pending_tool_calls import Turns

if TYPE_CHECKING:
    from collections.abc import Hashable

    from turnwire.dialects.dialect import Streaming
    from turnwire.documents.options import Keeping
    from turnwire.model import Completion, StartEvent
    from turnwire.stream.chunking import Chunking
    from turnwire.stream.emitted import GrowingParts
    from turnwire.stream.merging import Members, StreamAssembler

# Writing the reply at each block is quadratic.  After 40 blocks it is written once per 1/8 more blocks, and for a text
# that has as many pieces as there are blocks.
_FEW, _SHARE = 40, 8
Place = tuple[int, int]


class Progress:
    """The progress of one stream.

    Args:
        dialect: the name of the target.
        chunking: the target's chunks, for this one stream.
        streaming: how the target streams.
        keeping: how reasoning and provider-run tools are written.
    """

    def __init__(self, dialect: str, chunking: Chunking, streaming: Streaming, keeping: Keeping) -> None:
        self.dialect, self.chunking, self.streaming, self.keeping = dialect, chunking, streaming, keeping
        self.folding = Folding()
        self.shown = Shown(chunking)
        self.body = members_of(b"{}")
        self.parts: dict[Place, Hashable | None] = {}
        """The part that a block is in the body; None for a block that is emitted when it is whole."""
        self.blocks: dict[Hashable, Place] = {}
        """The other way round, and of whole blocks too, where that is known."""
        self.begun: set[Place] = set()
        """The blocks that began and have no piece yet."""
        self.turns = Turns(self.folding, chunking.waits)
        self.unseen: set[Place] = set()
        """The texts that began when the reply was not written: they are sent when it is written next."""
        self._looked = self._waited = 0
        self._may_look = False
        self._written: Completion | None = None
        """The reply of which the body is."""

    def start(self, event: StartEvent) -> list[Frame]:
        """The chunks by which the stream begins, when the reply does."""
        self.folding.add(event)
        if self.shown.begun or self.folding.error is not None or not self.look():
            return []
        return self.shown.begin(self.body)

    def news(self) -> list[Frame]:
        """Return the chunks with the new content of the reply."""
        return self.tell(self.more())

    def tell(self, more: GrowingParts) -> list[Frame]:
        """Return the chunks with the unwritten content of some parts."""
        return [*self.shown.begin(self.body), *self.shown.tell(more)] if more else []

    def more(self, opening: Place | None = None) -> GrowingParts:
        """The parts with unwritten text, without open calls whose input comes in pieces."""
        strands = self._strands(opening)
        return self.shown.more(strands, self.turns.names()) if strands else {}

    def _strands(self, opening: Place | None) -> GrowingParts:
        """Return the parts of the reply so far; none if it is too early to compare them."""
        if self.folding.error is not None or self.folding.is_retold:
            return {}  # the source is sending its blocks again: wait until it has sent all
        may_look = (opening is not None and self._may_look) or self._is_time()
        self._may_look = opening is None and may_look  # a block that begins is looked at before it and with it
        if opening is not None:
            (self.unseen.discard if may_look else self.unseen.add)(opening)
        return self.chunking.strands(self.body) if may_look and self.look(opening) else {}

    def _is_time(self) -> bool:
        blocks = len(self.parts) + len(self.begun) + len(self.turns.held)
        if blocks > _FEW and blocks - self._looked <= blocks // _SHARE and self._waited < blocks:
            return False
        self._looked, self._waited = blocks, 0
        return True

    def waits(self) -> bool:
        """Note a piece of a text that is not sent yet; return True if the text is to be sent now."""
        if self.turns.open:
            return False
        self._waited += 1
        return self._waited >= len(self.parts)

    def look(self, opening: Place | None = None) -> bool:
        """Write the reply so far in the target's format; False if it cannot be written yet."""
        if max(self.folding.candidates, default=0) - len(self.folding.candidates) > _FEW:
            return False  # numbers that no reply has
        try:
            reply = self.turns.so_far(opening)
            if not self.shown.begun:
                reply.usage = reply.usage or self.folding.early
            if reply != self._written:
                written = write(reply, self.dialect, keeping=self.keeping)
                self.body = body_of(written.data, self.streaming)
                self._written = reply
        except InvalidDocument:
            return False  # more events may make it writable; if not, `close` raises
        return True


def body_of(data: bytes, streaming: Streaming) -> Members:
    """The members of a reply; one that is the list of its chunks (Gemini's without `alt=sse`) is what they make up.

    Raises InvalidDocument for what is neither.
    """
    if data.lstrip()[:1] != b"[":
        return members_of(data)
    merging: StreamAssembler = importlib.import_module(streaming.reading).MERGING()
    for chunk in items_of(Raw(data)):
        merging.take(Frame(bytes(chunk)))
    return members_of(merging.reply())
