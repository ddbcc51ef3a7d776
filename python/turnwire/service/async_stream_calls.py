"""The asynchronous client's half of the calls with streams."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import grpc

from turnwire.service.rebuild import translated_errors
from turnwire.service.stream_calls import Ending, StreamOptions, piece

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterator

    from turnwire.service.stream_calls import Chunk
    from turnwire.v1 import service_pb2 as pb

_Item = TypeVar("_Item")


class AsyncWatched(Generic[_Item]):
    """Requests of a call.  gRPC draws them in a task of its own, and forgets why they ended."""

    def __init__(self, requests: AsyncIterator[_Item]) -> None:
        self._requests = requests
        self._error: Exception | None = None

    async def __aiter__(self) -> AsyncIterator[_Item]:
        """The requests."""
        try:
            async for request in self._requests:
                yield request
        except Exception as error:
            self._error = error
            raise

    @contextmanager
    def first_error(self) -> Iterator[None]:
        """Raise what the source raised, in place of the error of the call that ended for it."""
        try:
            yield
        except grpc.RpcError:
            if self._error is not None:
                raise self._error from None
            raise


class AsyncRemoteTranslation(Ending):
    """The bytes of a stream that a server converts; iterate over it once."""

    def __init__(
        self,
        options: StreamOptions,
        chunks: AsyncIterable[Chunk],
        start: Callable[[AsyncIterator[pb.ConvertStreamRequest]], Any],
        target: str,
    ) -> None:
        super().__init__()
        self._options, self._chunks, self._start, self._target = options, chunks, start, target

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The bytes as they come."""
        requests = AsyncWatched(self._requests())
        call = self._start(aiter(requests))
        try:
            with translated_errors(self._target), requests.first_error():
                async for message in call:
                    if data := self.take(message):
                        yield data
        finally:
            call.cancel()

    async def _requests(self) -> AsyncIterator[pb.ConvertStreamRequest]:
        yield self._options.request()
        async for chunk in self._chunks:
            yield piece(chunk)
