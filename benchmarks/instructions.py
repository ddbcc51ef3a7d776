"""Machine instructions per conversion, counted by valgrind: the same on a busy machine as on an idle one.

`python -m benchmarks.instructions [--pairs SRC:DST ...] [--sizes SIZE ...]` prints the count of one call of each pair,
and that as a ratio to the floor's.  It is for finding what a change saves; what is promised is time (`pairs.py`).
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.bodies import MAIN_PAIRS, PAIRS, convert, of_size
from benchmarks.choice import add_choice, chosen
from benchmarks.inputs import SIZES
from benchmarks.ratio import floor_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).parents[1]
# Python's own function that begins a count: `sys.setrecursionlimit` calls it, and nothing else does meanwhile.
MARK = "Py_SetRecursionLimit"
CALLS = {"1 KB": 40, "13 KB": 10, "800 KB": 1, "5 MB images": 1}
_TOTALS = re.compile(r"^totals: (\d+)$", re.MULTILINE)


def counted(calls: Sequence[tuple[Callable[[], object], int]]) -> None:
    """Inside valgrind: each call so many times, between marks."""
    limit = sys.getrecursionlimit()
    for call, times in calls:
        for _ in range(3):
            call()
        sys.setrecursionlimit(limit)
        for _ in range(times):
            call()
        sys.setrecursionlimit(limit)


def _calls(pairs: Sequence[tuple[str, str]], sizes: Sequence[str]) -> list[tuple[str, Callable[[], object], int]]:
    found: list[tuple[str, Callable[[], object], int]] = []
    for size in sizes:
        for source in dict.fromkeys(source for source, _ in pairs):
            body = of_size(source, size)
            if body is None:
                continue
            found.append((f"{source} {size}", floor_of(body), CALLS[size]))
            for target in (target for each, target in pairs if each == source):
                call = _conversion(body, source, target)
                found.append((f"{source}:{target} {size}", call, CALLS[size]))
    return found


def _conversion(body: bytes, source: str, target: str) -> Callable[[], object]:
    return lambda: convert(body, source, target)


def totals(arguments: Sequence[str]) -> list[int]:
    """Run this module under valgrind; the instructions between each two marks."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counts"
        valgrind = ["valgrind", "--tool=callgrind", f"--dump-before={MARK}", f"--callgrind-out-file={out}"]
        command = [*valgrind, sys.executable, "-m", "benchmarks.instructions", "--inside", *arguments]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment)  # noqa: S603 - ourselves
        dumps = sorted(Path(folder).glob("counts.*"), key=lambda path: int(path.suffix[1:]))
        return [int(_TOTALS.findall(path.read_text())[0]) for path in dumps]


def main() -> None:
    """Print instructions per call of the floor, and of every pair as a ratio to it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.instructions", description=__doc__)
    add_choice(parser)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=SIZES[:2])
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    pairs = chosen(arguments.pairs, PAIRS) if arguments.pairs else MAIN_PAIRS
    calls = _calls(pairs, arguments.sizes)
    if arguments.inside:
        counted([(call, times) for _, call, times in calls])
        return
    # The first dump ends before the first call, and then each call has one, with what warms up the next after it.
    counts = totals(sys.argv[1:])[1::2]
    floor = 1.0
    for (name, _, times), count in zip(calls, counts, strict=True):
        floor = floor if ":" in name else count / times
        print(f"{name:55} {count / times:12.0f}  {count / times / floor:6.2f}")


if __name__ == "__main__":
    main()
