"""`python -m tests.conformance [NAME ...]`: runs what is here, and says what it skipped."""

from __future__ import annotations

import argparse
import sys

from tests.conformance.executors import EXECUTORS, OF_BEFORE
from tests.conformance.runner import Run

_SHOWN = 40


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description="Every binding over the vectors.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="executors to run; by default all that can")
    given = parser.parse_args()
    wanted = [each for each in (*EXECUTORS, *OF_BEFORE) if not given.names or each.name in given.names]
    missing = {each.name: each.missing() for each in wanted}
    run = Run([each for each in wanted if not missing[each.name]])
    run.run()
    for result in run.results.values():
        known, failed = sum(map(len, result.expected.values())), len(result.faults)
        say(f"{result.executor.title}: {result.held.total()} held, {known} failed as expected, {failed} failed")
        for name, fault in list(result.faults.items())[:_SHOWN]:
            say(f"    {name}: {fault}")
    for name, why in missing.items():
        if why:
            say(f"SKIPPED: {name}, since {why}.")
    return int(any(result.faults for result in run.results.values()))


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
