"""Messages of a later version of the proto: each has a field more, or its oneof a member, and every enum a value."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from tests.conformance.registry import CANONICAL, Schema, files
from tests.evolution.futures import full

import turnwire
from turnwire.codec import proto

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from google.protobuf.message import Message

    from turnwire.dialects.dialect import Kind

NAMES: dict[Kind, str] = {"request": "History", "response": "Completion", "error": "ErrorReply"}
FIELD, NUMBER, VALUE = 900, 77, "x_future_value"
"""Of the new field of each message, of the new value of each enum, and what is set to the one."""
Field = descriptor_pb2.FieldDescriptorProto


def _later(file: descriptor_pb2.FileDescriptorProto) -> None:
    for message in file.message_type:
        text = Field(name="x_future_field", number=FIELD, type=Field.TYPE_STRING, label=Field.LABEL_OPTIONAL)
        member = next((f for f in message.field if f.HasField("oneof_index") and not f.proto3_optional), None)
        if member is not None:  # such as a new block
            text.type, text.type_name, text.oneof_index = member.type, member.type_name, member.oneof_index
        message.field.append(text)
    for enum in file.enum_type:
        prefix = enum.value[0].name.removesuffix("UNSPECIFIED")
        enum.value.add(name=f"{prefix}X_FUTURE_WORD", number=NUMBER)


@functools.cache
def schema() -> Schema:
    """The later version of the model."""
    pool = descriptor_pool.DescriptorPool()
    for file in files(CANONICAL):
        _add(pool, file)
    return Schema.of(pool.FindFileByName(file.name) for file in files(CANONICAL))


def _add(pool: descriptor_pool.DescriptorPool, file: Any) -> None:
    """Adds a file of today as it is later, and before it what it imports; a file twice is one."""
    for imported in file.dependencies:
        _add(pool, imported)
    changed = descriptor_pb2.FileDescriptorProto()
    file.CopyToProto(changed)
    _later(changed)
    pool.Add(changed)


def later_of(name: str) -> type[Message]:
    """The message of this full name in the later version."""
    return message_factory.GetMessageClass(next(each for each in schema().messages if each.full_name == name))


@functools.cache
def later(kind: Kind) -> type[Message]:
    """The message of this kind in the later version."""
    return later_of(f"{CANONICAL}.{NAMES[kind]}")


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
        return [] if node.DESCRIPTOR.name == "ContentBlock" else [_setting(node, "x_future_field", VALUE)]
    return [_setting(node, field.name, NUMBER) for field, _ in node.ListFields() if field.enum_type is not None]


def _setting(node: Any, name: str, value: Any) -> Callable[[], object]:
    return lambda: setattr(node, name, value)


def _adding(node: Any) -> Callable[[], object]:
    return lambda: setattr(node.content.add().x_future_field, "x_future_field", VALUE)


def as_json(message: Message) -> bytes:
    """The ProtoJSON of a message of any version."""
    return json_format.MessageToJson(message, indent=None, ensure_ascii=False).encode()
