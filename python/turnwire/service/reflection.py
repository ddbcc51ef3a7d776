"""Server reflection, v1alpha and v1, which also finds methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import grpc
from google.protobuf import text_format
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha.reflection import SERVICE_NAME, ReflectionServicer

from turnwire.service.admission import Admission
from turnwire.service.descriptor_set import descriptor_set
from turnwire.service.gate import Door
from turnwire.service.health import OnThreads

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_THREADS: Final = 2
_MOST: Final = 16
"""Streams of reflection at once, waiting ones included; more are refused."""
# The same service under its later name: its messages are those of v1alpha.
_NAMES: Final = (SERVICE_NAME, SERVICE_NAME.replace("v1alpha", "v1"))


def doors(services: Collection[str], methods: Collection[str], service: str) -> Iterator[tuple[str, Door]]:
    """Yield the methods of reflection.

    Args:
        services: the names of the services that are listed.
        methods: the methods of `service`.
        service: the service whose methods are found.
    """
    request, reply = reflection_pb2.ServerReflectionRequest, reflection_pb2.ServerReflectionResponse
    servicer = ReflectionServicer((*services, *_NAMES), _known())

    def answer(asked: Iterator[Any], context: grpc.ServicerContext) -> Iterator[object]:
        for each in asked:
            yield from servicer.ServerReflectionInfo(iter((_of_service(each, methods, service),)), context)

    threads = Admission(_THREADS, _MOST)
    info = grpc.stream_stream_rpc_method_handler(
        OnThreads(answer, threads), request.FromString, reply.SerializeToString
    )
    for name in _NAMES:
        yield f"/{name}/ServerReflectionInfo", Door(info, threads)


def _known() -> DescriptorPool:
    """Return what is found: the service with the details of its errors, health, and both versions of reflection.

    A pool of its own, since grpcio has no descriptors of v1, and another package may add them to the common one.
    """
    pool = DescriptorPool()
    for file in FileDescriptorSet.FromString(descriptor_set()).file:
        pool.Add(file)
    for described in (health_pb2.DESCRIPTOR, reflection_pb2.DESCRIPTOR):
        pool.AddSerializedFile(described.serialized_pb)
    later = text_format.MessageToString(FileDescriptorProto.FromString(reflection_pb2.DESCRIPTOR.serialized_pb))
    pool.Add(text_format.Parse(later.replace("v1alpha", "v1"), FileDescriptorProto()))
    return pool


def _of_service(
    asked: reflection_pb2.ServerReflectionRequest, methods: Collection[str], service: str
) -> reflection_pb2.ServerReflectionRequest:
    """A question about a method as one about its service: grpcio's servicer finds no methods."""
    owner, _, method = asked.file_containing_symbol.rpartition(".")
    if owner == service and method in methods:
        asked.file_containing_symbol = service
    return asked
