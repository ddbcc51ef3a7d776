"""The calls of the clients: each is a request and what becomes of its reply, for the sync and the async client."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from google.protobuf.message import Message
from msgspec import Struct

from turnwire.dialects.dialect import Kind, OtherKind
from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.documents.inputs import Envelope, as_bytes
from turnwire.documents.written import Written
from turnwire.model import Completion, ErrorReply, History
from turnwire.service.messages import (
    document_from_message,
    document_to_message,
    envelope_from_message,
    envelope_to_message,
    keeping_to_message,
    kind_from_message,
    kind_named,
    kind_to_message,
    loss_from_message,
)
from turnwire.service.validation_messages import Asked, ask, report_from_message
from turnwire.v1 import service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from turnwire.documents.inputs import Input
    from turnwire.documents.options import Keeping
    from turnwire.gateway.plan import Plan
    from turnwire.model import Document
    from turnwire.validation import Report
    from turnwire.validation.repair import Repaired

DOCUMENTS = (History, Completion, ErrorReply)
_Result = TypeVar("_Result")


class Call(Struct, Generic[_Result], frozen=True):
    """One call: the name of the RPC, its request, the type of its reply, and what the caller gets of that."""

    name: str
    request: Any
    reply: type[Message]
    result: Callable[[Any], _Result]


class DialectInfo(Struct, frozen=True):
    """A dialect of the server.

    Its name, the kinds of document that are read, one line about it, the kinds that are only validated, and whether
    its streams are converted.
    """

    name: str
    kinds: tuple[Kind, ...]
    title: str
    other_kinds: tuple[OtherKind, ...] = ()
    streams: bool = False


class From(Struct, frozen=True):
    """What is known of a body: its dialect, its kind, and the parts of the exchange outside of it."""

    dialect: str | None = None
    kind: Kind | None = None
    envelope: Envelope | None = None

    def fill(self, wire: pb.WireDocument, data: Input) -> None:
        """Set the fields of a document in the bytes of a dialect."""
        wire.data = _bytes(data)
        wire.dialect = self.dialect or ""
        wire.kind = kind_to_message(self.kind)
        if self.envelope:
            envelope_to_message(self.envelope, wire.envelope_json)


def conversion(
    data: Input | Document,
    target: str,
    source: From,
    *,
    strict: bool,
    allow: Collection[str],
    model: str | None,
    keeping: Keeping,
    ids: IdMap,
) -> Call[Written]:
    """A call of Convert; a document of the model is sent as it is."""
    request = pb.ConvertRequest(target=target, strict=strict, allow=allow, model=model)
    keeping_to_message(keeping, request.keeping)
    if ids != SAME_IDS:
        request.ids_json = ids_to_text(ids)
    if isinstance(data, DOCUMENTS):
        document_to_message(data, request.document)
    else:
        source.fill(request.wire, data)
    return Call("Convert", request, pb.ConvertResponse, written_from_message)


def reading(data: Input, source: From) -> Call[Document]:
    """A call of Read."""
    request = pb.ReadRequest()
    source.fill(request.wire, data)
    return Call("Read", request, pb.ReadResponse, lambda reply: document_from_message(reply.document))


def writing(document: Document, dialect: str, model: str | None, keeping: Keeping) -> Call[Written]:
    """A call of Write."""
    request = pb.WriteRequest(dialect=dialect, model=model)
    keeping_to_message(keeping, request.keeping)
    document_to_message(document, request.document)
    return Call("Write", request, pb.WriteResponse, written_from_message)


def validation(data: Input, source: From, asked: Asked) -> Call[Report]:
    """A call of Validate."""
    request = pb.ValidateRequest()
    source.fill(request.wire, data)
    ask(request, asked)
    return Call("Validate", request, pb.ValidateResponse, report_from_message)


def mending(
    data: Input, source: From, *, unsafe: bool, tools: Sequence[Any], select: Sequence[str], ignore: Sequence[str]
) -> Call[Repaired]:
    """A call of Repair."""
    from turnwire.service.repair_messages import repaired_from_message  # noqa: PLC0415 - imports the JSON Schemas

    request = pb.RepairRequest(unsafe=unsafe, select=select, ignore=ignore)
    source.fill(request.wire, data)
    if tools:
        request.tools = msgspec.json.encode(list(tools)).decode()
    return Call("Repair", request, pb.RepairResponse, repaired_from_message)


def planning(data: Input | Document, target: str, source: From, keeping: Keeping) -> Call[Plan]:
    """A call of Plan."""
    from turnwire.service.plan_messages import plan_from_message  # noqa: PLC0415 - what few clients call for

    request = pb.PlanRequest(target=target)
    keeping_to_message(keeping, request.keeping)
    if isinstance(data, DOCUMENTS):
        document_to_message(data, request.document)
    else:
        source.fill(request.wire, data)
    return Call("Plan", request, pb.PlanResponse, plan_from_message)


def detection(data: Input) -> Call[list[tuple[str, Kind | OtherKind]]]:
    """A call of Detect."""
    return Call("Detect", pb.DetectRequest(data=_bytes(data)), pb.DetectResponse, _guesses)


def listing() -> Call[tuple[DialectInfo, ...]]:
    """A call of ListDialects."""
    infos: Callable[[Any], tuple[DialectInfo, ...]] = lambda reply: tuple(map(_dialect_info, reply.dialects))  # noqa: E731
    return Call("ListDialects", pb.ListDialectsRequest(), pb.ListDialectsResponse, infos)


def schema(name: str) -> Call[bytes]:
    """A call of GetSchema."""
    return Call("GetSchema", pb.GetSchemaRequest(name=name), pb.GetSchemaResponse, lambda reply: reply.schema)


def written_from_message(reply: pb.ConvertResponse | pb.WriteResponse) -> Written:
    """Return what `turnwire.convert` returned on the server."""
    losses = tuple(map(loss_from_message, reply.losses))
    ids = msgspec.json.decode(reply.ids_json, type=IdMap) if reply.HasField("ids_json") else SAME_IDS
    return Written(reply.data, losses, envelope_from_message(reply.envelope_json), ids)


def ids_to_text(ids: IdMap) -> str:
    """Return changed ids as the text that the service returned them in."""
    return msgspec.json.encode(ids).decode()


def _guesses(reply: pb.DetectResponse) -> list[tuple[str, Kind | OtherKind]]:
    return [(guess.dialect, kind) for guess in reply.guesses if (kind := kind_named(guess))]


def _dialect_info(message: pb.DialectInfo) -> DialectInfo:
    kinds = tuple(kind for number in message.kinds if (kind := kind_from_message(number)))
    return DialectInfo(message.name, kinds, message.title, tuple(message.other_kinds), message.streams)


def _bytes(data: Input) -> bytes:
    return data if type(data) is bytes else as_bytes(data)
