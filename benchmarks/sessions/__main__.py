"""Large session files: what `sessions list` and `show` take of time and memory.

`python -m benchmarks.sessions` makes a file of 50 MB of each form in a temporary folder, and one of a quarter of this.
It lists and shows both, in the terminal and as an HTML page, and prints a row of a table for each form: the most memory
of each run, that of the smaller file in brackets, the CPU seconds of the larger file, and the size of its page.

`--megabytes 200` makes larger ones, and `--indent 2` spreads documents over lines.  The exit status is 1 if a run
fails, or if the larger file takes more than `MOST_GROWTH` times the memory of the smaller one.
"""

from __future__ import annotations

import argparse
import sys
from typing import Final

from benchmarks.sessions.running import FORMS, MEGABYTE, runs

MOST_GROWTH: Final = 1.05
HEADER: Final = """\
| format | list, MB | show, MB | page, MB | CPU of the three, s | size of the page, MB |
|---|---|---|---|---|---|"""


def main() -> int:
    """Print a row for each form; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sessions", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=50)
    parser.add_argument("--indent", type=int)
    parser.add_argument("forms", nargs="*", metavar="FORM", help=", ".join(FORMS))
    arguments = parser.parse_args()
    size = arguments.megabytes * MEGABYTE
    print(HEADER)
    holds = True
    for form in arguments.forms or FORMS:
        small, large = (runs(form, each, arguments.indent) for each in (size // 4, size))
        pairs = list(zip(small, large, strict=True))
        memory = " | ".join(f"{b.memory / MEGABYTE:.0f} ({a.memory / MEGABYTE:.0f})" for a, b in pairs)
        seconds = " + ".join(f"{each.seconds:.0f}" for each in large)
        print(f"| {form} | {memory} | {seconds} | {large[-1].written / MEGABYTE:.0f} |", flush=True)
        holds = holds and all(each.status == 0 for each in (*small, *large))
        holds = holds and all(b.memory < a.memory * MOST_GROWTH for a, b in pairs)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
