"""What is too large, too late or too much is refused, and never hangs."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status
from tests.service.calls import PREFIX, send, wire
from tests.service.documents import HISTORY, history

from turnwire.service.client import Client
from turnwire.service.server import Service
from turnwire.service.settings import Settings
from turnwire.v1.service_pb2 import ConvertRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.service.conftest import Gate

MIB = 1024 * 1024


def code_of(call: Callable[[], object]) -> grpc.StatusCode:
    """The code with which a call fails; OK where it does not."""
    try:
        call()
    except grpc.RpcError as error:
        raised: Any = error
        code: grpc.StatusCode = raised.code()
        return code
    return grpc.StatusCode.OK


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (MIB - 1000, grpc.StatusCode.OK),
        (MIB + 1000, grpc.StatusCode.RESOURCE_EXHAUSTED),
        (4 * MIB, grpc.StatusCode.RESOURCE_EXHAUSTED),  # by gRPC itself
    ],
)
def test_a_request_that_is_too_large(client: Client, size: int, expected: grpc.StatusCode) -> None:
    data = history("x" * (size - 100))
    assert expected == code_of(lambda: client.convert(data, "turnwire", source="turnwire", kind="request", timeout=60))


@pytest.mark.parametrize(
    ("size", "expected"),
    [(MIB - 1000, grpc.StatusCode.OK), (MIB + 1000, grpc.StatusCode.RESOURCE_EXHAUSTED)],
)
def test_a_reply_that_is_too_large(
    target: str, add_dialect: Callable[..., None], size: int, expected: grpc.StatusCode
) -> None:
    add_dialect("large", write=lambda _, __: "x" * size)
    with Client(target, max_message_bytes=64 * MIB) as client:
        call = lambda: client.convert(HISTORY, "large", source="turnwire", kind="request", timeout=60)  # noqa: E731
        assert expected == code_of(call)


def test_a_large_request_is_refused_with_a_status(channel: grpc.Channel) -> None:
    request = ConvertRequest(wire=wire(history("x" * (3 * MIB // 2))), target="turnwire")
    assert "TOO_LARGE" == reason_of(lambda: send(channel, "Convert", request))


def test_a_client_refuses_replies_beyond_its_own_limit(target: str, add_dialect: Callable[..., None]) -> None:
    add_dialect("large", write=lambda _, __: "x" * 5000)
    with Client(target, max_message_bytes=4000) as client:
        call = lambda: client.convert(HISTORY, "large", source="turnwire", kind="request", timeout=60)  # noqa: E731
        assert grpc.StatusCode.RESOURCE_EXHAUSTED == code_of(call)


def test_no_work_begins_after_its_deadline(gate: Gate) -> None:
    service = Service(Settings(port=0, workers=1))
    service.start()
    with Client(service.address) as client, ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.read, HISTORY, "slow", kind="request", timeout=60)
        gate.wait_for(1)
        late = code_of(lambda: client.read(HISTORY, "slow", kind="request", timeout=0.2))
        time.sleep(0.3)  # the server's clock for it began later than the client's
        gate.opened.set()
        first.result()
        client.read(HISTORY, "slow", kind="request", timeout=60)
    service.drain(1)
    service.stop()
    assert (grpc.StatusCode.DEADLINE_EXCEEDED, 2) == (late, gate.came)


def test_more_calls_than_allowed_are_refused_at_once(gate: Gate) -> None:
    service = Service(Settings(port=0, workers=1, max_concurrent=3))
    service.start()
    request = ConvertRequest(wire=wire(HISTORY, "slow"), target="turnwire").SerializeToString()
    with grpc.insecure_channel(service.address) as channel:
        method: Any = channel.unary_unary(PREFIX + "Convert")
        waiting = [method.future(request, timeout=60) for _ in range(3)]
        gate.wait_for(1)
        refused = [code_of(lambda: send(channel, "Convert", request)) for _ in range(5)]
        gate.opened.set()
        answered = [call.code() for call in waiting]
    service.drain(1)
    service.stop()
    assert [grpc.StatusCode.RESOURCE_EXHAUSTED] * 5 == refused
    assert [grpc.StatusCode.OK] * 3 == answered


def reason_of(call: Callable[[], object]) -> str:
    """The reason in the status of a call that fails."""
    with pytest.raises(grpc.RpcError) as caught:
        call()
    raised: Any = caught.value
    status = rpc_status.from_call(raised)
    assert status is not None
    info = ErrorInfo()
    status.details[0].Unpack(info)
    return str(info.reason)


def test_a_busy_server_says_so_and_is_healthy(gate: Gate) -> None:
    service = Service(Settings(port=0, workers=1, max_concurrent=2))
    service.start()
    request = ConvertRequest(wire=wire(HISTORY, "slow"), target="turnwire").SerializeToString()
    with grpc.insecure_channel(service.address) as channel:
        method: Any = channel.unary_unary(PREFIX + "Convert")
        waiting = [method.future(request, timeout=60) for _ in range(2)]
        gate.wait_for(1)
        while "OVERLOADED" != reason_of(lambda: send(channel, "Convert", request)):
            pass
        check: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
        healthy = [check(b"", timeout=60) for _ in range(20)]
        gate.opened.set()
        answered = [call.code() for call in waiting]
        assert grpc.StatusCode.OK == code_of(lambda: send(channel, "Convert", request))
    service.drain(1)
    service.stop()
    assert [b"\x08\x01"] * 20 == healthy
    assert [grpc.StatusCode.OK] * 2 == answered


def test_a_connection_full_of_slow_calls_is_healthy_and_refuses_more(gate: Gate) -> None:
    service = Service(Settings(port=0, max_concurrent=80, max_streams=80))
    service.start()
    request = ConvertRequest(wire=wire(HISTORY, "slow"), target="turnwire").SerializeToString()
    never = threading.Event()

    def silent() -> Iterator[bytes]:
        never.wait(60)
        yield from ()

    with grpc.insecure_channel(service.address) as channel:
        method: Any = channel.unary_unary(PREFIX + "Convert")
        stream: Any = channel.stream_stream(PREFIX + "ConvertStream")
        waiting = [method.future(request, timeout=60) for _ in range(80)]
        streams = [stream(silent(), timeout=60) for _ in range(80)]
        check: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
        healthy = [check(b"", timeout=10) for _ in range(20)]
        refused = reason_of(lambda: send(channel, "Convert", request, timeout=10))
        gate.opened.set()
        answered = [call.code() for call in waiting]
        for each in streams:
            each.cancel()
        never.set()
    service.drain(1)
    service.stop()
    assert ([b"\x08\x01"] * 20, "OVERLOADED") == (healthy, refused)
    assert [grpc.StatusCode.OK] * 80 == answered


def test_a_server_that_drains_ends_what_runs_and_refuses_the_rest(gate: Gate) -> None:
    service = Service(Settings(port=0, workers=4))  # one that is free to list dialects
    service.start()
    request = ConvertRequest(wire=wire(HISTORY, "slow"), target="turnwire").SerializeToString()
    with grpc.insecure_channel(service.address) as channel, ThreadPoolExecutor(1) as pool:
        method: Any = channel.unary_unary(PREFIX + "Convert")
        running = [method.future(request, timeout=60) for _ in range(3)]
        gate.wait_for(3)
        stopped = pool.submit(service.drain, 60)
        while grpc.StatusCode.OK == code_of(lambda: send(channel, "ListDialects", b"")):
            pass  # until it drains
        late = [reason_of(lambda: send(channel, "ListDialects", b"")) for _ in range(5)]
        gate.opened.set()
        answered = [call.code() for call in running]
        stopped.result()
    service.stop()
    assert [grpc.StatusCode.OK] * 3 == answered
    assert ["STOPPING"] * 5 == late


def test_one_port_has_one_server(target: str) -> None:
    with pytest.raises(OSError, match="cannot listen"):
        Service(Settings(port=int(target.rpartition(":")[2])))


# The beginning of HTTP/2, and settings that say nothing; and a client that is only connected.
@pytest.mark.parametrize("sent", [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0)), b""])
def test_a_connection_without_a_call_is_closed(sent: bytes) -> None:
    service = Service(Settings(port=0, max_idle=1))
    service.start()
    host, _, port = service.address.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), 20) as idle:
            idle.sendall(sent)
            while idle.recv(4096):
                pass
    finally:
        service.drain(1)
        service.stop()
