"""All that is measured in time, each figure a ratio measured in this one run: `make bench`.

The exit status is 1 when any ordered pair of the dialects is above its limit and not named in `above/`, above what it
is named for, or named and need not be; with --check also when any other ratio is above what is allowed.
A busy machine can do that too.  With --pairs nothing but these pairs is measured.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks import detection, large, native, pairs, rpc, startup, store, streams, threads, validation
from benchmarks.choice import add_choice
from benchmarks.ratio import table

TITLES = {
    detection: "Detection, as a ratio to orjson.dumps(orjson.loads(body))",
    large: "The four large formats, as a ratio to orjson.dumps(orjson.loads(body))",
    streams: "Reading and writing one event of a stream, as a ratio to orjson.dumps(orjson.loads(data))",
    validation: "Validation with all layers, as a ratio to orjson.dumps(orjson.loads(body))",
    native: "Encodings, as a ratio to orjson.dumps(orjson.loads(body))",
    startup: "Start of the command line, as a ratio to bare Python",
    store: "Store, 10,000 to 1,000,000 messages in SQLite, 100 in each session",
    threads: "Threads, 100,000 turns in 1,000 branches, each as a ratio to what it says",
    rpc: "CPU per Convert RPC, as a ratio to echo + 1.5 x the conversion in process",
}


def main() -> int:
    """Print every table; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when any ratio is above what is allowed")
    add_choice(parser)
    arguments = parser.parse_args()
    paired = pairs.report(arguments.pairs)
    if arguments.pairs:
        return 0 if paired else 1
    holds = True
    for module, title in TITLES.items():
        rows = list(module.rows())
        print(table(title, rows), flush=True)
        holds &= all(row.holds for row in rows)
    return 0 if paired and (holds or not arguments.check) else 1


if __name__ == "__main__":
    sys.exit(main())
