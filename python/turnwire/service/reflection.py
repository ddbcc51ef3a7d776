"""Server reflection, v1alpha and v1, which also finds methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import grpc
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha.reflection import SERVICE_NAME, ReflectionServicer

from turnwire.service.admission import Admission
from turnwire.service.gate import Door
from turnwire.service.health import OnThreads

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_THREADS: Final = 2
_MOST: Final = 16
"""Streams of reflection at once, waiting ones included; more are refused."""
# The same service under its later name: its messages are those of v1alpha.
_NAMES: Final = (SERVICE_NAME, "grpc.reflection.v1.ServerReflection")


def doors(services: Collection[str], methods: Collection[str], service: str) -> Iterator[tuple[str, Door]]:
    """Yield the methods of reflection.

    Args:
        services: the names of the services that are listed.
        methods: the methods of `service`.
        service: the service whose methods are found.
    """
    request, reply = reflection_pb2.ServerReflectionRequest, reflection_pb2.ServerReflectionResponse
    servicer = ReflectionServicer((*services, SERVICE_NAME))

    def answer(asked: Iterator[Any], context: grpc.ServicerContext) -> Iterator[object]:
        for each in asked:
            yield from servicer.ServerReflectionInfo(iter((_of_service(each, methods, service),)), context)

    threads = Admission(_THREADS, _MOST)
    info = grpc.stream_stream_rpc_method_handler(
        OnThreads(answer, threads), request.FromString, reply.SerializeToString
    )
    for name in _NAMES:
        yield f"/{name}/ServerReflectionInfo", Door(info, threads)


def _of_service(
    asked: reflection_pb2.ServerReflectionRequest, methods: Collection[str], service: str
) -> reflection_pb2.ServerReflectionRequest:
    """A question about a method as one about its service: grpcio's servicer finds no methods."""
    owner, _, method = asked.file_containing_symbol.rpartition(".")
    if owner == service and method in methods:
        asked.file_containing_symbol = service
    return asked
