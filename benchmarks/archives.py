"""Bulk runs over generated JSON Lines: how fast, with how much memory, and what a second process brings.

`python -m benchmarks.archives` makes a file of 100 MB in a temporary folder, and validates and converts it, with one
process and with two.  It prints the seconds, the rate, the most memory of one process, and the ratio.  `--megabytes
2000` is a real archive; its rate is also compared in ten parts, to see that it is steady.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.inputs import words

if TYPE_CHECKING:
    from collections.abc import Iterator

MEGABYTE: Final = 1_000_000
LEAST_RATIO: Final = 1.7
MOST_MEMORY: Final = 200 * MEGABYTE
_PAUSE: Final = 0.05
_PARTS: Final = 10
COMMANDS: Final = {
    "validate": ("validate", "in.jsonl", "--quiet"),
    "convert": ("convert", "in.jsonl", "--quiet", "--to", "anthropic_messages", "-o", "out.jsonl"),
}


class Measured(NamedTuple):
    """One run: its seconds, the CPU seconds of all its processes, the most memory of one, and the tenths' seconds."""

    seconds: float
    cpu: float
    memory: int
    tenths: list[float]


def chat(number: int) -> bytes:
    """A chat request with calls of a tool, of 2 to 15 KB."""
    messages: list[dict[str, object]] = [{"role": "system", "content": "You are terse."}]
    for step in range(1 + number % 8):
        name = f"call_{number}_{step}"
        arguments = json.dumps({"query": words(12, number + step)})
        call = {"id": name, "type": "function", "function": {"name": "search", "arguments": arguments}}
        messages += (
            {"role": "user", "content": words(60, number + step)},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": name, "content": words(80, number)},
            {"role": "assistant", "content": words(40, step)},
        )
    schema = {"type": "object", "properties": {"query": {"type": "string"}}}
    tool = {"type": "function", "function": {"name": "search", "description": "Search.", "parameters": schema}}
    return json.dumps({"model": "gpt-4.1", "max_tokens": 1024, "messages": messages, "tools": [tool]}).encode() + b"\n"


def generate(path: Path, size: int) -> None:
    """Write chat requests until the file has so many bytes; a thousand different ones are repeated."""
    block = b"".join(map(chat, range(1000)))
    with path.open("wb") as stream:
        while size > 0:
            stream.write(block[: block.rfind(b"\n", 0, max(size, 20_000)) + 1] if size < len(block) else block)
            size -= len(block)


def processes(parent: int) -> Iterator[int]:
    """Yield the process and those that it has started (on Linux)."""
    yield parent
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            yield int(path.parent.name)


def memory(process: int) -> int:
    """Return the most memory that a process has had so far, in bytes."""
    try:
        text = Path(f"/proc/{process}/status").read_text("utf-8")
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("VmHWM:")), 0)


def read_so_far(process: int) -> int:
    """Return how far a process has read its input."""
    try:
        for opened in Path(f"/proc/{process}/fd").iterdir():
            if opened.readlink().name == "in.jsonl":
                return int(Path(f"/proc/{process}/fdinfo/{opened.name}").read_text("utf-8").split()[1])
    except OSError:
        pass
    return 0


def cpu() -> float:
    """Return the CPU seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(command: tuple[str, ...], folder: Path, jobs: int, size: int) -> Measured:
    """Run a command, and look at its processes twenty times a second."""
    begin, before = time.monotonic(), cpu()
    run = subprocess.Popen([sys.executable, "-m", "turnwire", *command, "--jobs", str(jobs)], cwd=folder)  # noqa: S603 - our own program
    most, times = 0, [0.0]
    done = threading.Event()

    def wait() -> None:
        run.wait()
        done.set()

    threading.Thread(target=wait).start()
    while not done.wait(_PAUSE):
        most = max(most, *map(memory, processes(run.pid)))
        while len(times) <= _PARTS * read_so_far(run.pid) / size and len(times) <= _PARTS:
            times.append(time.monotonic() - begin)
    seconds = time.monotonic() - begin
    if run.returncode:
        raise SystemExit(f"{command[0]} ended with {run.returncode}")
    tenths = [end - start for start, end in itertools.pairwise(times)]
    return Measured(seconds, cpu() - before, most, tenths)


def at_once(command: tuple[str, ...], folder: Path) -> float:
    """Return the seconds that two independent runs of a command take at once: what the processors can do at most."""
    begin = time.monotonic()
    runs = []
    for name in ("first", "second"):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "in.jsonl").unlink(missing_ok=True)
        (folder / name / "in.jsonl").symlink_to(folder / "in.jsonl")
        runs.append(subprocess.Popen([sys.executable, "-m", "turnwire", *command], cwd=folder / name))  # noqa: S603 - our own program
    if any(run.wait() for run in runs):
        raise SystemExit(f"{command[0]} failed")
    return time.monotonic() - begin


def main(arguments: list[str] | None = None) -> None:
    """Generate, run, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--runs", type=int, default=1, help="take the fastest of so many")
    given = parser.parse_args(arguments)
    size = given.megabytes * MEGABYTE
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}: a ratio counts only if as many were idle")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder / "in.jsonl", size)
        size = (folder / "in.jsonl").stat().st_size
        for title, command in COMMANDS.items():
            best = [
                min((measured(command, folder, jobs, size) for _ in range(given.runs)), key=lambda each: each.seconds)
                for jobs in (1, 2)
            ]
            for jobs, found in enumerate(best, 1):
                rate = size / MEGABYTE / found.seconds
                print(f"{title}, {jobs} process(es): {found.seconds:.1f} s, {rate:.0f} MB/s, ", end="")
                print(f"{found.cpu:.1f} s of CPU, ", end="")
                print(f"{found.memory / MEGABYTE:.0f} MB in one process, tenths of the input: ", end="")
                print(" ".join(f"{seconds:.1f}" for seconds in found.tenths))
            print(
                f"{title}: two processes do {best[0].seconds / best[1].seconds:.2f} times one (at least {LEAST_RATIO})"
            )
            ceiling = 2 * best[0].seconds / min(at_once(command, folder) for _ in range(given.runs))
            print(
                f"{title}: two independent runs at once do {ceiling:.2f} times one, which is the most that is possible"
            )
            print(f"{title}: {'under' if max(each.memory for each in best) < MOST_MEMORY else 'OVER'} 200 MB")


if __name__ == "__main__":
    main()
