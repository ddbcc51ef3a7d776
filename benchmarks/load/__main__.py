"""`make load`, or `python -m benchmarks.load [SECONDS]`: a few seconds each; the exit code says whether it holds."""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from contextlib import ExitStack
from typing import Final, NamedTuple

import grpc

from benchmarks.load.driving import burst, flood, request_of, running, served
from turnwire.service.settings import Settings

ROUNDS = 5
_SERVERS: Final = (
    ("-m", "benchmarks.rpc", "echo"),
    ("-m", "turnwire", "serve", "--port", "0"),
    ("-m", "benchmarks.rpc", "conversion"),
)
CONNECTIONS = 16


class Size(NamedTuple):
    """A size of documents, and the least share of an echo's calls a second."""

    name: str
    length: int
    least: float


SIZES = (Size("2 KB", 2_000, 0.75), Size("100 KB", 100_000, 0.25))


def against_an_echo(seconds: float) -> bool:
    """Print calls a second of both, in turns, and their ratio; return whether all are as high as they must be.

    Beside it stands the ratio of a server that only converts: the same stack as the echo, and nothing of the service.
    """
    holds = True
    with ExitStack() as opened:
        servers = [opened.enter_context(running(*each)) for each in _SERVERS]
        for size in SIZES:
            request = request_of(size.length)
            rounds = [[burst(each, request, seconds) for each in servers] for _ in range(ROUNDS)]
            ratio, alone = (statistics.median(each[n].rate / each[0].rate for each in rounds) for n in (1, 2))
            bare, ours, _ = rounds[-1]
            codes = sum((each[1].codes for each in rounds), start=Counter[str]())
            print(
                f"{size.name:>7}: echo {bare.rate:6.0f}/s, p99 {bare.p99 * 1000:5.1f} ms"
                f"  turnwire {ours.rate:6.0f}/s, p99 {ours.p99 * 1000:5.1f} ms"
                f"  ratio {ratio:.2f} (at least {size.least}; the conversion alone {alone:.2f})  {dict(codes)}"
            )
            holds &= ratio >= size.least and codes.keys() == {"OK"}
    return holds


def beyond_its_limits() -> bool:
    """Make ten and a hundred times as many calls as a process takes; return whether each ended as it should."""
    most = Settings().max_concurrent
    holds = True
    with served("-m", "turnwire", "serve", "--port", "0") as server:
        for size, calls in zip(reversed(SIZES), (10 * most, 100 * most), strict=True):
            try:
                codes, seconds, checks = flood(server.target, request_of(size.length), calls, CONNECTIONS)
            except (ValueError, grpc.RpcError) as error:
                print(f"{calls} calls of {size.name} at once: the health failed: {error}")
                return False
            print(
                f"{calls} calls of {size.name} at once: {dict(codes)} in {seconds:.1f} s;"
                f" healthy {len(checks)} times, each within {max(checks) * 1000:.0f} ms"
            )
            holds &= codes.keys() <= {"OK", "RESOURCE_EXHAUSTED"} and codes["OK"] > 0
    return holds


def main(seconds: float) -> int:
    """Run both; return the exit code."""
    return 0 if against_an_echo(seconds) & beyond_its_limits() else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0))
