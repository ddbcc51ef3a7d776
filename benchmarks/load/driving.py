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
    method: Any = channel.unary_unary(METHOD)
    waiting: deque[tuple[float, Any]] = deque()
    taken: list[float] = []
    codes: Counter[str] = Counter()

    def end_one() -> None:
        begin, call = waiting.popleft()
        codes[call.code().name] += 1
        taken.append(time.perf_counter() - begin)

    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        waiting.append((time.perf_counter(), method.future(request, timeout=60)))
        if len(waiting) >= IN_FLIGHT:
            end_one()
    while waiting:
        end_one()
    rate = len(taken) / (time.perf_counter() - start)
    return Burst(rate, sorted(taken)[-1 - len(taken) // 100], codes)


def flood(target: str, request: bytes, calls: int, connections: int = 1) -> tuple[Counter[str], int, int]:
    """Make many calls at once; return how they ended, how often the health was asked for, and how often it was well."""
    with ExitStack() as opened:
        channels = [opened.enter_context(connected(target)) for _ in range(connections)]
        return _flood(channels, request, calls)


def _flood(channels: Sequence[grpc.Channel], request: bytes, calls: int) -> tuple[Counter[str], int, int]:
    methods: list[Any] = [channel.unary_unary(METHOD) for channel in channels]
    check: Any = channels[0].unary_unary(HEALTH)
    waiting = [method.future(request, timeout=120) for _, method in zip(range(calls), cycle(methods), strict=False)]
    asked = well = 0
    while not all(call.done() for call in waiting):
        asked += 1
        well += check(b"", timeout=30) == SERVING
        time.sleep(0.05)
    return Counter(call.code().name for call in waiting), asked, well
