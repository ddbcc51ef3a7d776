"""The JSON Schemas of messages in Protobuf's JSON, as https://protobuf.dev/programming-guides/json/ has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from protoc_gen_msgspec.schema import Comments, comments_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FileDescriptorProto

Json = dict[str, Any]

PLACE: Final = "#/components/schemas/"
# The row of int64 says: "JSON value will be a decimal string. Either numbers or strings are accepted."
_LONG: Final = {"type": ["string", "integer"], "format": "int64", "pattern": "^-?[0-9]{1,19}$"}
# The row of double: "a number or one of the special string values "NaN", "Infinity", and "-Infinity"."
_DOUBLE: Final = {"anyOf": [{"type": "number", "format": "double"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]}
# The row of bytes: "JSON value will be the data encoded as a string using standard base64 encoding with paddings."
_BYTES: Final = {"type": "string", "format": "byte", "contentEncoding": "base64"}
SCALARS: Final[dict[int, Json]] = {
    FieldDescriptorProto.TYPE_STRING: {"type": "string"},
    FieldDescriptorProto.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptorProto.TYPE_INT32: {"type": "integer", "format": "int32"},
    FieldDescriptorProto.TYPE_INT64: _LONG,
    FieldDescriptorProto.TYPE_DOUBLE: _DOUBLE,
    FieldDescriptorProto.TYPE_BYTES: _BYTES,
}
"""Types of Protobuf that a field may have: one that is new here has to be decided."""


def every_schema(files: Iterable[FileDescriptorProto]) -> dict[str, Json]:
    """Return the schema of each message and each enumeration of some files, by its name without the package.

    Args:
        files: the files, with their comments if the schemas are to have descriptions.

    Raises:
        KeyError: a field has a type that is not in `SCALARS`.
    """
    found: dict[str, Json] = {}
    for file in files:
        comments = comments_of(file)
        # Fields 4 and 5 of FileDescriptorProto are message_type and enum_type.
        found |= {each.name: _message(each, comments.within(4, n)) for n, each in enumerate(file.message_type)}
        found |= {each.name: _enum(each, comments.within(5, n)) for n, each in enumerate(file.enum_type)}
    return found


def reached(schemas: dict[str, Json], names: Iterable[str]) -> dict[str, Json]:
    """Return the schemas of these names and of what they refer to, sorted by name."""
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += _references(schemas[name])
    return {name: schemas[name] for name in sorted(found)}


def described(schema: Json, comment: str) -> Json:
    """Return a schema with a comment as its description; the line breaks of the source go."""
    text = " ".join(comment.split())
    return {**schema, "description": text} if text else schema


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from _references(item)
    elif isinstance(node, dict):
        if isinstance(ref := node.get("$ref"), str):
            yield ref.removeprefix(PLACE)
        for value in node.values():
            yield from _references(value)


def _message(message: DescriptorProto, comments: Comments) -> Json:
    maps = {each.name: each for each in message.nested_type if each.options.map_entry}
    # Field 2 of DescriptorProto is field.
    properties = {
        field.json_name: described(_field(field, maps), comments.at(2, n)) for n, field in enumerate(message.field)
    }
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if choices := [_choice(message, n) for n in range(_real_oneofs(message))]:
        schema["allOf"] = choices
    return described(schema, comments.at())


def _real_oneofs(message: DescriptorProto) -> int:
    # "synthetic oneofs must be ordered after all "real" oneofs" (descriptor.proto): those of optional fields.
    return len(message.oneof_decl) - sum(field.proto3_optional for field in message.field)


def _choice(message: DescriptorProto, number: int) -> Json:
    """At most one of the fields of a oneof."""
    inside = (f for f in message.field if f.HasField("oneof_index") and f.oneof_index == number)
    alone = [{"required": [field.json_name]} for field in inside]
    return {"oneOf": [*alone, {"not": {"anyOf": alone}}]}


def _field(field: FieldDescriptorProto, maps: dict[str, DescriptorProto]) -> Json:
    name = field.type_name.rpartition(".")[2]
    if entry := maps.get(name):
        return {"type": "object", "additionalProperties": _field(entry.field[1], {})}
    one = {"$ref": PLACE + name} if name else SCALARS[field.type]
    return {"type": "array", "items": one} if field.label == FieldDescriptorProto.LABEL_REPEATED else one


def _enum(enum: EnumDescriptorProto, comments: Comments) -> Json:
    # Field 2 of EnumDescriptorProto is value.
    lines = [f"- `{value.name}`: {comments.at(2, n)}" for n, value in enumerate(enum.value) if comments.at(2, n)]
    schema: Json = {"type": "string", "enum": [value.name for value in enum.value]}
    if lines:
        schema["description"] = "\n".join([comments.at(), "", *(" ".join(line.split()) for line in lines)])
    return schema
