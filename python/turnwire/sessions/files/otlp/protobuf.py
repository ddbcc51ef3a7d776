"""Traces in OTLP's Protobuf encoding, as OTLP's JSON.

A file is one `ExportTraceServiceRequest`, as exporters send it over HTTP, or several, each behind its size as four
bytes, most significant first, as the file exporter of the OpenTelemetry Collector writes them.
"""

from __future__ import annotations

import base64
import importlib
from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import dumps
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGE: Final = "opentelemetry.proto.collector.trace.v1.trace_service_pb2"
_FIELD: Final = b"\n"
"""The first byte of a message: the tag of `resource_spans`, which is field 1, a message."""

_NAMES: Final = (b"gen_ai.", b"llm.", b"openinference")
"""How the names of attributes about calls of models begin, in each of the conventions."""

_LONGEST: Final = 5
"""How many bytes a size has at most."""

_SIZE: Final = 4
_ID: Final = 16
"""How many bytes an id of a trace has."""

# "The traceId and spanId byte arrays are represented as case-insensitive hex-encoded strings" (opentelemetry-proto,
# docs/specification.md, JSON Protobuf Encoding)
_IDS: Final = ("traceId", "spanId", "parentSpanId")


def is_traces(data: bytes) -> bool:
    """Return whether a file is traces about models in this encoding, as far as that is known without the package."""
    is_about_models = any(name in data for name in _NAMES)
    return is_about_models and not _is_text(data) and all(_begins(message) for message in _messages(data))


def documents(data: bytes) -> list[bytes]:
    """Return each message of a file that `is_traces` as a document of OTLP's JSON.

    Raises:
        InvalidDocument: the file is no traces, has fields that the package does not know, or the package is missing.
    """
    try:
        service = importlib.import_module(_PACKAGE)
    except ImportError:
        message = "traces in Protobuf need the package opentelemetry-proto"
        raise invalid("session.package", message, hint="pip install opentelemetry-proto") from None
    return [dumps(_document(service.ExportTraceServiceRequest, message)) for message in _messages(data)]


def _begins(message: bytes) -> bool:
    """Return whether a message begins with spans: the tag of the field, and a size that is not beyond the message."""
    size = 0
    for index, byte in enumerate(message[1 : 1 + _LONGEST]):
        size |= (byte & 0x7F) << 7 * index
        if byte < 0x80:  # noqa: PLR2004 - "the most significant bit says that more bytes follow" (Protobuf, varints)
            return message[:1] == _FIELD and 2 + index + size <= len(message)
    return False


def _is_text(data: bytes) -> bool:
    """Return whether a file begins as JSON does, behind white space."""
    return data[:64].lstrip()[:1] in (b"{", b"[", b'"') and b"\x00" not in data


def _messages(data: bytes) -> list[bytes]:
    """Return the messages of a file: split by the sizes in front of them, or the whole file as one message."""
    return list(_sized(data)) or [data]


def _sized(data: bytes) -> Iterator[bytes]:
    """Yield the messages if the sizes in front of them fill the file; nothing otherwise."""
    ends: list[int] = []
    position = 0
    while position + _SIZE < len(data) and data[position + _SIZE : position + _SIZE + 1] == _FIELD:
        position += _SIZE + int.from_bytes(data[position : position + _SIZE], "big")
        ends.append(position)
    if position == len(data):
        begin = 0
        for end in ends:
            yield data[begin + _SIZE : end]
            begin = end


def _document(kind: Any, data: bytes) -> dict[str, Any]:
    protobuf = importlib.import_module("google.protobuf.message")
    json_format = importlib.import_module("google.protobuf.json_format")
    found = kind()
    try:
        found.ParseFromString(data)
    except protobuf.DecodeError as fault:
        raise invalid("session.protobuf", f"the file has no traces of OpenTelemetry: {fault}") from None
    size = found.ByteSize()
    found.DiscardUnknownFields()
    spans = [span for each in found.resource_spans for scope in each.scope_spans for span in scope.spans]
    if not spans or any(len(span.trace_id) != _ID for span in spans):
        raise invalid("session.protobuf", "the file has no traces of OpenTelemetry: there is a span without its trace")
    if found.ByteSize() != size:
        message = "the traces have fields that this version of the package opentelemetry-proto does not know"
        raise invalid("session.protobuf", message, hint="install a newer version of opentelemetry-proto")
    document: dict[str, Any] = json_format.MessageToDict(found, use_integers_for_enums=True)
    _with_hex(document)
    return document


def _with_hex(document: dict[str, Any]) -> None:
    """Spell the ids of spans and of their links as OTLP's JSON does."""
    for each in document.get("resourceSpans", ()):
        for scope in each.get("scopeSpans", ()):
            for span in scope.get("spans", ()):
                for holder in (span, *span.get("links", ())):
                    holder.update({name: base64.b64decode(holder[name]).hex() for name in _IDS if name in holder})
