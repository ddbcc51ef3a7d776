"""Session files are listed and shown without being held in memory."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from benchmarks.sessions.running import FORMS, MEGABYTE, runs
from tests.session_files.document_files import CHATGPT
from tests.session_files.hermes_files import HERMES

from turnwire.sessions.files.formats import session_formats

if TYPE_CHECKING:
    from pathlib import Path

# Its own process measures: the children of the tests' process include others.
_MEASURE = """
import json, resource, subprocess, sys
subprocess.run([sys.executable, "-m", "turnwire", "sessions", *sys.argv[1:]], stdout=subprocess.DEVNULL, check=True)
print(json.dumps(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
"""
EACH = [form for form in FORMS if ", " not in form]
COMMANDS = ("list", "show --html -")
# Megabytes of a small file: a document of less than 8 MiB is held in memory, and so is as much of each conversation in
# a list of them, before it is read in parts.
SMALL = 9
SMALL_LISTS = {"claude_ai": 24, "open_webui": 24}


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
    # A document of less than 8 MiB is held in memory.
    for name, count in (("small.json", 100), ("large.json", 400)):
        with (tmp_path / name).open("w") as stream:
            stream.write("[" + one)
            for _ in range(count - 1):
                stream.write("," + one)
            stream.write("]")
    assert most_memory(command, "large.json") < most_memory(command, "small.json") + 5_000


@pytest.mark.parametrize("command", ["list", "show"])
def test_sessions_on_lines_take_the_memory_of_one(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one = json.dumps(HERMES["two-exports"][0] | {"padding": "x" * 100_000}) + "\n"
    (tmp_path / "small.jsonl").write_text(one * 2)
    (tmp_path / "large.jsonl").write_text(one * 400)
    assert most_memory(command, "large.jsonl") < most_memory(command, "small.jsonl") + 20_000


def test_a_file_of_each_format_is_measured() -> None:
    assert set(session_formats()) == set(EACH)


@pytest.mark.parametrize("form", EACH)
def test_a_large_file_takes_the_memory_of_a_small_one(form: str) -> None:
    small = SMALL_LISTS.get(form, SMALL) * MEGABYTE
    sizes = [small, 2 * small]
    (list_small, page_small), (list_large, page_large) = (runs(form, size, 2, COMMANDS) for size in sizes)
    assert [0] * 4 == [each.status for each in (list_small, page_small, list_large, page_large)]
    assert page_large.written > sizes[1] / 3  # some formats have each message twice
    assert list_large.memory < list_small.memory + 5 * MEGABYTE
    assert page_large.memory < page_small.memory + 5 * MEGABYTE
