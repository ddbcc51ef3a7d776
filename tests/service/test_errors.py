"""What is wrong is said with its place, and what is nobody's business is not said."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from tests.service.calls import Failure, detail, failed, failure, wire
from tests.service.documents import HISTORY, history

import turnwire
from turnwire import InvalidDocument, LossyConversion, UnknownDialect
from turnwire.codec.limits import STRICT
from turnwire.v1 import completion_pb2, history_pb2, message_pb2, service_pb2
from turnwire.v1.service_pb2 import (
    ConvertRequest,
    Document,
    PlanRequest,
    ReadRequest,
    RepairRequest,
    ValidateRequest,
    WriteRequest,
)

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from turnwire.service.client import Client

INVALID = grpc.StatusCode.INVALID_ARGUMENT
DUPLICATE = b'{"history":[],\n "history":[]}'


def bad(field: str, reason: str = "BAD_FIELD") -> Failure:
    return Failure(INVALID, reason, [(field, reason)])


def typed(**meta: str) -> Document:
    return Document(history=history_pb2.History(meta=history_pb2.Meta(extra_json=meta)))


NO_ROLE = Document(completion=completion_pb2.Completion(candidates=[message_pb2.Message()]))
# Field 3, the kind, is 77: proto3 lets any number through.
ODD_KIND = service_pb2.WireDocument.FromString(wire(HISTORY).SerializeToString() + bytes((3 << 3, 77)))
ODD_ENVELOPE = service_pb2.WireDocument(data=HISTORY, dialect="turnwire", envelope_json={"path": "{"})

REFUSED: list[tuple[str, Message | bytes, Failure]] = [
    ("Convert", b"\xff\xff", bad("")),
    ("Convert", ConvertRequest(target="turnwire"), bad("source")),
    ("Convert", ConvertRequest(wire=wire(HISTORY)), bad("target")),
    ("Convert", ConvertRequest(wire=wire(HISTORY), target="nobody"), bad("target", "UNKNOWN_DIALECT")),
    (
        "Convert",
        ConvertRequest(wire=wire(HISTORY, "nobody"), target="turnwire"),
        bad("wire.dialect", "UNKNOWN_DIALECT"),
    ),
    ("Convert", ConvertRequest(wire=ODD_KIND, target="turnwire"), bad("wire.kind")),
    ("Convert", ConvertRequest(wire=ODD_ENVELOPE, target="turnwire"), bad("wire.envelope_json")),
    ("Convert", ConvertRequest(document=Document(), target="turnwire"), bad("document")),
    ("Convert", ConvertRequest(document=NO_ROLE, target="turnwire"), bad("document.completion.candidates.0.role")),
    ("Read", ReadRequest(), bad("wire")),
    ("Write", WriteRequest(dialect="turnwire"), bad("document")),
    ("Write", WriteRequest(document=typed()), bad("dialect")),
    ("Write", WriteRequest(document=typed(), dialect="nobody"), bad("dialect", "UNKNOWN_DIALECT")),
    ("Write", WriteRequest(document=typed(a='{"b": 1'), dialect="turnwire"), bad("document.history.meta.extra_json.a")),
    (
        "Convert",
        ConvertRequest(wire=wire(HISTORY), target="turnwire", ids_json="[]"),
        bad("ids_json"),
    ),
    ("Repair", RepairRequest(), bad("wire")),
    ("Repair", RepairRequest(wire=wire(HISTORY, "nobody")), bad("wire.dialect", "UNKNOWN_DIALECT")),
    ("Repair", RepairRequest(wire=wire(HISTORY), ignore=["TW9x"]), bad("ignore")),
    ("Repair", RepairRequest(wire=wire(HISTORY), tools="{}"), bad("tools", "INVALID_TOOLS")),
    ("Repair", RepairRequest(wire=wire(HISTORY), tools='[{"input_schema": {}}]'), bad("tools", "INVALID_TOOLS")),
    ("Validate", ValidateRequest(wire=wire(HISTORY), tools="[5]"), bad("tools", "INVALID_TOOLS")),
    ("Plan", PlanRequest(target="turnwire"), bad("source")),
    ("Plan", PlanRequest(wire=wire(HISTORY)), bad("target")),
    ("Plan", PlanRequest(wire=wire(HISTORY), target="nobody:m"), bad("target", "UNKNOWN_DIALECT")),
    ("Validate", ValidateRequest(), bad("wire")),
    ("Validate", ValidateRequest(wire=wire(HISTORY, "nobody")), bad("wire.dialect", "UNKNOWN_DIALECT")),
    (
        "GetSchema",
        service_pb2.GetSchemaRequest(name="nothing"),
        Failure(grpc.StatusCode.NOT_FOUND, "UNKNOWN_SCHEMA", [("name", "UNKNOWN_SCHEMA")]),
    ),
]


@pytest.mark.parametrize(("method", "request_", "expected"), REFUSED)
def test_a_wrong_request_names_its_field(
    channel: grpc.Channel, method: str, request_: Message | bytes, expected: Failure
) -> None:
    assert expected == failure(channel, method, request_)


@pytest.mark.parametrize("method", ["Convert", "Read"])
@pytest.mark.parametrize(
    "data", [DUPLICATE, b"", b"[1,]", b"\xff", b'{"history":[{"role":7,"content":[]}]}', b"[" * 999]
)
def test_an_invalid_document_names_pointer_and_code(channel: grpc.Channel, method: str, data: bytes) -> None:
    with pytest.raises(InvalidDocument) as refused:
        turnwire.read(data, "turnwire", kind="request", limits=STRICT)
    fields = [(found.pointer or "", found.code) for found in refused.value.diagnostics]
    request = (
        ConvertRequest(wire=wire(data), target="turnwire") if method == "Convert" else ReadRequest(wire=wire(data))
    )
    assert Failure(INVALID, "INVALID_DOCUMENT", fields) == failure(channel, method, request)


def test_typed_documents_have_no_repeated_keys_either(channel: grpc.Channel) -> None:
    request = WriteRequest(document=typed(a='{"c":1,"c":2}'), dialect="turnwire")
    found = failure(channel, "Write", request)
    assert (
        INVALID,
        "INVALID_DOCUMENT",
        ["json.duplicate-key"],
    ) == (found.code, found.reason, [r for _, r in found.fields])


@pytest.mark.parametrize("data", [DUPLICATE, b"", b"[1,]", b'{"history":[{"role":7,"content":[]}]}'])
def test_the_client_rebuilds_invalid_documents(client: Client, data: bytes) -> None:
    with pytest.raises(InvalidDocument) as here:
        turnwire.read(data, "turnwire", kind="request", limits=STRICT)
    with pytest.raises(InvalidDocument) as there:
        client.read(data, "turnwire", kind="request")
    assert (here.value.diagnostics, str(here.value)) == (there.value.diagnostics, str(there.value))


def test_the_client_rebuilds_unknown_dialects(client: Client) -> None:
    with pytest.raises(UnknownDialect, match="nobody"):
        client.convert(HISTORY, "nobody", source="turnwire", kind="request")


def test_the_client_rebuilds_unknown_schemas(client: Client) -> None:
    with pytest.raises(KeyError, match="nothing"):
        client.schema("nothing")


def test_the_client_rebuilds_lossy_conversions(client: Client, lossy: str) -> None:
    with pytest.raises(LossyConversion) as here:
        turnwire.convert(HISTORY, lossy, source="turnwire", kind="request", strict=True)
    with pytest.raises(LossyConversion) as there:
        client.convert(HISTORY, lossy, source="turnwire", kind="request", strict=True)
    assert here.value.losses == there.value.losses


def test_a_strict_refusal_is_a_failed_precondition(channel: grpc.Channel, lossy: str) -> None:
    request = ConvertRequest(wire=wire(HISTORY), target=lossy, strict=True)
    assert Failure(grpc.StatusCode.FAILED_PRECONDITION, "LOSSY_CONVERSION", []) == failure(channel, "Convert", request)


@pytest.mark.parametrize("text", ["x", "é" * 600, "\N{GRINNING FACE}" * 400])
def test_many_losses_fit_into_a_status(client: Client, lossy: str, text: str) -> None:
    with pytest.raises(LossyConversion) as refused:
        client.convert(history(*[text] * 150), lossy, source="turnwire", kind="request", strict=True)
    told = len(refused.value.losses)
    assert 1 <= told < 150
    assert [f"{150 - told} more did not fit into the status: validate, or convert without strict, has all"] == (
        refused.value.__notes__
    )


@pytest.mark.parametrize("key", ["k" * 100_000, "é" * 50_000, "\N{GRINNING FACE}" * 20_000, "~/" * 5000])
def test_a_long_pointer_fits_into_a_status(client: Client, key: str) -> None:
    data = f'{{"history":[],"meta":{{"{key}":{{"a":1,"a":2}}}}}}'
    with pytest.raises(InvalidDocument) as refused:
        client.read(data, "turnwire", kind="request")
    assert ["json.duplicate-key"] == [found.code for found in refused.value.diagnostics]


@pytest.mark.parametrize("source", ["broken", "turnwire"])
def test_a_defect_tells_nothing_but_where_to_look(
    channel: grpc.Channel, broken: str, source: str, caplog: pytest.LogCaptureFixture
) -> None:
    request = ConvertRequest(wire=wire(HISTORY, source), target=broken)
    with caplog.at_level(logging.ERROR, "turnwire.service"):
        error, status = failed(channel, "Convert", request)
    told = dict(detail(status, ErrorInfo).metadata)
    assert (
        grpc.StatusCode.INTERNAL,
        "internal error",
        ["correlation_id"],
    ) == (error.code(), error.details(), list(told))
    assert "secret" not in str(error.trailing_metadata()) + str(status)
    assert [f"Convert failed, correlation_id={told['correlation_id']}"] == [record.message for record in caplog.records]
