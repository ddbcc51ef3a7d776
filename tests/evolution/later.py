"""Messages of a later version of the proto: every message has a field more, and every enum a value more."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from tests.evolution.futures import full
from tests.schemas import parity
from tests.schemas.test_parity import IMPORTED

import turnwire
from turnwire.codec import proto

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from google.protobuf.message import Message

    from turnwire.dialect import Kind

NAMES: dict[Kind, str] = {"request": "History", "response": "Completion", "error": "ErrorReply"}
FIELD, NUMBER = 900, 77
"""Of the new field of each message and of the new value of each enum."""
Field = descriptor_pb2.FieldDescriptorProto


def _later(file: descriptor_pb2.FileDescriptorProto) -> None:
    for message in file.message_type:
        text = Field(name="x_future_field", number=FIELD, type=Field.TYPE_STRING, label=Field.LABEL_OPTIONAL)
        if message.name == "ContentBlock":  # a new block
            text.type, text.type_name, text.oneof_index = Field.TYPE_MESSAGE, ".turnwire.v1.CacheControl", 0
        message.field.append(text)
    for enum in file.enum_type:
        prefix = enum.value[0].name.removesuffix("UNSPECIFIED")
        enum.value.add(name=f"{prefix}X_FUTURE_WORD", number=NUMBER)


def _pool(change: Callable[[descriptor_pb2.FileDescriptorProto], None]) -> descriptor_pool.DescriptorPool:
    files = {}
    for file in parity.proto_files():
        name = file.name.removeprefix("turnwire/v1/").removesuffix(".proto")
        files[name] = descriptor_pb2.FileDescriptorProto()
        file.CopyToProto(files[name])
        change(files[name])
    pool = descriptor_pool.DescriptorPool()
    for name in sorted(files, key=lambda name: IMPORTED.index(name) if name in IMPORTED else len(IMPORTED)):
        pool.Add(files[name])
    return pool


@functools.cache
def later(kind: Kind) -> type[Message]:
    """The message of this kind in the later version."""
    return message_factory.GetMessageClass(_pool(_later).FindMessageTypeByName(f"turnwire.v1.{NAMES[kind]}"))


def today(kind: Kind) -> bytes:
    """A binary message with every field of today's."""
    return proto.encode(turnwire.read(msgspec.json.encode(full(kind)), "turnwire", kind=kind))


def nodes(message: Any) -> Iterator[Any]:
    """A message and all in it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for inner in value if field.is_repeated else (value,):
                yield from nodes(inner)


def places(kind: Kind, way: str) -> int:
    """How many places of a message can be new in this way."""
    return sum(len(_new(node, way)) for node in nodes(later(kind).FromString(today(kind))))


def made(kind: Kind, way: str, only: int | None = None) -> Message:
    """A message of the later version that is new in this way in every place, or in one."""
    message = later(kind).FromString(today(kind))
    number = 0
    for node in list(nodes(message)):
        for change in _new(node, way):
            if only in (None, number):
                change()
            number += 1
    return message


def _new(node: Any, way: str) -> list[Callable[[], object]]:
    if way == "block":
        return [_adding(node)] if node.DESCRIPTOR.name in ("Message", "ToolResultBlock") else []
    if way == "field":
        return [] if node.DESCRIPTOR.name == "ContentBlock" else [_setting(node, "x_future_field", "x_future_value")]
    return [_setting(node, field.name, NUMBER) for field, _ in node.ListFields() if field.enum_type is not None]


def _setting(node: Any, name: str, value: Any) -> Callable[[], object]:
    return lambda: setattr(node, name, value)


def _adding(node: Any) -> Callable[[], object]:
    return lambda: node.content.add().x_future_field.CopyFrom(_mark(node))


def _mark(node: Any) -> Any:
    kind = node.DESCRIPTOR.file.pool.FindMessageTypeByName("turnwire.v1.CacheControl")
    return message_factory.GetMessageClass(kind)(kind="x_future_value")


def as_json(message: Message) -> bytes:
    """The ProtoJSON of a message of any version."""
    return json_format.MessageToJson(message, indent=None, ensure_ascii=False).encode()


def from_image(image: bytes) -> descriptor_pool.DescriptorPool:
    """The messages of an image that `buf build` made."""
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(image).file:
        pool.Add(file)
    return pool
