"""Several processes give what one gives, in the same order; a process that is killed ends the run with a sentence."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from turnwire.cli.archives.outcomes import Refused
from turnwire.cli.archives.tasks import Task
from turnwire.cli.archives.work import Work
from turnwire.cli.convert import Conversion, Converted
from turnwire.cli.inputs import Entry, Source
from turnwire.cli.outputs import Encoder
from turnwire.cli.running import Decoder
from turnwire.cli.writing import Target
from turnwire.documents.options import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable

CHAT = {"model": "gpt-5", "messages": [{"role": "user", "content": "Hi."}]}
LOSSY = CHAT | {"seed": 7, "logit_bias": {"5": 1}}
WRONG = CHAT | {"messages": [{"role": "robot", "content": "Hi."}]}
MISSPELT = CHAT | {"temprature": 1, "messages": [{"role": "user", "content": "I am ada@example.org."}]}
BROKEN = '{"model": "gpt-5"'


def line(number: int, size: int = 20) -> str:
    """Each seventh document has the wrong role, each eleventh loses something, each thirteenth is no JSON.

    Each fifth of the others can be mended, and has something that is secret.
    """
    kind = WRONG if number % 7 == 3 else LOSSY if number % 11 == 5 else MISSPELT if number % 5 == 2 else CHAT
    text = json.dumps(kind | {"user": f"{number} " + "x" * size})
    return BROKEN if number % 13 == 8 else text


def one_file(folder: Path) -> None:
    (folder / "in.jsonl").write_text("\n".join(line(number, 2000) for number in range(1500)))


def packed_file(folder: Path) -> None:
    text = "\n".join(line(number, 2000) for number in range(1500))
    (folder / "in.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def large_array(folder: Path) -> None:
    rows = [json.dumps(CHAT | {"user": f"{number} " + "x" * 9000}) for number in range(1000)]
    rows[500] = json.dumps(CHAT | {"messages": 5})
    rows[600] = json.dumps(MISSPELT | {"user": "600"})
    rows[700] = '{"model": "gpt-5", "model": "gpt-5", "messages": []}'
    (folder / "in.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")


def many_files(folder: Path) -> None:
    for number in range(200):
        path = folder / "in" / f"{number % 3}" / f"{number:03}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line(number))
    (folder / "in" / "more.jsonl").write_text("\n".join(line(number) for number in range(50)))
    (folder / "in" / "twice.yaml").write_text("model: m\nmodel: n\nmessages:\n- {role: robot, content: Hi.}\n")
    (folder / "in" / "gone.json").symlink_to("nowhere")
    (folder / "in" / "notes.txt").write_text("no document")


MADE: dict[str, Callable[[Path], None]] = {
    "in.jsonl": one_file,
    "in.jsonl.gz": packed_file,
    "in.json": large_array,
    "in": many_files,
}
COMMANDS = (
    "validate {}",
    "validate --format json {}",
    "validate --format jsonl --statistics {}",
    "convert --to anthropic_messages {} -o out/",
    "convert --to openai_responses {} -o out.jsonl --losses losses.jsonl",
    "convert --to anthropic_messages --format json {}",
    "repair {}",
    "repair --write {} --manifest manifest.jsonl --quarantine q",
    "repair --diff --unsafe --format json {}",
    "redact {} -o out/ --manifest manifest.jsonl",
    "redact {} --format json",
)


PROGRAM = (sys.executable, "-m", "turnwire")


def ran(command: str, folder: Path) -> tuple[int, bytes, bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [*PROGRAM, *command.split()], capture_output=True, check=False, cwd=folder, env=environment, timeout=120
    )
    return done.returncode, done.stdout, done.stderr


def written(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", MADE)
def test_several_processes_give_what_one_gives(tmp_path: Path, name: str, command: str) -> None:
    found = []
    for jobs in (1, 3):
        folder = tmp_path / str(jobs)
        folder.mkdir()
        MADE[name](folder)
        found.append((ran(f"{command.format(name)} --jobs {jobs}", folder), written(folder)))
    one, several = found
    assert one == several
    assert one[0][0] == (2 if name == "in" else 1), one[0][2]


@pytest.mark.all_dialects
def test_neighbours_that_are_only_counted_and_written_are_sent_as_one() -> None:
    """A, A, lossy, A | A | broken, A, A in three files: the first process does not count and write each document."""
    a, lossy = json.dumps(CHAT).encode(), json.dumps(LOSSY).encode()
    files = [[a, a, lossy, a], [a], [BROKEN.encode(), a, a]]
    sources = [Source(name, None, Path(name), "jsonl") for name in ("1.jsonl", "2.jsonl", "3.jsonl")]
    entries = [
        Entry(source, line, text)
        for source, texts in zip(sources, files, strict=True)
        for line, text in enumerate(texts, 1)
    ]
    encoder = Encoder("jsonl", "openai_responses", pretty=False, keeps=False)
    step = Conversion(None, Target("openai_responses", None), DEFAULT, encoder, may_be_plain=True)
    work = Work(Decoder(None, None, None), step)
    alone = [(entry, made) for entry, made in work.outcomes(Task(tuple(entries)))]
    sent = work.sent(Task(tuple(entries)))
    assert [(source.name, line, type(made), made.documents) for source, line, _, _, made in sent] == [
        ("1.jsonl", 1, Converted, 2),
        ("1.jsonl", 3, Converted, 1),
        ("1.jsonl", 4, Converted, 1),
        ("2.jsonl", 1, Converted, 1),
        ("3.jsonl", 1, Refused, 1),
        ("3.jsonl", 2, Converted, 2),
    ]
    texts = [
        b"".join(made.text for _, made in found if isinstance(made, Converted))
        for found in (alone, [each[3:] for each in sent])
    ]
    assert texts[0] == texts[1] != b""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it finds the processes in /proc")
def test_a_killed_worker_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    arguments = [*PROGRAM, "validate", "-", "--jsonl", "--jobs", "2", "-q"]
    run = subprocess.Popen(
        arguments, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert run.stdin is not None
    block = "\n".join(line(number, 2000) for number in range(700)).encode() + b"\n"
    run.stdin.write(block * 2)
    run.stdin.flush()
    deadline = time.monotonic() + 60
    while not (workers := children(run.pid)) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(workers[-1], signal.SIGKILL)
    _, said = run.communicate(block, timeout=60)
    assert (2, True) == (run.returncode, b"a worker process was ended by signal 9" in said), said
    assert children(run.pid) == []


def children(parent: int) -> list[int]:
    """The worker processes of a run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            words = path.with_name("cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == parent and b"resource_tracker" not in words:
            found.append(int(path.parent.name))
    return found
