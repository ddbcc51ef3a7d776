"""The client of the service for programs with `asyncio`: the same methods as `turnwire.service.client.Client`.

    async with AsyncClient("127.0.0.1:50051") as turnwire:
        written = await turnwire.convert(data, "anthropic_messages", timeout=5)

It raises what `Client` raises.  Needs the extra `turnwire[service]`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Literal, overload

from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.documents.options import DEFAULT, Keeping
from turnwire.service import calls
from turnwire.service.async_inspection import AsyncInspection
from turnwire.service.async_stream_calls import AsyncRemoteTranslation, AsyncWatched
from turnwire.service.calls import From
from turnwire.service.rebuild import translated_errors
from turnwire.service.stream_calls import StreamOptions, outcome
from turnwire.v1 import service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Callable, Collection

    from turnwire.dialects.dialect import Kind
    from turnwire.documents.inputs import Envelope, Input
    from turnwire.documents.written import Written
    from turnwire.model import Completion, Document, ErrorReply, History
    from turnwire.service.stream_calls import Chunk


class AsyncClient(AsyncInspection):
    """A connection to one server; an asynchronous context manager.

    `target`: `host:port`.  `credentials`: None for a connection without TLS.  `token`: the bearer token of every call.
    `max_message_bytes`: of a reply.  `timeout`, here and in every method: seconds until a call ends in
    DEADLINE_EXCEEDED.  A call that no server answered is repeated up to three times, since no call changes anything.
    """

    async def convert(
        self,
        data: Input | Document,
        target: str,
        *,
        source: str | None = None,
        kind: Kind | None = None,
        envelope: Envelope | None = None,
        strict: bool = False,
        allow: Collection[str] = (),
        model: str | None = None,
        keeping: Keeping = DEFAULT,
        ids: IdMap = SAME_IDS,
        timeout: float | None = None,
    ) -> Written:
        """Read a document and write it in another dialect; a document of the model is sent as it is.

        Args:
            data: JSON text or bytes, parsed JSON, or a document.
            target: the dialect to write.
            source: the dialect of `data`; detected if not given.
            kind: the kind of `data`; detected if not given.
            envelope: the parts of the exchange outside the body of `data`.
            strict: raise LossyConversion if anything is lost.
            allow: kinds or features of losses that `strict` accepts.
            model: the model that the output names.
            keeping: how reasoning and provider-run tools are written.
            ids: for the reply to a converted request, the `ids` of that conversion: the caller's own come back.
            timeout: how long to wait for the server, in seconds.

        Returns:
            The body, its losses, its envelope and the changed ids, as `turnwire.convert` returns them.

        Raises:
            InvalidDocument: the document cannot be read.
            UnknownDialect: the server does not have one of the dialects.
            LossyConversion: `strict` is set, and something is lost.
            ConnectionError: there is no service at the address.
            grpc.RpcError: anything else.

        Example:
            `(await client.convert(body, "anthropic_messages")).data`
        """
        call = calls.conversion(
            data,
            target,
            From(source, kind, envelope),
            strict=strict,
            allow=allow,
            model=model,
            keeping=keeping,
            ids=ids,
        )
        return await self.call(call, timeout)

    @overload
    async def read(
        self,
        data: Input,
        dialect: str | None = ...,
        *,
        kind: Literal["request"],
        envelope: Envelope | None = ...,
        timeout: float | None = ...,
    ) -> History: ...
    @overload
    async def read(
        self,
        data: Input,
        dialect: str | None = ...,
        *,
        kind: Literal["response"],
        envelope: Envelope | None = ...,
        timeout: float | None = ...,
    ) -> Completion: ...
    @overload
    async def read(
        self,
        data: Input,
        dialect: str | None = ...,
        *,
        kind: Literal["error"],
        envelope: Envelope | None = ...,
        timeout: float | None = ...,
    ) -> ErrorReply: ...
    @overload
    async def read(
        self,
        data: Input,
        dialect: str | None = ...,
        *,
        kind: Kind | None = ...,
        envelope: Envelope | None = ...,
        timeout: float | None = ...,
    ) -> Document: ...
    async def read(
        self,
        data: Input,
        dialect: str | None = None,
        *,
        kind: Kind | None = None,
        envelope: Envelope | None = None,
        timeout: float | None = None,
    ) -> Document:
        """Read a document; it raises what `convert` does."""
        return await self.call(calls.reading(data, From(dialect, kind, envelope)), timeout)

    async def write(
        self,
        document: Document,
        dialect: str,
        *,
        model: str | None = None,
        keeping: Keeping = DEFAULT,
        timeout: float | None = None,
    ) -> Written:
        """Write a document in a dialect; it raises what `convert` does.

        `model` is the model that the output names; `keeping` chooses how reasoning and provider-run tools are written.
        """
        return await self.call(calls.writing(document, dialect, model, keeping), timeout)

    def translate(
        self,
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
        timeout: float | None = None,
    ) -> AsyncRemoteTranslation:
        """Convert one streamed reply while it arrives; the arguments are those of `turnwire.translate`.

        Returns:
            An iterable of bytes, to be iterated over once.  It also has `content_type`, and at the end `losses` and
            `reply()`.

        Raises:
            While it is iterated over, what `convert` raises, and what `chunks` raises.

        Example:
            `async for data in client.translate(chunks, "anthropic_messages", "openai_chat"): send(data)`
        """
        options = StreamOptions(source, target, keeping, include_usage, truncation_as_error, ids, created_at, model)
        start = functools.partial(self.stream, "ConvertStream", reply=pb.ConvertStreamResponse, timeout=timeout)
        return AsyncRemoteTranslation(options, chunks, start, self.target)

    async def convert_batch(
        self,
        bodies: AsyncIterable[Input | Document],
        target: str,
        *,
        source: str | None = None,
        kind: Kind | None = None,
        strict: bool = False,
        allow: Collection[str] = (),
        model: str | None = None,
        keeping: Keeping = DEFAULT,
        timeout: float | None = None,
    ) -> AsyncIterator[Written | Exception]:
        """Convert many documents in one call; the arguments are those of `convert`.

        Yields:
            For each document, in order, what `convert` would return, or the exception that it would raise.

        Example:
            `[each async for each in client.convert_batch(bodies, "anthropic_messages", source="openai_chat")]`
        """
        one = functools.partial(
            calls.conversion,
            target=target,
            source=From(source, kind),
            strict=strict,
            allow=allow,
            model=model,
            keeping=keeping,
            ids=SAME_IDS,
        )
        requests = AsyncWatched(_batch(bodies, one))
        call = self.stream("ConvertBatch", aiter(requests), pb.ConvertBatchResponse, timeout)
        try:
            with translated_errors(self.target), requests.first_error():
                async for message in call:
                    yield outcome(message)
        finally:
            call.cancel()


async def _batch(
    bodies: AsyncIterable[Input | Document], one: Callable[[Input | Document], calls.Call[Written]]
) -> AsyncIterator[pb.ConvertBatchRequest]:
    async for body in bodies:
        yield pb.ConvertBatchRequest(convert=one(body).request)
