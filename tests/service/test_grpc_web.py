"""Unary calls by gRPC-Web, frame by frame; tests/generation/connect.test.mjs has an official client."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from tests.service.documents import HISTORY
from tests.service.test_http import MOST, PATH, running

from turnwire.service.http_grpc_web import GRPC_WEB
from turnwire.v1.service_pb2 import DetectRequest, DetectResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

DETECT = DetectRequest(data=HISTORY).SerializeToString()
JSON = json.dumps({"data": base64.b64encode(HISTORY).decode()}).encode()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running() as address:
        yield address


class Reply(NamedTuple):
    """The message of a reply, if it has one, and the trailers."""

    message: bytes | None
    trailers: dict[str, str]


def frame(message: bytes, flags: int = 0) -> bytes:
    return bytes((flags,)) + len(message).to_bytes(4, "big") + message


def unframed(body: bytes) -> Reply:
    message = None
    while body[0] != 0x80:
        end = 5 + int.from_bytes(body[1:5], "big")
        assert (body[0], message) == (0, None)
        message, body = body[5:end], body[end:]
    assert len(body) == 5 + int.from_bytes(body[1:5], "big")
    lines = body[5:].decode("ascii").removesuffix("\r\n").split("\r\n")
    return Reply(message, dict(line.split(": ", 1) for line in lines))


def called(address: str, media_type: str, body: bytes, headers: dict[str, str] | None = None) -> Reply:
    reply = httpx.post(
        f"http://{address}{PATH}Detect", content=body, headers={"content-type": media_type, **(headers or {})}
    )
    assert (reply.status_code, reply.headers["content-type"]) == (200, media_type)
    return unframed(base64.b64decode(reply.content) if "-text" in media_type else reply.content)


@pytest.mark.parametrize(
    ("media_type", "body"),
    [
        ("application/grpc-web", frame(DETECT)),
        ("application/grpc-web+proto", frame(DETECT)),
        ("application/grpc-web+json", frame(JSON)),
        ("application/grpc-web-text", base64.b64encode(frame(DETECT))),
        ("application/grpc-web-text+proto", base64.b64encode(frame(DETECT))),
    ],
)
def test_a_reply_is_a_message_and_trailers(address: str, media_type: str, body: bytes) -> None:
    reply = called(address, media_type, body)
    assert reply.trailers == {"grpc-status": "0"}
    assert reply.message is not None
    if media_type.endswith("json"):
        assert json.loads(reply.message)["guesses"][0]["dialect"] == "turnwire"
    else:
        assert DetectResponse.FromString(reply.message).guesses[0].dialect == "turnwire"


def reason(trailers: dict[str, str]) -> str:
    data = trailers["grpc-status-details-bin"]
    status, info = Status.FromString(base64.b64decode(data + "=" * (-len(data) % 4))), ErrorInfo()
    assert str(status.code) == trailers["grpc-status"]
    return next((info.reason for each in status.details if each.Unpack(info)), "")


# (media type, body, headers) -> (code, reason of the ErrorInfo, the beginning of the message)
FAILED: list[tuple[str, bytes, dict[str, str], tuple[str, str, str]]] = [
    ("", b"", {}, ("3", "BAD_FIELD", "the call has no request")),
    ("", frame(DETECT)[:-1], {}, ("3", "BAD_FIELD", "the request is not one frame of gRPC-Web")),
    ("", frame(DETECT) + b"x", {}, ("3", "BAD_FIELD", "the request is not one frame of gRPC-Web")),
    ("", b"\0\0", {}, ("3", "BAD_FIELD", "the request is not one frame of gRPC-Web")),
    ("", frame(DETECT, 0x80), {}, ("3", "BAD_FIELD", "the request is not one frame of gRPC-Web")),
    ("", frame(DETECT, 1), {}, ("12", "", "compressed requests are not taken")),
    ("", frame(b"\xff\xff"), {}, ("3", "BAD_FIELD", "")),
    ("", frame(DetectRequest(data=b"\xc3\x28 {").SerializeToString()), {}, ("3", "INVALID_DOCUMENT", "")),
    ("", frame(b" " * (MOST + 1)), {}, ("8", "TOO_LARGE", f"the request has {MOST + 6} bytes")),
    ("", frame(DETECT), {"grpc-timeout": "0m"}, ("4", "", "the deadline passed")),
    ("", frame(DETECT), {"grpc-timeout": "soon"}, ("3", "", "grpc-timeout is a number")),
    ("-text", b"AAAA*", {}, ("3", "BAD_FIELD", "the request is not base64")),
    ("-text", frame(DETECT), {}, ("3", "BAD_FIELD", "the request is not base64")),
    ("+json", frame(b"{"), {}, ("3", "BAD_FIELD", "the request is not JSON")),
]


@pytest.mark.parametrize(("form", "body", "headers", "wanted"), FAILED)
def test_errors_are_in_the_trailers(
    address: str, form: str, body: bytes, headers: dict[str, str], wanted: tuple[str, str, str]
) -> None:
    message, trailers = called(address, f"application/grpc-web{form}", body, headers)
    assert message is None
    assert (trailers["grpc-status"], reason(trailers)) == wanted[:2]
    assert trailers["grpc-message"].startswith(wanted[2])


@pytest.mark.parametrize("form", ["", "-text"])
def test_a_message_as_large_as_the_limit_is_taken(address: str, form: str) -> None:
    data = DetectRequest(data=b" " * (MOST - 4)).SerializeToString()
    assert len(data) == MOST
    body = base64.b64encode(frame(data)) if form else frame(data)
    assert called(address, f"application/grpc-web{form}", body).trailers["grpc-status"] != "8"
    beyond = frame(data + b"x" * 3)
    trailers = called(address, f"application/grpc-web{form}", base64.b64encode(beyond) if form else beyond).trailers
    assert trailers["grpc-status"] == "8"


def test_a_text_that_http_cannot_hold_is_percent_encoded() -> None:
    reply = GRPC_WEB.failed(Status(code=3, message="100 %: Zürich\n"), "application/grpc-web")
    assert unframed(bytes(reply.body)).trailers["grpc-message"] == "100 %25: Z%C3%BCrich%0A"


def test_a_page_of_another_origin_may_send_the_headers_of_the_protocol() -> None:
    with running(http_origins="https://example.org") as address:
        asked = {
            "origin": "https://example.org",
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type,grpc-timeout,x-grpc-web,x-user-agent",
        }
        assert httpx.options(f"http://{address}{PATH}Detect", headers=asked).status_code == 200
