"""`python -m benchmarks.load.sizing [SECONDS]`: what a process of the service needs, on Linux.

CPU seconds are counted, and the least of several looks is taken, so that a moment in which the machine did other things
does not count.  `docs/operations.md` has the figures, and what follows from them.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.load.driving import IN_FLIGHT, burst, connected, flood, request_of, served
from benchmarks.load.usage import most_resident, processor, resident

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.load.driving import Served
    from turnwire.service.settings import Settings

_SERVE: Final = ("-m", "turnwire", "serve", "--port", "0")
_MIB: Final = 2**20
_SIZES: Final = {"2 KB": 2_000, "15 KB": 15_000, "100 KB": 100_000}
_LARGE: Final = 30_000_000
"""Bytes of a document that fits into the default limit of a message, and so does what is made of it."""
_AT_ONCE: Final = (1, 4, 16)
"""How many of these are sent at once; 4 are converted at once, and others wait with what has arrived of them."""
_LOOKS: Final = 10


_AT_REST: Final = 80 * _MIB
"""More than a process needs without calls."""
_CONVERTED, _WAITING = 10, 2.5
"""How many times its bytes a document takes at most: while it is converted, and while it waits or its reply is read."""


def at_most(settings: Settings) -> int:
    """Return how many bytes a process needs at most, if each document is as large as a message may be.

    A stream or a batch has a thread of its own, and calls over HTTP are admitted beside those over gRPC.

    Args:
        settings: the settings of the server.
    """
    ways = 1 if settings.http_port is None else 2
    converted = settings.workers + ways * settings.max_streams
    waiting = ways * settings.max_concurrent - settings.workers
    return int(_AT_REST + (_CONVERTED * converted + _WAITING * max(waiting, 0)) * settings.max_message_bytes)


class Need(NamedTuple):
    """What calls with one document need: CPU seconds of the server for each, and the bytes of its process then."""

    seconds: float
    resident: int


class Peak(NamedTuple):
    """The bytes of the process that converts: before calls with large documents, at most, and after them."""

    before: int
    most: int
    after: int


def under_load(server: Served, size: int, seconds: float) -> Need:
    """Call for some seconds, with a few calls on the way at a time.

    Args:
        server: a server of one process.
        size: about how many bytes the document has.
        seconds: how long.

    Raises:
        ValueError: a call failed.
    """
    request = request_of(size)
    looks = []
    with connected(server.target) as channel:
        for _ in range(_LOOKS):
            before = processor(server)
            codes = burst(channel, request, seconds / _LOOKS).codes
            _check_codes(codes)
            looks.append((processor(server) - before) / codes["OK"])
    return Need(min(looks), resident(server.workers()))


def large(size: int, count: int) -> Peak:
    """Start a server, and send it so many documents at once.

    Args:
        size: about how many bytes each document has.
        count: how many.

    Raises:
        ValueError: a call failed.
    """
    with served(*_SERVE) as server:
        (worker,) = server.workers()
        before = resident([worker])
        _check_codes(flood(server.target, request_of(size), count).codes)
        return Peak(before, most_resident(worker), resident([worker]))


def _check_codes(codes: Iterable[str]) -> None:
    if failed := set(codes) - {"OK"}:
        raise ValueError(f"calls ended with {', '.join(sorted(failed))}")


def lines(seconds: float) -> Iterator[str]:
    """Measure all, and yield a line for each figure as it comes.

    Args:
        seconds: how long each size is called.
    """
    with served(*_SERVE) as server:
        supervisor, worker = resident([server.child.pid]), resident(server.workers())
        yield f"at rest: a process {worker / _MIB:.0f} MiB, and the one that starts them {supervisor / _MIB:.0f} MiB"
        for name, size in _SIZES.items():
            need = under_load(server, size, seconds)
            yield (
                f"{name:>7}, {IN_FLIGHT} calls at once: {1 / need.seconds:6.0f} calls per CPU second,"
                f" {need.seconds * 1000:6.2f} ms of CPU each, a process {need.resident / _MIB:.0f} MiB"
            )
    for count in _AT_ONCE:
        found = large(_LARGE, count)
        copies = (found.most - found.before) / count / _LARGE
        yield (
            f"{_LARGE / 1e6:.0f} MB, {count} at once: a process {found.most / _MIB:.0f} MiB at most,"
            f" {copies:.1f} times each document, and {found.after / _MIB:.0f} MiB afterwards"
        )


def main(seconds: float) -> None:
    """Print the figures."""
    for line in lines(seconds):
        print(line, flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0)
