"""`turnwire serve` as a process: its ready line, its drain, its log."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import grpc
import pytest
from tests.service.calls import PREFIX, wire
from tests.service.documents import HISTORY

from turnwire.v1.service_pb2 import ConvertRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

# The command, with a dialect whose reader waits until a file is there, and one that has a defect.
SCRIPT = """
import sys, time, types
from pathlib import Path
from msgspec.structs import replace
from turnwire import dialects
from turnwire.service.command import serve

def add(name, read):
    native = dialects.get("turnwire")
    request = replace(native.request, read=read, looks_like=lambda _: 0)
    module = sys.modules[name] = types.ModuleType(name)
    module.DIALECT = replace(native, name=name, request=request, response=None, error=None)
    dialects.MODULES[name] = name

def slow(document, envelope):
    sys.stdout.write("reading\\n")
    sys.stdout.flush()
    while not opened.exists():
        time.sleep(0.01)
    return document

def broken(document, envelope):
    raise RuntimeError("secret")

opened = Path(sys.argv[1])
add("slow", slow)
add("broken", broken)
serve(sys.argv[2:])
"""


class Server(NamedTuple):
    process: subprocess.Popen[str]
    target: str
    opened: Path
    """When it is there, the slow reader goes on."""


def command(opened: Path, *options: str) -> list[str]:
    return [sys.executable, "-c", SCRIPT, str(opened), "--lame-duck", "0", *options]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The process and where it listens."""
    opened = tmp_path / "opened"
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command(opened, "--port", "0", "--workers", "8", "--grace", "60"), **pipes) as child:
        assert child.stderr is not None
        ready = json.loads(child.stderr.readline())
        yield Server(child, ready["listening"], opened)
        if child.poll() is None:
            child.kill()


def start(channel: grpc.Channel, dialect: str, count: int) -> list[Any]:
    """So many calls on the way."""
    method: Any = channel.unary_unary(PREFIX + "Convert")
    request = ConvertRequest(wire=wire(HISTORY, dialect), target="turnwire").SerializeToString()
    return [method.future(request, timeout=60) for _ in range(count)]


def wait_until_refused(channel: grpc.Channel) -> None:
    """Until the server drains."""
    end = time.monotonic() + 60
    while grpc.StatusCode.OK == (code := start(channel, "turnwire", 1)[0].code()):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert grpc.StatusCode.UNAVAILABLE == code


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_drain_answers_the_calls_in_flight(server: Server, stop: signal.Signals) -> None:
    child = server.process
    assert child.stdout is not None
    with grpc.insecure_channel(server.target) as channel:
        calls = start(channel, "slow", 7)
        assert ["reading\n"] * 7 == [child.stdout.readline() for _ in calls]
        child.send_signal(stop)
        wait_until_refused(channel)
        assert not any(call.done() for call in calls)
        server.opened.touch()
        assert [grpc.StatusCode.OK] * 7 == [call.code() for call in calls]
    assert 0 == child.wait(60)


def test_a_second_signal_ends_the_server_at_once(server: Server) -> None:
    child = server.process
    assert child.stdout is not None
    with grpc.insecure_channel(server.target) as channel:
        (call,) = start(channel, "slow", 1)
        assert "reading\n" == child.stdout.readline()
        child.terminate()
        wait_until_refused(channel)
        child.terminate()
        assert grpc.StatusCode.UNAVAILABLE == call.code()
    assert 0 == child.wait(60)
    assert not server.opened.exists()


def test_a_signal_while_the_server_starts_stops_it(tmp_path: Path) -> None:
    with subprocess.Popen(
        command(tmp_path / "opened", "--port", "0"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        while not Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text():
            assert child.poll() is None
            time.sleep(0.001)
        child.terminate()
        assert 0 == child.wait(60)


def test_the_log_has_what_the_client_does_not_get(server: Server) -> None:
    child = server.process
    with grpc.insecure_channel(server.target) as channel:
        call = start(channel, "broken", 1)[0]
        assert (grpc.StatusCode.INTERNAL, "internal error") == (call.code(), call.details())
    child.terminate()
    log = child.communicate(timeout=60)[1]
    (entry,) = [line for line in map(json.loads, log.splitlines()) if line["level"] == "error"]
    assert entry["message"].startswith("Convert failed, correlation_id=")
    assert "RuntimeError" == entry["exception"]
    assert entry["at"][-1].endswith(" broken")
    assert "secret" not in log  # the text of an exception may quote a document


def test_it_listens_on_this_machine_only_unless_told(server: Server) -> None:
    assert "127.0.0.1" == server.target.rpartition(":")[0]


def test_a_taken_port_is_an_error_in_words(server: Server) -> None:
    port = server.target.rpartition(":")[2]
    second = subprocess.run(command(server.opened, "--port", port), capture_output=True, text=True, check=False)
    assert (1, True) == (second.returncode, "Error: cannot listen on 127.0.0.1:" in second.stderr)
    taken = command(server.opened, "--port", "0", "--metrics-port", port)
    third = subprocess.run(taken, capture_output=True, text=True, check=False)
    assert (1, True) == (third.returncode, "cannot serve metrics on 127.0.0.1:" in third.stderr)
