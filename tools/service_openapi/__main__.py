"""Prints the OpenAPI 3.1 document of the service: `python -m service_openapi IMAGE`, as `make generate` runs it.

IMAGE has the descriptors of `proto/` with their comments, as `buf build -o IMAGE` writes them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from service_openapi.messages import every_schema, reached
from service_openapi.operations import components, paths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from google.protobuf.descriptor_pb2 import FileDescriptorProto

_SERVICE: Final = "turnwire/v1/service.proto"
_DESCRIPTION: Final = """\
The calls of `turnwire serve --http-port`, by the Connect protocol (https://connectrpc.com/docs/protocol).
Messages are Protobuf's JSON: fields of bytes are base64, and values that are empty, false or zero are left out.
The calls also take `application/proto`, the names of fields as they are in the schema, and the numbers of enumerations.
"""


def document(files: Sequence[FileDescriptorProto]) -> dict[str, Any]:
    """Return the document.

    Args:
        files: the files of the package `turnwire.v1`.
    """
    service = next(each for each in files if each.name == _SERVICE)
    schemas, rest, every_path = every_schema(files), components(), paths(service)
    methods = [each for each in service.service[0].method if not (each.client_streaming or each.server_streaming)]
    roots = [name.rpartition(".")[2] for each in methods for name in (each.input_type, each.output_type)]
    # Those of the query of streams are reached from nowhere else.
    roots += [each.type_name.rpartition(".")[2] for each in _conversion(service).field if each.type_name]
    rest["schemas"] = reached(schemas, roots) | rest["schemas"]
    return {
        "openapi": "3.1.0",
        "info": {"title": "turnwire", "version": "1", "description": _DESCRIPTION},
        "security": [{}, {"token": []}],
        "paths": every_path,
        "components": rest,
    }


def _conversion(service: FileDescriptorProto) -> Any:
    return next(each for each in service.message_type if each.name == "StreamConversion")


def text(image: bytes) -> str:
    """Return the document as it is committed.

    Args:
        image: a FileDescriptorSet of `proto/`.
    """
    files = [each for each in FileDescriptorSet.FromString(image).file if each.package == "turnwire.v1"]
    return json.dumps(document(files), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text(Path(sys.argv[1]).read_bytes()))
