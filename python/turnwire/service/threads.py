"""Threads that answer calls: a few run, and one that waits long for its request makes room for another.

Python runs one thread at a time, and threads that all want to run cost much time in handing on its lock (decision 47).
But a client that sends slowly must not keep one of a few threads.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LONG_SECONDS: Final = 0.01
"""How long a thread may wait for a request while other work waits for a thread."""

_BREATH_SECONDS: Final = 0.0005
"""How long the thread that takes calls pauses for each beyond half of them: what it has not taken waits in gRPC, and
what it takes beyond all of them is refused."""


_LOG: Final = logging.getLogger("turnwire.service")


class _Work(NamedTuple):
    """What a thread does."""

    fn: Callable[..., Any]
    args: tuple[Any, ...]

    def do(self) -> None:
        try:
            self.fn(*self.args)
        except BaseException:  # noqa: BLE001 - the thread goes on, and the log has the error
            _LOG.exception("a thread of the server failed")


def _resolve(future: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Run a function, and give its result to a future."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(fn(*args))
    except BaseException as error:  # noqa: BLE001 - as every executor does
        future.set_exception(error)


class _Place:
    """That of one thread among those that run."""

    def __init__(self) -> None:
        self.waits_since: float | None = None
        self.is_given_up = False


class Threads(ThreadPoolExecutor):
    """Executes work on a few threads, and on more while some of them wait for requests.

    It has threads of its own: to hand work to those of its base takes a future, a condition and a semaphore, and so a
    twentieth of a call with 2 KB.  gRPC takes nothing but a `ThreadPoolExecutor` for the threads of a method.

    Args:
        running: how many threads run at once.
        most: how many there may be, with those that wait.
    """

    def __init__(self, running: int, most: int) -> None:
        super().__init__(most, "convert")
        self._most_running, self._running, self._most_threads = running, 0, most
        self._many = most // 2
        self._places: set[_Place] = set()
        self._queued: deque[_Work] = deque()
        self._lock = threading.Lock()
        self._own = threading.local()
        self._started: list[threading.Thread] = []
        self._idle = 0
        """How many threads have nothing to do and were given nothing; below 0, how much work waits for one of them."""
        self._handed: SimpleQueue[_Work | None] = SimpleQueue()
        self._is_queued, self._is_shut = threading.Event(), False
        if running < most:
            threading.Thread(target=self._make_room, name="make room", daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:  # type: ignore[override]
        """Run a function on one of the threads, now or when one of them is free, and return its future."""
        future: Future[Any] = Future()
        self.run(_resolve, future, fn, args)
        return future

    def run(self, fn: Callable[..., Any], /, *args: Any) -> None:
        """Do the same without a future, which takes longer than all else here."""
        work = _Work(fn, args)
        with self._lock:
            if self._is_shut:
                raise RuntimeError("cannot take work after the shutdown")
            queued = len(self._queued) + 1 if self._running >= self._most_running else 0
            if queued:
                self._queued.append(work)
            else:
                self._running += 1
                self._hand(work)
        if not queued:
            return
        if not self._is_queued.is_set():
            self._is_queued.set()
        if queued > self._many:
            time.sleep(_BREATH_SECONDS)

    def first(self, requests: Iterator[bytes]) -> bytes | None:
        """Return the first request of the call that this thread answers, and let another run if that takes long.

        Args:
            requests: those of the call; None is returned if there is none.
        """
        place: _Place = self._own.place
        place.waits_since = time.monotonic()
        try:
            return next(requests, None)
        finally:
            place.waits_since = None

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as its base
        """Take no more work; see `Executor.shutdown`."""
        with self._lock:
            self._is_shut = True
            threads = tuple(self._started)
        self._is_queued.set()
        for _ in threads:
            self._handed.put(None)
        for thread in threads if wait else ():
            thread.join()
        super().shutdown(wait, cancel_futures=cancel_futures)

    def _hand(self, work: _Work) -> None:
        """Give work to a thread that has none, or to a new one; with the lock."""
        self._idle -= 1
        if self._idle < 0 and len(self._started) < self._most_threads:
            self._idle += 1
            thread = threading.Thread(target=self._run_all, name=f"convert {len(self._started)}", daemon=True)
            self._started.append(thread)
            thread.start()
        self._handed.put(work)

    def _run_all(self) -> None:
        while (work := self._handed.get()) is not None:
            self._own.place = place = _Place()
            with self._lock:
                self._places.add(place)
            while work is not None:
                work.do()
                work = self._next(place)

    def _next(self, place: _Place) -> _Work | None:
        with self._lock:
            if not place.is_given_up:
                self._running -= 1
            place.is_given_up = False
            if self._queued and self._running < self._most_running:
                self._running += 1
                return self._queued.popleft()
            self._places.remove(place)
            self._idle += 1
            return None

    def _make_room(self) -> None:
        """Give the places of threads that wait long to work that is queued."""
        while self._is_queued.wait() and not self._is_shut:
            time.sleep(_LONG_SECONDS)
            with self._lock:
                self._give_up_places()
                while self._queued and self._running < self._most_running:
                    self._running += 1
                    self._hand(self._queued.popleft())
                if not self._queued:
                    self._is_queued.clear()

    def _give_up_places(self) -> None:
        long_ago = time.monotonic() - _LONG_SECONDS
        for place in self._places:
            since = place.waits_since
            if since is not None and since < long_ago and not place.is_given_up:
                place.is_given_up = True
                self._running -= 1


class _Begun:
    """What gRPC gets for a call that a thread answers."""

    def add_done_callback(self, callback: Callable[[_Begun], object]) -> None:
        """Call a function at once: gRPC's only one lowers a count of calls for a limit of its own, which is not set."""
        callback(self)


class WithoutFutures:
    """An executor for gRPC, which asks for no result of a call.

    Args:
        threads: where the calls run.
    """

    def __init__(self, threads: Threads) -> None:
        self._run, self._begun = threads.run, _Begun()

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> _Begun:
        """Run a call."""
        self._run(fn, *args)
        return self._begun
