"""`turnwire serve` as a process: its ready line, its drain, its log."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from tests.service.calls import PREFIX, wire
from tests.service.documents import HISTORY

from turnwire.v1.service_pb2 import ConvertRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

# The command, with a dialect whose reader takes half a second and one that has a defect.
SCRIPT = """
import sys, time, types
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
    time.sleep(0.5)
    return document

def broken(document, envelope):
    raise RuntimeError("secret")

add("slow", slow)
add("broken", broken)
serve(sys.argv[1:])
"""


@pytest.fixture
def server() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and where it listens."""
    command = [sys.executable, "-c", SCRIPT, "--port", "0", "--workers", "8", "--grace", "5"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        ready = json.loads(child.stderr.readline())
        yield child, ready["listening"]
        if child.poll() is None:
            child.kill()


def start(channel: grpc.Channel, dialect: str, count: int) -> list[Any]:
    """So many calls on the way."""
    method: Any = channel.unary_unary(PREFIX + "Convert")
    request = ConvertRequest(wire=wire(HISTORY, dialect), target="turnwire").SerializeToString()
    return [method.future(request, timeout=10) for _ in range(count)]


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_drain_answers_the_calls_in_flight(server: tuple[subprocess.Popen[str], str], stop: signal.Signals) -> None:
    child, target = server
    with grpc.insecure_channel(target) as channel:
        grpc.channel_ready_future(channel).result(10)
        calls = start(channel, "slow", 12)
        time.sleep(0.2)
        child.send_signal(stop)
        time.sleep(0.1)
        late = start(channel, "turnwire", 1)[0].code()
        codes = [call.code() for call in calls]
    assert ([grpc.StatusCode.OK] * 12, grpc.StatusCode.UNAVAILABLE) == (codes, late)
    assert 0 == child.wait(10)


def test_the_log_has_what_the_client_does_not_get(server: tuple[subprocess.Popen[str], str]) -> None:
    child, target = server
    with grpc.insecure_channel(target) as channel:
        call = start(channel, "broken", 1)[0]
        assert (grpc.StatusCode.INTERNAL, "internal error") == (call.code(), call.details())
    child.terminate()
    log = child.communicate(timeout=10)[1]
    assert "Convert failed, correlation_id=" in log
    assert "RuntimeError: secret" in log


def test_it_listens_on_this_machine_only_unless_told(server: tuple[subprocess.Popen[str], str]) -> None:
    assert "127.0.0.1" == server[1].rpartition(":")[0]


def test_a_taken_port_is_an_error_in_words(server: tuple[subprocess.Popen[str], str]) -> None:
    port = server[1].rpartition(":")[2]
    second = subprocess.run([sys.executable, "-c", SCRIPT, "--port", port], capture_output=True, text=True, check=False)
    assert (1, True) == (second.returncode, "Error: cannot listen on 127.0.0.1:" in second.stderr)
