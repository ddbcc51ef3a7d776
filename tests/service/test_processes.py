"""Several processes on one port: one that dies is replaced, and all end together."""

from __future__ import annotations

import errno
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import grpc
import httpx
import pytest
from tests.service.calls import PREFIX, wire
from tests.service.documents import HISTORY, history

from turnwire.service import server
from turnwire.service.client import Client
from turnwire.service.logs import Lines
from turnwire.service.port import HeldPort
from turnwire.service.server import Service
from turnwire.service.settings import Settings
from turnwire.v1.service_pb2 import ConvertRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

REQUEST = ConvertRequest(wire=wire(HISTORY), target="openai_chat").SerializeToString()


class Server(NamedTuple):
    child: subprocess.Popen[str]
    target: str
    http: str
    """Empty without `--http-port`."""

    def workers(self) -> list[int]:
        pid = self.child.pid
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def running(*options: str) -> Iterator[Server]:
    command = [sys.executable, "-m", "turnwire", "serve", "--port", "0", "--lame-duck", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        try:
            ready = json.loads(child.stderr.readline())
            yield Server(child, ready["listening"], ready.get("http", ""))
        finally:
            child.terminate()
            child.wait(60)


def channels(target: str, count: int) -> list[grpc.Channel]:
    """Channels with a connection each."""
    made = [grpc.insecure_channel(target, (("grpc.use_local_subchannel_pool", 1),)) for _ in range(count)]
    for channel in made:
        grpc.channel_ready_future(channel).result(30)
    return made


def code(channel: grpc.Channel) -> grpc.StatusCode:
    method: Any = channel.unary_unary(PREFIX + "Convert")
    found: grpc.StatusCode = method.future(REQUEST, timeout=60, wait_for_ready=True).code()
    return found


def free_port() -> int:
    held = HeldPort("127.0.0.1", 0)
    held.close()
    return held.number


@pytest.mark.skipif(sys.platform != "linux", reason="the children of a process are read from /proc")
def test_a_worker_that_dies_is_replaced_and_the_next_calls_succeed() -> None:
    metrics = free_port()
    with running("--processes", "2", "--metrics-port", str(metrics)) as server:
        opened = channels(server.target, 8)
        assert [grpc.StatusCode.OK] * 8 == [code(each) for each in opened]
        with urllib.request.urlopen(f"http://127.0.0.1:{metrics}/metrics", timeout=60) as page:
            assert b'turnwire_calls_total{code="OK",method="Convert"} 8.0' in page.read()
        before = server.workers()
        victim = before[-1]  # the first child serves the metrics
        os.kill(victim, signal.SIGKILL)
        end = time.monotonic() + 60
        while victim in server.workers() or len(server.workers()) < len(before):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert [grpc.StatusCode.OK] * 8 == [code(each) for each in opened]
        for each in opened:
            each.close()


def test_every_call_ends_with_ok_or_unavailable_when_the_server_stops() -> None:
    request = ConvertRequest(wire=wire(history("x" * 100_000)), target="openai_chat").SerializeToString()
    ok, unavailable = grpc.StatusCode.OK, grpc.StatusCode.UNAVAILABLE
    with running("--processes", "2") as server:
        opened = channels(server.target, 4)
        methods: list[Any] = [each.unary_unary(PREFIX + "Convert") for each in opened]
        calls = [method.future(request, timeout=60) for method in methods]
        assert [ok] * 4 == [call.code() for call in calls]
        server.child.send_signal(signal.SIGTERM)
        end = time.monotonic() + 60
        while not any(call.done() and call.code() == unavailable for call in calls[-40:]):
            assert time.monotonic() < end
            calls += [method.future(request, timeout=60) for method in methods]
            time.sleep(0.01)
        codes = Counter(call.code() for call in calls)
        for each in opened:
            each.close()
        assert 0 == server.child.wait(60)
    assert {ok, unavailable} == codes.keys()


@pytest.mark.skipif(sys.platform != "linux", reason="the children of a process are read from /proc")
def test_workers_end_with_their_supervisor() -> None:
    with running("--processes", "2") as server:
        workers = server.workers()
        assert 2 == len(workers)
        server.child.kill()
        end = time.monotonic() + 60
        while any(Path(f"/proc/{pid}/cmdline").exists() and not _is_dead(pid) for pid in workers):
            assert time.monotonic() < end
            time.sleep(0.05)


def _is_dead(pid: int) -> bool:
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True


def test_a_port_is_held_by_one_server_alone() -> None:
    held = HeldPort("127.0.0.1", 0)
    with pytest.raises(OSError, match=r"cannot listen on 127\.0\.0\.1"):
        HeldPort("127.0.0.1", held.number)
    held.close()


def test_calls_are_logged_without_their_content(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.toml"
    tokens.write_text('[gateway]\ntoken = "open-sesame"\n')
    with running("--log-calls", "--tokens", str(tokens)) as server:
        with Client(server.target, timeout=60, token="open-sesame") as client:  # noqa: S106 - the token of this test
            client.detect(history("a secret word"))
        with Client(server.target, timeout=60) as client, pytest.raises(grpc.RpcError):
            client.detect(history("a secret word"))
        server.child.terminate()
        assert server.child.stderr is not None
        log = server.child.stderr.read()
    entries = [json.loads(line) for line in log.splitlines()]
    calls = [entry for entry in entries if entry["message"] == "call"]
    assert [("Detect", "OK"), ("Detect", "UNAUTHENTICATED")] == [(each["method"], each["code"]) for each in calls]
    assert "gateway" == calls[0]["token"]
    assert not any(word in log for word in ("secret", "sesame"))


TOKENS = """
[gateway]
token = "open-sesame"
calls_per_second = 0.01

[old]
token = "yesterday-sesame"
expires = 2020-01-01T00:00:00Z
"""


def test_the_log_names_the_tokens_of_refused_calls(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.toml"
    tokens.write_text(TOKENS)
    with running("--log-calls", "--http-port", "0", "--tokens", str(tokens)) as server:
        for given in ("open-sesame", "open-sesame", "yesterday-sesame", "unknown-sesame"):
            with Client(server.target, timeout=60, token=given) as client, suppress(grpc.RpcError):
                client.detect(history("a secret word"))
            httpx.post(f"http://{server.http}/streams/convert", headers={"authorization": f"Bearer {given}"})
        server.child.terminate()
        assert server.child.stderr is not None
        log = server.child.stderr.read()
    calls = [entry for entry in map(json.loads, log.splitlines()) if entry["message"] == "call"]
    over, unknown = ("RESOURCE_EXHAUSTED", "gateway"), ("UNAUTHENTICATED", "")
    expected = [("OK", "gateway"), *[over] * 3, *[("UNAUTHENTICATED", "old")] * 2, *[unknown] * 2]
    assert expected == [(each["code"], each["token"]) for each in calls]
    assert not any(word in log for word in ("secret", "sesame"))


def test_messages_of_other_packages_are_not_logged() -> None:
    record = logging.LogRecord("grpc._server", logging.ERROR, "x.py", 1, "it quotes %s", ("a secret",), None)
    entry = json.loads(Lines().format(record))
    assert ("grpc._server", "") == (entry["logger"], entry["message"])


def test_a_process_listens_when_it_is_ready_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else connections come to it that other processes would answer sooner."""
    held = HeldPort("127.0.0.1", 0)

    def is_refused() -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", held.number)) == errno.ECONNREFUSED

    seen: list[bool] = []
    monkeypatch.setattr(server, "warm_up", lambda: seen.append(is_refused()))
    service = Service(Settings(port=held.number, reuse_port=True))
    assert ([True], False) == (seen, is_refused())
    service.stop()
    held.close()


def test_pinned_processes_stay_on_cores_of_their_own() -> None:
    cores = sorted(os.sched_getaffinity(0))
    wanted = [{cores[number % len(cores)]} for number in range(2)]
    with running("--processes", "2", "--pin") as server:
        assert wanted == [os.sched_getaffinity(worker) for worker in server.workers()]
        assert set(cores) == os.sched_getaffinity(server.child.pid)
        gone, stays = server.workers()
        os.kill(gone, signal.SIGKILL)
        while gone in server.workers() or len(server.workers()) < 2:
            time.sleep(0.02)
        new = next(worker for worker in server.workers() if worker != stays)
        while os.sched_getaffinity(new) == set(cores) != wanted[0]:  # it has just begun
            time.sleep(0.02)
        assert wanted == [os.sched_getaffinity(worker) for worker in (new, stays)]
    with running("--processes", "2") as server:
        assert [set(cores)] * 2 == [os.sched_getaffinity(worker) for worker in server.workers()]
