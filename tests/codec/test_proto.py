"""Protobuf binary and ProtoJSON: what is refused, and that documents come back equal."""

from __future__ import annotations

import json

import msgspec
import pytest
from msgspec import Raw
from tests.codec.suites import short

from turnwire.codec import proto
from turnwire.codec.limits import Limits
from turnwire.errors import InvalidDocument
from turnwire.model import Completion, Document, ErrorReply, History
from turnwire.v1 import history_pb2

HISTORY = {
    "history": [
        {"role": "system", "content": [{"type": "text", "text": "Be kind.\u0000é😀"}]},
        {"role": "user", "content": [{"type": "image", "source": {"kind": "base64", "data": "aGk="}}]},
        {
            "role": "assistant",
            "content": [
                {"type": "tool_use", "id": "t1", "name": "f", "input": {"b": 1, "a": [1.50, 123456789012345678901]}}
            ],
        },
        {
            "role": "tool",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "t1",
                    "content": [{"type": "text", "text": "x"}],
                    "is_error": False,
                }
            ],
        },
    ],
    "settings": {"generation": {"temperature": 0.5, "max_tokens": 10}},
}
DOCUMENTS: list[tuple[proto.Kind, Document]] = [
    ("request", msgspec.json.decode(json.dumps(HISTORY).encode(), type=History)),
    ("request", History([])),
    ("response", msgspec.convert({"candidates": [{"role": "assistant"}], "model": "m"}, Completion)),
    ("error", msgspec.convert({"message": "no", "status": 400}, ErrorReply)),
]


@pytest.mark.parametrize(("kind", "document"), DOCUMENTS, ids=short)
def test_documents_come_back_equal(kind: proto.Kind, document: Document) -> None:
    native = msgspec.json.encode(document)
    assert native == msgspec.json.encode(proto.decode(proto.encode(document), kind))
    assert native == msgspec.json.encode(proto.decode_json(proto.encode_json(document), kind))


def test_the_same_document_gives_the_same_bytes() -> None:
    document = DOCUMENTS[0][1]
    assert proto.encode(document) == proto.encode(proto.decode(proto.encode(document), "request"))
    assert b"\n" not in proto.encode_json(document)


Found = tuple[str, str | None]

BINARY: list[tuple[bytes, Found]] = [
    (b"\xff", ("proto.syntax", "")),
    (b"abc", ("proto.syntax", "")),
    (b"\x0a\xff\xff\xff\xff\x7f", ("proto.syntax", "/history/0")),
    (b"\x0a\x02\x08\x00", ("proto.required", "/history/0/role")),
    (b"\x0a\x04\x08\x01\x12\x00", ("proto.member", "/history/0/content/0")),
    (b"\x0a\x80\x00", ("proto.required", "/history/0/role")),
]

JSON: list[tuple[str, tuple[str, str | None, int | None, int | None]]] = [
    ("[]", ("proto.type", "", 1, 1)),
    ("", ("json.empty", "", 1, 1)),
    ('{"id":"a","id":"b"}', ("json.duplicate-key", "/id", 1, 11)),
    ('{"x":1,"history":3}', ("proto.type", "", 1, 1)),
    ('{\n"history":3}', ("proto.type", "/history", 2, 11)),
    ('{"history":[{"role":"ROLE_USER",\n "content":[{"text":3}]}]}', ("proto.type", "/history", 1, 12)),
    ('{"history":[{"role":"NOBODY"}]}', ("proto.type", "/history/0/role", 1, 21)),
    ('{"settings":{"generation":{"temperature":NaN}}}', ("json.syntax", "/settings/generation/temperature", 1, 42)),
    ('{"settings":{"generation":{"seed":"x"}}}', ("proto.type", "/settings/generation/seed", 1, 35)),
    ('{"settings":{"generation":{"topP":"NaN"}}}', ("proto.number", "/settings/generation/top_p", None, None)),
    ('{"settings":{"metadataJson":{"a":"not JSON"}}}', ("proto.json-text", "/settings/metadata_json/a", None, None)),
]  # fmt: skip


def first(error: pytest.ExceptionInfo[InvalidDocument]) -> tuple[str, str | None, int | None, int | None]:
    found = error.value.diagnostics[0]
    return found.code, found.pointer, found.line, found.column


@pytest.mark.parametrize(("data", "expected"), BINARY, ids=short)
def test_refused_binary(data: bytes, expected: Found) -> None:
    with pytest.raises(InvalidDocument) as caught:
        proto.decode(data, "request")
    assert expected == first(caught)[:2]


@pytest.mark.parametrize(("text", "expected"), JSON, ids=short)
def test_refused_json(text: str, expected: tuple[str, str | None, int | None, int | None]) -> None:
    with pytest.raises(InvalidDocument) as caught:
        proto.decode_json(text.encode(), "request")
    assert expected == first(caught)


def test_size() -> None:
    for read in (proto.decode, proto.decode_json):
        with pytest.raises(InvalidDocument, match=r"size"):
            read(b"{}", "request", Limits(max_bytes=1))


def nested(levels: int, leaf: dict[str, object]) -> History:
    block = leaf
    for _ in range(levels):
        block = {"type": "tool_result", "tool_use_id": "t", "content": [block]}
    return msgspec.convert({"history": [{"role": "user", "content": [block]}]}, History)


def test_depth_is_that_of_the_native_json() -> None:
    text: dict[str, object] = {"type": "text", "text": "x"}
    deepest = nested(29, text)
    assert msgspec.json.encode(deepest) == msgspec.json.encode(proto.decode(proto.encode(deepest), "request"))
    for levels in (30, 40, 300):
        with pytest.raises(InvalidDocument, match=r"\[proto\.(depth|syntax)\]"):
            proto.decode(proto.encode(nested(levels, text)), "request")


def test_a_message_too_deep_for_protobuf_is_refused() -> None:
    message = history_pb2.History()
    block = message.history.add(role="ROLE_USER").content.add()
    for _ in range(5000):
        block = block.tool_result.content.add()
    with pytest.raises(InvalidDocument, match=r"proto\.syntax"):
        proto.decode(message.SerializeToString(), "request")


def test_what_protobuf_cannot_hold_is_refused() -> None:
    document = msgspec.convert({"message": "no"}, ErrorReply)
    document.message = "\ud800"
    with pytest.raises(InvalidDocument, match=r"proto\.value"):
        proto.encode(document)


def test_the_keys_of_a_map_have_one_order_in_proto_json() -> None:
    residue = {key: Raw(b"1") for key in ("b", "c", "a")}
    written = proto.encode_json(History([], provider_raw=residue))
    assert written == b'{"providerRawJson": {"a": "1", "b": "1", "c": "1"}}'
