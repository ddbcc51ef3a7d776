"""The unary calls over HTTP/1.1, over real sockets: both forms of messages, errors, limits, tokens and TLS."""

from __future__ import annotations

import base64
import json
import socket
import ssl
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import trustme
from tests.service.documents import HISTORY
from tests.service.test_security import TOKENS, certified

from turnwire.service.server import Service
from turnwire.service.settings import Settings
from turnwire.v1.service_pb2 import DetectRequest, DetectResponse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATH = "/turnwire.v1.ConverterService/"
MOST = 64 * 1024
JSON = {"content-type": "application/json"}
DETECT = json.dumps({"data": base64.b64encode(HISTORY).decode()}).encode()


@contextmanager
def running(**settings: Any) -> Iterator[str]:
    service = Service(Settings(port=0, http_port=0, max_message_bytes=MOST, **settings))
    service.start()
    assert service.http is not None
    yield service.http.address
    service.stop()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running() as address:
        yield address


def test_both_forms_give_the_same_reply(address: str) -> None:
    found = httpx.post(f"http://{address}{PATH}Detect", content=DETECT, headers=JSON).json()["guesses"][0]
    proto = {"content-type": "application/proto"}
    data = DetectRequest(data=HISTORY).SerializeToString()
    guess = DetectResponse.FromString(httpx.post(f"http://{address}{PATH}Detect", content=data, headers=proto).content)
    assert ("turnwire", "turnwire") == (found["dialect"], guess.guesses[0].dialect)
    assert found["kindName"] == guess.guesses[0].kind_name


# (method, body, headers beside the content type) -> (HTTP status, code, reason of the ErrorInfo)
FAILED: list[tuple[str, bytes, dict[str, str], tuple[int, str, str]]] = [
    ("Detect", b"{", {}, (400, "invalid_argument", "BAD_FIELD")),
    ("Detect", b"[" * 60_000, {}, (400, "invalid_argument", "BAD_FIELD")),
    ("Detect", b'{"data": "", "data": ""}', {}, (400, "invalid_argument", "BAD_FIELD")),
    ("Detect", b'{"data": "\xff"}', {}, (400, "invalid_argument", "BAD_FIELD")),
    ("Detect", b'{"other": 1}', {}, (400, "invalid_argument", "BAD_FIELD")),
    (
        "Convert",
        b'{"wire": {"data": "e30=", "dialect": "no"}, "target": "no"}',
        {},
        (400, "invalid_argument", "UNKNOWN_DIALECT"),
    ),
    ("GetSchema", b'{"name": "no"}', {}, (404, "not_found", "UNKNOWN_SCHEMA")),
    ("Detect", b" " * (MOST + 1), {}, (429, "resource_exhausted", "TOO_LARGE")),
    ("Detect", DETECT, {"content-encoding": "gzip"}, (501, "unimplemented", "")),
    ("Detect", DETECT, {"connect-timeout-ms": "0"}, (504, "deadline_exceeded", "")),
    ("Detect", DETECT, {"connect-timeout-ms": "soon"}, (400, "invalid_argument", "")),
    ("Detect", DETECT, {"connect-protocol-version": "2"}, (400, "invalid_argument", "")),
    ("Detect", b"{}", {"content-type": "text/plain"}, (415, "unimplemented", "")),
]


@pytest.mark.parametrize(("method", "body", "headers", "wanted"), FAILED)
def test_errors_are_those_of_the_protocol(
    address: str, method: str, body: bytes, headers: dict[str, str], wanted: tuple[int, str, str]
) -> None:
    reply = httpx.post(f"http://{address}{PATH}{method}", content=body, headers=JSON | headers)
    error = reply.json()
    details = [each["debug"] for each in error.get("details", ()) if each["type"] == "google.rpc.ErrorInfo"]
    assert wanted == (reply.status_code, error["code"], details[0]["reason"] if details else "")


def test_a_body_of_unknown_length_ends_at_the_limit(address: str) -> None:
    reply = httpx.post(f"http://{address}{PATH}Detect", content=iter([b" " * MOST, b" "]), headers=JSON)
    assert (429, "resource_exhausted") == (reply.status_code, reply.json()["code"])


# The last two come in one piece, which h11 takes whatever its size.
LARGE_HEADS = [b"GET / HTTP/1.1\r\nhost: a\r\nx: %b\r\n\r\n", b"GET /healthz?%b HTTP/1.1\r\nhost: a\r\n\r\n"]


@pytest.mark.parametrize(
    "sent",
    [
        b"\x00\xff\r\n\r\n",
        b"GET / HTTP/1.1\r\nx: " + b"y" * 100_000,
        *(head % (b"y" * size) for head in LARGE_HEADS for size in (8_200, 50_000)),
    ],
)
def test_malformed_http_and_floods_of_headers_end_the_connection(address: str, sent: bytes) -> None:
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(sent)
        received = b""
        while piece := connection.recv(4096):
            received += piece
        assert received.startswith(b"HTTP/1.1 400 ")
    assert httpx.get(f"http://{address}/healthz").is_success


def test_a_call_needs_a_token_where_the_server_has_them(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.toml"
    tokens.write_text(TOKENS, "utf-8")
    found = []
    with running(tokens=str(tokens)) as address:
        for token in ("open-sesame", "wrong", "yesterday", "swordfish", "swordfish", "swordfish"):
            headers = JSON | {"authorization": f"Bearer {token}"}
            found.append(httpx.post(f"http://{address}{PATH}Detect", content=DETECT, headers=headers).status_code)
        found.append(httpx.post(f"http://{address}{PATH}Detect", content=DETECT, headers=JSON).status_code)
    assert [200, 401, 401, 200, 200, 429, 401] == found


def test_a_request_that_does_not_arrive_ends(address: str) -> None:
    host, port = address.split(":")
    head = f"POST {PATH}Detect HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnect-timeout-ms: 100\r\n"
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(head.encode() + b"content-length: 100\r\n\r\n{")
        assert b"HTTP/1.1 504 " == connection.recv(13)


@pytest.mark.parametrize("path", [f"{PATH}Detect", "/streams/convert"])
def test_pages_of_named_origins_may_call(path: str) -> None:
    origin = {"origin": "https://app.example", "access-control-request-method": "POST"}
    with running(http_origins="https://app.example") as address:
        named = httpx.options(f"http://{address}{path}", headers=origin)
        other = httpx.options(f"http://{address}{path}", headers=origin | {"origin": "https://evil.example"})
    assert "https://app.example" == named.headers["access-control-allow-origin"]
    assert "access-control-allow-origin" not in other.headers


def test_the_certificate_is_that_of_the_server(tmp_path: Path) -> None:
    authority = trustme.CA()
    with running(**certified(tmp_path, authority)) as address:
        authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
        trusted = ssl.create_default_context(cafile=str(tmp_path / "ca.pem"))
        assert httpx.get(f"https://{address}/healthz", verify=trusted).is_success
