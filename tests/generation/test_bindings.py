"""The bindings agree on the bytes: google's runtime and betterproto2 here, protobuf-es in typescript.test.mjs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from google.protobuf import json_format
from hypothesis import given
from tests.generation import fixture

from turnwire import model
from turnwire.testing import native
from turnwire.v1 import completion_pb2, history_pb2, upb
from turnwire_betterproto.turnwire import v1 as better

if TYPE_CHECKING:
    from google.protobuf.message import Message

VECTORS: dict[str, Message] = {
    "nothing": history_pb2.History(),
    "an empty text": history_pb2.History(id=""),
    "a zero that is told": history_pb2.History(schema_version=0),
    "a negative number": history_pb2.History(schema_version=-1),
    "the largest number": history_pb2.History(schema_version=2**63 - 1),
    "an empty message": history_pb2.History(settings={}),
    "an empty member": history_pb2.History(history=[{"role": "ROLE_USER", "content": [{"text": {}}]}]),
    "an error": completion_pb2.ErrorReply(message="é", status=429, retry_after=0.1),
    "a map": history_pb2.History(provider_raw_json={"openai_chat": "{}"}),
}


def test_the_committed_bytes_are_those_of_the_adapter() -> None:
    assert fixture.BINARY.read_bytes() == fixture.binary()


def test_the_conversation_comes_back_from_the_committed_bytes() -> None:
    message = history_pb2.History.FromString(fixture.BINARY.read_bytes())
    assert json.loads(fixture.NATIVE.read_bytes()) == fixture.as_json(upb.history_from_upb(message))


def test_betterproto_reads_and_writes_the_committed_bytes() -> None:
    data = fixture.BINARY.read_bytes()
    read = better.History.parse(data)
    texts = [block.text.text for message in read.history for block in message.content if block.text]
    assert ["Answer in one line.", "Wie ist das Wetter in Köln? 天気 🌧", "Rain."] == texts
    assert data == bytes(read)


def test_fields_from_the_future_are_kept() -> None:
    newer = fixture.BINARY.read_bytes() + bytes([0xF8, 0xFF, 0x07, 5])  # field 16383, the number 5
    read = history_pb2.History.FromString(newer)
    assert (newer, newer) == (read.SerializeToString(deterministic=True), bytes(better.History.parse(newer)))


@pytest.mark.parametrize("message", VECTORS.values(), ids=VECTORS)
def test_betterproto_writes_the_bytes_it_reads(message: Message) -> None:
    data = message.SerializeToString(deterministic=True)
    assert data == bytes(getattr(better, message.DESCRIPTOR.name).parse(data))


@given(native(model.History))
def test_betterproto_says_the_same_as_google(document: model.History) -> None:
    message = upb.history_to_upb(document)
    again = history_pb2.History.FromString(bytes(better.History.parse(message.SerializeToString())))
    assert json_format.MessageToDict(message) == json_format.MessageToDict(again)
