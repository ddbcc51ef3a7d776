"""What goes wrong at a gateway: each client gets an error of its own format, with a status."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.gateways.scene import (
    ASK,
    END,
    PAUSE,
    START,
    TEXT,
    WHOLE,
    anthropic,
    between,
    chat,
    chunks,
    delta,
    events,
    messages,
    openai,
    page_code,
)
from tests.gateways.upstream import Script, serving

CHAT = ("openai_chat", "anthropic_messages")
LIMIT = 20


def raw(address: str, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
    """The status and the body of an answer."""
    with contextlib.closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=LIMIT)) as connection:
        # A server that refuses by the headers may close before the whole body is sent; its answer can be read.
        with contextlib.suppress(BrokenPipeError):
            connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"<html><h1>Bad Gateway</h1></html>", 502, "<h1>Bad Gateway</h1>"),
        (b"", 503, "the server answered 503 with an empty body"),
        (b"upstream connect error", 503, "upstream connect error"),
    ],
    ids=["html", "empty", "text"],
)
def test_an_error_that_is_no_json_is_an_error_of_the_client(
    body: bytes, status: int, said: str, *, stream: bool
) -> None:
    refused = Script(body, status, {"retry-after": "7"})
    with chat(refused) as (client, _), pytest.raises(openai.InternalServerError) as told:
        client.create(**ASK, stream=stream)
    assert (status, "7") == (told.value.status_code, told.value.response.headers["retry-after"])
    assert said in told.value.body["message"]
    with messages(refused) as (client, _), pytest.raises(anthropic.InternalServerError) as told:
        client.create(**ASK, max_tokens=9, stream=stream)
    assert status == told.value.status_code
    assert said in told.value.body["error"]["message"]


def test_a_reply_that_is_none_is_a_bad_gateway() -> None:
    with chat(Script(b"<html>Welcome</html>")) as (client, _), pytest.raises(openai.InternalServerError) as told:
        client.create(**ASK)
    assert 502 == told.value.status_code


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_an_upstream_that_is_down_is_a_bad_gateway(*, stream: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        nobody = closed.getsockname()
    handler = type("Gateway", (page_code()["Gateway"],), {"upstream": nobody, "log_message": lambda *_: None})
    with (
        serving(handler) as (host, port),
        openai.OpenAI(base_url=f"http://{host}:{port}/v1", api_key="k", max_retries=0) as client,
        pytest.raises(openai.InternalServerError, match="refused") as told,
    ):
        client.chat.completions.create(**ASK, stream=stream)
    assert 502 == told.value.status_code


@pytest.mark.parametrize(
    ("body", "asked"),
    [(events(START, *TEXT), {"stream": True}), (b"", {})],
    ids=["in a stream", "before the reply"],
)
def test_the_upstream_is_free_when_the_client_goes_away_in_silence(body: bytes, asked: dict[str, Any]) -> None:
    with between(Script(body, is_silent=True), *CHAT) as (address, upstream):
        with socket.create_connection((urlsplit(address).hostname, urlsplit(address).port)) as client:
            said = json.dumps({**ASK, **asked}).encode()
            head = f"POST /v1/chat/completions HTTP/1.1\r\ncontent-length: {len(said)}\r\n\r\n"
            client.sendall(head.encode() + said)
            assert not asked or client.recv(1)
        assert upstream.hung_up.wait(PAUSE * 20)


def test_other_paths_are_not_found() -> None:
    with between(Script(b"{}"), "anthropic_messages", "openai_chat") as (address, upstream):
        client = anthropic.Anthropic(base_url=address, api_key="k", max_retries=0)
        with client, pytest.raises(anthropic.NotFoundError, match="count_tokens"):
            client.messages.count_tokens(**ASK)
    assert [] == upstream.asked
    with (
        between(Script(b"{}"), *CHAT) as (address, upstream),
        openai.OpenAI(base_url=f"{address}/v1", api_key="k", max_retries=0) as client,
    ):
        with pytest.raises(openai.NotFoundError, match="GET /v1/models"):
            client.models.list()
        status, body = raw(address, "PUT", "/v1/models")
        assert (501, "Unsupported method ('PUT')") == (status, json.loads(body)["error"]["message"])
    assert [] == upstream.asked


def test_a_request_without_a_length_is_refused() -> None:
    with between(Script(b"{}"), *CHAT) as (address, upstream):
        status, body = raw(address, "POST", "/v1/chat/completions", iter([json.dumps(ASK).encode()]))
    assert (411, []) == (status, upstream.asked)
    assert json.loads(body)["error"]["message"]


@pytest.mark.parametrize(
    "messages_", [[{"role": "user", "content": 5}], [{"role": "user"}], []], ids=["a number", "no content", "none"]
)
def test_a_request_that_says_nothing_is_refused(messages_: list[Any]) -> None:
    with chat(Script(b"{}")) as (client, upstream), pytest.raises(openai.BadRequestError, match="no message"):
        client.create(model="m", messages=messages_)
    assert [] == upstream.asked


def test_what_is_lost_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with chat(Script(json.dumps(WHOLE).encode())) as (client, _):
        client.create(**ASK, n=2)
    assert "('dropped', '/settings/generation/candidates')" in caplog.text
    assert ASK["messages"][0]["content"] not in caplog.text


def test_a_client_hears_that_a_silent_stream_is_alive() -> None:
    said = json.dumps({**ASK, "max_tokens": 9, "stream": True}).encode()
    slow = Script(events(START, *TEXT, *END), pause=PAUSE * 4)
    with between(slow, *CHAT) as (address, _):
        _, body = raw(address, "POST", "/v1/chat/completions", said)
        assert body.count(b"\n: ") + body.startswith(b": ") >= 2
    with chat(slow) as (client, _):
        assert "It is raining." == "".join(
            each.choices[0].delta.content or "" for each in client.create(**ASK, stream=True)
        )
    whole = [delta(role="assistant", content="It is "), delta(content="raining."), delta("stop")]
    slow = Script(chunks(*whole), pause=PAUSE * 4)
    with between(slow, "anthropic_messages", "openai_chat") as (address, _):
        _, body = raw(address, "POST", "/v1/messages", said)
        assert body.count(b"event: ping") >= 2
    with messages(slow) as (client, _), client.stream(**ASK, max_tokens=9) as told:
        assert "It is raining." == "".join(told.text_stream)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_the_id_of_the_request_and_its_limits_reach_the_client(*, stream: bool) -> None:
    headers = {"request-id": "req_1", "anthropic-ratelimit-requests-remaining": "4", "server": "elsewhere"}
    body = events(START, *TEXT, *END) if stream else json.dumps(WHOLE).encode()
    with chat(Script(body, 200, headers)) as (client, _):
        got = client.with_raw_response.create(**ASK, stream=stream).headers
    assert ("req_1", "4") == (got["x-request-id"], got["anthropic-ratelimit-requests-remaining"])
    assert "elsewhere" not in got.get("server", "")
    refused = Script(b"", 500, {"x-request-id": "req_2", "x-ratelimit-limit-tokens": "9"})
    with messages(refused) as (client, _), pytest.raises(anthropic.InternalServerError) as told:
        client.create(**ASK, max_tokens=9, stream=stream)
    assert ("req_2", "9") == (told.value.request_id, told.value.response.headers["x-ratelimit-limit-tokens"])
