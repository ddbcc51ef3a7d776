"""Writing a stream: the events of a reply as they come -> the bytes of another format's stream.

Only the reply writer of a format knows what the format holds.  So the reply so far is written with it whenever a block
begins, and what is new in the body is sent as chunks.  Text that is found in the body is passed on piece by piece.  At
the end the chunks add up to the body of the whole reply, and the losses are those of writing it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, structs

from turnwire.dialects import MODULES, get
from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.documents.options import DEFAULT, Keeping, check_model
from turnwire.errors import UnknownDialect, invalid
from turnwire.losses import Losses
from turnwire.model import (
    BlockEndEvent,
    BlockStartEvent,
    ErrorEvent,
    Loss,
    OpaqueEvent,
    RefusalDeltaEvent,
    StartEvent,
    StreamEvent,
    TextDeltaEvent,
    ThinkingDeltaEvent,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)
from turnwire.stream.chunking import event_of, line_of
from turnwire.stream.closing import Closing, StreamOptions
from turnwire.stream.emitting import Emitter
from turnwire.stream.frames import Frame
from turnwire.stream.progress import Progress
from turnwire.stream.unexpected_members import is_keep_alive

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.dialects.dialect import Streaming
    from turnwire.stream.chunking import Chunking
    from turnwire.stream.merging import StreamAssembler

__all__ = ["StreamWriter", "stream_writer"]

_ENDS: Final = frozenset("\r\n")


def stream_writer(
    dialect: str,
    *,
    keeping: Keeping = DEFAULT,
    include_usage: bool = True,
    truncation_as_error: bool = False,
    ids: IdMap = SAME_IDS,
    created_at: str | None = None,
    model: str | None = None,
) -> StreamWriter:
    """Make a writer of one stream.

    Args:
        dialect: the name of the target, such as `anthropic_messages`.
        keeping: how reasoning and provider-run tools are written for the stream's clients.
        include_usage: whether the last chunk of a chat completion has the usage.  Pass the client's
            `stream_options.include_usage`; formats in which every stream has a usage always write it.
        truncation_as_error: whether a stream that ends before the reply does ends with an error, which the clients of
            the format raise.  Without it the stream breaks off as the source did, which many clients do not notice.
        ids: the ids and names of tools that writing the request changed (`Written.ids`): each event is written with
            those that the client knows.
        created_at: the time of the reply, RFC 3339, for events that do not have one.  Without it, the chunks of a chat
            completion have the time 0.
        model: the model that the reply names; None keeps that of the events.

    Returns:
        The writer: `send(event)` and `close()` return the bytes of the stream; `losses` is what the target could not
        hold.

    Raises:
        UnknownDialect: no dialect has this name, or it has no streams.
        TypeError: `model` is not a str.

    Example:
        `writer = turnwire.stream_writer("openai_chat", truncation_as_error=True)`
    """
    known = get(dialect)
    if (streaming := known.stream) is None:
        raise UnknownDialect(f"streams of {dialect} are not written")
    chunking: Chunking = importlib.import_module(streaming.writing).CHUNKING(Losses(known.name))
    if model is not None:
        check_model(model)
    options = StreamOptions(include_usage, truncation_as_error, created_at, model)
    return StreamWriter(Progress(known.name, chunking, streaming, keeping), options, ids)


def _merging(streaming: Streaming) -> type[StreamAssembler]:
    found: type[StreamAssembler] = importlib.import_module(streaming.reading).MERGING
    return found


def _pings(dialect: str) -> frozenset[str]:
    """The types of keep-alive events in the streams of a dialect; empty if it has no streams."""
    streaming = get(dialect).stream if dialect in MODULES else None
    return frozenset() if streaming is None else _merging(streaming).pings


class StreamWriter:
    """Writes one stream: call `send` with each event, and `close` at the end; their results, in order, are the stream.

    `losses` is complete after `close`.  Paths point into the folded reply; a loss of an event that is not part of the
    reply has the path `/events/N`, with N counted from 0.
    """

    def __init__(self, progress: Progress, options: StreamOptions, ids: IdMap = SAME_IDS) -> None:
        self._dialect = progress.dialect
        self._bytes_of = line_of if progress.streaming.lines else event_of
        self._ids, self._options, self._renames = ids, options, bool(ids)
        self._progress, self._closing = progress, Closing(progress, options)
        self._is_closed = False
        self._count = 0
        emitter = Emitter(progress)
        self._add = emitter.add
        self._rules: dict[type, Callable[[Any], list[Frame]]] = {
            StartEvent: progress.start,
            TextDeltaEvent: emitter.piece,
            ThinkingDeltaEvent: emitter.piece,
            RefusalDeltaEvent: emitter.piece,
            ToolUseInputDeltaEvent: emitter.piece,
            BlockStartEvent: emitter.block,
            ToolUseStartEvent: emitter.call,
            ToolUseEndEvent: emitter.call_end,
            BlockEndEvent: emitter.block_end,
            ErrorEvent: self._error,
        }

    @property
    def content_type(self) -> str:
        """The media type of the stream, for the HTTP header `content-type`."""
        return self._progress.streaming.content_type

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What the target could not hold of the events so far; losses of the reply itself are added by `close`."""
        return tuple(self._closing.losses)

    def send(self, event: StreamEvent) -> bytes:
        """Write an event.

        An error is written at once, and ends the stream: later events are dropped, each a loss under `/events/N`.

        Args:
            event: the next event of the reply.

        Returns:
            The bytes to send; empty if the event has to wait for later ones.

        Raises:
            InvalidDocument: `event` is not an event.
            ValueError: the stream is closed.

        Example:
            `client.write(writer.send(event))`
        """
        if not isinstance(event, Struct):
            raise invalid("input.type", f"a {type(event).__name__} is not an event of a stream")
        if self._is_closed:
            raise ValueError("the stream is closed")
        try:
            if type(event) is OpaqueEvent:
                return self._opaque(event)
            if self._renames or type(event) is StartEvent:
                event = self._for_client(event)
            if self._closing.is_done:
                self._closing.drop(event, self._count)
                return b""
            frames = self._rules.get(type(event), self._add)(event)
            return self._framed(frames) if frames else b""
        except UnicodeEncodeError as error:
            raise invalid("input.type", f"not text: {error}") from None
        finally:
            self._count += 1

    def _for_client(self, event: StreamEvent) -> StreamEvent:
        """The event with the client's ids and names; where the reply begins, with the time and the model to name."""
        if type(event) is StartEvent:
            given = self._options
            return structs.replace(
                event, created_at=event.created_at or given.created_at, model=given.model or event.model
            )
        return self._ids.restore_event(event)

    def fail(self, exception: BaseException) -> bytes:
        """End the stream with an error, for an exception of the caller, such as a lost upstream connection.

        The client gets the exception's text, or the name of its class if it has none.  To send another text, send an
        `ErrorEvent`.

        Args:
            exception: what went wrong; a `TimeoutError` becomes the format's word for a timeout.

        Raises:
            ValueError: the stream is closed.

        Example:
            `yield writer.fail(ConnectionError("the model's server hung up"))`
        """
        kind = "timeout_error" if isinstance(exception, TimeoutError) else "api_error"
        return self.send(ErrorEvent(str(exception) or type(exception).__name__, kind))

    def keep_alive(self) -> bytes:
        """Return the bytes of a keep-alive, which has no content.

        Anthropic's streams have an event for it (`ping`), other server-sent events a comment, and those of Gemini an
        empty line, since Google's package does not read comments.  Lines of JSON have none: the bytes are empty.
        They are also empty when the stream has ended.
        """
        return b"" if self._closing.is_done or self._is_closed else self._progress.chunking.keep_alive

    @property
    def takes_comments(self) -> bool:
        """Whether clients of the format pass over a comment of server-sent events (a line that begins with a colon)."""
        return self._progress.chunking.takes_comments

    def close(self) -> bytes:
        """Return the last bytes.  If the events broke off or ended with an error, the written stream does too.

        Returns:
            The bytes to send; `losses` is complete now.

        Raises:
            InvalidDocument: for events that make up no reply.
            ValueError: when the stream is closed.

        Example:
            `client.write(writer.close())`
        """
        if self._is_closed:
            raise ValueError("the stream is closed")
        self._is_closed = True
        try:
            return b"" if self._closing.is_done else self._framed(self._closing.end())
        except UnicodeEncodeError as error:
            raise invalid("input.type", f"not text: {error}") from None

    def _framed(self, frames: list[Frame]) -> bytes:
        return self._bytes_of(frames[0]) if len(frames) == 1 else b"".join(map(self._bytes_of, frames))

    def _error(self, event: ErrorEvent) -> list[Frame]:
        return [*self._add(event), *self._closing.end(event, self._count)]

    def _opaque(self, event: OpaqueEvent) -> bytes:
        """Pass on an unknown event of the same format, if its data is an object and its name one line.

        Leftovers of a known event type are dropped: a reader would take them for that event.
        """
        if is_keep_alive(event, _pings(event.dialect)):
            return self.keep_alive()
        is_chunk = bytes(memoryview(event.value)[:1]) == b"{" and _ENDS.isdisjoint(event.event_type)
        is_new = event.event_type not in _merging(self._progress.streaming).kinds
        if event.dialect == self._progress.dialect and is_chunk and is_new and not self._closing.is_done:
            if not self._progress.shown.begun:
                self._progress.look()
            begun = self._progress.shown.begin(self._progress.body)
            return self._framed([*begun, Frame(bytes(event.value), event.event_type)])
        losses = Losses(self._progress.dialect)
        losses.dropped(f"/events/{self._count}", "opaque", event.value)
        self._closing.losses += losses.found
        return b""
