"""Cases that the descriptors give: each message at its least and filled, each field alone, each value of an enum.

The descriptors are those of any version, also of one for which there is no generated code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from google.protobuf import message_factory
from google.protobuf.descriptor import FieldDescriptor
from tests.conformance.registry import required

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message
    from tests.conformance.registry import Schema

# The stubs have two types of each descriptor, and a runtime gives the one or the other.
Field: TypeAlias = Any
Shape: TypeAlias = Any

# The whole of the free JSON must come through: spaces, order, spelling, and a number that no double holds.
FREE_JSON = '{"b": 1.50, "a": [null, 12345678901234567890]}'
# 2^53 + 1: a runtime that goes through doubles gives 2^53.
INTEGER = 2**53 + 1
TIME = "2026-02-14T09:30:00.123456789Z"
_ENDINGS = {"_at": TIME, "cost_usd": "0.000654321000000001", "data": "iVBORw0KGgo="}


def samples(schema: Schema) -> Iterator[tuple[str, Message]]:
    """(name, message) of each case."""
    for descriptor in schema.messages:
        yield from _of_message(descriptor)
    for enum in schema.enums:
        field = next(field for field in schema.fields if field.enum_type is enum)
        for value in enum.values:
            if value.number:
                yield f"{enum.full_name}.{value.name}", with_value(field, value.number)


def _of_message(descriptor: Shape) -> Iterator[tuple[str, Message]]:
    if not is_union(descriptor):
        yield f"{descriptor.full_name}, the least", least(descriptor)
        yield f"{descriptor.full_name}, filled", filled(descriptor)
    if any(_has_presence(field) for field in descriptor.fields):
        yield f"{descriptor.full_name}, all at zero", zeros(descriptor)
    for field in descriptor.fields:
        yield field.full_name, with_value(field, sample(field))


def is_union(descriptor: Shape) -> bool:
    """Whether a message is exactly one oneof."""
    oneofs = [oneof for oneof in descriptor.oneofs if not oneof.name.startswith("_")]
    return len(oneofs) == 1 and len(oneofs[0].fields) == len(descriptor.fields)


def empty(descriptor: Shape) -> Message:
    """A message with nothing in it."""
    return message_factory.GetMessageClass(descriptor)()


def least(descriptor: Shape) -> Message:
    """The message with what is required, and nothing else."""
    message = empty(descriptor)
    message.SetInParent()
    for field in descriptor.fields:
        # Those of today are those of any version: "Required." is never added to a field, and never taken away.
        if field.full_name in required(descriptor.file.package):
            put(message, field, "null" if field.name.endswith("_json") else sample(field))
    if is_union(descriptor):
        first = descriptor.fields[0]
        put(message, first, least(first.message_type))
    return message


def filled(descriptor: Shape) -> Message:
    """The message with all its fields."""
    message = least(descriptor)
    for field in descriptor.fields:
        if field.containing_oneof is None or field.containing_oneof.name.startswith("_"):
            message.ClearField(field.name)
            put(message, field, sample(field))
    return message


def zeros(descriptor: Shape) -> Message:
    """The message with every field whose presence is told set to what it would be if absent."""
    message = least(descriptor)
    for field in descriptor.fields:
        if _has_presence(field):
            free = field.name.endswith("_json")
            put(message, field, '""' if free else field.default_value)
    return message


def _has_presence(field: Field) -> bool:
    return field.has_presence and field.message_type is None and field.enum_type is None


def with_value(field: Field, value: Any) -> Message:
    """The least message with one more field."""
    descriptor: Shape = field.containing_type
    message = empty(descriptor) if is_union(descriptor) else least(descriptor)
    message.ClearField(field.name)
    put(message, field, value)
    return message


def put(message: Message, field: Field, value: Any) -> None:
    """Sets a field, whatever its kind."""
    target = getattr(message, field.name)
    if _is_map(field):
        target.update(value)
    elif field.is_repeated:
        target.extend(value if isinstance(value, list) else [value])
    elif field.message_type is not None:
        target.SetInParent()
        target.MergeFrom(value)
    else:
        setattr(message, field.name, value)


def _is_map(field: Field) -> bool:
    return field.message_type is not None and bool(field.message_type.GetOptions().map_entry)


def sample(field: Field) -> Any:
    """A value that tells the field from any other."""
    if _is_map(field):
        return {"k é": FREE_JSON} if field.name.endswith("_json") else {"k é": "v"}
    if not field.is_repeated:
        return _one(field)
    if field.enum_type is not None:
        return [value.number for value in field.enum_type.values if value.number]
    if field.message_type is None and not field.name.endswith("_json"):
        return ["", _one(field)]
    return [_one(field), _one(field)]


def _one(field: Field) -> Any:
    if field.message_type is not None:
        return least(field.message_type)
    if field.enum_type is not None:
        return field.enum_type.values[-1].number
    plain = {
        FieldDescriptor.CPPTYPE_INT64: INTEGER,
        FieldDescriptor.CPPTYPE_INT32: -(2**31),
        FieldDescriptor.CPPTYPE_DOUBLE: 0.1,
        FieldDescriptor.CPPTYPE_BOOL: True,
    }
    if field.type == FieldDescriptor.TYPE_BYTES:
        return b"\x00\xff\xfe"
    return plain[field.cpp_type] if field.cpp_type in plain else _text(field)


def _text(field: Field) -> str:
    if field.name.endswith("_json"):
        return FREE_JSON
    ending = next((end for end in _ENDINGS if field.name.endswith(end)), None)
    return _ENDINGS[ending] if ending else f"the {field.name} 🌧"
