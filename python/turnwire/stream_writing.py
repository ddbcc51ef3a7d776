"""Writing a stream: the events of a reply on its way -> the bytes of another format's stream.

What a format holds, and what that costs, is said in one place only: by its writer of replies.  So the reply as far as
it came is written where a block begins, and what is new in the body is told in chunks; pieces of a text that is found
in the body pass on as they come.  All that is told at the end makes up the body that the whole reply has when it is
written without a stream, and the losses are those of writing it.
"""

from __future__ import annotations

import bisect
import importlib
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from turnwire.convert import write
from turnwire.dialects import get
from turnwire.errors import InvalidDocument, UnknownDialect, invalid
from turnwire.losses import Losses, standing
from turnwire.model import (
    BlockEndEvent,
    BlockStartEvent,
    ErrorEvent,
    ErrorReply,
    Loss,
    OpaqueEvent,
    RefusalDeltaEvent,
    StreamEvent,
    TextDeltaEvent,
    ThinkingDeltaEvent,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)
from turnwire.options import DEFAULT, Keeping
from turnwire.stream.body import body_of
from turnwire.stream.chunking import framed
from turnwire.stream.fold import TRUNCATED, Folding
from turnwire.stream.frames import Frame
from turnwire.stream.merging import members_of
from turnwire.stream.otherwise import Otherwise, settled
from turnwire.stream.shown import Shown
from turnwire.stream.spelling import put_on_one_line, spelling
from turnwire.stream.turns import Rest, Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from turnwire.dialect import Streaming
    from turnwire.model import Completion
    from turnwire.stream.chunking import Chunking, Strand
    from turnwire.stream.merging import Merging
    from turnwire.stream.shown import Strands

__all__ = ["StreamWriter", "stream_writer"]

# To write the reply at each block takes time in proportion to their square: of many blocks, several are told at once.
_FEW, _SHARE = 64, 8
_ENDS: Final = frozenset("\r\n")
# What a stream that does not end says by that, and a reply would have to say in words or cannot.
_UNSAID: Final = frozenset((("dropped", "metadata.status"), ("invented", "metadata.stop_reason")))
Place = tuple[int, int]


def stream_writer(dialect: str, *, keeping: Keeping = DEFAULT) -> StreamWriter:
    """A writer of one stream; `keeping` says how reasoning and provider-run tools are written for its clients.

    Raises UnknownDialect where there is no such dialect, or it has no streams.
    """
    known = get(dialect)
    if (streaming := known.stream) is None:
        raise UnknownDialect(f"streams of {dialect} are not written")
    chunking: Chunking = importlib.import_module(streaming.writing).CHUNKING(Losses(known.name))
    return StreamWriter(known.name, chunking, streaming, keeping)


def _kinds(streaming: Streaming) -> frozenset[str]:
    """The types of events that a format knows."""
    merging: type[Merging] = importlib.import_module(streaming.reading).MERGING
    return merging.kinds


class StreamWriter:
    """Writes one stream: `send` each event, `close` when there are no more; what both give, in turn, is the stream.

    `losses` are complete when it is closed.  They point into the reply that the events fold to; what is lost of an
    event that folding passes over stands under `/events/N`, where N counts the events from 0.
    """

    def __init__(self, dialect: str, chunking: Chunking, streaming: Streaming, keeping: Keeping = DEFAULT) -> None:
        self._dialect, self._chunking, self._streaming, self._keeping = dialect, chunking, streaming, keeping
        self._folding = Folding()
        self._shown = Shown(chunking)
        self._body = members_of(b"{}")
        self._parts: dict[Place, Hashable | None] = {}
        """The part that a block is in the body; None for one that is told when it is whole."""
        self._blocks: dict[Hashable, Place] = {}
        """The other way round, and of whole blocks too, where that is known."""
        self._untold: dict[int, list[Place]] = {}
        """The blocks of each candidate that are whole and wait."""
        self._begun: set[Place] = set()
        """The blocks that began and have no piece yet."""
        self._turns = Turns(self._folding, chunking.waits)
        self._closed = False
        self._count = self._looked = 0
        self._fault: tuple[int, ErrorEvent] | None = None
        """The error that the events told, and how many came before it."""
        self._losses: list[Loss] = []
        self._rules: dict[type, Callable[[Any], list[Frame]]] = {
            TextDeltaEvent: self._piece,
            ThinkingDeltaEvent: self._piece,
            RefusalDeltaEvent: self._piece,
            ToolUseInputDeltaEvent: self._piece,
            BlockStartEvent: self._block,
            ToolUseStartEvent: self._call,
            ToolUseEndEvent: self._call_end,
            BlockEndEvent: self._block_end,
            ErrorEvent: self._error,
            OpaqueEvent: self._opaque,
        }

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What the target could not hold of the events so far; of the reply itself, when the stream is closed."""
        return tuple(self._losses)

    def send(self, event: StreamEvent) -> bytes:
        """The bytes of an event, if any.  Raises InvalidDocument for what is none, ValueError after `close`."""
        if not isinstance(event, Struct):
            raise invalid("input.type", f"a {type(event).__name__} is no event of a stream")
        if self._closed:
            raise ValueError("the stream is closed")
        data = self._framed(lambda: self._rules.get(type(event), self._add)(event))
        self._count += 1
        return data

    def close(self) -> bytes:
        """The last bytes.  Where the events did not end, or with an error, neither does the stream end as a whole one.

        Raises InvalidDocument for events that make up no reply, ValueError when the stream is closed.
        """
        if self._closed:
            raise ValueError("the stream is closed")
        self._closed = True
        return self._framed(self._last)

    def _framed(self, frames: Callable[[], list[Frame]]) -> bytes:
        try:
            return framed(frames(), lines=self._streaming.lines)
        except UnicodeEncodeError as error:
            raise invalid("input.type", f"not text: {error}") from None

    def _last(self) -> list[Frame]:
        reply, whole = self._folding.completion(), self._folding.is_whole()
        rest = Rest(reply, self._folding, self._turns.left(), self._chunking.waits)
        written = write(rest.reply, self._dialect, keeping=self._keeping)
        if self._folding.is_empty():
            lost = [loss for loss in written.losses if loss.kind == "dropped"]
            self._losses += [loss for loss in lost if loss.path.startswith("/provider_raw/")]
            self._losses += spelling(reply, self._dialect)
            return self._failed()
        self._body = body_of(written.data, self._streaming)
        self._chunking.losses = Losses(self._dialect)  # what was reshaped on the way need not be in the whole reply
        found = self._chunking.strands(self._body)
        frames = [*self._shown.begin(self._body), *self._shown.tell_halves(rest.inputs)]
        strands = settled(self._shown, found, rest.inputs)
        frames += self._shown.tell(self._shown.more(strands))
        frames += [*self._chunking.end(self._body, whole=whole), *self._failed()]
        told = [loss for loss in written.losses if whole or (loss.kind, loss.feature) not in _UNSAID]
        told += spelling(rest.reply, self._dialect)
        told += put_on_one_line(rest.reply, written.losses, self._dialect) if self._streaming.lines else []
        self._losses += [*rest.placed(told), *rest.losses(self._dialect)]
        otherwise = Otherwise(self._shown, self._folding, self._blocks, self._dialect)
        self._losses += otherwise.losses(reply, self._body, strands, whole=whole)
        self._tell_of_chunks(reply)
        return frames

    def _add(self, event: StreamEvent) -> list[Frame]:
        self._folding.add(event)
        return []

    def _piece(self, event: Any) -> list[Frame]:
        piece: str = event.partial_input if type(event) is ToolUseInputDeltaEvent else event.text
        place = (event.candidate, event.block)
        if place in self._parts:
            self._folding.add(event)
            name = self._parts[place]
            return [] if name is None else self._shown.go_on(name, piece)
        if not piece:
            return self._add(event)  # the first piece that says something begins the part
        if self._turns.holds(place, is_call=self._turns.is_open(place)):
            self._turns.hold(place)
            return self._add(event)
        before = [] if place in self._begun else self._news()
        self._folding.add(event)
        return [*before, *self._first(place, piece)]

    def _first(self, place: Place, piece: str) -> list[Frame]:
        """The first piece of a block: found in the body, if it stands at the end of the one text that grew by it."""
        self._place(place, None)
        more = self._more(place)
        if len(more) != 1:
            return []
        ((name, strand),) = more.items()
        if not self._shown.grows_by(name, strand, piece) or self._is_wrapped(place, strand):
            return []
        self._place(place, name)
        if not self._turns.is_open(place):
            return self._tell(more)
        self._turns.tell(place, name)
        return self._opened(name, strand, strand.text or "")

    def _block(self, event: BlockStartEvent) -> list[Frame]:
        """A call may begin as a block; any other block is told with its first piece, or when it is whole.

        A call whose input is a text (a custom one) is told as a text is: its input may be JSON in the other format.
        """
        block = event.content
        place = (event.candidate, event.block)
        if self._folding.error is not None:
            self._turns.begin_again(place, block)
            return self._add(event)
        if type(block) is ToolUseBlock and (self._streaming.whole_calls or not block.call_type):
            return self._call(event)
        if place in self._parts or place in self._begun:
            return self._add(event)
        is_call = type(block) is ToolUseBlock
        before = [] if self._turns.holds(place, is_call=is_call) else self._news()
        self._begun.add(place)
        if is_call:
            self._turns.begin(place)
        return [*before, *self._add(event)]

    def _call(self, event: BlockStartEvent | ToolUseStartEvent) -> list[Frame]:
        place = (event.candidate, event.block)
        if place in self._parts or place in self._begun:
            return self._add(event)
        before = [] if self._turns.holds(place, is_call=True) else self._news()
        self._folding.add(event)
        self._place(place, None)
        self._turns.begin(place)
        is_held = self._turns.holds(place, is_call=True)
        return before if is_held else [*before, *self._call_told(place)]

    def _call_told(self, place: Place) -> list[Frame]:
        """A call begins, where it comes in pieces, as far as it came."""
        more = {} if self._streaming.whole_calls else self._more(place)
        if len(more) != 1:
            return []
        ((name, strand),) = more.items()
        if strand.text is None or name in self._shown.said or self._is_wrapped(place, strand):
            return []
        self._place(place, name)
        self._turns.tell(place, name)
        return self._opened(name, strand, self._folding.said(*place))

    def _is_wrapped(self, place: Place, strand: Strand) -> bool:
        """Whether the input of a call is a text, and JSON in this format: its pieces are none of that."""
        block = self._folding.block(*place)
        return strand.is_json and type(block) is ToolUseBlock and block.call_type is not None

    def _opened(self, name: Hashable, strand: Strand, said: str) -> list[Frame]:
        frames = self._shown.begin(self._body)
        if name not in self._shown.said:
            frames += self._shown.open(name, strand)
        return frames + self._shown.go_on(name, said[len(self._shown.said[name].text()) :])

    def _call_end(self, event: ToolUseEndEvent) -> list[Frame]:
        self._folding.add(event)
        place = (event.candidate, event.block)
        was_open = self._turns.end(place)
        return self._call_ended(place) if was_open and self._folding.error is None else []

    def _call_ended(self, place: Place) -> list[Frame]:
        """A call is whole, and it is the turn of what waited for it."""
        name = self._parts.get(place)
        if name is None:
            self._place(place, None)
            frames = self._whole(place)
        else:
            frames = [*self._told_whole(place[0]), *self._chunking.whole_call(name)]
        following = self._turns.first(place[0])
        return frames if following not in self._parts else [*frames, *self._call_told(following)]

    def _block_end(self, event: BlockEndEvent) -> list[Frame]:
        """A block that had no pieces is told when it is whole."""
        self._folding.add(event)
        place = (event.candidate, event.block)
        if self._turns.end(place) and self._folding.error is None:
            return self._call_ended(place)
        if place in self._parts or self._folding.error is not None:
            return []
        self._place(place, None)
        return [] if self._turns.holds(place, is_call=False) else self._whole(place)

    def _place(self, place: Place, name: Hashable | None) -> None:
        """Notes the part that a block is."""
        self._begun.discard(place)
        self._turns.held.discard(place)
        self._parts[place] = name
        if name is not None:
            self._blocks[name] = place

    def _whole(self, place: Place) -> list[Frame]:
        """What is new with a block that has just become whole."""
        bisect.insort(self._untold.setdefault(place[0], []), place)
        return self._told_whole(place[0])

    def _told_whole(self, candidate: int) -> list[Frame]:
        """What is new with the whole blocks of a candidate that nobody has told; some wait for a call on its way."""
        more = self._more()
        of = self._chunking.candidate
        new = [name for name in more if name not in self._shown.said and of(name) == candidate]
        untold = self._untold.pop(candidate, [])
        if len(new) == len(untold) or all(more[name].is_call for name in new):
            self._blocks.update(zip(new, untold, strict=False))
        if candidate in self._turns.open:
            self._untold[candidate] = untold[len(new) :]
        return self._tell(more)

    def _error(self, event: ErrorEvent) -> list[Frame]:
        if event.code != TRUNCATED:
            self._fault = (self._count, event)
        return self._add(event)

    def _opaque(self, event: OpaqueEvent) -> list[Frame]:
        """One of the same format passes on, where it is a chunk: an object, under a name that is one line.

        What a chunk of a known type had left over does not: to the readers of the format it would be such a chunk.
        """
        is_chunk = bytes(memoryview(event.value)[:1]) == b"{" and _ENDS.isdisjoint(event.event_type)
        if event.dialect == self._dialect and is_chunk and event.event_type not in _kinds(self._streaming):
            if not self._shown.begun:
                self._look()
            return [*self._shown.begin(self._body), Frame(bytes(event.value), event.event_type)]
        losses = Losses(self._dialect)
        losses.dropped(f"/events/{self._count}", "opaque", event.value)
        self._losses += losses.found
        return []

    def _news(self) -> list[Frame]:
        return self._tell(self._more())

    def _tell(self, more: Strands) -> list[Frame]:
        return [*self._shown.begin(self._body), *self._shown.tell(more)] if more else []

    def _more(self, opening: Place | None = None) -> Strands:
        """The parts that say more than was told; not those of calls on their way, whose input comes in pieces."""
        strands = self._strands(opening)
        return self._shown.more(strands, self._turns.names()) if strands else {}

    def _strands(self, opening: Place | None) -> Strands:
        """The parts of the reply as far as it came; none where it is not the time to look."""
        blocks = len(self._parts) + len(self._begun) + len(self._turns.held)
        if self._folding.error is not None or self._folding.is_retold:
            return {}  # blocks that begin again are not what they are until all have
        if blocks > _FEW and blocks - self._looked <= blocks // _SHARE:
            return {}
        self._looked = blocks
        return self._chunking.strands(self._body) if self._look(opening) else {}

    def _look(self, opening: Place | None = None) -> bool:
        """Whether the reply as far as it came can be said."""
        if max(self._folding.candidates, default=0) - len(self._folding.candidates) > _FEW:
            return False  # numbers that no reply has
        try:
            written = write(self._turns.so_far(opening), self._dialect, keeping=self._keeping)
            self._body = body_of(written.data, self._streaming)
        except InvalidDocument:
            return False  # what cannot be said yet may be when more came; if not, `close` says so
        return True

    def _failed(self) -> list[Frame]:
        """The error that ended the events."""
        if self._fault is None:
            return []
        number, fault = self._fault
        reply = ErrorReply(fault.message, type=fault.error_type, code=fault.code, provider_raw=fault.provider_raw)
        written = write(reply, self._dialect, keeping=self._keeping)
        for loss in written.losses:
            field = "/error_type" if loss.path == "/type" else loss.path  # `type` is that of the event
            self._losses.append(Loss(loss.kind, f"/events/{number}{field}", loss.feature, loss.dialect, loss.value))
        return self._chunking.error(written.data)

    def _tell_of_chunks(self, reply: Completion) -> None:
        """What the chunks invented, dropped, degraded or reshaped of the body; the last two where not told already."""
        told = {(loss.kind, loss.path) for loss in self._losses}
        losses = Losses(self._dialect)
        for loss in self._chunking.losses.found:
            if loss.kind == "invented":
                losses.invented(loss.path, loss.feature, loss.value)
            elif loss.kind == "dropped":
                if (lost := standing(reply, loss.path)) is not None:
                    losses.dropped(loss.path, loss.feature, lost)
            elif (loss.kind, loss.path) not in told:
                tell = losses.degraded if loss.kind == "degraded" else losses.reshaped
                tell(loss.path, loss.feature, standing(reply, loss.path))
        self._losses += losses.found
