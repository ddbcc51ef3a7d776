"""The gRPC server: what it serves, how it starts, and how it stops without losing a call."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha.reflection import SERVICE_NAME as REFLECTION_NAME
from grpc_reflection.v1alpha.reflection import ReflectionServicer

from turnwire import dialects
from turnwire.service.admission import Admission
from turnwire.service.batches import convert_batch
from turnwire.service.catalogue import get_schema, list_dialects
from turnwire.service.conversion import convert, read, write
from turnwire.service.health import NAME as HEALTH_NAME
from turnwire.service.health import Health, OnThreads
from turnwire.service.inspection import detect, repair, validate
from turnwire.service.interceptors import Rpc, StreamRpc, guarded, guarded_stream
from turnwire.service.planning import plan
from turnwire.service.settings import address
from turnwire.service.streams import convert_stream
from turnwire.v1 import service_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.codec.limits import Limits
    from turnwire.service.settings import Settings

NAME = service_pb2.DESCRIPTOR.services_by_name["ConverterService"].full_name

RPCS = (
    Rpc("Convert", service_pb2.ConvertRequest, convert),
    Rpc("Read", service_pb2.ReadRequest, read),
    Rpc("Write", service_pb2.WriteRequest, write),
    Rpc("Validate", service_pb2.ValidateRequest, validate),
    Rpc("Repair", service_pb2.RepairRequest, repair),
    Rpc("Plan", service_pb2.PlanRequest, plan),
    Rpc("Detect", service_pb2.DetectRequest, detect),
    Rpc("ListDialects", service_pb2.ListDialectsRequest, list_dialects),
    Rpc("GetSchema", service_pb2.GetSchemaRequest, get_schema),
)

STREAM_RPCS = (
    StreamRpc("ConvertStream", service_pb2.ConvertStreamRequest, convert_stream),
    StreamRpc("ConvertBatch", service_pb2.ConvertBatchRequest, convert_batch),
)

_REFLECTIONS = 2
"""Reflection streams at a time."""
_REFLECTION_V1 = "grpc.reflection.v1.ServerReflection"
"""The same service under its later name: its messages are those of v1alpha."""
_BEYOND = 512
"""Calls that gRPC accepts beyond the limit, so that they can be refused with a status."""
_LEAST_SECONDS = 0.2
"""Least time to send refusals after the grace period is used up."""


class Service:
    """A listening server; call `start`, and `drain` to stop it.

    Raises OSError if the address cannot be used.
    """

    def __init__(self, settings: Settings) -> None:
        self._admission = Admission(settings.workers, settings.max_concurrent)
        self._streams = Admission(settings.max_streams, settings.max_streams)
        self._server = new_server(settings, self._admission)
        self._health = Health((NAME,))
        self._server.add_generic_rpc_handlers((self._converter(settings.limits), self._health.rpcs(), *_reflection()))
        self.address = address(settings.host, _bind(self._server, settings))

    def start(self) -> None:
        """Take calls from now on; the first one finds every dialect imported."""
        for name in dialects.names():
            for kind in dialects.get(name).kinds:
                dialects.writer_of(name, dialects.part_of(name, kind).document)
        self._server.start()

    def drain(self, grace: float) -> None:
        """Refuse new calls, let the running ones end for up to `grace` seconds, and return when all is still.

        Who watches the health hears of it first, so that new calls go elsewhere instead of being refused.
        """
        end = time.monotonic() + grace
        self._health.drain()
        self._admission.drain(grace)
        self._streams.drain(max(end - time.monotonic(), 0))
        self._server.stop(max(end - time.monotonic(), _LEAST_SECONDS)).wait()

    def _converter(self, limits: Limits) -> grpc.GenericRpcHandler:
        methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            rpc.name: grpc.unary_unary_rpc_method_handler(guarded(rpc, limits)) for rpc in RPCS
        }
        for rpc in STREAM_RPCS:
            behavior = OnThreads(guarded_stream(rpc, limits), self._streams)
            methods[rpc.name] = grpc.stream_stream_rpc_method_handler(behavior)
        return grpc.method_handlers_generic_handler(NAME, methods)


def new_server(settings: Settings, threads: ThreadPoolExecutor) -> grpc.Server:
    """A server with the limits of the settings, that serves nothing yet."""
    return grpc.server(
        threads,
        maximum_concurrent_rpcs=settings.max_concurrent + _BEYOND,
        options=(
            # Beyond the limit itself, so that the refusal is ours: gRPC's own has no `google.rpc.Status`.
            ("grpc.max_receive_message_length", 2 * settings.max_message_bytes),
            ("grpc.max_send_message_length", 2 * settings.max_message_bytes),
            # Without this a second server on the same port starts, and takes half of the calls.
            ("grpc.so_reuseport", 0),
            ("grpc.max_connection_idle_ms", int(settings.max_idle * 1000)),
        ),
    )


def _reflection() -> tuple[grpc.GenericRpcHandler, ...]:
    request, reply = reflection_pb2.ServerReflectionRequest, reflection_pb2.ServerReflectionResponse
    servicer = ReflectionServicer((NAME, HEALTH_NAME, REFLECTION_NAME))

    def answer(asked: Iterator[Any], context: grpc.ServicerContext) -> Iterator[object]:
        for each in asked:
            yield from servicer.ServerReflectionInfo(iter((_of_service(each),)), context)

    info = grpc.stream_stream_rpc_method_handler(
        OnThreads(answer, ThreadPoolExecutor(_REFLECTIONS)), request.FromString, reply.SerializeToString
    )
    methods = {"ServerReflectionInfo": info}
    names = (REFLECTION_NAME, _REFLECTION_V1)
    return tuple(grpc.method_handlers_generic_handler(name, methods) for name in names)


def _of_service(asked: reflection_pb2.ServerReflectionRequest) -> reflection_pb2.ServerReflectionRequest:
    """A question about a method as one about its service: grpcio's servicer finds no methods."""
    service, _, method = asked.file_containing_symbol.rpartition(".")
    if service == NAME and method in {rpc.name for rpc in (*RPCS, *STREAM_RPCS)}:
        asked.file_containing_symbol = service
    return asked


def _bind(server: grpc.Server, settings: Settings) -> int:
    try:
        port: int = server.add_insecure_port(settings.address)
    except RuntimeError as error:
        raise OSError(f"cannot listen on {settings.address}: {error}") from None
    if not port:
        raise OSError(f"cannot listen on {settings.address}")
    return port
