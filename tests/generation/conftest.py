"""The sample package, generated into a temporary folder as `make generate` would do it for any proto."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from protoc_gen_msgspec.plugin import answer

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent

# What protoc makes of the sample, without protoc.
_MESSAGES = """\
from google.protobuf import descriptor_pool
from google.protobuf.internal import builder

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile({descriptor!r})
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, "sample.v1.sample_pb2", globals())
"""


def sample_request() -> CodeGeneratorRequest:
    """What protoc would ask the plugin for the sample."""
    files = FileDescriptorSet.FromString((HERE / "sample.binpb").read_bytes()).file
    return CodeGeneratorRequest(
        file_to_generate=["sample/v1/sample.proto"],
        proto_file=files,
        parameter="raw=sample.v1.Shelf.blob,raw=sample.v1.Wide.q",
    )


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The generated modules of the sample: `structs`, `upb` and `pb` (the messages)."""
    request = sample_request()
    folder = tmp_path_factory.mktemp("generated")
    for file in answer(request).file:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.content, "utf-8")
    bare = request.proto_file[0]
    bare.ClearField("source_code_info")
    messages = _MESSAGES.format(descriptor=bare.SerializeToString())
    (folder / "sample" / "v1" / "sample_pb2.py").write_text(messages, "utf-8")
    sys.path.insert(0, str(folder))
    try:
        names = {"structs": "structs", "upb": "upb", "pb": "sample_pb2"}
        yield SimpleNamespace(**{key: importlib.import_module(f"sample.v1.{name}") for key, name in names.items()})
    finally:
        sys.path.remove(str(folder))
