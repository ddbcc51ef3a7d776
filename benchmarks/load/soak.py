"""`python -m benchmarks.load.soak`: the service under load for hours; with names, only these parts, on Linux.

`--share 0.01` runs a hundredth of the counts and seconds.  The exit code is 1 if something was wrong.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.load import steady, stopping

if TYPE_CHECKING:
    from collections.abc import Callable


class Part(NamedTuple):
    """What runs, and how much of it: a count, or seconds."""

    run: Callable[[int], list[str]]
    amount: int


PARTS: Final = {
    "stops": Part(stopping.stops, 200),
    "kills": Part(stopping.kills, 50),
    "latency": Part(steady.latency, 600),
    "memory": Part(steady.memory, 3600),
    "scaling": Part(steady.scaling, 100),
}


def main() -> int:
    """Run the parts that are named; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help="all of them without a name")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the counts and seconds")
    given = parser.parse_args()
    wrong = [
        f"{name}: {fault}"
        for name in given.parts or PARTS
        for fault in PARTS[name].run(max(round(given.share * PARTS[name].amount), 1))
    ]
    print("".join(f"{each}\n" for each in wrong), f"{len(wrong)} wrong", sep="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
