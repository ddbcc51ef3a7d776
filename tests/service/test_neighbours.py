"""Health and reflection, and that neither of them takes the threads that convert."""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2
from tests.service.calls import send, wire
from tests.service.conftest import SETTINGS
from tests.service.documents import HISTORY

from turnwire.service.server import NAME, Service
from turnwire.service.settings import Settings
from turnwire.v1.service_pb2 import ConvertRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.mark.parametrize("service", ["", NAME])
def test_health(channel: grpc.Channel, service: str) -> None:
    check: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
    answer = check(health_pb2.HealthCheckRequest(service=service).SerializeToString(), timeout=60)
    assert SERVING == health_pb2.HealthCheckResponse.FromString(answer).status


def reflect(
    channel: grpc.Channel, requests: Iterator[reflection_pb2.ServerReflectionRequest], version: str = "v1alpha"
) -> Any:
    call: Any = channel.stream_stream(
        f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    return call(requests, timeout=60)


def test_reflection_lists_the_services(channel: grpc.Channel) -> None:
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    listed = next(reflect(channel, iter([request]))).list_services_response.service
    reflection = [f"grpc.reflection.{version}.ServerReflection" for version in ("v1", "v1alpha")]
    assert ["grpc.health.v1.Health", *reflection, NAME] == sorted(each.name for each in listed)


@pytest.mark.parametrize(
    "symbol",
    [
        NAME,
        f"{NAME}.Convert",
        "turnwire.v1.ConvertRequest",
        "google.rpc.BadRequest",
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflectionRequest",
    ],
)
@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_reflection_finds_symbols(channel: grpc.Channel, version: str, symbol: str) -> None:
    request = reflection_pb2.ServerReflectionRequest(file_containing_symbol=symbol)
    reply = next(reflect(channel, iter([request]), version))
    assert not reply.HasField("error_response")
    assert reply.file_descriptor_response.file_descriptor_proto


def test_reflection_finds_no_method_that_is_not_there(channel: grpc.Channel) -> None:
    request = reflection_pb2.ServerReflectionRequest(file_containing_symbol=f"{NAME}.Nothing")
    assert next(reflect(channel, iter([request]))).HasField("error_response")


def test_reflection_gives_the_service_s_own_file(channel: grpc.Channel) -> None:
    request = reflection_pb2.ServerReflectionRequest(file_containing_symbol=NAME)
    files = next(reflect(channel, iter([request]))).file_descriptor_response.file_descriptor_proto
    assert "turnwire/v1/service.proto" in [FileDescriptorProto.FromString(data).name for data in files]


def test_open_streams_leave_the_converting_threads_alone(channel: grpc.Channel) -> None:
    asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
    streams = [reflect(channel, iter(asked.get, None)) for _ in range(SETTINGS.workers + 2)]
    watch: Any = channel.unary_stream("/grpc.health.v1.Health/Watch")
    watches = [watch(b"", timeout=60) for _ in range(SETTINGS.workers + 2)]
    assert send(channel, "Convert", ConvertRequest(wire=wire(HISTORY), target="turnwire"), timeout=60)
    for stream in [*streams, *watches]:
        stream.cancel()
        asked.put(None)


def test_who_watches_hears_of_the_drain() -> None:
    service = Service(Settings(port=0))
    service.start()
    with grpc.insecure_channel(service.address) as channel:
        watch: Any = channel.unary_stream("/grpc.health.v1.Health/Watch")
        stream = watch(health_pb2.HealthCheckRequest(service=NAME).SerializeToString(), timeout=60)
        first = health_pb2.HealthCheckResponse.FromString(next(stream)).status
        service.drain(0.5)
        service.stop()
        second = health_pb2.HealthCheckResponse.FromString(next(stream)).status
    assert [SERVING, NOT_SERVING] == [first, second]
