"""How long the command line takes to start, as ratios to the start of bare Python.

Interleaved rounds in which each command runs once, wall clock, medians; the first round warms the caches.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROUNDS = 20

HISTORY = {
    "history": [
        {"role": "user", "content": [{"type": "text", "text": "Which river is longer, the Rhine or the Elbe?"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "The Rhine, by about 140 km."}]},
    ]
}
CHAT = {
    "model": "gpt-4o",
    "messages": [
        {"role": "user", "content": "Which river is longer, the Rhine or the Elbe?"},
        {"role": "assistant", "content": "The Rhine, by about 140 km."},
    ],
}


class Row(NamedTuple):
    """One command: its median in milliseconds, its ratio to bare Python, and the most it may be."""

    name: str
    milliseconds: float
    ratio: float
    limit: float | None


def rows(rounds: int = ROUNDS) -> list[Row]:
    """Measure every command; the first row is bare Python."""
    with tempfile.TemporaryDirectory() as name:
        commands = _commands(Path(name))
        times: dict[str, list[float]] = {command: [] for command in commands}
        for number in range(rounds + 1):
            for command, (arguments, _) in commands.items():
                taken = _milliseconds(arguments)
                if number:
                    times[command].append(taken)
    medians = {command: statistics.median(taken) for command, taken in times.items()}
    bare = medians["python"]
    return [Row(name, medians[name], medians[name] / bare, limit) for name, (_, limit) in commands.items()]


def _commands(folder: Path) -> dict[str, tuple[list[str], float | None]]:
    """Command lines, and the most that each may take of bare Python's start."""
    history, chat = folder / "history.json", folder / "chat.json"
    history.write_text(json.dumps(HISTORY))
    chat.write_text(json.dumps(CHAT))
    turnwire = [sys.executable, "-m", "turnwire"]
    said = ["--from", "openai_chat", "--kind", "request"]
    return {
        "python": ([sys.executable, "-c", "pass"], None),
        "turnwire --version": ([*turnwire, "--version"], 5),
        "turnwire --help": ([*turnwire, "--help"], None),
        "turnwire convert, native": ([*turnwire, "convert", str(history), "--to", "turnwire"], 8),
        "turnwire convert": ([*turnwire, "convert", str(chat), "--to", "anthropic_messages"], 8),
        "turnwire convert, dialect said": ([*turnwire, "convert", str(chat), *said, "--to", "anthropic_messages"], 8),
    }


def _milliseconds(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Print the table."""
    print(f"{'start-up, median of ' + str(ROUNDS):36} {'ms':>7} {'ratio':>6} {'limit':>6}")
    for row in rows():
        print(f"{row.name:36} {row.milliseconds:7.1f} {row.ratio:6.2f} {row.limit or '':>6}")


if __name__ == "__main__":
    main()
