"""The RPC ConvertStream: bytes of one dialect's stream in, bytes of another's out, as they come."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from turnwire.codec.limits import Limits
from turnwire.errors import InvalidDocument, UnknownDialect
from turnwire.service.conversion import ids_from_message, kept_of
from turnwire.service.errors import UNKNOWN_DIALECT, OversizedError, RefusedError
from turnwire.service.messages import document_to_message, loss_to_message
from turnwire.stream.reader import StreamReader, stream_reader
from turnwire.stream.writer import StreamWriter, stream_writer
from turnwire.v1.service_pb2 import (
    ConvertStreamRequest,
    ConvertStreamResponse,
    StreamBegun,
    StreamConversion,
    StreamEnded,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.documents.ids import IdMap
    from turnwire.model import StreamEvent


def convert_stream(requests: Iterator[ConvertStreamRequest], limits: Limits) -> Iterator[ConvertStreamResponse]:
    """Convert a stream while it arrives.

    If a chunk cannot be read, the client of the stream gets an error in its own format, and then the call fails.

    Args:
        requests: the conversion, and then the pieces of the stream.
        limits: how many bytes the stream may have; more of them raise OversizedError.

    Yields:
        The media type, the bytes as they come, and at the end the losses and the reply.

    Raises:
        InvalidDocument: the stream cannot be read.
        RefusedError: the request is wrong.
    """
    first = next(requests, ConvertStreamRequest())
    if first.WhichOneof("part") != "begin":
        raise RefusedError("begin", "must be the first message")
    conversion = _Conversion(first.begin, limits)
    yield ConvertStreamResponse(begun=StreamBegun(content_type=conversion.writer.content_type))
    for request in requests:
        if data := conversion.converted(request):
            yield ConvertStreamResponse(data=data)
        if conversion.fault is not None:
            raise conversion.fault
    if data := conversion.closed():
        yield ConvertStreamResponse(data=data)
    if conversion.fault is not None:
        raise conversion.fault
    yield ConvertStreamResponse(ended=conversion.ended())


class _Conversion:
    """One stream: a reader of its source and a writer of its target."""

    def __init__(self, begin: StreamConversion, limits: Limits) -> None:
        self._ids, self._most = ids_from_message(begin), limits.max_bytes
        self._reader = _reader(begin.source, limits)
        self.writer = _writer(begin, self._ids)
        self._taken = 0
        self.fault: InvalidDocument | None = None
        """Why the stream cannot be read; set behind the last bytes of it."""

    def converted(self, request: ConvertStreamRequest) -> bytes:
        """Return the bytes for one message of the request; raises RefusedError, OversizedError."""
        part = request.WhichOneof("part")
        if part == "pause":
            return self.writer.keep_alive()
        if part != "data":
            raise RefusedError(part or "part", "the messages after the first one have data or pause")
        self._taken += len(request.data)
        if self._taken > self._most:
            raise OversizedError("the stream", self._taken, self._most)
        # A fault is raised by the call behind the events before it: the second one takes nothing and asks for it.
        return self._sent(lambda: self._reader.feed(request.data)) + self._sent(lambda: self._reader.feed(b""))

    def closed(self) -> bytes:
        """Return the last bytes."""
        data = self._sent(self._reader.close)
        return data if self.fault is not None else data + self.writer.close()

    def ended(self) -> StreamEnded:
        """Return what is reported at the end."""
        ended = StreamEnded()
        for loss in self.writer.losses:
            loss_to_message(loss, ended.losses.add())
        with contextlib.suppress(ValueError):  # a reply that does not fit into messages is left out
            document_to_message(self._ids.restore(self._reader.reply()), ended.reply)
        return ended

    def _sent(self, events: Callable[[], list[StreamEvent]]) -> bytes:
        if self.fault is not None:
            return b""
        try:
            return b"".join([self.writer.send(event) for event in events()])
        except InvalidDocument as fault:
            self.fault = fault
            return self.writer.fail(fault) + self.writer.close()


def _reader(source: str, limits: Limits) -> StreamReader:
    if not source:
        raise RefusedError("begin.source", "must name a dialect")
    try:
        return stream_reader(source, limits=Limits(max_bytes=limits.max_bytes, duplicate_keys="last"))
    except UnknownDialect as error:
        raise RefusedError("begin.source", str(error), UNKNOWN_DIALECT) from None


def _writer(begin: StreamConversion, ids: IdMap) -> StreamWriter:
    if not begin.target:
        raise RefusedError("begin.target", "must name a dialect")
    try:
        return stream_writer(
            begin.target,
            keeping=kept_of(begin),
            include_usage=not begin.without_usage,
            truncation_as_error=begin.truncation_as_error,
            ids=ids,
            created_at=begin.created_at if begin.HasField("created_at") else None,
            model=begin.model if begin.HasField("model") else None,
        )
    except UnknownDialect as error:
        raise RefusedError("begin.target", str(error), UNKNOWN_DIALECT) from None
