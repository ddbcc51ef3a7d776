"""A server process, and calls to it as fast as it answers."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import grpc

from benchmarks.rpc import METHOD, SOURCE, TARGET, document
from turnwire.v1.service_pb2 import KIND_REQUEST, ConvertRequest, WireDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[2]
IN_FLIGHT = 16
HEALTH = "/grpc.health.v1.Health/Check"
SERVING = b"\x08\x01"
_PROBE_SECONDS = 3.0
"""The default of `turnwire.service.probe --timeout`."""


class Burst(NamedTuple):
    """What came of calls: how many a second, how long one in a hundred took at least, and how they ended."""

    rate: float
    p99: float
    codes: Counter[str]


def request_of(size: int) -> bytes:
    """A call that converts a document of about so many bytes."""
    wire = WireDocument(data=document(size), dialect=SOURCE, kind=KIND_REQUEST)
    return ConvertRequest(wire=wire, target=TARGET).SerializeToString()


class Served(NamedTuple):
    """A server process, its address, and the file that its log goes to."""

    child: subprocess.Popen[bytes]
    target: str
    log: Path

    def workers(self) -> list[int]:
        """The ids of the processes that it has started."""
        pid = self.child.pid
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def served(*arguments: str) -> Iterator[Served]:
    """A server process, which ends with it."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        # To a file: a pipe that nobody reads would fill, and stop the server.
        with (
            log.open("wb") as file,
            subprocess.Popen([sys.executable, *arguments], stderr=file, cwd=ROOT) as child,  # noqa: S603
        ):
            try:
                yield Served(child, _listening(child, log), log)
            finally:
                child.terminate()


def _listening(child: subprocess.Popen[bytes], log: Path) -> str:
    while not (first := log.read_text().partition("\n"))[1]:
        if child.poll() is not None:
            raise ValueError(f"the server did not start: {first[0]}")
        time.sleep(0.01)
    target: str = json.loads(first[0])["listening"]
    return target


@contextmanager
def running(*arguments: str) -> Iterator[grpc.Channel]:
    """A channel to a server process, which ends with it."""
    with served(*arguments) as server, connected(server.target) as channel:
        yield channel


def connected(target: str) -> grpc.Channel:
    """A channel with a connection of its own."""
    options = (("grpc.max_receive_message_length", -1), ("grpc.use_local_subchannel_pool", 1))
    return grpc.insecure_channel(target, options)


def burst(channel: grpc.Channel, request: bytes, seconds: float) -> Burst:
    """Call for some seconds, with a few calls on the way at a time."""
    return burst_over([channel], request, seconds, IN_FLIGHT)


def burst_over(channels: Sequence[grpc.Channel], request: bytes, seconds: float, in_flight: int) -> Burst:
    """Call for some seconds over several channels in turns, with some calls on the way at a time."""
    methods: Iterator[Any] = cycle([channel.unary_unary(METHOD) for channel in channels])
    waiting: deque[tuple[float, Any]] = deque()
    taken: list[float] = []
    codes: Counter[str] = Counter()

    def end_one() -> None:
        begin, call = waiting.popleft()
        codes[call.code().name] += 1
        taken.append(time.perf_counter() - begin)

    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        waiting.append((time.perf_counter(), next(methods).future(request, timeout=60)))
        if len(waiting) >= in_flight:
            end_one()
    while waiting:
        end_one()
    rate = len(taken) / (time.perf_counter() - start)
    return Burst(rate, sorted(taken)[-1 - len(taken) // 100], codes)


class Flood(NamedTuple):
    """What came of many calls at once: how they ended, and how long each look at the health took meanwhile."""

    codes: Counter[str]
    seconds: float
    checks: list[float]
    """Seconds; the deadline of a check is that of `turnwire.service.probe`, and one that fails raises."""


def flood(target: str, request: bytes, calls: int, connections: int = 1) -> Flood:
    """Make many calls at once, and ask for the health over a connection of its own until all have ended.

    Raises:
        ValueError: the server said that it is not healthy.
        grpc.RpcError: it did not say so in time.
    """
    with ExitStack() as opened:
        channels = [opened.enter_context(connected(target)) for _ in range(connections)]
        check: Any = opened.enter_context(connected(target)).unary_unary(HEALTH)
        check(b"", wait_for_ready=True, timeout=30)
        methods: list[Any] = [channel.unary_unary(METHOD) for channel in channels]
        start = time.perf_counter()
        waiting = [method.future(request, timeout=120) for _, method in zip(range(calls), cycle(methods), strict=False)]
        checks = [_asked(check)]
        while not all(call.done() for call in waiting):
            checks.append(_asked(check))
            time.sleep(0.05)
        codes = Counter(call.code().name for call in waiting)
        return Flood(codes, time.perf_counter() - start, checks)


def _asked(check: Any) -> float:
    start = time.perf_counter()
    if check(b"", timeout=_PROBE_SECONDS) != SERVING:
        raise ValueError("the server says that it is not healthy")
    return time.perf_counter() - start
