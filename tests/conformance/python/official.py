"""The executor of google's runtime for Python: upb, or the pure one, as PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf import json_format
from tests.conformance.python.serve import Codec, Skipped, serve
from tests.conformance.registry import messages

if TYPE_CHECKING:
    from google.protobuf.message import Message


def empty(name: str) -> Message:
    known = messages().get(name)
    if known is None:
        raise Skipped
    return known.message()


def parse_binary(name: str, data: bytes) -> Message:
    message = empty(name)
    message.ParseFromString(data)
    return message


def serialize_binary(_: str, message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def parse_json(name: str, data: bytes) -> Message:
    return json_format.Parse(data, empty(name))


def serialize_json(_: str, message: Message) -> bytes:
    return json_format.MessageToJson(message, indent=None, ensure_ascii=False, sort_keys=True).encode()


CODECS = {"binary": Codec(parse_binary, serialize_binary), "proto_json": Codec(parse_json, serialize_json)}

if __name__ == "__main__":
    serve(CODECS)
