"""Every benchmark, each figure a ratio measured in this one run: `make bench`.

With --check the exit status is 1 when a ratio is above what is allowed; a busy machine can do that too.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks import conversion, native, rpc, startup
from benchmarks.ratio import table

TITLES = {
    conversion: "Conversion, as a ratio to orjson.dumps(orjson.loads(body))",
    native: "Encodings, as a ratio to the same",
    startup: "Start of the command line, as a ratio to bare Python",
    rpc: "CPU per Convert RPC, as a ratio to echo + 1.5 x the conversion in process",
}


def main() -> int:
    """Print every table; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a ratio is above what is allowed")
    arguments = parser.parse_args()
    holds = True
    for module, title in TITLES.items():
        rows = list(module.rows())
        print(table(title, rows), flush=True)
        holds &= all(row.holds for row in rows)
    return 0 if holds or not arguments.check else 1


if __name__ == "__main__":
    sys.exit(main())
