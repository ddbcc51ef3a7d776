"""The RPCs Convert, Read and Write: one function each, from the request to the reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from turnwire.codec.json import check
from turnwire.codec.wire import ENCODER
from turnwire.convert import read as read_document
from turnwire.convert import write as write_document
from turnwire.errors import InvalidDocument, LossyConversion, UnknownDialect, invalid
from turnwire.losses import not_allowed
from turnwire.service.encoded_bodies import Body, body_of
from turnwire.service.errors import UNKNOWN_DIALECT, RefusedError
from turnwire.service.messages import (
    document_from_message,
    document_to_message,
    envelope_from_message,
    envelope_to_message,
    keeping_from_message,
    kind_from_message,
    loss_to_message,
)
from turnwire.v1.service_pb2 import ConvertResponse, ReadResponse, WriteResponse

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.dialects.dialect import Kind
    from turnwire.documents.written import Written
    from turnwire.model import Document, Loss
    from turnwire.v1 import service_pb2

_Reply = TypeVar("_Reply", ConvertResponse, WriteResponse)


def convert(request: service_pb2.ConvertRequest, limits: Limits) -> ConvertResponse:
    """Read a document in one dialect and write it in another."""
    source = request.WhichOneof("source")
    losses: tuple[Loss, ...] = ()
    if source == "wire":
        document, losses = read_wire(request.wire, limits)
    elif source == "document":
        document = _typed(request.document, limits)
    else:
        raise RefusedError("source", "wire or document must be set")
    written = _written(document, request.target, "target", request)
    written = replace(written, losses=(*losses, *written.losses)) if losses else written
    if request.strict and (refused := not_allowed(written.losses, request.allow)):
        raise LossyConversion(refused)
    return _answer(ConvertResponse(), written)


def read(request: service_pb2.ReadRequest, limits: Limits) -> ReadResponse:
    """Read a document into the canonical form."""
    reply = ReadResponse()
    document, _ = read_wire(named_wire(request), limits)
    try:
        document_to_message(document, reply.document)
    except ValueError as error:
        raise invalid("proto.value", f"the document does not fit into messages: {error}") from None
    return reply


def write(request: service_pb2.WriteRequest, limits: Limits) -> WriteResponse:
    """Write a canonical document in a dialect."""
    if not request.HasField("document"):
        raise RefusedError("document", "must be set")
    document = _typed(request.document, limits)
    return _answer(WriteResponse(), _written(document, request.dialect, "dialect", request))


def named_wire(request: service_pb2.ReadRequest | service_pb2.ValidateRequest) -> service_pb2.WireDocument:
    """Return the document of a request as bytes.

    Raises:
        RefusedError: the request has none.
    """
    if not request.HasField("wire"):
        raise RefusedError("wire", "must be set")
    return request.wire


def named_kind(wire: service_pb2.WireDocument) -> Kind | None:
    """Return the kind of a request.

    Raises:
        RefusedError: the proto does not define it.
    """
    try:
        return kind_from_message(wire.kind)
    except ValueError as error:
        raise RefusedError("wire.kind", str(error)) from None


def read_wire(wire: service_pb2.WireDocument, limits: Limits) -> tuple[Document, tuple[Loss, ...]]:
    """Read a document from the bytes of a dialect; return it, and what JSON does not have of its encoding.

    Raises:
        InvalidDocument: it cannot be read.
        RefusedError: the request around it is wrong.
    """
    kind = named_kind(wire)
    body = encoded_body(wire, limits)
    try:
        document = read_document(
            body.data, wire.dialect or None, kind=kind, envelope=body.envelope or None, limits=limits
        )
    except UnknownDialect as error:
        raise RefusedError("wire.dialect", str(error), UNKNOWN_DIALECT) from None
    return document, body.losses


def encoded_body(wire: service_pb2.WireDocument, limits: Limits) -> Body:
    """Return the document of a request as JSON, and its envelope.  Raises InvalidDocument, RefusedError."""
    if not wire.envelope_json:
        return Body(wire.data, {})
    return body_of(wire.data, wire.dialect, _envelope(wire), limits)


def _envelope(wire: service_pb2.WireDocument) -> dict[str, Any]:
    try:
        return envelope_from_message(wire.envelope_json)
    except InvalidDocument as error:
        raise RefusedError("wire.envelope_json", str(error)) from None


def _typed(message: service_pb2.Document, limits: Limits) -> Document:
    """Convert a document sent as messages, within the limits that its native JSON has."""
    try:
        document = document_from_message(message)
    except ValueError as error:
        reason, path = error.args
        raise RefusedError(f"document.{message.WhichOneof('document') or ''}.{path}".strip("."), reason) from None
    # The adapter checks the syntax of each piece of free JSON; depth and repeated keys need the whole document.
    check(ENCODER.encode(document), limits)
    return document


def _written(
    document: Document, dialect: str, field: str, request: service_pb2.ConvertRequest | service_pb2.WriteRequest
) -> Written:
    if not dialect:
        raise RefusedError(field, "must name a dialect")
    try:
        keeping = keeping_from_message(request.keeping)
    except ValueError as error:
        raise RefusedError("keeping", str(error)) from None
    model = request.model if request.HasField("model") else None
    try:
        return write_document(document, dialect, model=model, keeping=keeping)
    except UnknownDialect as error:
        raise RefusedError(field, str(error), UNKNOWN_DIALECT) from None


def _answer(reply: _Reply, written: Written) -> _Reply:
    reply.data = written.data
    for loss in written.losses:
        reply.losses.append(loss_to_message(loss))
    if written.envelope:
        reply.envelope_json.update(envelope_to_message(written.envelope))
    return reply
