"""Files of lines are listed and shown without being held in memory."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex_files import CODEX
from tests.session_files.document_files import CHATGPT
from tests.session_files.hermes_files import HERMES

if TYPE_CHECKING:
    from pathlib import Path

# Its own process measures: the children of the tests' process include others.
_MEASURE = """
import json, resource, subprocess, sys
subprocess.run([sys.executable, "-m", "turnwire", "sessions", *sys.argv[1:]], stdout=subprocess.DEVNULL, check=True)
print(json.dumps(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
"""
MEGABYTE = 1_000_000


def most_memory(*arguments: str) -> int:
    """The kilobytes of the process at its largest."""
    done = subprocess.run([sys.executable, "-c", _MEASURE, *arguments], capture_output=True, check=True, text=True)
    found: int = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("command", ["list", "show"])
def test_a_large_export_takes_the_memory_of_a_small_one(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one = json.dumps(CHATGPT["branch"][0] | {"padding": "x" * 100_000})
    for name, count in (("small.json", 1), ("large.json", 400)):
        with (tmp_path / name).open("w") as stream:
            stream.write("[" + one)
            for _ in range(count - 1):
                stream.write("," + one)
            stream.write("]")
    assert most_memory(command, "large.json") < most_memory(command, "small.json") + 20_000


@pytest.mark.parametrize("command", ["list", "show"])
def test_sessions_on_lines_take_the_memory_of_one(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one = json.dumps(HERMES["two-exports"][0] | {"padding": "x" * 100_000}) + "\n"
    (tmp_path / "small.jsonl").write_text(one * 2)
    (tmp_path / "large.jsonl").write_text(one * 400)
    assert most_memory(command, "large.jsonl") < most_memory(command, "small.jsonl") + 20_000


@pytest.mark.parametrize(
    ("form", "lines"), [("claude_code", CLAUDE["parallel-calls"]), ("codex", CODEX["parallel-calls"])]
)
@pytest.mark.parametrize("command", [("list",), ("show",), ("show", "--html", "page.html")], ids=" ".join)
def test_a_large_file_takes_the_memory_of_a_small_one(
    form: str,
    lines: tuple[dict[str, object], ...],
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    block = file_of(*lines)
    small, large = tmp_path / "small.jsonl", tmp_path / "large.jsonl"
    small.write_bytes(block)
    with large.open("wb") as stream:
        for _ in range(20 * MEGABYTE // len(block)):
            stream.write(block)
    name, *options = command
    assert most_memory(name, "large.jsonl", *options) < most_memory(name, "small.jsonl", *options) + 20_000, form
