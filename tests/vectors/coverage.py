"""What of a version the vectors show, and what they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from google.protobuf import message_factory
from tests.vectors.pieces import unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from google.protobuf.message import Message
    from tests.conformance.registry import Schema


def shown(cases: Iterable[dict[str, Any]], schema: Schema) -> set[str]:
    """The full names of all messages and fields, and the names of all values of enums, that canonical vectors have."""
    kinds = {message.full_name: message_factory.GetMessageClass(message) for message in schema.messages}
    found: set[str] = set()
    for case in cases:
        _add(kinds[case["message"]].FromString(bytes.fromhex(unpacked(case["binary"]))), found)
    return found


def _add(message: Message, found: set[str]) -> None:
    found.add(message.DESCRIPTOR.full_name)
    for field, value in message.ListFields():
        found.add(field.full_name)
        elements = value if field.is_repeated else [value]
        if field.enum_type is not None:
            found.update(field.enum_type.values_by_number[number].name for number in elements)
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for element in elements:
                _add(element, found)


def without_vector(cases: Iterable[dict[str, Any]], schema: Schema) -> list[str]:
    """What of a version no vector has."""
    kinds = (each.full_name for each in (*schema.messages, *schema.fields))
    words = (value.name for enum in schema.enums for value in enum.values if value.number)
    return sorted({*kinds, *words} - shown(cases, schema))
