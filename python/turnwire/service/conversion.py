"""The RPCs Convert, Read and Write: one function each, from the request to the reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from turnwire.codec.json import check
from turnwire.codec.limits import STRICT
from turnwire.codec.wire import ENCODER
from turnwire.convert import converted
from turnwire.convert import read as read_document
from turnwire.convert import write as write_document
from turnwire.documents.ids import SAME_IDS, IdMap
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
    from turnwire.documents.options import Keeping
    from turnwire.documents.written import Written
    from turnwire.model import Document, Loss
    from turnwire.v1 import service_pb2

_Reply = TypeVar("_Reply", ConvertResponse, WriteResponse)


def convert(request: service_pb2.ConvertRequest, limits: Limits) -> ConvertResponse:
    """Read a document in one dialect and write it in another."""
    written = _at_once(request, limits) or _in_two_steps(request, limits)
    if request.strict and (refused := not_allowed(written.losses, request.allow)):
        raise LossyConversion(refused)
    return _answer(ConvertResponse(), written)


def _at_once(request: service_pb2.ConvertRequest, limits: Limits) -> Written | None:
    """Convert a body by the library's shortest way; None if the request is more than that, or names no dialect."""
    wire = request.wire
    if request.WhichOneof("source") != "wire" or not request.target or wire.envelope_json:
        return None
    if request.HasField("ids_json"):
        return None
    kind, model = named_kind(wire), request.model if request.HasField("model") else None
    keeping = kept_of(request)
    try:
        written, _ = converted(
            wire.data,
            request.target,
            source=wire.dialect or None,
            kind=kind,
            model=model,
            keeping=keeping,
            # A document is no larger than its message, which the guard has measured.  `converted` counts the levels of
            # a plain document once for STRICT itself, and twice for other limits.
            limits=STRICT if limits.max_bytes <= STRICT.max_bytes else limits,
        )
    except UnknownDialect:
        return None  # the two steps tell the source from the target
    return written


def _in_two_steps(request: service_pb2.ConvertRequest, limits: Limits) -> Written:
    document, losses = sourced(request, limits)
    ids = ids_from_message(request)
    if ids:
        document = _restored(document, ids)
    written = _written(document, request.target, "target", request)
    return replace(written, losses=(*losses, *written.losses)) if losses else written


def _restored(document: Any, ids: IdMap) -> Document:
    """Change ids and names back; the map's own function is typed for one kind of document at a time."""
    restored: Document = ids.restore(document)
    return restored


def sourced(
    request: service_pb2.ConvertRequest | service_pb2.PlanRequest, limits: Limits
) -> tuple[Document, tuple[Loss, ...]]:
    """Read the document of a request, in bytes or in messages; return it, and what JSON does not have of its encoding.

    Raises:
        InvalidDocument: it cannot be read.
        RefusedError: the request around it is wrong.
    """
    source = request.WhichOneof("source")
    if source == "wire":
        return read_wire(request.wire, limits)
    if source == "document":
        return _typed(request.document, limits), ()
    raise RefusedError("source", "wire or document must be set")


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


def named_wire(
    request: service_pb2.ReadRequest | service_pb2.ValidateRequest | service_pb2.RepairRequest,
) -> service_pb2.WireDocument:
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
    except InvalidDocument as refusal:
        raise InvalidDocument(*body.placed(refusal.diagnostics)) from None
    except UnknownDialect as error:
        raise RefusedError("wire.dialect", str(error), UNKNOWN_DIALECT) from None
    return document, body.losses


def encoded_body(wire: service_pb2.WireDocument, limits: Limits) -> Body:
    """Return the document of a request as JSON, and its envelope.  Raises InvalidDocument, RefusedError."""
    if not wire.envelope_json:
        return Body(wire.data, {})
    return body_of(wire.data, wire.dialect, _envelope(wire), limits)


def kept_of(
    request: service_pb2.ConvertRequest
    | service_pb2.WriteRequest
    | service_pb2.PlanRequest
    | service_pb2.StreamConversion,
) -> Keeping:
    """Return what the caller wants kept.  Raises RefusedError for a number that the proto does not define."""
    try:
        return keeping_from_message(request.keeping)
    except ValueError as error:
        raise RefusedError("keeping", str(error)) from None


def ids_from_message(request: service_pb2.ConvertRequest | service_pb2.StreamConversion) -> IdMap:
    """Return the changed ids that a request gives back.  Raises RefusedError for what no conversion returned."""
    if not request.HasField("ids_json"):
        return SAME_IDS
    try:
        return msgspec.json.decode(request.ids_json, type=IdMap)
    except (msgspec.DecodeError, RecursionError):
        raise RefusedError("ids_json", "this is not the ids_json of a conversion") from None


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
    keeping = kept_of(request)
    model = request.model if request.HasField("model") else None
    try:
        return write_document(document, dialect, model=model, keeping=keeping)
    except UnknownDialect as error:
        raise RefusedError(field, str(error), UNKNOWN_DIALECT) from None


def _answer(reply: _Reply, written: Written) -> _Reply:
    reply.data = written.data
    for loss in written.losses:
        loss_to_message(loss, reply.losses.add())
    envelope_to_message(written.envelope, reply.envelope_json)
    if written.ids != SAME_IDS:
        reply.ids_json = msgspec.json.encode(written.ids).decode()
    return reply
