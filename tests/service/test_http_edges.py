"""Requests over HTTP that are no calls, sent by curl: their status, headers, body, and how they are counted."""

from __future__ import annotations

import json
import socket
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.service.test_http import PATH, running
from tests.service.test_security import TOKENS

from turnwire.service.http_unary import FORMS
from turnwire.service.metrics import counters
from turnwire.service.observing import Observations

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TAKEN = ", ".join(FORMS)


class Reply(NamedTuple):
    """What curl shows of a reply."""

    status: int
    headers: dict[str, str]
    body: str


def curl(url: str, *options: str) -> Reply:
    sent = ["curl", "--silent", "--show-error", "--include", "--max-time", "60", *options, url]
    head, _, body = subprocess.run(sent, capture_output=True, check=True, text=True).stdout.partition("\n\n")
    first, *lines = head.splitlines()
    return Reply(int(first.split()[1]), dict(line.lower().split(": ", 1) for line in lines), body)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running() as address:
        yield address


# (options, path) -> (status, headers that the reply has, code of the error; empty for no body)
EDGES: list[tuple[list[str], str, tuple[int, dict[str, str], str]]] = [
    ([], "/nope", (404, {"content-type": "application/json"}, "unimplemented")),
    (["--data", "{}"], f"{PATH}Nope", (404, {}, "unimplemented")),
    (["--data", "{}"], f"{PATH}ConvertBatch", (404, {}, "unimplemented")),
    (["--data", "x"], "/streams/convert/", (404, {}, "unimplemented")),
    (["--head"], "/nope", (404, {}, "")),
    ([], f"{PATH}Detect", (405, {"allow": "options, post"}, "unimplemented")),
    (["--request", "DELETE"], "/streams/convert", (405, {"allow": "options, post"}, "unimplemented")),
    (["--request", "BREW"], "/healthz", (405, {"allow": "get, head, options"}, "unimplemented")),
    (["--data", "{}"], "/openapi.json", (405, {"allow": "get, head, options"}, "unimplemented")),
    (["--head"], f"{PATH}Detect", (405, {"allow": "options, post"}, "")),
    (["--head"], "/healthz", (200, {"content-length": "8"}, "")),
    (["--request", "OPTIONS"], f"{PATH}Detect", (204, {"allow": "options, post", "accept-post": TAKEN}, "")),
    (["--request", "OPTIONS"], "/streams/convert", (204, {"allow": "options, post"}, "")),
    (["--request", "OPTIONS"], "/healthz", (204, {"allow": "get, head, options"}, "")),
    (
        ["--data", "{}", "--header", "content-type: text/plain"],
        f"{PATH}Detect",
        (415, {"accept-post": TAKEN}, "unimplemented"),
    ),
    (["--data", "{}", "--header", "content-type:"], f"{PATH}Detect", (415, {"accept-post": TAKEN}, "unimplemented")),
    (["--data", "{}", "--header", "content-type: Application/JSON; x=y"], f"{PATH}ListDialects", (200, {}, "")),
]


@pytest.mark.parametrize(("options", "path", "wanted"), EDGES)
def test_what_is_no_call_is_answered(
    address: str, options: list[str], path: str, wanted: tuple[int, dict[str, str], str]
) -> None:
    status, headers, code = wanted
    reply = curl(f"http://{address}{path}", *options)
    assert (status, headers) == (reply.status, {name: reply.headers.get(name) for name in headers})
    if code:
        assert code == json.loads(reply.body)["code"]


def test_they_are_counted_and_no_path_of_a_client_is_a_label(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = []

    def refused(_: Observations, method: str, status: object) -> None:
        noted.append((method.rpartition("/")[2], getattr(status, "code", 0)))

    monkeypatch.setattr(Observations, "refused", refused)
    with running() as address:
        for path, options in [("/secret", []), (f"{PATH}Detect", []), (f"{PATH}Detect", ["--data", "x"])]:
            curl(f"http://{address}{path}", *options)
        curl(f"http://{address}{PATH}Detect", "--request", "OPTIONS")
    assert [("unknown", 12), ("Detect", 12), ("Detect", 12)] == noted


def test_the_metrics_have_them() -> None:
    def found() -> float:
        return float(counters()._calls.labels("unknown", "UNIMPLEMENTED")._value.get())  # noqa: SLF001 - it has no getter

    before = found()
    with running(metrics_port=1) as address:  # the port is the supervisor's: this process only counts
        curl(f"http://{address}/secret")
    assert before + 1 == found()


TWO_LENGTHS = (
    b"POST %sDetect HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" % PATH.encode()
)


@pytest.mark.parametrize("path", [f"{PATH}Detect", "/healthz"])
def test_a_request_with_two_lengths_is_refused_and_what_follows_it_is_not_read(address: str, path: str) -> None:
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=60) as sent:
        sent.sendall(TWO_LENGTHS.replace(b"%sDetect" % PATH.encode(), path.encode()))
        sent.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        got = b"".join(iter(lambda: sent.recv(65536), b""))
    assert got.startswith(b"HTTP/1.1 400 ")
    assert (1, 0) == (got.count(b"HTTP/1.1"), got.count(b"SERVING"))


def test_errors_have_the_headers_of_http(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.toml"
    tokens.write_text(TOKENS, "utf-8")
    call = ("--data", "{}", "--header", "content-type: application/json")
    with running(tokens=str(tokens)) as address:
        without = curl(f"http://{address}{PATH}Detect", *call)
        right = ("--header", "authorization: Bearer swordfish")
        *_, over = [curl(f"http://{address}{PATH}Detect", *call, *right) for _ in range(3)]
    assert (401, "bearer") == (without.status, without.headers["www-authenticate"])
    assert over.status == 429
    assert 1 <= int(over.headers["retry-after"])


def test_a_defect_is_an_error_of_the_protocol_and_leaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: bool) -> bytes:
        raise RuntimeError("secret")

    monkeypatch.setattr("turnwire.service.http_routes.openapi", fail)
    with running() as address:
        reply = curl(f"http://{address}/openapi.json")
        assert (500, "internal") == (reply.status, json.loads(reply.body)["code"])
        assert "secret" not in reply.body
        assert 200 == curl(f"http://{address}/healthz").status
