# Copied by tools/protoc-gen-msgspec from its runtime.py. Do not edit.
"""What the generated adapter does at run time: JSON texts, numbers, and the words for what is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec import Raw

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from google._upb._message import Descriptor as UpbDescriptor
    from google.protobuf.descriptor import Descriptor, FieldDescriptor
    from google.protobuf.message import Message

_T = TypeVar("_T")

MAX_DEPTH: Final = 48
"""How deep a JSON text may nest."""

_SHORT: Final = 2 * MAX_DEPTH
_EXACT: Final = 2.0**53
_QUOTE: Final = ord('"')
_BUT_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\[\]{}"]+', re.DOTALL)

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Raw).decode
_decode_text: Final = msgspec.json.Decoder(str).decode


class JsonTextError(ValueError):
    """A text is not JSON, or JSON cannot hold a value."""


def _too_deep(text: str) -> bool:
    brackets = _BUT_BRACKETS.sub("", text)
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace("[]", "").replace("{}", "")
        if not brackets:
            return False
    return True


def json_value(text: str) -> Raw:
    """The JSON value that a text is. Raises JsonTextError for what is no JSON, or nests too deep."""
    # There is no depth without length and brackets, and counting them costs next to nothing.
    if len(text) > _SHORT and text.count("[") + text.count("{") > MAX_DEPTH and _too_deep(text):
        raise JsonTextError(f"the JSON nests deeper than {MAX_DEPTH} levels")
    try:
        return _decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise JsonTextError(f"the text is no JSON: {error}") from None


def json_values(texts: Mapping[str, str]) -> dict[str, Raw]:
    """The JSON values of a map, by key; a map of protobuf has no order of its own."""
    return {key: json_value(texts[key]) for key in sorted(texts)}


def number(value: float) -> int | float:
    """A double as native JSON writes it: whole numbers without a point. Raises JsonTextError for NaN and infinity."""
    if -_EXACT <= value <= _EXACT:
        return int(value) if value.is_integer() else value
    if value - value != 0:
        raise JsonTextError(f"JSON has no {value}")
    return value


def double(value: float) -> float:
    """A number of native JSON for a double field. Raises JsonTextError for an integer that no double holds."""
    if type(value) is float or -_EXACT <= value <= _EXACT or int(float(value)) == value:
        return value
    raise JsonTextError(f"no double holds {value}")


def json_string(text: str) -> Raw:
    """The bytes of the JSON string that says a text."""
    return Raw(_encode(text))


def string_text(raw: Raw) -> Any:
    """The text that the bytes of a JSON string say, as str or in UTF-8; either may be set as the text of a message.

    Raises JsonTextError for any other JSON value.
    """
    data = memoryview(raw)
    text = bytes(data[1:-1])
    if data[0] == _QUOTE and b"\\" not in text:
        return text
    try:
        return _decode_text(data)
    except msgspec.DecodeError as error:
        raise JsonTextError(f"not a JSON string: {error}") from None


def explain(message: Message, required: Collection[str]) -> ValueError:
    """Why a message cannot be read: an error whose arguments are the reason and the dotted path of the field."""
    for path, reason in _faults(message, "", required):
        return ValueError(reason, path)
    return ValueError("the message cannot be read", "")


def _faults(message: Message, path: str, required: Collection[str]) -> Iterator[tuple[str, str]]:
    descriptor = message.DESCRIPTOR
    if _is_union(descriptor) and message.WhichOneof(descriptor.oneofs[0].name) is None:
        yield path.removesuffix("."), f"no member of {descriptor.name} that is known here is set"
    present = {field.name for field, _ in message.ListFields()}
    for name, field in descriptor.fields_by_name.items():
        if name not in present and field.full_name in required:
            yield path + name, "a required field is absent"
    for field, value in message.ListFields():
        for index, element in _elements(value):
            yield from _element_faults(field, element, f"{path}{field.name}{index}", required)


def _is_union(descriptor: Descriptor | UpbDescriptor) -> bool:
    oneofs = descriptor.oneofs
    return len(oneofs) == 1 and len(oneofs[0].fields) == len(descriptor.fields) and oneofs[0].name[0] != "_"


def _elements(value: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(value, "DESCRIPTOR"):
        yield "", value
    elif hasattr(value, "items"):
        yield from ((f".{key}", value[key]) for key in sorted(value))
    elif hasattr(value, "extend"):
        for index in range(len(value)):
            yield f".{index}", value[index]
    else:
        yield "", value


def _element_faults(
    field: FieldDescriptor,
    value: Any,
    path: str,
    required: Collection[str],
) -> Iterator[tuple[str, str]]:
    if hasattr(value, "DESCRIPTOR"):
        yield from _faults(value, path + ".", required)
    elif field.enum_type is not None:
        # Unspecified is absent, and a list has no absent elements.
        if value == 0 or value not in field.enum_type.values_by_number:
            yield path, f"{value} is no number of {field.enum_type.name} that is known here"
    elif isinstance(value, float):
        yield from _refusal(number, value, path)
    elif isinstance(value, str) and field.name.endswith("_json"):
        yield from _refusal(json_value, value, path)


def _refusal(reader: Callable[[_T], object], value: _T, path: str) -> Iterator[tuple[str, str]]:
    try:
        reader(value)
    except JsonTextError as error:
        yield path, str(error)
