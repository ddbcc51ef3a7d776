"""The short form of `make load`: how calls end under load; how fast they are is for a quiet machine."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest
from benchmarks.load import sizing, stopping
from benchmarks.load.driving import burst, connected, flood, request_of, running, served
from benchmarks.load.pacing import Pace, codes, p99

from turnwire.service.settings import Settings

MIB = 1024 * 1024
needs_proc = pytest.mark.skipif(
    sys.platform != "linux", reason="the sockets and sizes of processes are read from /proc"
)


def test_a_flood_of_calls_is_answered_or_refused_and_the_server_is_healthy() -> None:
    with served("-m", "turnwire", "serve", "--port", "0", "--max-concurrent", "8") as server:
        codes = flood(server.target, request_of(100_000), 80).codes
        assert codes.keys() <= {"OK", "RESOURCE_EXHAUSTED"}
        assert 8 <= codes["OK"] <= codes.total() == 80
        with connected(server.target) as channel:
            assert burst(channel, request_of(2_000), 0.2).codes["OK"]


def test_a_flood_over_many_connections_is_answered_or_refused_by_the_server_itself() -> None:
    with served("-m", "turnwire", "serve", "--port", "0") as server:
        found = flood(server.target, request_of(2_000), 6_400, connections=16)
    # gRPC itself would end calls with UNAVAILABLE and CANCELLED.
    assert found.codes.keys() <= {"OK", "RESOURCE_EXHAUSTED"}
    assert 6_400 == found.codes.total()
    # Behind the calls, a check waited for a third of the time of all of them.
    assert max(found.checks) < found.seconds / 8


def test_the_bare_servers_answer_what_the_service_answers() -> None:
    for name in ("echo", "conversion"):
        with running("-m", "benchmarks.rpc", name) as channel:
            assert {"OK"} == burst(channel, request_of(2_000), 0.2).codes.keys()


@needs_proc
def test_a_stop_and_a_kill_under_load_end_each_call_as_they_should() -> None:
    assert [] == stopping.stops(1)
    assert [] == stopping.kills(1)


@needs_proc
def test_what_a_process_needs_is_measured() -> None:
    with served("-m", "turnwire", "serve", "--port", "0") as server:
        need = sizing.under_load(server, 2_000, 5)
    assert 0 < need.seconds < 1
    assert need.resident > 10 * MIB
    peak = sizing.large(4_000_000, 2)
    assert peak.before + 8_000_000 < peak.most >= peak.after > peak.before
    assert peak.most < sizing.at_most(Settings(max_message_bytes=4_000_000, max_concurrent=4, max_streams=0))


@needs_proc
def test_a_size_is_not_reported_if_calls_failed() -> None:
    with (
        served("-m", "turnwire", "serve", "--port", "0", "--max-message-bytes", "1024") as server,
        pytest.raises(ValueError, match="RESOURCE_EXHAUSTED"),
    ):
        sizing.under_load(server, 2_000, 0.1)


def test_calls_are_made_at_their_rate_and_timed_from_when_they_were_due() -> None:
    with running("-m", "benchmarks.rpc", "echo") as channel:
        pace = Pace([channel, channel], request_of(2_000), 50)
        time.sleep(1)
        calls = pace.stop()
    assert {"OK": len(calls)} == codes(calls)
    assert [0, 1] * (len(calls) // 2) == [call.channel for call in calls][: len(calls) // 2 * 2]
    assert 20 <= len(calls) <= 55
    assert [call.begin for call in calls] == pytest.approx([calls[0].begin + n / 50 for n in range(len(calls))])
    assert all(call.begin - 0.01 <= call.made <= call.end for call in calls)
    assert 0 < p99(calls) <= max(call.end - call.begin for call in calls)


@needs_proc
def test_a_late_client_leaves_calls_out_and_makes_no_more_at_once() -> None:
    with served("-m", "turnwire", "serve", "--port", "0") as server, connected(server.target) as channel:
        (worker,) = server.workers()
        pace = Pace([channel], request_of(2_000), 50, most=4)
        while pace.ended() < 4:
            time.sleep(0.01)
        os.kill(worker, signal.SIGSTOP)
        while pace.left_out < 20:
            time.sleep(0.01)
        resumed = time.monotonic()
        os.kill(worker, signal.SIGCONT)
        calls = pace.stop()
    assert {"OK": len(calls)} == codes(calls)
    # 24 without the limit; a few more than 4, if this process was stopped, too.
    assert 1 <= sum(call.begin < resumed < call.end for call in calls) <= 8
