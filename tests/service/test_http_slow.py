"""Clients over HTTP that do not go on: their connections end, and the server goes on."""

from __future__ import annotations

import base64
import json
import socket
import time
from typing import TYPE_CHECKING

import httpx
import pytest
from tests.service.documents import history
from tests.service.test_http import PATH

from turnwire.service.server import Service
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

IDLE = 1
LARGE = 12_000_000
HEAD = f"POST {PATH}Convert HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n".encode()


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[str, int]]:
    service = Service(Settings(port=0, http_port=0, max_idle=IDLE))
    service.start()
    assert service.http is not None
    host, port = service.http.address.split(":")
    yield host, int(port)
    service.stop()


def read(connection: socket.socket) -> int:
    """Read until the connection ends, which has a minute; return how many bytes came."""
    connection.settimeout(60)
    got = 0
    try:
        while piece := connection.recv(1 << 20):
            got += len(piece)
    except ConnectionResetError:
        pass
    return got


def sends(connection: socket.socket) -> bool:
    """Send one byte more; whether the connection is still there."""
    try:
        connection.sendall(b"x")
    except (BrokenPipeError, ConnectionResetError):
        return False
    return True


def still_serves(place: tuple[str, int]) -> bool:
    return httpx.get(f"http://{place[0]}:{place[1]}/healthz", timeout=60).is_success


@pytest.mark.parametrize("sent", [b"", b"POST / HT", HEAD], ids=["nothing", "half a line", "half a head"])
def test_a_head_that_does_not_arrive(place: tuple[str, int], sent: bytes) -> None:
    with socket.create_connection(place) as connection:
        connection.sendall(sent)
        assert 0 == read(connection)
    assert still_serves(place)


@pytest.mark.parametrize("before", [b"", b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"], ids=["first", "second"])
def test_a_head_that_comes_byte_by_byte(place: tuple[str, int], before: bytes) -> None:
    sent, end = 0, time.monotonic() + 60
    with socket.create_connection(place) as connection:
        connection.sendall(before)
        while sends(connection):
            assert time.monotonic() < end
            sent += 1
            time.sleep(0.1)
    assert sent >= 3
    assert still_serves(place)


def test_a_client_that_does_not_read_its_reply(place: tuple[str, int]) -> None:
    data = base64.b64encode(history("x" * LARGE)).decode()
    body = json.dumps({"wire": {"data": data}, "target": "openai_chat"}).encode()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(place)
        connection.sendall(HEAD + f"content-length: {len(body)}\r\n\r\n".encode() + body)
        assert connection.recv(12) == b"HTTP/1.1 200"
        time.sleep(IDLE + 2)
        assert read(connection) < LARGE
    assert still_serves(place)


def test_a_client_that_uses_its_connection_keeps_it(place: tuple[str, int]) -> None:
    with httpx.Client(base_url=f"http://{place[0]}:{place[1]}", timeout=60) as client:
        end = time.monotonic() + 3 * IDLE
        while time.monotonic() < end:
            assert client.get("/healthz").is_success
            time.sleep(IDLE / 5)
