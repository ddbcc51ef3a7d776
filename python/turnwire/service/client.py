"""The client of the service: the functions of the library, run by a server.

    with Client("127.0.0.1:50051") as turnwire:
        written = turnwire.convert(data, "anthropic_messages", timeout=5)

The client raises the exceptions of the library, rebuilt from the status: InvalidDocument with its diagnostics,
UnknownDialect, LossyConversion with its losses, KeyError for a schema.  If no server answers, it raises
ConnectionError.  Everything else, such as a deadline that passed, is a `grpc.RpcError`.  A call ends after a minute,
and one with a stream after ten, unless `timeout` says otherwise.  `AsyncClient` (`turnwire.service.async_client`) has
the same methods.  Needs the extra `turnwire[service]`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Literal, overload

from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.documents.options import DEFAULT, Keeping
from turnwire.service import calls
from turnwire.service.calls import From
from turnwire.service.client_inspection import Inspection
from turnwire.service.rebuild import translated_errors
from turnwire.service.stream_calls import RemoteTranslation, StreamOptions, outcome
from turnwire.service.watched import Watched
from turnwire.v1 import service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.documents.inputs import Envelope, Input
    from turnwire.documents.written import Written
    from turnwire.model import Completion, Document, ErrorReply, History
    from turnwire.service.stream_calls import Chunk


class Client(Inspection):
    """A connection to one server; a context manager, and safe to use from many threads.

    `target`: `host:port`.  `credentials`: None for a connection without TLS.  `token`: the bearer token of every call.
    `max_message_bytes`: of a reply.  `timeout`, here and in every method: seconds until a call ends in
    DEADLINE_EXCEEDED.  A call that no server answered is repeated up to three times, since no call changes anything.
    """

    def convert(
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
            `client.convert(body, "anthropic_messages", model="claude-sonnet-4-5").data`
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
        return self.call(call, timeout)

    @overload
    def read(
        self,
        data: Input,
        dialect: str | None = ...,
        *,
        kind: Literal["request"],
        envelope: Envelope | None = ...,
        timeout: float | None = ...,
    ) -> History: ...
    @overload
    def read(
        self,
        data: Input,
        dialect: str | None = ...,
        *,
        kind: Literal["response"],
        envelope: Envelope | None = ...,
        timeout: float | None = ...,
    ) -> Completion: ...
    @overload
    def read(
        self,
        data: Input,
        dialect: str | None = ...,
        *,
        kind: Literal["error"],
        envelope: Envelope | None = ...,
        timeout: float | None = ...,
    ) -> ErrorReply: ...
    @overload
    def read(
        self,
        data: Input,
        dialect: str | None = ...,
        *,
        kind: Kind | None = ...,
        envelope: Envelope | None = ...,
        timeout: float | None = ...,
    ) -> Document: ...
    def read(
        self,
        data: Input,
        dialect: str | None = None,
        *,
        kind: Kind | None = None,
        envelope: Envelope | None = None,
        timeout: float | None = None,
    ) -> Document:
        """Read a document; it raises what `convert` does."""
        return self.call(calls.reading(data, From(dialect, kind, envelope)), timeout)

    def write(
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
        return self.call(calls.writing(document, dialect, model, keeping), timeout)

    def translate(
        self,
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
        timeout: float | None = None,
    ) -> RemoteTranslation:
        """Convert one streamed reply while it arrives; the arguments are those of `turnwire.translate`.

        Returns:
            An iterable of bytes, to be iterated over once.  It also has `content_type`, and at the end `losses` and
            `reply()`.

        Raises:
            While it is iterated over, what `convert` raises, and what `chunks` raises.

        Example:
            `for data in client.translate(chunks, "anthropic_messages", "openai_chat"): send(data)`
        """
        options = StreamOptions(source, target, keeping, include_usage, truncation_as_error, ids, created_at, model)
        start = functools.partial(self.stream, "ConvertStream", reply=pb.ConvertStreamResponse, timeout=timeout)
        return RemoteTranslation(options, chunks, start, self.target)

    def convert_batch(
        self,
        bodies: Iterable[Input | Document],
        target: str,
        *,
        source: str | None = None,
        kind: Kind | None = None,
        strict: bool = False,
        allow: Collection[str] = (),
        model: str | None = None,
        keeping: Keeping = DEFAULT,
        timeout: float | None = None,
    ) -> Iterator[Written | Exception]:
        """Convert many documents in one call; the arguments are those of `convert`.

        Yields:
            For each document, in order, what `convert` would return, or the exception that it would raise.

        Example:
            `[each for each in client.convert_batch(bodies, "anthropic_messages", source="openai_chat")]`
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
        requests = Watched(pb.ConvertBatchRequest(convert=one(body).request) for body in bodies)
        call: Any = self.stream("ConvertBatch", iter(requests), pb.ConvertBatchResponse, timeout)
        try:
            with translated_errors(self.target), requests.first_error():
                for message in call:
                    yield outcome(message)
        finally:
            call.cancel()
