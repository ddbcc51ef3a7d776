"""What clients do that are broken or mean: each ends as documented, and the server goes on."""

from __future__ import annotations

import io
import logging
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from tests.service.calls import PREFIX, send, wire
from tests.service.documents import HISTORY, history

from turnwire.service.cutting import CutOff, Work
from turnwire.service.logs import Stream
from turnwire.service.server import Service
from turnwire.service.settings import Settings
from turnwire.v1.service_pb2 import ConvertBatchRequest, ConvertRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

MIB = 1024 * 1024
GOOD = ConvertRequest(wire=wire(HISTORY), target="openai_chat")


@pytest.fixture
def still_serves(channel: grpc.Channel) -> Iterator[None]:
    yield
    assert send(channel, "Convert", GOOD)


@pytest.mark.usefixtures("still_serves")
def test_a_gzip_bomb_is_not_decompressed(target: str) -> None:
    request = ConvertRequest(wire=wire(history("x" * 60 * MIB)), target="openai_chat").SerializeToString()
    with grpc.insecure_channel(target, (("grpc.max_send_message_length", -1),)) as channel:
        method: Any = channel.unary_unary(PREFIX + "Convert")
        with pytest.raises(grpc.RpcError) as refused:
            method(request, timeout=60, compression=grpc.Compression.Gzip)
    assert grpc.StatusCode.UNIMPLEMENTED == refused.value.code()


@pytest.mark.usefixtures("still_serves")
@pytest.mark.parametrize("size", [8_200, 20_000, 200_000])
def test_a_flood_of_headers_is_refused(channel: grpc.Channel, size: int) -> None:
    method: Any = channel.unary_unary(PREFIX + "ListDialects")
    with pytest.raises(grpc.RpcError) as refused:
        method(b"", timeout=60, metadata=[("x-flood", "y" * size)])
    assert grpc.StatusCode.RESOURCE_EXHAUSTED == refused.value.code()


@pytest.mark.usefixtures("still_serves")
@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 4000,
        bytes(10_000),
    ],
)
def test_what_is_no_http_2_is_closed(target: str, data: bytes) -> None:
    host, _, port = target.rpartition(":")
    with socket.create_connection((host, int(port)), 30) as connection:
        try:
            connection.sendall(data)
            while connection.recv(4096):
                pass
        except ConnectionError:
            pass


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
GOAWAY = 7
ENHANCE_YOUR_CALM = 11


def frame(kind: int, payload: bytes = b"", stream: int = 0, flags: int = 0) -> bytes:
    """A frame of HTTP/2; for the connection as a whole without a stream."""
    return len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + payload


def header(name: str, value: str) -> bytes:
    """A header as it is, with no compression."""
    return b"\0" + b"".join(len(text).to_bytes(1, "big") + text.encode() for text in (name, value))


def frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Kind and payload of each whole frame."""
    while len(data) >= 9 and len(data) >= (end := 9 + int.from_bytes(data[:3], "big")):
        yield data[3], data[9:end]
        data = data[end:]


@pytest.mark.usefixtures("still_serves")
def test_a_client_that_pings_too_often_is_sent_away(target: str) -> None:
    host, _, port = target.rpartition(":")
    received = b""
    with socket.create_connection((host, int(port)), 30) as connection:
        try:
            connection.sendall(PREFACE + frame(4) + frame(6, bytes(8)) * 50)
            while piece := connection.recv(4096):
                received += piece
        except ConnectionError:
            pass
    away = [payload for kind, payload in frames(received) if kind == GOAWAY]
    assert ENHANCE_YOUR_CALM in [int.from_bytes(payload[4:8], "big") for payload in away]


@pytest.mark.usefixtures("still_serves")
def test_a_client_that_takes_back_each_call_at_once_holds_up_nobody_else(target: str) -> None:
    """The attack of CVE-2023-44487: calls that have been taken back do not count as calls of the connection."""
    host, _, port = target.rpartition(":")
    names = {":method": "POST", ":scheme": "http", ":path": PREFIX + "Convert", ":authority": "x", "te": "trailers"}
    headers = b"".join(header(*each) for each in (names | {"content-type": "application/grpc"}).items())
    cancel = (8).to_bytes(4, "big")
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.sendall(PREFACE + frame(4))
        for stream in range(1, 40_001, 2):
            connection.sendall(frame(1, headers, stream, flags=4) + frame(3, cancel, stream))
        with grpc.insecure_channel(target) as channel:
            assert send(channel, "Convert", GOOD)


def test_a_connection_ends_at_its_age() -> None:
    service = Service(Settings(port=0, max_age=1))
    service.start()
    host, _, port = service.address.rpartition(":")
    received = b""
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.sendall(PREFACE + frame(4))
        while piece := connection.recv(4096):
            received += piece
    service.stop()
    assert GOAWAY in [kind for kind, _ in frames(received)]


def test_the_server_says_how_many_calls_a_connection_may_have() -> None:
    service = Service(Settings(port=0, max_streams_per_connection=5))
    service.start()
    host, _, port = service.address.rpartition(":")
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.sendall(PREFACE + frame(4))
        received = b""
        while not any(kind == 4 for kind, _ in frames(received)):
            received += connection.recv(4096)
    service.stop()
    settings = next(payload for kind, payload in frames(received) if kind == 4)
    pairs = {
        int.from_bytes(settings[at : at + 2], "big"): int.from_bytes(settings[at + 2 : at + 6], "big")
        for at in range(0, len(settings), 6)
    }
    assert 5 == pairs[3]  # SETTINGS_MAX_CONCURRENT_STREAMS


@pytest.mark.usefixtures("still_serves")
def test_hundreds_of_idle_connections_take_no_call_its_place(target: str) -> None:
    host, _, port = target.rpartition(":")
    opened = [socket.create_connection((host, int(port)), 30) for _ in range(300)]
    with grpc.insecure_channel(target) as channel:
        assert send(channel, "Convert", GOOD)
    for each in opened:
        each.close()


@pytest.mark.usefixtures("still_serves")
def test_a_reader_that_stops_reading_holds_up_nobody_else(target: str) -> None:
    request = ConvertBatchRequest(convert=ConvertRequest(wire=wire(history("x" * 100_000)), target="openai_chat"))
    with grpc.insecure_channel(target) as channel:
        method: Any = channel.stream_stream(PREFIX + "ConvertBatch")
        stuck = method((request.SerializeToString() for _ in range(300)), timeout=60)
        time.sleep(0.5)
        with grpc.insecure_channel(target) as other:
            assert send(other, "Convert", GOOD)
        stuck.cancel()


class Endless:
    """A reader that never ends by itself."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()

    def read(self, *_: object) -> object:
        self.begun.set()
        try:
            while True:
                time.sleep(0.001)
        finally:
            self.ended.set()


@pytest.fixture
def endless(add_dialect: Callable[..., None]) -> Endless:
    endless = Endless()
    add_dialect("endless", read=endless.read)
    return endless


@pytest.fixture
def one_worker() -> Iterator[grpc.Channel]:
    """A channel to a server that converts on one thread."""
    service = Service(Settings(port=0, workers=1))
    service.start()
    with grpc.insecure_channel(service.address) as channel:
        yield channel
    service.stop()


ENDLESS = ConvertRequest(wire=wire(HISTORY, "endless"), target="turnwire")


def test_work_is_cut_off_when_its_deadline_has_passed(endless: Endless, one_worker: grpc.Channel) -> None:
    method: Any = one_worker.unary_unary(PREFIX + "Convert")
    for timeout in (0.3, 1, 5, 30):  # until the work has begun before the deadline
        assert grpc.StatusCode.DEADLINE_EXCEEDED == method.future(ENDLESS.SerializeToString(), timeout=timeout).code()
        if endless.begun.is_set():
            break
    assert endless.ended.wait(30)
    assert send(one_worker, "Convert", GOOD, 30)  # the one thread that converts is free again


def test_work_is_cut_off_when_its_client_is_gone(endless: Endless, one_worker: grpc.Channel) -> None:
    method: Any = one_worker.unary_unary(PREFIX + "Convert")
    call = method.future(ENDLESS.SerializeToString(), timeout=60)
    assert endless.begun.wait(30)
    call.cancel()
    assert endless.ended.wait(30)
    assert send(one_worker, "Convert", GOOD, 30)


def test_work_that_has_ended_is_not_cut_off() -> None:
    for _ in range(200):
        work = Work()
        cutter = threading.Thread(target=work.cut)
        try:
            with work:
                cutter.start()
        except CutOff:
            pass
        cutter.join()
        for _ in range(100):
            pass  # where an exception that came too late would be raised


def test_work_that_is_cut_off_leaves_the_log_unlocked() -> None:
    """It is cut off when the handler has taken its lock: `acquire` returns, or `emit` begins."""
    handler, work = Stream(io.StringIO()), Work()
    record = logging.makeLogRecord({"msg": "an entry"})

    def cut(frame: FrameType, event: str, _: object) -> None:
        if (event, frame.f_code.co_name) in {("return", "acquire"), ("call", "emit")}:
            work.cut()

    def write() -> None:
        with work:
            sys.setprofile(cut)
            handler.handle(record)

    try:
        with pytest.raises(CutOff):
            write()
    finally:
        sys.setprofile(None)
    other = threading.Thread(target=handler.handle, args=(record,), daemon=True)
    other.start()
    other.join(10)
    assert not other.is_alive()


PROFILED = """
import sys, threading, time
from turnwire.service.cutting import CutOff, Work

for seconds in (0.0, 0.3):  # the work has ended, or runs
    work = Work()
    cutter = threading.Timer(0.1, work.cut)
    try:
        with work:
            cutter.start()
            time.sleep(seconds)
    except CutOff:
        pass
    cutter.join()
sys.setprofile(lambda *_: None)
(lambda: None)()
sys.setprofile(None)
"""


def test_the_interpreter_waits_for_no_exception_after_work_was_cut_off() -> None:
    """While it does, CPython 3.11 does not come past the beginning of a function that is profiled."""
    subprocess.run([sys.executable, "-c", PROFILED], check=True, timeout=60)


def test_work_that_is_cut_off_before_it_begins_does_not_begin() -> None:
    work = Work()
    work.cut()
    begun = False
    with pytest.raises(CutOff), work:
        begun = True
    assert not begun
