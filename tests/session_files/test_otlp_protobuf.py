"""Traces in OTLP's Protobuf encoding are read as those in its JSON."""

from __future__ import annotations

import base64
import json
import sys
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from tests.session_files.otlp_files import OTLP

from turnwire.errors import InvalidDocument
from turnwire.sessions.files import read_sessions, recognise_document, session_format

_FORM = session_format("otlp")
_NAMED = ("plain", "events", "openinference", "openllmetry")


def encoded(document: Any) -> bytes:
    """A document of OTLP's JSON in Protobuf, with ids of the length that they have to have."""
    document = json.loads(json.dumps(document))
    for each in document["resourceSpans"]:
        for scope in each["scopeSpans"]:
            for span in scope["spans"]:
                for name, size in (("traceId", 32), ("spanId", 16), ("parentSpanId", 16)):
                    if name in span:
                        span[name] = base64.b64encode(bytes.fromhex(span[name].ljust(size, "0")[:size])).decode()
    found: bytes = ParseDict(document, ExportTraceServiceRequest()).SerializeToString()
    return found


def outlines(data: bytes) -> list[Any]:
    """The messages of each conversation, and its settings."""
    histories = [history for session in read_sessions(data, _FORM) for history in session.histories()]
    return [([(m.role, m.content) for m in history.history], history.settings) for history in histories]


@pytest.mark.parametrize("name", _NAMED)
def test_the_conversations_are_those_of_the_json(name: str) -> None:
    document = OTLP[name]
    data = encoded(document)
    assert recognise_document(data) is _FORM
    assert outlines(json.dumps(document).encode()) == outlines(data)


def test_a_file_of_several_messages_is_read() -> None:
    messages = [encoded(OTLP[name]) for name in _NAMED]
    data = b"".join(len(message).to_bytes(4, "big") + message for message in messages)
    assert recognise_document(data) is _FORM
    assert [each for message in messages for each in outlines(message)] == outlines(data)


def test_ids_are_written_as_the_json_of_traces_has_them() -> None:
    (session,) = read_sessions(encoded(OTLP["plain"]), _FORM)
    written = json.loads(session.data())
    span = written["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
    assert (32, 16) == (len(bytes.fromhex(span["traceId"])) * 2, len(bytes.fromhex(span["spanId"])) * 2)
    assert outlines(session.data()) == outlines(encoded(OTLP["plain"]))


@pytest.mark.parametrize("end", [b"\x0a", b"\x0a\x7f", b"\xff\xff", b"\xfa\x3e\x01a"])
def test_what_is_cut_off_or_not_known_is_refused(end: bytes) -> None:
    with pytest.raises(InvalidDocument, match="traces"):
        read_sessions(encoded(OTLP["plain"]) + end, _FORM)


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\nhello", b"\n[1,2]", b'\n{"a":1}', b"\x00" * 9, b"\ngen_ai. x", b"\n\xff\xff\xff\xff\xff gen_ai."],
)
def test_other_files_are_none(data: bytes) -> None:
    assert recognise_document(data) is None


def test_without_the_package_the_refusal_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.proto.collector.trace.v1.trace_service_pb2", None)
    with pytest.raises(InvalidDocument, match="opentelemetry-proto"):
        read_sessions(encoded(OTLP["plain"]), _FORM)
