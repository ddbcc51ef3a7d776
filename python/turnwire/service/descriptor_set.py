"""The descriptor set of the service, for proxies that convert JSON to gRPC, such as Envoy's transcoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.rpc import error_details_pb2, status_pb2

from turnwire.v1 import service_pb2

if TYPE_CHECKING:
    from google.protobuf.descriptor import FileDescriptor


def descriptor_set() -> bytes:
    """Return a `google.protobuf.FileDescriptorSet` with the service, its messages, and the details of its errors.

    A file comes after those that it imports, as protoc writes them.

    >>> [file.name for file in FileDescriptorSet.FromString(descriptor_set()).file if file.service]
    ['turnwire/v1/service.proto']
    """
    found = FileDescriptorSet()
    names: set[str] = set()

    def add(file: FileDescriptor) -> None:
        if file.name in names:
            return
        names.add(file.name)
        for imported in file.dependencies:
            add(imported)
        file.CopyToProto(found.file.add())

    # "In order to transcode the message, the google.rpc.RequestInfo type ... should be included in the configured
    # proto descriptor set" (Envoy, grpc_json_transcoder.proto, convert_grpc_status).
    for module in (service_pb2, status_pb2, error_details_pb2):
        add(module.DESCRIPTOR)
    return found.SerializeToString(deterministic=True)
