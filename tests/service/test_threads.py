"""The threads that answer calls: a few at once, and more while some wait for their requests."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from turnwire.service.admission import OVERLOADED, Admission
from turnwire.service.threads import Threads, WithoutFutures

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT = 60


@contextmanager
def running(count: int, most: int = 8) -> Iterator[Threads]:
    threads = Threads(count, most)
    yield threads
    threads.shutdown(wait=True)


class Crowd:
    """Counts how many are in it at once."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self._lock = threading.Lock()

    def visit(self) -> None:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.002)
        with self._lock:
            self.now -= 1


@pytest.mark.parametrize("count", [1, 3])
def test_no_more_than_a_few_run_at_once(count: int) -> None:
    crowd = Crowd()
    with running(count) as threads:
        for future in [threads.submit(crowd.visit) for _ in range(40)]:
            future.result(WAIT)
    assert count == crowd.most


def test_who_waits_for_a_request_makes_room_and_counts_again_afterwards() -> None:
    arrived, crowd = threading.Event(), Crowd()

    def requests() -> Iterator[bytes]:
        assert arrived.wait(WAIT)
        yield b"request"

    with running(1) as threads:
        slow = [threads.submit(threads.first, requests()) for _ in range(5)]
        threads.submit(crowd.visit).result(WAIT)  # only if the five have made room
        assert [False] * 5 == [future.done() for future in slow]
        arrived.set()
        assert [b"request"] * 5 == [future.result(WAIT) for future in slow]
        for future in [threads.submit(crowd.visit) for _ in range(40)]:
            future.result(WAIT)
    assert crowd.most == 1


def test_no_more_threads_are_started_than_there_may_be_and_those_that_are_free_take_the_next_work() -> None:
    before = threading.active_count()
    with running(2, most=2) as threads:
        for _ in range(20):
            threads.submit(int).result(WAIT)
        assert threading.active_count() - before <= 2
        both = threading.Barrier(3)
        waiting = [threads.submit(both.wait, WAIT) for _ in range(2)]
        both.wait(WAIT)
        assert sorted(future.result(WAIT) for future in waiting) in ([0, 1], [0, 2], [1, 2])
        assert threading.active_count() - before == 2
    assert threading.active_count() == before


def test_work_that_comes_after_the_shutdown_is_refused() -> None:
    with running(1) as threads:
        pass
    with pytest.raises(RuntimeError):
        threads.submit(int)


def test_a_call_without_a_request_has_none() -> None:
    with running(1) as threads:
        assert threads.submit(threads.first, iter(())).result(WAIT) is None


def test_an_error_is_the_result_and_the_next_work_is_done() -> None:
    def fail() -> None:
        raise LookupError

    with running(1) as threads:
        failed, done = threads.submit(fail), threads.submit(int)
        with pytest.raises(LookupError):
            failed.result(WAIT)
        assert 0 == done.result(WAIT)


@pytest.mark.parametrize(("count", "pauses"), [(4, 0), (20, 16)])
def test_who_brings_more_than_half_of_all_work_at_once_is_slowed_down(count: int, pauses: int) -> None:
    opened = threading.Event()
    with running(1) as threads:
        threads.submit(opened.wait, WAIT)
        begin = time.monotonic()
        queued = [threads.submit(int) for _ in range(count)]
        took = time.monotonic() - begin
        opened.set()
        assert [0] * count == [future.result(WAIT) for future in queued]
    assert took >= pauses * 0.0005


def test_work_that_was_cancelled_before_it_began_is_not_done() -> None:
    opened, crowd = threading.Event(), Crowd()
    with running(1) as threads:
        first = threads.submit(opened.wait, WAIT)
        cancelled, last = threads.submit(crowd.visit), threads.submit(crowd.visit)
        assert cancelled.cancel()
        opened.set()
        last.result(WAIT)
        assert first.result(WAIT)
    assert crowd.most == 1


def test_work_without_a_future_that_fails_is_logged_and_the_next_work_is_done(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise LookupError("no such thing")

    with running(1) as threads:
        executor = WithoutFutures(threads)
        begun, ended = executor.submit(fail), threading.Event()
        executor.submit(ended.set)
        assert ended.wait(WAIT)
    assert "no such thing" in caplog.text
    # gRPC asks for one, by which it counts the calls for a limit of its own.
    called: list[object] = []
    begun.add_done_callback(called.append)
    assert called == [begun]


def test_admitted_work_that_was_cancelled_before_it_began_counts_no_longer() -> None:
    opened, admission = threading.Event(), Admission(1, 2)
    first = admission.submit(opened.wait, WAIT)
    cancelled = admission.submit(int)
    assert admission.refusal() == OVERLOADED
    assert cancelled.cancel()
    opened.set()
    assert first.result(WAIT)
    admission.close()
    assert admission.wait_until_idle(WAIT)
    admission.shutdown()
