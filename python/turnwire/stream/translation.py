"""One stream into another: the bytes that a provider sends -> the bytes that a client of another format reads."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable
from typing import TYPE_CHECKING, Any, overload

from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.documents.options import DEFAULT, Keeping, check_keeping
from turnwire.stream.reader import stream_reader
from turnwire.stream.writer import stream_writer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping

    from turnwire.model import Completion, Loss, StreamEvent
    from turnwire.stream.reader import StreamReader
    from turnwire.stream.writer import StreamWriter

    Chunk = bytes | str | Mapping[str, Any] | object

__all__ = ["AsyncTranslation", "Translation", "translate"]


@overload
def translate(
    chunks: AsyncIterable[Chunk],
    source: str,
    target: str,
    *,
    keeping: Keeping = DEFAULT,
    include_usage: bool = True,
    truncation_as_error: bool = False,
    ids: IdMap = SAME_IDS,
    created_at: str | None = None,
    model: str | None = None,
) -> AsyncTranslation: ...


@overload
def translate(
    chunks: Iterable[Chunk],
    source: str,
    target: str,
    *,
    keeping: Keeping = DEFAULT,
    include_usage: bool = True,
    truncation_as_error: bool = False,
    ids: IdMap = SAME_IDS,
    created_at: str | None = None,
    model: str | None = None,
) -> Translation: ...


def translate(
    chunks: Iterable[Chunk] | AsyncIterable[Chunk],
    source: str,
    target: str,
    *,
    keeping: Keeping = DEFAULT,
    include_usage: bool = True,
    truncation_as_error: bool = False,
    ids: IdMap = SAME_IDS,
    created_at: str | None = None,
    model: str | None = None,
) -> Translation | AsyncTranslation:
    """Translate one streamed reply, chunk by chunk, as it arrives.

    Args:
        chunks: the provider's data, cut anywhere: bytes or text; or the parsed chunks of its package.
            With an asynchronous iterable the result is one, too.  `None` stands for a pause of the provider: the
            client gets a keep-alive (`StreamWriter.keep_alive`).
        source: the dialect of `chunks`, such as `anthropic_messages`.
        target: the dialect that the client reads, such as `openai_chat`.
        keeping: how reasoning and provider-run tools are written for the client.
        include_usage: whether the last chunk of a chat completion has the usage (`stream_options.include_usage`).
        truncation_as_error: whether a stream that ends before the reply does ends with an error.
        ids: the ids and names of tools that writing the request changed (`Written.ids`).  The client gets its own back.
        created_at: the time of the reply, RFC 3339, for a stream that does not have one, such as Anthropic's.
        model: the model that the reply names; None keeps the provider's.

    Returns:
        An iterable of bytes, to be iterated over once.  It also has `content_type`, `losses` (complete at the end),
        and `reply()`, the reply so far.

    Raises:
        UnknownDialect: a dialect does not exist, or has no streams.
        TypeError: `chunks` is one text, `keeping` is not a Keeping, or `model` is not a str.

    If iterating over `chunks` raises, the exception is first written as an error for the client, and then raised again;
    so is InvalidDocument for chunks that cannot be read.  When the iteration ends or is abandoned, `chunks` is closed,
    if it has `close` or `aclose`.

    Example:
        `for data in turnwire.translate(response.iter_bytes(), "anthropic_messages", "openai_chat"): send(data)`
    """
    if isinstance(chunks, bytes | bytearray | memoryview | str):
        raise TypeError("give an iterable of chunks, not one text: [data]")
    if keeping is not DEFAULT:
        check_keeping(keeping)
    writer = stream_writer(
        target,
        keeping=keeping,
        include_usage=include_usage,
        truncation_as_error=truncation_as_error,
        ids=ids,
        created_at=created_at,
        model=model,
    )
    step = _Step(stream_reader(source), writer, ids)
    return AsyncTranslation(chunks, step) if isinstance(chunks, AsyncIterable) else Translation(chunks, step)


class _Step:
    """A reader of the source and a writer of the target."""

    def __init__(self, reader: StreamReader, writer: StreamWriter, ids: IdMap) -> None:
        self.reader, self.writer, self.ids = reader, writer, ids
        self.is_ended = False

    def take(self, chunk: Chunk) -> bytes:
        """Return the client's bytes for a chunk, or for a pause."""
        if chunk is None:
            return self.writer.keep_alive()
        reader = self.reader
        return self._sent(lambda: reader.feed(chunk) if isinstance(chunk, bytes | str) else reader.send(chunk))

    def end(self) -> bytes:
        """Return the client's last bytes."""
        data = self._sent(self.reader.close)
        self.is_ended = True
        return data + self.writer.close()

    def fail(self, exception: BaseException) -> bytes:
        """The bytes that end the stream with an error; empty if the stream has ended."""
        return b"" if self.is_ended else self.writer.fail(exception) + self.writer.close()

    def _sent(self, events: Callable[[], list[StreamEvent]]) -> bytes:
        return b"".join([self.writer.send(event) for event in events()])


class _Result:
    """The common part of `Translation` and `AsyncTranslation`."""

    def __init__(self, step: _Step) -> None:
        self._step = step

    @property
    def content_type(self) -> str:
        """The media type of the bytes, for the HTTP header `content-type`."""
        return self._step.writer.content_type

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What the target could not hold; complete when the iteration has ended."""
        return self._step.writer.losses

    def keep_alive(self) -> bytes:
        """Return the bytes of a keep-alive, for a pause of the provider (`StreamWriter`)."""
        return self._step.writer.keep_alive()

    def reply(self) -> Completion:
        """The reply as far as it came, with the ids and names of tools that the client knows."""
        return self._step.ids.restore(self._step.reader.reply())


class Translation(_Result):
    """The bytes of a translated stream."""

    def __init__(self, chunks: Iterable[Chunk], step: _Step) -> None:
        super().__init__(step)
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        """The bytes for each chunk, and none that are empty."""
        chunks = iter(self._chunks)
        try:
            while True:
                try:
                    chunk = next(chunks, _END)
                    data = self._step.end() if chunk is _END else self._step.take(chunk)
                except Exception as exception:
                    yield self._step.fail(exception)
                    raise
                if data:
                    yield data
                if chunk is _END:
                    return
        finally:
            if callable(close := getattr(chunks, "close", None)):
                close()


class AsyncTranslation(_Result):
    """The bytes of a translated stream, for `async for`."""

    def __init__(self, chunks: AsyncIterable[Chunk], step: _Step) -> None:
        super().__init__(step)
        self._chunks = chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The bytes for each chunk, and none that are empty."""
        chunks = aiter(self._chunks)
        try:
            while True:
                try:
                    chunk = await anext(chunks, _END)
                    data = self._step.end() if chunk is _END else self._step.take(chunk)
                except Exception as exception:
                    yield self._step.fail(exception)
                    raise
                if data:
                    yield data
                if chunk is _END:
                    return
        finally:
            if callable(close := getattr(chunks, "aclose", None)):
                await close()


_END = object()
