"""How long the command line takes to start, as ratios to the start of bare Python.

Interleaved rounds in which each command runs once, wall clock.  The first round is not counted: it compiles the
modules, as an installation does, into a cache of its own.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.ratio import Row, table

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


def rows(rounds: int = ROUNDS) -> list[Row]:
    """The medians over the rounds of (command / bare Python in the same round)."""
    with tempfile.TemporaryDirectory() as name:
        commands = _commands(Path(name))
        found: dict[str, list[float]] = {command: [] for command in commands}
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": f"{name}/compiled"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for number in range(rounds + 1):
            bare = _seconds([sys.executable, "-c", "pass"], environment)
            for command, (arguments, _) in commands.items():
                taken = _seconds(arguments, environment)
                if number:
                    found[command].append(taken / bare)
    return [Row(name, statistics.median(found[name]), allowed) for name, (_, allowed) in commands.items()]


def _commands(folder: Path) -> dict[str, tuple[list[str], float]]:
    """Command lines, and the most that each may take of bare Python's start."""
    history, chat = folder / "history.json", folder / "chat.json"
    history.write_text(json.dumps(HISTORY))
    chat.write_text(json.dumps(CHAT))
    turnwire = [sys.executable, "-m", "turnwire"]
    convert = [*turnwire, "convert", "--to"]
    return {
        "--version": ([*turnwire, "--version"], 5),
        "convert, native to native": ([*convert, "turnwire", str(history)], 8),
        "convert, chat to messages": ([*convert, "anthropic_messages", str(chat)], 8),
        "convert, with --from and --kind": (
            [*convert, "anthropic_messages", "--from", "openai_chat", "--kind", "request", str(chat)],
            8,
        ),
    }


def _seconds(arguments: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(arguments, check=True, capture_output=True, env=environment)  # noqa: S603 - our own program
    return time.perf_counter() - start


if __name__ == "__main__":
    print(table("Start of the command line, as a ratio to bare Python", rows()))
