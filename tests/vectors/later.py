"""Inputs of a later version, which every reader of today and of the version before it may meet.

The version is made up (tests/evolution/later.py).  In each message of the model there is a field that is new, in each
oneof a member, and in each field of an enum a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from google.protobuf import json_format
from tests.conformance.python import official
from tests.conformance.registry import CANONICAL, messages
from tests.evolution.later import NUMBER, VALUE, as_json, later_of, nodes
from tests.vectors.given import Given, Runtimes
from tests.vectors.samples import filled, is_union, least, put, with_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message

NEW = "x_future_field"


def later() -> Iterator[Given]:
    """Each input in binary and in ProtoJSON."""
    for name, message in _messages():
        full_name, data = message.DESCRIPTOR.full_name, message.SerializeToString(deterministic=True)
        known = official.parse_binary(full_name, data)
        rest = official.serialize_json(full_name, known)
        yield Given(f"{name}, binary", full_name, "binary", data, rest=rest)
        # "Protobuf JSON parser should reject unknown fields by default but may provide an option to ignore unknown
        # fields in parsing." (protobuf.dev, ProtoJSON format, JSON options)
        text = as_json(message)
        json_format.Parse(text, taken := type(known)(), ignore_unknown_fields=True)
        yield Given(
            f"{name}, ProtoJSON",
            full_name,
            "proto_json",
            text,
            Runtimes.REFUSE,
            rest=taken.SerializeToString(deterministic=True),
        )


def _messages() -> Iterator[tuple[str, Message]]:
    for known in messages().values():
        if known.package != CANONICAL:
            continue
        descriptor: Any = known.message.DESCRIPTOR
        new = later_of(known.name).DESCRIPTOR.fields_by_name[NEW]
        if new.message_type is None:
            yield f"later: fields of {known.name}", _with_fields(filled(descriptor))
        else:
            yield f"later: a member of {known.name}", _member(known.name)
        for field in descriptor.fields:
            yield from _of_field(field)


def _of_field(field: Any) -> Iterator[tuple[str, Message]]:
    if field.enum_type is not None:
        word = [field.enum_type.values[-1].number, NUMBER] if field.is_repeated else NUMBER
        yield f"later word: {field.full_name}", _later(with_value(field, word))
    elif field.message_type is not None and is_union(field.message_type):
        message = _later(least(field.containing_type))
        new = _member(field.message_type.full_name)
        place = message.DESCRIPTOR.fields_by_name[field.name]
        message.ClearField(field.name)
        between = _later(least(field.message_type))
        put(message, place, [between, new, between] if field.is_repeated else new)
        yield f"later: a member in {field.full_name}", message


def _later(message: Message) -> Message:
    return later_of(message.DESCRIPTOR.full_name).FromString(message.SerializeToString())


def _with_fields(message: Message) -> Message:
    """The message with what is new in it and in all that it holds."""
    found = _later(message)
    for node in list(nodes(found)):
        if node.DESCRIPTOR.fields_by_name[NEW].message_type is None:
            setattr(node, NEW, VALUE)
    return found


def _member(name: str) -> Message:
    """A message whose oneof has the new member, and in it a new field."""
    found = later_of(name)()
    setattr(getattr(found, NEW), NEW, VALUE)
    return found
