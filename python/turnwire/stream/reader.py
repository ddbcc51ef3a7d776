"""Reading a stream: the bytes that a provider sends, cut anywhere -> events, which fold to the reply."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.limits import FAST
from turnwire.convert import read
from turnwire.dialects import get
from turnwire.documents.sdk_objects import chunk_as_json
from turnwire.errors import InvalidDocument, UnknownDialect, invalid
from turnwire.model import (
    Completion,
    ErrorEvent,
    ErrorReply,
    OpaqueEvent,
    StartEvent,
    StreamEvent,
)
from turnwire.stream.cut_chunks import may_go_on
from turnwire.stream.ending import ending, start_of
from turnwire.stream.error_positions import in_stream
from turnwire.stream.fold import Folding, fold, truncated
from turnwire.stream.frames import Frame, Frames
from turnwire.stream.sdk_chunks import as_it_came
from turnwire.stream.spelling import without_omissions
from turnwire.stream.starts import BlockStarts
from turnwire.stream.unexpected_members import after_the_end, comment, is_keep_alive

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.codec.limits import Limits
    from turnwire.stream.merging import StreamAssembler

__all__ = ["StreamReader", "fold", "stream_reader"]


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
    merging: StreamAssembler = importlib.import_module(streaming.reading).MERGING()
    return StreamReader(known.name, merging, Frames(limits, lines=streaming.lines))


_EARLY: Final = 8
"""How many chunks are searched for the reply's id or model before its content."""


class StreamReader:
    """Reads one stream: call `feed` with the data, and `close` at the end; the returned events fold to the reply.

    Invalid data raises InvalidDocument; events before it are returned first, and the next call raises.
    `reply()` returns the reply so far, also after an error.
    """

    def __init__(self, dialect: str, merging: StreamAssembler, frames: Frames) -> None:
        self._dialect, self._merging, self._frames = dialect, merging, frames
        self._folding = Folding()
        self._started = self._finished = False
        self._blocks = BlockStarts(dialect, merging, self._folding, self._read)
        self._added = self._blocks.added
        self._early_looks = 0
        self._known: tuple[bytes, Completion] | None = None
        """The reply that was read last, and its bytes."""
        self._fault: InvalidDocument | None = None

    def feed(self, data: bytes | str) -> list[StreamEvent]:
        """The events that are whole with these bytes."""
        return self._given(self._split if isinstance(data, str) else self._frames.feed, data)

    def _split(self, data: str) -> list[Frame]:
        return self._frames.feed(data.encode())

    def send(self, event: Mapping[str, Any] | object) -> list[StreamEvent]:
        """Return the events of a chunk that is already parsed: JSON, or an object of a provider's package.

        Objects that a package adds to the chunks (docs/streams.md) have no events.
        """
        chunk = as_it_came(event)
        return [] if chunk is None else self._given(_frame_of, chunk)

    def close(self) -> list[StreamEvent]:
        """Return the last events.

        If the stream ended before its reply did, the last one is an error (`stream.truncated`).
        """
        events = self._given(self._frames.close)
        if self._fault is None and not self._finished:
            events += self._finish(is_closed=True)
        return events

    def reply(self) -> Completion:
        """Return the reply so far."""
        return self._folding.completion()

    def _given(self, frames: Callable[..., list[Frame]], *data: Any) -> list[StreamEvent]:
        if self._fault is not None:
            raise self._fault
        events: list[StreamEvent] = []
        try:
            for frame in frames(*data):
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
            if not frame.is_whole and may_go_on(frame.data, self._merging.over):
                return []  # where the stream was cut
            raise in_stream(frame.data, frame.starts, fault) from None
        events = [] if self._started else self._named()
        for event in said:
            if not self._blocks.hidden and self._folding.go_on(event):
                events.append(event)
            else:
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
        return [*self._begun(), *self._added(self._blocks.before(event))]

    def _begun(self) -> list[StreamEvent]:
        """Return the start event, once."""
        if self._started:
            return []
        self._started = True
        return self._added([self._start()])

    def _named(self) -> list[StreamEvent]:
        """Emit the start event once the provider has sent the reply's id or model."""
        if self._early_looks >= _EARLY or not self._merging.pieces.candidates:
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
        data = self._merging.reply()
        if self._known is None or self._known[0] != data:
            reply = read(data, self._dialect, kind="response")
            assert isinstance(reply, Completion)  # noqa: S101 - what `kind` says
            without_omissions(reply)
            self._known = data, reply
        return self._known[1]

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


def _frame_of(chunk: object) -> list[Frame]:
    return [Frame(chunk_as_json(chunk))]


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
