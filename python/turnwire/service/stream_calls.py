"""The client's half of the calls with streams: their requests, and what becomes of their replies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from google.rpc.status_pb2 import Status
from msgspec import Struct

from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.documents.options import DEFAULT, Keeping
from turnwire.model import Completion
from turnwire.service.calls import ids_to_text, written_from_message
from turnwire.service.messages import document_from_message, keeping_to_message, loss_from_message
from turnwire.service.rebuild import exception_of, translated_errors
from turnwire.service.watched import Watched
from turnwire.v1 import service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from turnwire.documents.written import Written
    from turnwire.model import Loss

    Chunk = bytes | str | None


class StreamOptions(Struct, frozen=True):
    """How a stream is converted; the arguments of `turnwire.translate`."""

    source: str
    target: str
    keeping: Keeping = DEFAULT
    include_usage: bool = True
    truncation_as_error: bool = False
    ids: IdMap = SAME_IDS
    created_at: str | None = None
    model: str | None = None

    def request(self) -> pb.ConvertStreamRequest:
        """Return the first message of the call."""
        begin = pb.StreamConversion(
            source=self.source,
            target=self.target,
            model=self.model,
            without_usage=not self.include_usage,
            truncation_as_error=self.truncation_as_error,
            created_at=self.created_at,
        )
        keeping_to_message(self.keeping, begin.keeping)
        if self.ids != SAME_IDS:
            begin.ids_json = ids_to_text(self.ids)
        return pb.ConvertStreamRequest(begin=begin)


def piece(chunk: Chunk) -> pb.ConvertStreamRequest:
    """Return the message for a chunk of the stream; None is a pause of the provider."""
    if chunk is None:
        return pb.ConvertStreamRequest(pause=pb.StreamPause())
    return pb.ConvertStreamRequest(data=chunk.encode() if isinstance(chunk, str) else chunk)


class Ending:
    """What a converted stream has besides its bytes."""

    def __init__(self) -> None:
        self._content_type = ""
        self._losses: tuple[Loss, ...] = ()
        self._reply: Completion | None = None

    def take(self, message: pb.ConvertStreamResponse) -> bytes:
        """Keep what a message says, and return the bytes of the stream that are in it."""
        part = message.WhichOneof("part")
        if part == "begun":
            self._content_type = message.begun.content_type
        elif part == "ended":
            self._losses = tuple(map(loss_from_message, message.ended.losses))
            if message.ended.HasField("reply"):
                reply = document_from_message(message.ended.reply)
                self._reply = reply if isinstance(reply, Completion) else None
        return message.data

    @property
    def content_type(self) -> str:
        """The media type of the stream; empty before its first bytes."""
        return self._content_type

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What the target could not hold; complete when the iteration has ended."""
        return self._losses

    def reply(self) -> Completion | None:
        """Return the whole reply; None before the end."""
        return self._reply


class RemoteTranslation(Ending):
    """The bytes of a stream that a server converts; iterate over it once."""

    def __init__(
        self,
        options: StreamOptions,
        chunks: Iterable[Chunk],
        start: Callable[[Iterator[pb.ConvertStreamRequest]], Any],
        target: str,
    ) -> None:
        super().__init__()
        self._options, self._chunks, self._start, self._target = options, chunks, start, target

    def __iter__(self) -> Iterator[bytes]:
        """The bytes as they come."""
        requests = Watched(self._requests())
        call = self._start(iter(requests))
        try:
            with translated_errors(self._target), requests.first_error():
                for message in call:
                    if data := self.take(message):
                        yield data
        finally:
            call.cancel()

    def _requests(self) -> Iterator[pb.ConvertStreamRequest]:
        yield self._options.request()
        for chunk in self._chunks:
            yield piece(chunk)


def outcome(message: pb.ConvertBatchResponse) -> Written | Exception:
    """Return the converted document of a batch, or what the library raised for it."""
    if message.WhichOneof("result") == "converted":
        return written_from_message(message.converted)
    status = Status.FromString(message.refused.status)
    return exception_of(status) or RuntimeError(message.refused.message)
