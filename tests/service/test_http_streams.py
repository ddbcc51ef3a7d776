"""Streams over HTTP/1.1: the bytes of the library's `translate` as soon as they are known, and a report at the end."""

from __future__ import annotations

import json
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.gateways.clients import STREAMS
from tests.gateways.upstream import Script, Upstream, serving
from tests.service.test_http import MOST, running
from tests.service.test_security import TOKENS
from tests.service.test_streams import STREAMED, streamed

import turnwire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATH = "/streams/convert"
CLIENT = httpx.Client()
MARK = b": turnwire.ended "
WITHOUT_COMMENTS = {name for name in STREAMED if not turnwire.stream_writer(name).takes_comments}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running() as address:
        yield address


def post(address: str, body: Any, query: dict[str, str], headers: dict[str, str] | None = None) -> httpx.Response:
    return CLIENT.post(f"http://{address}{PATH}", params=query, content=body, headers=headers, timeout=60)


def told(data: bytes) -> dict[str, Any]:
    """The report in the last comment of a reply."""
    report: dict[str, Any] = json.loads(data[data.rindex(MARK) + len(MARK) :])
    return report


@pytest.mark.parametrize("source", STREAMED)
def test_every_pair_gives_the_bytes_of_the_library(address: str, source: str) -> None:
    pieces = streamed(source)
    for target in STREAMED:
        expected = turnwire.translate(pieces, source, target)
        data = b"".join(expected)
        report = "none" if target in WITHOUT_COMMENTS else "comment"
        reply = post(address, iter(pieces), {"source": source, "target": target, "report": report})
        assert expected.content_type == reply.headers["content-type"]
        if report == "none":
            assert data == reply.content
            continue
        assert data == reply.content[: reply.content.rindex(MARK)]
        assert [loss.path for loss in expected.losses] == [loss["path"] for loss in told(reply.content)["losses"]]


@pytest.mark.parametrize("target", STREAMED)
def test_a_last_event_has_the_report_where_it_is_asked_for(address: str, target: str) -> None:
    reply = post(
        address, b"".join(streamed("mistral_chat")), {"source": "mistral", "target": target, "report": "event"}
    )
    expected = turnwire.translate(streamed("mistral_chat"), "mistral_chat", target)
    *_, last = [line for line in reply.text.split("\n") if line]
    found = json.loads(last.removeprefix("data: "))
    data = b"".join(expected)
    assert data == reply.content[: len(data)]
    assert len(expected.losses) == len(found["losses"])


def test_the_first_bytes_come_while_the_stream_arrives(address: str) -> None:
    host, port = address.split(":")
    first, *rest = streamed("openai_chat")
    head = f"POST {PATH}?source=openai_chat&target=anthropic_messages HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked"
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(head.encode() + b"\r\n\r\n%x\r\n%s\r\n" % (len(first), first))
        got = b""
        while b"message_start" not in got:
            got += connection.recv(65536)
        assert b"message_stop" not in got
        for piece in rest:
            connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
        connection.sendall(b"0\r\n\r\n")
        while b"0\r\n\r\n" not in got:
            got += connection.recv(65536)
    assert got.index(b"message_stop") < got.index(MARK)


@pytest.mark.parametrize("dialect", [name for name in STREAMS if name not in WITHOUT_COMMENTS])
def test_the_official_packages_pass_over_the_comment(address: str, dialect: str) -> None:
    source = "mistral_chat" if dialect != "mistral_chat" else "openai_chat"
    reply = post(address, b"".join(streamed(source)), {"source": source, "target": dialect})
    assert MARK in reply.content
    plain = b"".join(turnwire.translate(streamed(source), source, dialect))
    assert read_by(dialect, reply.content, reply) == read_by(dialect, plain, reply)


def read_by(dialect: str, body: bytes, reply: httpx.Response) -> list[str]:
    script = Script(body, 200, {"content-type": reply.headers["content-type"]})
    upstream: Any = type("Scripted", (Upstream,), {"script": script, "asked": [], "hung_up": threading.Event()})
    with serving(upstream) as (host, port):
        return [repr(each) for each in STREAMS[dialect](f"http://{host}:{port}")]


OPENAI = {"source": "openai_chat", "target": "anthropic_messages"}
# (query) -> words of the message; the status of each is 400
REFUSED: list[tuple[dict[str, str], str]] = [
    ({}, "the query has no source: the name of a dialect"),
    ({"source": "openai_chat"}, "the query has no target: the name of a dialect"),
    (OPENAI | {"source": "nope"}, "nope"),
    (OPENAI | {"target": "nope"}, "nope"),
    (OPENAI | {"nope": "1"}, "the query has no parameter nope: there are source, target"),
    (OPENAI | {"withoutUsage": "maybe"}, "withoutUsage"),
    (OPENAI | {"keeping.reasoning": "nope"}, "reasoning"),
    (OPENAI | {"keeping": "nope"}, "keeping"),
    (OPENAI | {"keeping": "x", "keeping.reasoning": "y"}, "keeping"),
    (OPENAI | {"ids_json": "{"}, "ids_json"),
    (OPENAI | {"report": "nope"}, "is one of comment, event, none"),
    (OPENAI | {"target": "ollama_chat"}, "clients of ollama_chat do not pass over comments: say report=event"),
    (OPENAI | {"target": "gemini_generate"}, "say report=event"),
]


@pytest.mark.parametrize(("query", "words"), REFUSED)
def test_a_wrong_query_is_refused(address: str, query: dict[str, str], words: str) -> None:
    reply = post(address, b"", query)
    assert (400, "invalid_argument") == (reply.status_code, reply.json()["code"])
    assert words in json.dumps(reply.json())


def test_a_parameter_is_given_once(address: str) -> None:
    reply = httpx.post(f"http://{address}{PATH}?source=openai_chat&source=mistral_chat&target=openai_chat")
    assert (400, "a parameter of the query is given twice") == (reply.status_code, reply.json()["message"])


def test_the_options_are_those_of_the_library(address: str) -> None:
    pieces = streamed("openai_chat")[:2]
    query = {"source": "openai", "target": "openai_chat", "report": "none"}
    query |= {"model": "n", "truncationAsError": "true", "without_usage": "true", "created_at": "2026-11-27T00:00:00Z"}
    reply = post(address, b"".join(pieces), query)
    expected = turnwire.translate(
        pieces, "openai_chat", "openai_chat", model="n", truncation_as_error=True, include_usage=False
    )
    assert b"".join(expected) == reply.content
    assert b"the stream ended before the reply did" in reply.content


def test_a_stream_that_cannot_be_read_ends_with_an_error_of_the_target(address: str) -> None:
    reply = post(address, streamed("openai_chat")[0] + b"data: {bad\n\n", OPENAI)
    assert (200, "invalid_argument") == (reply.status_code, told(reply.content)["error"]["code"])
    assert b"event: error\n" in reply.content


# (headers, body) -> (HTTP status, code)
FAILED: list[tuple[dict[str, str], bytes, tuple[int, str]]] = [
    ({"content-encoding": "gzip"}, b"", (501, "unimplemented")),
    ({"connect-timeout-ms": "soon"}, b"", (400, "invalid_argument")),
    ({}, b" " * (MOST + 1), (429, "resource_exhausted")),
]


@pytest.mark.parametrize(("headers", "body", "wanted"), FAILED)
def test_what_is_refused_unread(address: str, headers: dict[str, str], body: bytes, wanted: tuple[int, str]) -> None:
    reply = post(address, body, OPENAI, headers)
    assert wanted == (reply.status_code, reply.json()["code"])


def test_a_stream_of_unknown_length_ends_at_the_limit(address: str) -> None:
    reply = post(address, iter([b" " * MOST, b" "]), OPENAI)
    found = told(reply.content)["error"] if reply.is_success else reply.json()
    assert "resource_exhausted" == found["code"]


def test_a_stream_needs_a_token_where_the_server_has_them(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.toml"
    tokens.write_text(TOKENS, "utf-8")
    body = b"".join(streamed("openai_chat"))
    with running(tokens=str(tokens)) as address:
        found = [post(address, body, OPENAI, {"authorization": f"Bearer {token}"}) for token in ("open-sesame", "no")]
    assert [200, 401] == [reply.status_code for reply in found]


def begun(address: str, headers: str = "") -> socket.socket:
    """A connection whose stream has begun, and does not go on."""
    host, port = address.split(":")
    connection = socket.create_connection((host, int(port)), timeout=30)
    query = "source=openai_chat&target=anthropic_messages"
    head = f"POST {PATH}?{query} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n{headers}\r\n"
    connection.sendall(head.encode())
    assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
    return connection


def received(connection: socket.socket) -> bytes:
    got = b""
    while not got.endswith(b"0\r\n\r\n"):
        got += connection.recv(65536)
    return got


@pytest.mark.parametrize("headers", ["", "connect-timeout-ms: 300\r\n"])
def test_a_stream_that_does_not_go_on_ends(headers: str) -> None:
    with running(max_idle=1) as address, begun(address, headers) as connection:
        assert b'"deadline_exceeded"' in received(connection)


def test_a_client_that_is_gone_leaves_its_place() -> None:
    body, end = b"".join(streamed("openai_chat")), time.monotonic() + 30
    with running(max_streams=1) as address:
        with begun(address):
            assert 429 == post(address, body, OPENAI).status_code
        while post(address, body, OPENAI).status_code != 200:
            assert time.monotonic() < end
            time.sleep(0.05)
