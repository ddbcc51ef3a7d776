"""The client of the service: the functions of the library, run by a server.

    with Client("127.0.0.1:50051") as turnwire:
        written = turnwire.convert(data, "anthropic_messages", timeout=5)

The client raises the exceptions of the library, rebuilt from the status: InvalidDocument with its diagnostics,
UnknownDialect, LossyConversion with its losses, KeyError for a schema.  If no server answers, it raises
ConnectionError.  Everything else, such as a deadline that passed, is a `grpc.RpcError`.  Needs the extra
`turnwire[service]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from msgspec import Struct

from turnwire.dialects.dialect import Kind
from turnwire.documents.inputs import as_bytes
from turnwire.documents.options import DEFAULT, Keeping
from turnwire.documents.written import Written
from turnwire.model import Completion, ErrorReply, History
from turnwire.service.connection import Connection
from turnwire.service.messages import (
    document_from_message,
    document_to_message,
    envelope_from_message,
    envelope_to_message,
    keeping_to_message,
    kind_from_message,
    kind_to_message,
    loss_from_message,
)
from turnwire.service.validation_messages import Asked, ask, report_from_message
from turnwire.v1 import service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from turnwire.documents.inputs import Envelope, Input
    from turnwire.model import Document
    from turnwire.validation import Report
    from turnwire.validation.rules import LayerName

_DOCUMENTS = (History, Completion, ErrorReply)


class DialectInfo(Struct, frozen=True):
    """A dialect of the server: its name, its kinds of document, and one line about it."""

    name: str
    kinds: tuple[Kind, ...]
    title: str


class Client(Connection):
    """A connection to one server; a context manager, and safe to use from many threads.

    `target`: `host:port`.  `credentials`: None for a connection without TLS.  `max_message_bytes`: of a reply.
    `timeout`, here and in every method: seconds until a call ends in DEADLINE_EXCEEDED; None waits without limit.
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
        request = pb.ConvertRequest(target=target, strict=strict, allow=allow, model=model)
        keeping_to_message(keeping, request.keeping)
        if isinstance(data, _DOCUMENTS):
            document_to_message(data, request.document)
        else:
            _set_wire(request.wire, data, source, kind, envelope)
        return _written(self.call("Convert", request, pb.ConvertResponse, timeout))

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
        """Read a document.

        Raises:
            InvalidDocument: it cannot be read.
            UnknownDialect: the server does not have the dialect.
            ConnectionError: there is no service at the address.
            grpc.RpcError: anything else.
        """
        request = pb.ReadRequest()
        _set_wire(request.wire, data, dialect, kind, envelope)
        return document_from_message(self.call("Read", request, pb.ReadResponse, timeout).document)

    def write(
        self,
        document: Document,
        dialect: str,
        *,
        model: str | None = None,
        keeping: Keeping = DEFAULT,
        timeout: float | None = None,
    ) -> Written:
        """Write a document in a dialect.

        `model` is the model that the output names; `keeping` chooses how reasoning and provider-run tools are written.

        Raises:
            UnknownDialect: the server does not have the dialect, or the dialect has no documents of this kind.
            ConnectionError: there is no service at the address.
            grpc.RpcError: anything else.
        """
        request = pb.WriteRequest(dialect=dialect, model=model)
        keeping_to_message(keeping, request.keeping)
        document_to_message(document, request.document)
        return _written(self.call("Write", request, pb.WriteResponse, timeout))

    def validate(
        self,
        data: Input,
        dialect: str | None = None,
        *,
        kind: Kind | None = None,
        invariants: bool = False,
        target: str | None = None,
        tools: Sequence[Any] = (),
        layers: Collection[LayerName] | None = None,
        strict: bool = False,
        envelope: Envelope | None = None,
        timeout: float | None = None,
    ) -> Report:
        """Check a document, and report all findings; the arguments are those of `turnwire.validate`.

        Of the `envelope`, the content type says whether `data` is YAML or Protobuf.

        Raises:
            UnknownDialect: the server does not have the dialect or the target.
            ConnectionError: there is no service at the address.
            grpc.RpcError: anything else.
        """
        request = pb.ValidateRequest()
        _set_wire(request.wire, data, dialect, kind, envelope)
        asked = Asked(layers=layers, target=target, invariants=invariants, strict=strict, tools=tools)
        ask(request, asked)
        return report_from_message(self.call("Validate", request, pb.ValidateResponse, timeout))

    def detect(self, data: Input, *, timeout: float | None = None) -> list[tuple[str, Kind]]:
        """List the (dialect, kind) pairs that a document may be, best first.

        Raises:
            InvalidDocument: the input is not JSON.
            ConnectionError: there is no service at the address.
            grpc.RpcError: anything else.
        """
        reply = self.call("Detect", pb.DetectRequest(data=_bytes(data)), pb.DetectResponse, timeout)
        return [(guess.dialect, kind) for guess in reply.guesses if (kind := kind_from_message(guess.kind))]

    def dialects(self, *, timeout: float | None = None) -> tuple[DialectInfo, ...]:
        """List the dialects that the server reads and writes, by name.

        Raises:
            ConnectionError: there is no service at the address.
            grpc.RpcError: the call failed.
        """
        reply = self.call("ListDialects", pb.ListDialectsRequest(), pb.ListDialectsResponse, timeout)
        return tuple(map(_dialect_info, reply.dialects))

    def schema(self, name: str, *, timeout: float | None = None) -> bytes:
        """Return the text of one JSON Schema, in UTF-8.

        Raises:
            KeyError: no schema has this name.
            ConnectionError: there is no service at the address.
            grpc.RpcError: anything else.
        """
        return self.call("GetSchema", pb.GetSchemaRequest(name=name), pb.GetSchemaResponse, timeout).schema


def _dialect_info(message: pb.DialectInfo) -> DialectInfo:
    kinds = tuple(kind for number in message.kinds if (kind := kind_from_message(number)))
    return DialectInfo(message.name, kinds, message.title)


def _bytes(data: Input) -> bytes:
    return data if type(data) is bytes else as_bytes(data)


def _set_wire(
    wire: pb.WireDocument,
    data: Input,
    dialect: str | None,
    kind: Kind | None,
    envelope: Envelope | None,
) -> None:
    wire.data = _bytes(data)
    wire.dialect = dialect or ""
    wire.kind = kind_to_message(kind)
    if envelope:
        wire.envelope_json.update(envelope_to_message(envelope))


def _written(reply: pb.ConvertResponse | pb.WriteResponse) -> Written:
    losses = tuple(map(loss_from_message, reply.losses))
    return Written(reply.data, losses, envelope_from_message(reply.envelope_json))
