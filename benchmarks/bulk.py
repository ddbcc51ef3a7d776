"""Jobs over archives: what the operators, the files and a second worker cost.

`python -m benchmarks.bulk` prints

* the rate of `convert_batch` as a share of that of `convert` in this process, over the same documents of 15 KB;
* the rate of a job from Parquet to Parquet, of one core, as a share of that of a bare loop of `orjson.loads` and
  `orjson.dumps` over the same file, and how many documents a second that is;
* what two workers do as a multiple of what one does, beside what two independent jobs do at once, in a job of some ten
  seconds: the start, which takes 0.8 seconds, is a part of each;
* the most memory of one process, over a generated file of `--megabytes`, which may be 10000: the documents repeat, so
  that the Parquet file is small, but each of them is unpacked and processed.

The first two compare processor seconds in turns, and print the median of the rounds' ratios: what else a machine does
makes both sides of a round slower.  The documents a second are those of the fastest round.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

import turnwire
from benchmarks.archives import MEGABYTE, memory, processes
from benchmarks.inputs import conversation
from turnwire.arrow import ConvertSpec, convert_batch
from turnwire.bulk.jobs import Failed, Job, done
from turnwire.bulk.units import Unit, input_of
from turnwire.codec.limits import FAST, STRICT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.codec.limits import Limits

TARGET: Final = "anthropic_messages"
LEAST_OF_LIBRARY: Final = 0.85
LEAST_OF_TWO: Final = 1.8
MOST_MEMORY: Final = 300 * MEGABYTE
_DOCUMENTS: Final = 400
_ROUNDS: Final = 15
_PAUSE: Final = 0.05
LIMITS: Final[dict[str, tuple[Limits, float]]] = {
    "repeated keys refused": (STRICT, 0.30),
    "the last of repeated keys taken": (FAST, 0.30),
}
"""How documents are read, and the least share of the bare loop."""


def documents(number: int) -> list[bytes]:
    """Chat requests of about 15 KB, with tools and their results."""
    asked = conversation(24)
    return [
        json.dumps(asked | {"temperature": 0.1 + each / 10_000}, ensure_ascii=False).encode() for each in range(number)
    ]


def generate(path: Path, megabytes: int) -> None:
    """Write a Parquet file with so many bytes of documents, in row groups of about 32 MB."""
    block = documents(2000)
    batch = pa.record_batch({"document": pa.array(block, pa.string())})
    with pq.ParquetWriter(path, batch.schema, compression="zstd") as writer:
        for _ in range(max(1, round(megabytes * MEGABYTE / sum(map(len, block))))):
            writer.write_table(pa.Table.from_batches([batch]))


class Measured(NamedTuple):
    """The rate of a call as a share of that of another, the median of the rounds, and its seconds in the fastest."""

    share: float
    seconds: float


def measured(first: Callable[[], object], others: dict[str, Callable[[], object]]) -> dict[str, Measured]:
    """Return what each call takes, beside the first one, in rounds with all of them."""
    found: dict[str, list[Measured]] = {name: [] for name in others}
    for each in range(_ROUNDS + 1):
        bare = _seconds(first)
        taken = {name: _seconds(call) for name, call in others.items()}
        if each:  # the first round warms up
            for name, seconds in taken.items():
                found[name].append(Measured(bare / seconds, seconds))
    return {
        name: Measured(statistics.median(each.share for each in rounds), min(each.seconds for each in rounds))
        for name, rounds in found.items()
    }


def _seconds(call: Callable[[], object]) -> float:
    """Return the processor seconds of a call."""
    begin = time.process_time()
    call()
    return time.process_time() - begin


def of_library() -> Iterator[tuple[str, float, float]]:
    """Yield the rate of `convert_batch` as a share of that of `convert`."""
    texts = documents(_DOCUMENTS)
    batch = pa.record_batch({"document": pa.array(texts, pa.binary())})
    found = measured(
        lambda: [turnwire.convert(text, TARGET) for text in texts],
        {"batch": lambda: convert_batch(batch, ConvertSpec(target=TARGET, limits=FAST))},
    )
    yield "convert_batch, as a share of convert", found["batch"].share, LEAST_OF_LIBRARY


def of_loop(folder: Path) -> Iterator[tuple[str, float, float]]:
    """Yield the rate of a job over Parquet as a share of that of a bare loop over the same file."""
    path = folder / "loop.parquet"
    table = pa.table({"document": pa.array(documents(_DOCUMENTS), pa.string())})
    pq.write_table(table, path, compression="zstd")
    unit = Unit(0, input_of(str(path)), 0, 1, path.stat().st_size)

    def loop() -> None:
        for batch in pq.ParquetFile(path).iter_batches(use_threads=False):
            for text in batch.column(0).to_pylist():
                orjson.dumps(orjson.loads(text))

    def job(limits: Limits) -> Callable[[], object]:
        spec = ConvertSpec(target=TARGET, limits=limits)
        return lambda: _checked(Job(spec=spec, folder=str(folder), output="parquet"), unit)

    found = measured(loop, {name: job(limits) for name, (limits, _) in LIMITS.items()})
    for name, (_, least) in LIMITS.items():
        rate = _DOCUMENTS / found[name].seconds
        title = f"Parquet to Parquet, {name}: {rate:,.0f} documents a second and core ({1_000_000 / rate:.0f} µs each)"
        yield f"{title}, as a share of orjson", found[name].share, least


def _checked(job: Job, unit: Unit) -> None:
    found = done(job, unit)
    if isinstance(found, Failed):
        raise SystemExit(found.what)


def command(folder: Path, out: str, jobs: int) -> list[str]:
    """The command that converts the generated file."""
    shutil.rmtree(folder / out, ignore_errors=True)
    options = f"--to {TARGET} --from openai_chat --kind request --quiet --jobs {jobs}"
    return [sys.executable, "-m", "turnwire", "bulk", "convert", "in.parquet", out, *options.split()]


def watched(folder: Path, jobs: int) -> tuple[float, int]:
    """Convert the generated file; return the seconds, and the most memory of one process."""
    begin, most = time.monotonic(), 0
    run = subprocess.Popen(command(folder, "out", jobs), cwd=folder)  # noqa: S603 - our own program
    ended = threading.Event()

    def wait() -> None:
        run.wait()
        ended.set()

    threading.Thread(target=wait).start()
    while not ended.wait(_PAUSE):
        most = max(most, *map(memory, processes(run.pid)))
    if run.returncode:
        raise SystemExit(f"the job ended with {run.returncode}")
    return time.monotonic() - begin, most


def at_once(folder: Path) -> float:
    """Return the seconds that two independent jobs take at once: what the processors can do at most."""
    begin = time.monotonic()
    runs = [subprocess.Popen(command(folder, out, 1), cwd=folder) for out in ("out", "other")]  # noqa: S603
    if any(run.wait() for run in runs):
        raise SystemExit("a job failed")
    return time.monotonic() - begin


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print; the exit status is 1 if a figure does not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=1500, help="of documents in the generated file")
    parser.add_argument("--memory-only", action="store_true", help="run one job with two workers, and nothing else")
    given = parser.parse_args(arguments)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}: a multiple counts only if as many were idle")
    holds = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not given.memory_only:
            for title, share, least in (*of_library(), *of_loop(folder)):
                holds &= share >= least
                print(f"{title}: {share:.2f} (at least {least})", flush=True)
        generate(folder / "in.parquet", given.megabytes)
        two, most = watched(folder, 2)
        if not given.memory_only:
            one, _ = watched(folder, 1)
            ceiling = 2 * one / at_once(folder)
            holds &= one / two >= LEAST_OF_TWO
            print(f"two workers do {one / two:.2f} times one (at least {LEAST_OF_TWO}); ", end="")
            print(f"two jobs at once do {ceiling:.2f} times one, which is the most that is possible")
        print(f"{given.megabytes} MB of documents in {two:.0f} s with two workers; ", end="")
        print(f"at most {most / MEGABYTE:.0f} MB in one process (less than {MOST_MEMORY // MEGABYTE})")
    return 0 if holds and most < MOST_MEMORY else 1


if __name__ == "__main__":
    sys.exit(main())
