"""Every message of every proto package of turnwire, with what each Python binding has of it."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from google.protobuf import descriptor_pb2, descriptor_pool

from protoc_gen_msgspec.names import snake_case
from turnwire.codec.proto import Adapter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from google.protobuf.descriptor import FileDescriptor
    from google.protobuf.message import Message

_ROOT = Path(__file__).parents[2]
_GENERATED = _ROOT / "generated" / "python"
KEPT = _ROOT / "proto" / "baseline" / "v1.binpb"
"""The image of the previous version, made and replaced by `make baseline`."""
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


class Schema(NamedTuple):
    """The messages and enums of one version, as descriptors, in the order of their files."""

    messages: tuple[Any, ...]
    enums: tuple[Any, ...]

    @classmethod
    def of(cls, files: Iterable[Any]) -> Schema:
        files = tuple(files)
        return cls(
            tuple(message for file in files for message in file.message_types_by_name.values()),
            tuple(enum for file in files for enum in file.enum_types_by_name.values()),
        )

    @property
    def fields(self) -> tuple[Any, ...]:
        return tuple(field for message in self.messages for field in message.fields)


def packages() -> tuple[str, ...]:
    """The names of the proto packages that Python has messages of, found by their folders."""
    found = {path.parent.relative_to(_GENERATED).parts for path in _GENERATED.rglob("*_pb2.py")}
    return tuple(sorted(".".join(parts) for parts in found))


@functools.cache
def files(package: str) -> tuple[FileDescriptor, ...]:
    folder = _GENERATED.joinpath(*package.split("."))
    names = sorted(path.stem.removesuffix("_pb2") for path in folder.glob("*_pb2.py"))
    return tuple(importlib.import_module(f"{package}.{name}_pb2").DESCRIPTOR for name in names)


def today() -> Schema:
    """This version."""
    return Schema.of(file for package in packages() for file in files(package))


@functools.cache
def kept() -> Schema:
    """The previous version, from the image that is kept of it."""
    return image(KEPT.read_bytes())


def image(data: bytes) -> Schema:
    """The version in an image that `buf build` made."""
    pool = descriptor_pool.DescriptorPool()
    protos = descriptor_pb2.FileDescriptorSet.FromString(data).file
    for proto in protos:
        pool.Add(proto)
    return Schema.of(pool.FindFileByName(proto.name) for proto in protos)


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
