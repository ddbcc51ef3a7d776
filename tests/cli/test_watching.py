"""`turnwire validate --watch`: it checks again whenever a file changes, until it is interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.lines import is_ending, ran
from tests.cli.terminal import started
from tests.cli.test_jobs import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

GOOD = '{"model":"m","messages":[{"role":"user","content":"Hi."}]}'
WRONG = GOOD.replace("user", "robot")
CLEARED = "\x1b[2J\x1b[3J\x1b[H"
WATCHING = b"Ctrl-C ends\n"

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="SKIPPED, Ctrl-C: Windows has no SIGINT to send"),
    pytest.mark.usefixtures("interruptible"),
]


def test_a_change_is_checked_until_the_user_ends_it(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_text(GOOD)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.Popen(
        [*PROGRAM, "validate", "in", "--watch", "--format", "concise"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    stdout, stderr = run.stdout, run.stderr
    assert stdout is not None
    assert stderr is not None

    def said() -> list[bytes]:
        found = [stderr.readline()]
        while found[-1] and not found[-1].endswith(WATCHING):
            found.append(stderr.readline())
        return found

    assert [b"1 document: 1 valid, 0 refused\n", b"watching 1 file; " + WATCHING] == said()
    (tmp_path / "in" / "a.json").write_text(WRONG)
    assert b"1 document: 0 valid, 1 refused\n" == said()[0]
    assert b"in/a.json:1:34: error: /messages/0/role: " in stdout.readline()
    (tmp_path / "in" / "b.json").write_text(GOOD)
    assert [b"2 documents: 1 valid, 1 refused\n", b"watching 2 files; " + WATCHING] == said()
    (tmp_path / "in" / "a.json").unlink()
    assert b"1 document: 1 valid, 0 refused\n" == said()[0]
    run.send_signal(signal.SIGINT)
    out, errors = run.communicate(timeout=60)
    assert (130, b"interrupted\n", True) == (run.returncode, errors, out.startswith(b"in/a.json"))
    assert b"\x1b" not in out


def test_a_terminal_is_cleared_before_each_report(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(WRONG)
    run = started("validate a.json --watch", tmp_path, only_errors=False)
    first = run.until("Ctrl-C ends")
    (tmp_path / "a.json").write_text(GOOD)
    second = run.until("Ctrl-C ends")
    run.process.send_signal(signal.SIGINT)
    assert (1, 1, "TW204") == (first.count(CLEARED), second.count(CLEARED), first[first.index("TW204") :][:5])
    assert "TW204" not in second
    assert "interrupted" in run.rest()
    assert 130 == run.process.wait()


# options -> what is said
MISUSED = {
    "validate --watch -": "--watch needs files",
    "validate a.json --watch --journal j": "--watch and --journal exclude each other: --journal is for one run",
    "validate a.json --watch --quarantine q": "--watch and --quarantine exclude each other",
    "validate a.json --watch --write-baseline b": "--watch and --write-baseline exclude each other",
}


def test_what_is_for_one_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(GOOD)
    lines = ran(MISUSED, folder=tmp_path)
    wrong = [line for line, words in zip(lines, MISUSED.values(), strict=True) if not is_ending(line, (2, words))]
    assert [] == wrong
