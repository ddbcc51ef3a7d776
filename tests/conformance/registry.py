"""Every message of every proto package of turnwire, with what each Python binding has of it."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from protoc_gen_msgspec.names import snake_case
from turnwire.codec.proto import Adapter

if TYPE_CHECKING:
    from google.protobuf.descriptor import EnumDescriptor, FileDescriptor
    from google.protobuf.message import Message

PROTO = Path(__file__).parents[2] / "proto"
CANONICAL = "turnwire.v1"


class Known(NamedTuple):
    """One message: its official class, and the struct and adapter of the working model, where it has native JSON."""

    package: str
    message: type[Message]
    struct: Any
    adapter: Adapter | None

    @property
    def name(self) -> str:
        return self.message.DESCRIPTOR.full_name

    @property
    def required(self) -> frozenset[str]:
        """The fields that the official runtime cannot tell from absent ones, and which must be there."""
        return required(self.package)


def packages() -> tuple[str, ...]:
    """The names of the proto packages, found by their folders."""
    return tuple(sorted({".".join(path.parent.relative_to(PROTO).parts) for path in PROTO.rglob("*.proto")}))


@functools.cache
def files(package: str) -> tuple[FileDescriptor, ...]:
    folder = PROTO.joinpath(*package.split("."))
    names = sorted(path.stem for path in folder.glob("*.proto"))
    return tuple(importlib.import_module(f"{package}.{name}_pb2").DESCRIPTOR for name in names)


@functools.cache
def required(package: str) -> frozenset[str]:
    return frozenset(importlib.import_module(f"{package}.upb")._REQUIRED)  # noqa: SLF001 - the generator's own list


@functools.cache
def messages() -> dict[str, Known]:
    """All messages by their full names, in the order of the proto files."""
    found = {}
    for package in packages():
        for file in files(package):
            for name in file.message_types_by_name:
                known = _known(package, file, name)
                found[known.name] = known
    return found


def _known(package: str, file: FileDescriptor, name: str) -> Known:
    stem = Path(file.name).stem
    message = getattr(importlib.import_module(f"{package}.{stem}_pb2"), name)
    structs, upb = (importlib.import_module(f"{package}.{module}") for module in ("structs", "upb"))
    snake = snake_case(name)
    if not hasattr(structs, name):
        return Known(package, message, None, None)
    adapter = Adapter(message, getattr(upb, f"{snake}_to_upb"), getattr(upb, f"{snake}_from_upb"))
    return Known(package, message, getattr(structs, name), adapter)


def fields() -> dict[str, Any]:
    """All fields by their full names."""
    return {field.full_name: field for known in messages().values() for field in known.message.DESCRIPTOR.fields}


def enums() -> dict[str, EnumDescriptor]:
    """All enums by their full names."""
    found = (enum for package in packages() for file in files(package) for enum in file.enum_types_by_name.values())
    return {enum.full_name: enum for enum in found}
