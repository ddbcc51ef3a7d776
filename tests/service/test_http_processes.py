"""`turnwire serve --http-port`: its ready line, a worker that dies, its end, and the command of the page."""

from __future__ import annotations

import base64
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest
from tests.data import ROOT
from tests.service.documents import HISTORY

if TYPE_CHECKING:
    from collections.abc import Iterator

NEEDS_CURL = pytest.mark.skipif(
    shutil.which("curl") is None, reason="SKIPPED, the commands of the page: there is no curl here"
)
DETECT = "/turnwire.v1.ConverterService/Detect"
BODY = {"data": base64.b64encode(HISTORY).decode()}


class Server(NamedTuple):
    child: subprocess.Popen[str]
    base: str


@contextmanager
def running(*options: str) -> Iterator[Server]:
    command = [sys.executable, "-m", "turnwire", "serve", "--port", "0", "--http-port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        try:
            ready = json.loads(child.stderr.readline())
            assert ready["listening"] != ready["http"]
            yield Server(child, f"http://{ready['http']}")
        finally:
            child.terminate()
            child.wait(60)


@contextmanager
def ended_after(seconds: float, child: subprocess.Popen[bytes]) -> Iterator[None]:
    """Kill a process that takes longer, so that who waits for it goes on."""
    watch = threading.Timer(seconds, child.kill)
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def dialect(base: str) -> str:
    """The dialect that the server finds, over a connection of its own."""
    found: str = httpx.post(f"{base}{DETECT}", json=BODY, timeout=60).raise_for_status().json()["guesses"][0]["dialect"]
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="the children of a process are read from /proc")
def test_calls_go_on_when_a_worker_dies() -> None:
    with running("--processes", "2", "--lame-duck", "0") as server:
        assert {"turnwire"} == {dialect(server.base) for _ in range(20)}
        children = Path(f"/proc/{server.child.pid}/task/{server.child.pid}/children")
        before = children.read_text().split()
        os.kill(int(before[-1]), signal.SIGKILL)
        end = time.monotonic() + 60
        while before[-1] in (now := children.read_text().split()) or len(now) < len(before):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert {"turnwire"} == {dialect(server.base) for _ in range(20)}


def test_health_turns_before_the_port_closes() -> None:
    with running("--lame-duck", "2") as server, httpx.Client(base_url=server.base, timeout=60) as client:
        assert 200 == client.get("/healthz").status_code
        server.child.send_signal(signal.SIGTERM)
        end = time.monotonic() + 60
        while 200 == (code := client.get("/healthz").status_code):
            assert time.monotonic() < end
            time.sleep(0.01)
        assert 503 == code
        # It still takes calls in this interval.
        assert 200 == client.post(DETECT, json=BODY).status_code
        assert 0 == server.child.wait(60)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server.base}/healthz")


@NEEDS_CURL
def test_the_command_of_the_page(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    (command,) = re.findall(r"(?m)^printf .*\n  curl .*$", page)
    (tmp_path / "chat.json").write_text('{"model": "m", "messages": [{"role": "user", "content": "hi"}]}')
    with running("--lame-duck", "0") as server:
        own = ["/bin/sh", "-c", command.replace("http://127.0.0.1:8080", server.base)]
        done = subprocess.run(own, cwd=tmp_path, capture_output=True, check=False, timeout=60)
    assert (0, b"") == (done.returncode, done.stderr)
    reply = json.loads(done.stdout)
    assert [{"role": "user", "content": "hi"}] == json.loads(base64.b64decode(reply["data"]))["messages"]
    assert ["/settings/generation/max_tokens"] == [loss["path"] for loss in reply["losses"]]


@NEEDS_CURL
def test_the_command_for_streams_gives_each_event_before_the_next_one_is_there() -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    (command,) = re.findall(r"(?m)^  (curl .*/streams/convert.*)$", page)
    with running("--lame-duck", "0") as server:
        own = shlex.split(command.replace("http://127.0.0.1:8080", server.base))
        # Not curl's own `--max-time`, with which it waits for its input as it does with `-T -`.
        with subprocess.Popen(own, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child, ended_after(60, child):
            assert child.stdin is not None
            assert child.stdout is not None
            for word in (b"Bus", b"at", b"noon"):
                chunk = b'{"id": "c", "model": "m", "choices": [{"index": 0, "delta": {"content": "%s"}}]}' % word
                child.stdin.write(b"data: " + chunk + b"\n\n")
                child.stdin.flush()
                # With `-T -` curl would wait for the next chunk, which is sent when this line was read.
                assert any(b'"text":"' + word in line for line in child.stdout)
            child.stdin.close()
            assert b"turnwire.ended" in child.stdout.read()
            assert 0 == child.wait(60)
