"""The short form of `make load`: how calls end under load; how fast they are is for a quiet machine."""

from __future__ import annotations

from benchmarks.load.driving import burst, flood, request_of, running


def test_a_flood_of_calls_is_answered_or_refused_and_the_server_is_healthy() -> None:
    with running("-m", "turnwire", "serve", "--port", "0", "--max-concurrent", "8") as channel:
        codes, asked, well = flood(channel, request_of(100_000), 80)
        assert codes.keys() <= {"OK", "RESOURCE_EXHAUSTED"}
        assert 8 <= codes["OK"] <= codes.total() == 80
        assert 1 <= asked == well
        assert burst(channel, request_of(2_000), 0.2).codes["OK"]


def test_the_echo_answers_what_the_service_answers() -> None:
    with running("-m", "benchmarks.rpc", "echo") as channel:
        assert {"OK"} == burst(channel, request_of(2_000), 0.2).codes.keys()
