"""What a proto package says in native JSON: enums, structs and tagged unions, read from its descriptors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from protoc_gen_msgspec import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from google.protobuf.descriptor_pb2 import (
        DescriptorProto,
        EnumDescriptorProto,
        FileDescriptorProto,
    )

TAG = "type"


class SchemaError(Exception):
    """The proto says something that has no place in native JSON."""


class Shape(Enum):
    """What stands in one place: the element of a repeated field, the value of a map, or the field itself."""

    TEXT = auto()
    BOOL = auto()
    INTEGER = auto()
    NUMBER = auto()
    ENUM = auto()
    STRUCT = auto()
    UNION = auto()
    JSON = auto()
    RAW_TEXT = auto()


class Many(Enum):
    """How many there are of it."""

    ONE = auto()
    LIST = auto()
    MAP = auto()


@dataclass(frozen=True)
class Field:
    """One field. `name` is the attribute; `type` the name of the enum, struct or union, empty for scalars."""

    name: str
    proto_name: str
    shape: Shape
    type: str
    many: Many
    required: bool
    presence: bool
    comment: str


@dataclass(frozen=True)
class Struct:
    """One message. `tag` is its word in the union it belongs to, if it belongs to one."""

    name: str
    comment: str
    fields: tuple[Field, ...]
    tag: str | None = None


@dataclass(frozen=True)
class Union:
    """A message that is exactly one oneof: member name to struct name."""

    name: str
    comment: str
    oneof: str
    members: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class EnumType:
    """An enum: (word, number) without the unspecified value."""

    name: str
    comment: str
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Package:
    """All there is in one proto package. `modules`: the name of an enum, struct or union to its `_pb2` module."""

    name: str
    sources: tuple[str, ...]
    enums: tuple[EnumType, ...]
    structs: tuple[Struct, ...]
    unions: tuple[Union, ...]
    modules: Mapping[str, str]


_SCALARS = {
    FieldDescriptorProto.TYPE_STRING: Shape.TEXT,
    FieldDescriptorProto.TYPE_BOOL: Shape.BOOL,
    FieldDescriptorProto.TYPE_INT64: Shape.INTEGER,
    FieldDescriptorProto.TYPE_DOUBLE: Shape.NUMBER,
}


@dataclass(frozen=True)
class Comments:
    """The comments of a file, by the path that descriptor.proto gives to a declaration, or those below one path."""

    found: Mapping[tuple[int, ...], str]
    below: tuple[int, ...] = ()

    def within(self, *path: int) -> Comments:
        """Returns those below a path."""
        return Comments(self.found, (*self.below, *path))

    def at(self, *path: int) -> str:
        """Returns the comment of one declaration; empty if it has none."""
        comment = self.found.get((*self.below, *path), "")
        return "\n".join(line.strip() for line in comment.strip().splitlines())


def comments_of(file: FileDescriptorProto) -> Comments:
    """Returns the comments of a file."""
    return Comments({tuple(place.path): place.leading_comments for place in file.source_code_info.location})


def _only_oneof(message: DescriptorProto) -> bool:
    fields = message.field
    return bool(fields) and all(f.HasField("oneof_index") and not f.proto3_optional for f in fields)


def _enum(enum: EnumDescriptorProto, comment: str) -> EnumType:
    if [v.name for v in enum.value if v.number == 0] != [names.snake_case(enum.name).upper() + "_UNSPECIFIED"]:
        msg = f"{enum.name}: the value 0 must be the unspecified one"
        raise SchemaError(msg)
    values = tuple((names.native_enum_value(enum.name, v.name), v.number) for v in enum.value if v.number)
    return EnumType(enum.name, comment, values)


class _Reader:
    """Reads the messages of one package; knows which of its names are enums, unions and structs."""

    def __init__(self, package: str, files: Iterable[FileDescriptorProto], raw: frozenset[str]) -> None:
        self.package, self.files, self.raw = package, tuple(files), raw
        self.shapes: dict[str, Shape] = {}
        for file in self.files:
            self.shapes.update((e.name, Shape.ENUM) for e in file.enum_type)
            self.shapes.update((m.name, Shape.UNION if _only_oneof(m) else Shape.STRUCT) for m in file.message_type)

    def messages(self) -> Iterator[tuple[DescriptorProto, Comments]]:
        for file in self.files:
            comments = comments_of(file)
            # Field 4 of FileDescriptorProto is message_type.
            yield from ((message, comments.within(4, index)) for index, message in enumerate(file.message_type))

    def enums(self) -> tuple[EnumType, ...]:
        # Field 5 of FileDescriptorProto is enum_type.
        return tuple(
            _enum(enum, comments.at(5, index))
            for file in self.files
            for comments in [comments_of(file)]
            for index, enum in enumerate(file.enum_type)
        )

    def unions(self) -> tuple[Union, ...]:
        return tuple(self._union(m, comments.at()) for m, comments in self.messages() if _only_oneof(m))

    def structs(self) -> tuple[Struct, ...]:
        return tuple(self._struct(m, comments) for m, comments in self.messages() if not _only_oneof(m))

    def _union(self, message: DescriptorProto, comment: str) -> Union:
        if len(message.oneof_decl) != 1:
            raise SchemaError(f"{message.name}: a union has exactly one oneof")
        members = tuple((f.name, self._local(message, f)) for f in message.field)
        if strange := [name for name, target in members if self.shapes.get(target) is not Shape.STRUCT]:
            raise SchemaError(f"{message.name}: members of a union must be messages of the package: {strange}")
        return Union(message.name, comment, message.oneof_decl[0].name, members)

    def _struct(self, message: DescriptorProto, comments: Comments) -> Struct:
        maps = {n.name for n in message.nested_type if n.options.map_entry}
        if len(maps) != len(message.nested_type) or message.enum_type:
            raise SchemaError(f"{message.name}: nested types are not supported")
        # Field 2 of DescriptorProto is field.
        fields = [self._field(message, f, comments.at(2, index)) for index, f in enumerate(message.field)]
        # A struct's fields without a default must stand first; the sort is stable.
        return Struct(message.name, comments.at(), tuple(sorted(fields, key=lambda f: not f.required)))

    def _field(self, message: DescriptorProto, field: FieldDescriptorProto, comment: str) -> Field:
        if field.HasField("oneof_index") and not field.proto3_optional:
            raise SchemaError(f"{message.name}.{field.name}: a oneof must be the whole message")
        many, shape, target = self._type(message, field)
        presence = field.proto3_optional or (many is Many.ONE and field.type == FieldDescriptorProto.TYPE_MESSAGE)
        required = comment.startswith("Required.")
        if required and field.proto3_optional:
            raise SchemaError(f"{message.name}.{field.name}: a required field is not optional")
        name = names.native_field(field.name) if shape is Shape.JSON else field.name
        return Field(names.attribute(name), field.name, shape, target, many, required, presence, comment)

    def _type(self, message: DescriptorProto, field: FieldDescriptorProto) -> tuple[Many, Shape, str]:
        at = f"{message.name}.{field.name}"
        repeated = field.label == FieldDescriptorProto.LABEL_REPEATED
        entries = {f".{self.package}.{message.name}.{nested.name}": nested for nested in message.nested_type}
        if entry := entries.get(field.type_name):
            if [f.type for f in entry.field] != [FieldDescriptorProto.TYPE_STRING] * 2 or not _is_json(field):
                raise SchemaError(f"{at}: a map goes from string to JSON text and is named ..._json")
            return Many.MAP, Shape.JSON, ""
        many = Many.LIST if repeated else Many.ONE
        if field.type_name:
            target = self._local(message, field)
            return many, self.shapes[target], target
        if field.type not in _SCALARS:
            raise SchemaError(f"{at}: this scalar type has no place in native JSON")
        if f"{self.package}.{at}" in self.raw:
            return many, Shape.RAW_TEXT, ""
        if _is_json(field):
            return many, Shape.JSON, ""
        return many, _SCALARS[field.type], ""

    def _local(self, message: DescriptorProto, field: FieldDescriptorProto) -> str:
        target = field.type_name.removeprefix(f".{self.package}.")
        if target not in self.shapes:
            raise SchemaError(f"{message.name}.{field.name}: {field.type_name or 'a scalar'} is not of this package")
        return target


def _is_json(field: FieldDescriptorProto) -> bool:
    text = field.type in {FieldDescriptorProto.TYPE_STRING, FieldDescriptorProto.TYPE_MESSAGE}
    return field.name.endswith(names.JSON_SUFFIX) and text


def _with_tags(structs: Iterable[Struct], unions: Iterable[Union]) -> tuple[Struct, ...]:
    tags: dict[str, str] = {}
    for union in unions:
        for tag, member in union.members:
            if member in tags:
                raise SchemaError(f"{member} is a member of two unions, or twice of one")
            tags[member] = tag
    tagged = tuple(replace(s, tag=tags.get(s.name)) for s in structs)
    if clash := [s.name for s in tagged if s.tag and any(f.name == TAG for f in s.fields)]:
        raise SchemaError(f"members of a union must have no field named {TAG}: {clash}")
    return tagged


def _check_fields(structs: Iterable[Struct]) -> None:
    members = {struct.name for struct in structs if struct.tag}
    for struct in structs:
        keys = [f.name for f in struct.fields]
        if len(set(keys)) != len(keys):
            raise SchemaError(f"{struct.name}: two fields have the same key in native JSON")
        # Such a field would be written with the tag of the union, which it is not a member of there.
        if alone := [f.name for f in struct.fields if f.type in members]:
            raise SchemaError(f"{struct.name}: a member of a union stands outside of it: {alone}")


def read_package(package: str, files: Iterable[FileDescriptorProto], raw: frozenset[str]) -> Package:
    """Reads the files of one package.

    `raw` names string fields (`package.Message.field`) whose value stays the bytes of a JSON string.
    Raises SchemaError for what has no place in native JSON.
    """
    reader = _Reader(package, files, raw)
    unions = reader.unions()
    structs = _with_tags(reader.structs(), unions)
    _check_fields(structs)
    modules = {
        name: PurePosixPath(file.name).stem + "_pb2"
        for file in reader.files
        for name in (*(m.name for m in file.message_type), *(e.name for e in file.enum_type))
    }
    return Package(package, tuple(f.name for f in reader.files), reader.enums(), structs, unions, modules)
