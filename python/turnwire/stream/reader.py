"""Reading a stream: the bytes that a provider sends, cut anywhere -> events, which fold to the reply."""

from __future__ import annotations

import importlib
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, structs

from turnwire.codec.limits import FAST
from turnwire.convert import read
from turnwire.dialects import get
from turnwire.documents.sdk_objects import chunk_as_json
from turnwire.errors import InvalidDocument, UnknownDialect, invalid
from turnwire.model import (
    BlockEndEvent,
    Completion,
    ErrorEvent,
    ErrorReply,
    OpaqueEvent,
    Origin,
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
)
from turnwire.model import BlockStartEvent as Begin
from turnwire.stream.block_start import beginning
from turnwire.stream.ending import cited, ending, start_of
from turnwire.stream.error_positions import in_stream
from turnwire.stream.fold import Folding, fold, truncated
from turnwire.stream.frames import Frame, Frames
from turnwire.stream.keep_alive import comment, is_keep_alive
from turnwire.stream.sdk_chunks import as_it_came
from turnwire.stream.spelling import without_omissions
from turnwire.stream.unexpected_members import after_the_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from turnwire.codec.limits import Limits
    from turnwire.model import ContentBlock
    from turnwire.stream.merging import Merging

__all__ = ["StreamReader", "fold", "stream_reader"]

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


def stream_reader(dialect: str, *, limits: Limits = FAST) -> StreamReader:
    """Make a reader of one stream: pass the bytes to `feed` as they arrive, then call `close`; both return events.

    Args:
        dialect: the dialect of the stream, by its name or a short name.
        limits: how large and deep a piece of the stream may be.

    Returns:
        A reader.

    Raises:
        UnknownDialect: no dialect has this name, or its streams are not read.

    Example:
        `events = turnwire.stream_reader("openai").feed(chunk)`
    """
    known = get(dialect)
    streaming = known.stream
    if streaming is None:
        raise UnknownDialect(f"streams of {dialect} are not read")
    merging: Merging = importlib.import_module(streaming.reading).MERGING()
    return StreamReader(known.name, merging, Frames(limits, lines=streaming.lines))


_EARLY: Final = 8
"""How many chunks are searched for the reply's id or model before its content."""


class StreamReader:
    """Reads one stream: call `feed` with the data, and `close` at the end; the returned events fold to the reply.

    Invalid data raises InvalidDocument; events before it are returned first, and the next call raises.
    `reply()` returns the reply so far, also after an error.
    """

    def __init__(self, dialect: str, merging: Merging, frames: Frames) -> None:
        self._dialect, self._merging, self._frames = dialect, merging, frames
        self._folding = Folding()
        self._started = self._finished = False
        self._hidden: set[tuple[int, int]] = set()
        """The blocks that came as calls and are none in the reply: nobody should run them."""
        self._looks = self._early_looks = 0
        self._fault: InvalidDocument | None = None

    def feed(self, data: bytes | str) -> list[StreamEvent]:
        """The events that are whole with these bytes."""
        return self._given(lambda: self._frames.feed(data.encode() if isinstance(data, str) else data))

    def send(self, event: Mapping[str, Any] | object) -> list[StreamEvent]:
        """Return the events of a chunk that is already parsed: JSON, or an object of a provider's package.

        Objects that a package adds to the chunks (docs/streams.md) have no events.
        """
        chunk = as_it_came(event)
        return self._given(lambda: [] if chunk is None else [Frame(chunk_as_json(chunk))])

    def close(self) -> list[StreamEvent]:
        """Return the last events.

        If the stream ended before its reply did, the last one is an error (`stream.truncated`).
        """
        events = self._given(self._frames.close)
        if self._fault is None and not self._finished:
            events += self._finish(is_closed=True)
        return events

    def reply(self) -> Completion:
        """The reply as far as it came."""
        return self._folding.completion()

    def _given(self, frames: Any) -> list[StreamEvent]:
        if self._fault is not None:
            raise self._fault
        events: list[StreamEvent] = []
        try:
            for frame in frames():
                events += self._take(frame)
        except InvalidDocument as fault:
            self._fault = fault
            if not events:
                raise
        except UnicodeEncodeError as error:
            raise invalid("input.type", f"not text: {error}") from None
        return events

    def _take(self, frame: Frame) -> list[StreamEvent]:
        if frame.is_comment:
            return [] if self._finished else self._told(comment(frame.data))
        if self._finished:
            return [event for late in after_the_end(frame, self._merging.over) for event in self._told(late)]
        try:
            said = self._merging.take(frame)
        except InvalidDocument as fault:
            if frame.is_whole:
                raise in_stream(frame.data, frame.starts, fault) from None
            return []  # the beginning of a chunk, where the stream was cut
        events = self._named()
        for event in said:
            events += self._told(event)
        if self._merging.error is not None:
            return [*events, *self._failed(self._merging.error)]
        return events + self._finish() if self._merging.done else events

    def _told(self, event: StreamEvent) -> list[StreamEvent]:
        """The event, and before it that the reply begins, and what is known of a block that begins with it."""
        if type(event) is OpaqueEvent:
            event = OpaqueEvent(event.event_type, event.value, self._dialect)
            if is_keep_alive(event, self._merging.pings):
                return [event]
        begun = self._begun()
        said = self._thought(event) if type(event) is Begin else [*self._opening(event), event]
        return begun + self._added(said)

    def _thought(self, event: Begin) -> list[StreamEvent]:
        """A summary of a thought begins, or its text behind a summary: it is also what is known of it by then."""
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
            self._hidden.add((event.candidate, event.block))
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

    def _added(self, events: Iterable[StreamEvent]) -> list[StreamEvent]:
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
            self._hidden.add((event.candidate, event.block))
        return (event.candidate, event.block) in self._hidden

    def _begun(self) -> list[StreamEvent]:
        """Return the start event, once."""
        if self._started:
            return []
        self._started = True
        return self._added([self._start()])

    def _named(self) -> list[StreamEvent]:
        """Emit the start event once the provider has sent the reply's id or model."""
        if self._started or self._early_looks >= _EARLY or not self._merging.pieces.candidates:
            return []
        self._early_looks += 1
        start = self._start()
        if not (start.id or start.model):
            return []
        self._started = True
        return self._added([start])

    def _start(self) -> StartEvent:
        try:
            return start_of(self._read())
        except InvalidDocument:
            return StartEvent(role="assistant")

    def _is_nothing(self) -> bool:
        """Whether the stream held no id, model or candidate."""
        if self._started or self._merging.pieces.candidates:
            return False
        start = self._start()
        return not (start.id or start.model)

    def _read(self) -> Completion:
        reply = read(self._merging.reply(), self._dialect, kind="response")
        assert isinstance(reply, Completion)  # noqa: S101 - what `kind` says
        without_omissions(reply)
        return reply

    def _failed(self, body: bytes) -> list[StreamEvent]:
        """End the stream with the provider's error, after the events so far."""
        return [*self._finish(told=_error(body, self._dialect))]

    def _finish(self, *, told: ErrorEvent | None = None, is_closed: bool = False) -> list[StreamEvent]:
        self._finished = True
        told = told or self._merging.failure
        if told is None and is_closed and not self._merging.whole:
            told = truncated()
        pieces = self._merging.pieces
        is_nothing = told is not None and self._is_nothing()
        events = [] if is_nothing else self._begun()
        if told is not None:
            events += self._added(pieces.break_off())
        elif not pieces.broken:
            events += self._added(pieces.end_calls())
        if is_nothing and told is not None:
            return self._added([told])
        left = pieces.is_left if pieces.broken else None
        events += self._added(ending(self._folding, self._read(), pieces.candidates, left))
        return events if told is None else events + self._added([told])


def _has_call(content: Iterable[ContentBlock], name: str) -> bool:
    """Whether a reply has a call of a tool."""
    return any(type(block) is ToolUseBlock and block.name == name for block in content)


def _is_other(event: Any, block: ContentBlock) -> bool:
    """Whether a block of the reply so far is not the one that begins with an event."""
    if type(block) is not _FIRST[type(event)]:
        return True
    return type(block) is ToolUseBlock and (block.id, block.name) != (event.id, event.name)


def _error(body: bytes, dialect: str) -> ErrorEvent:
    try:
        found = read(body, dialect, kind="error")
    except (InvalidDocument, UnknownDialect):
        return ErrorEvent("the provider reported an error", provider_raw={dialect: Raw(body)})
    assert isinstance(found, ErrorReply)  # noqa: S101 - what `kind` says
    code = found.code
    if code is None and found.type is None and found.status is not None:
        code = str(found.status)  # which is all that says what kind of error it is
    return ErrorEvent(found.message, found.type, code, found.provider_raw)
