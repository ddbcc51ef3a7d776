"""One description of the model, drawn from the descriptors of the proto and from the JSON Schemas, to be compared.

Shapes are words: `string`, `integer`, `number`, `boolean`, `json`, `object`, `message X`, `enum X`, `array of …`.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import ModuleType

    from google.protobuf.descriptor import Descriptor, FileDescriptor

    Json = dict[str, Any]

# A field of free JSON may be held to an object, or to what a JSON Schema can be.
NARROWED = {("json", "object"), ("json", "object|boolean"), ("array of json", "array of object")}

SCALARS = {
    FieldDescriptor.TYPE_STRING: "string",
    FieldDescriptor.TYPE_BOOL: "boolean",
    FieldDescriptor.TYPE_DOUBLE: "number",
    FieldDescriptor.TYPE_INT64: "integer",
}


@dataclass
class Model:
    """What one side says."""

    # Message -> field -> shape.
    fields: dict[str, dict[str, str]] = field(default_factory=dict)
    # Message -> the fields that must be there.
    required: dict[str, set[str]] = field(default_factory=dict)
    # Enum -> words; tagged union -> tag -> message.
    enums: dict[str, set[str]] = field(default_factory=dict)
    unions: dict[str, dict[str, str]] = field(default_factory=dict)


# Packages of systems whose own JSON is in lowerCamelCase (proto/README.md, "The other systems").
CAMEL = frozenset(("turnwire.geppetto.v1",))


def key(package: str, proto_name: str) -> str:
    """The key of a field in the JSON of a package."""
    first, *rest = proto_name.removesuffix("_json").split("_")
    return "".join((first, *(word.capitalize() for word in rest))) if package in CAMEL else "_".join((first, *rest))


def proto_files(package: str = "turnwire.v1") -> Iterator[FileDescriptor]:
    """Every file of a package; the service has no native JSON."""
    for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
        if module.name.endswith("_pb2") and module.name != "service_pb2":
            yield importlib.import_module(f"{package}.{module.name}").DESCRIPTOR


def of_proto(files: Iterable[FileDescriptor], package: str = "turnwire.v1") -> Model:
    """What the descriptors say; what is required, the generated Structs say."""
    found = Model()
    structs = importlib.import_module(f"{package}.structs")
    for file in files:
        for enum in file.enum_types_by_name.values():
            found.enums[enum.name] = set(_words(enum))
        for message in file.message_types_by_name.values():
            _add_message(found, message, structs)
    tags = {name: tag for members in found.unions.values() for tag, name in members.items()}
    for name, tag in tags.items():
        found.fields[name] = {"type": f"const {tag}", **found.fields[name]}
        found.required[name].add("type")
    return found


def _words(enum: EnumDescriptor) -> Iterator[str]:
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return (value.name.removeprefix(prefix).lower() for value in enum.values if value.number)


def _add_message(found: Model, message: Descriptor, structs: ModuleType) -> None:
    # The hidden oneofs of optional fields have names that begin with an underscore, which a real name never does.
    real = [oneof for oneof in message.oneofs if not oneof.name.startswith("_")]
    if real:
        found.unions[message.name] = {
            each.name: each.message_type.name for each in real[0].fields if each.message_type is not None
        }
        return
    package = message.file.package
    found.fields[message.name] = {key(package, each.name): _proto_shape(each) for each in message.fields}
    struct = getattr(structs, message.name)
    found.required[message.name] = {each.encode_name for each in msgspec.structs.fields(struct) if each.required}


def _proto_shape(of: FieldDescriptor) -> str:
    inline = of.name.endswith("_json")
    if of.message_type is not None and of.message_type.GetOptions().map_entry:
        return "object" if inline else "map"
    if of.message_type is not None:
        shape = f"message {of.message_type.name}"
    elif of.enum_type is not None:
        shape = f"enum {of.enum_type.name}"
    else:
        shape = "json" if inline else SCALARS[of.type]
    return f"array of {shape}" if of.is_repeated else shape


def of_schemas(documents: Mapping[str, Json]) -> Model:
    """What the schemas say; `documents` by name, `title` and the capital names of `$defs` being the messages."""
    found = Model()
    for name, document in documents.items():
        for title, node in definitions(document):
            _add_definition(found, documents, name, title, node)
    return found


def definitions(document: Json) -> Iterator[tuple[str, Json]]:
    """Each message and enum of one schema; definitions in small letters are mere abbreviations."""
    yield document["title"], document
    for title, node in document.get("$defs", {}).items():
        if title[0].isupper():
            yield title, node


def _add_definition(found: Model, documents: Mapping[str, Json], name: str, title: str, node: Json) -> None:
    if "enum" in node:
        found.enums[title] = set(node["enum"])
    elif "allOf" in node:
        branches = {each["if"]["properties"]["type"]["const"]: each["then"] for each in node["allOf"]}
        tags = dict.fromkeys(node["properties"]["type"]["enum"], "nothing")
        found.unions[title] = tags | {tag: _target(documents, name, then) for tag, then in branches.items()}
    else:
        found.fields[title] = {key: _shape(documents, name, each) for key, each in node["properties"].items()}
        if node.get("additionalProperties") is not False and "extra" not in node["properties"]:
            # The further keys of another system's object stand inline (proto/README.md, "The other systems").
            found.fields[title]["extra"] = "object"
        found.required[title] = set(node.get("required", ()))


def _target(documents: Mapping[str, Json], name: str, node: Json) -> str:
    return _shape(documents, name, node).removeprefix("message ")


def _shape(documents: Mapping[str, Json], name: str, node: Json) -> str:
    if "$ref" in node:
        return _referred(documents, name, node["$ref"])
    if "const" in node:
        return f"const {node['const']}"
    if "anyOf" in node:
        return "|".join(_shape(documents, name, each) for each in node["anyOf"])
    kind = node.get("type", "json")
    if kind == "array":
        return f"array of {_shape(documents, name, node['items'])}"
    return "|".join(kind) if isinstance(kind, list) else str(kind)


def _referred(documents: Mapping[str, Json], name: str, ref: str) -> str:
    file, _, pointer = ref.partition("#")
    # A bare name means a schema of the same system.
    file = file and name.rpartition("/")[0] + "/" * ("/" in name) + file
    document = documents[file or name]
    title = pointer.removeprefix("/$defs/")
    node = document["$defs"][title] if title else document
    title = title or document["title"]
    if title[0].islower():
        return _shape(documents, file or name, node)
    return f"enum {title}" if "enum" in node else f"message {title}"


def differences(proto: Model, schemas: Model) -> list[str]:
    """One sentence per difference, sorted; empty where both sides say the same."""
    return sorted(
        [
            *_missing("", proto.fields, schemas.fields),
            *_missing("", proto.enums, schemas.enums),
            *_missing("", proto.unions, schemas.unions),
            *(
                sentence
                for part in ("fields", "required", "enums", "unions")
                for sentence in _within(part, getattr(proto, part), getattr(schemas, part))
            ),
        ]
    )


def _within(part: str, proto: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[str]:
    for name in proto.keys() & schemas.keys():
        yield from _missing(f"{name}." if part != "required" else f"required {name}.", proto[name], schemas[name])
        if part in {"fields", "unions"}:
            yield from _unlike(name, proto[name], schemas[name])


def _missing(prefix: str, proto: Iterable[str], schemas: Iterable[str]) -> Iterator[str]:
    for name in set(proto) ^ set(schemas):
        yield f"{prefix}{name}: only in the {'proto' if name in proto else 'schemas'}"


def _unlike(name: str, proto: Mapping[str, str], schemas: Mapping[str, str]) -> Iterator[str]:
    for key in proto.keys() & schemas.keys():
        if proto[key] != schemas[key] and (proto[key], schemas[key]) not in NARROWED:
            yield f"{name}.{key}: {proto[key]} in the proto, {schemas[key]} in the schemas"
