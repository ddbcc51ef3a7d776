"""Where the generators are found; one that is not there is built as `make generate` builds it, where its tools are."""

from __future__ import annotations

import fcntl
import functools
import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = ("build/generators", ".venv-generate/bin", "node_modules/.bin")
_PYTHONS = ".venv-generate/.ready"


class Made(NamedTuple):
    """What makes a generator: a program of its toolchain, and the target of make."""

    by: str
    target: str


_MADE = {
    "buf": Made("python3", _PYTHONS),
    "protoc-gen-python_betterproto2": Made("python3", _PYTHONS),
    "protoc-gen-es": Made("npm", "node_modules/.ready"),
    "protoc-gen-go": Made("go", "build/generators/protoc-gen-go"),
    "protoc-gen-buffa": Made("cargo", "build/generators/protoc-gen-buffa"),
}


def path(*more: str) -> str:
    """The PATH that the generators are found on, as the Makefile has it."""
    return os.pathsep.join([*more, *(str(ROOT / folder) for folder in _FOLDERS), os.environ["PATH"]])


def own_protoc() -> str:
    """The same for C++, whose protoc is that of the machine where it has one."""
    return os.pathsep.join([os.environ["PATH"], *(str(ROOT / folder) for folder in _FOLDERS)])


def need(program: str) -> None:
    """Sees to it that a generator is there.  The test is skipped only where the toolchain that makes it is not."""
    if shutil.which(program, path=path()):
        return
    made = _MADE[program]
    if shutil.which(made.by) is None:
        pytest.skip(f"SKIPPED: there is no {program} here, and no {made.by} to make it with")
    failed = _make(made.target)
    assert not failed, failed
    assert shutil.which(program, path=path()), f"make {made.target} made no {program}"


def run_by(program: str) -> None:
    """Skips the test where the program that its code is built or run with is not here."""
    if shutil.which(program, path=path()) is None:
        pytest.skip(f"SKIPPED: there is no {program} here")


@functools.cache
def _make(target: str) -> str:
    """What make said, where it failed.  One at a time: tests of several processes may want the same."""
    make = shutil.which("make")
    assert make is not None, "there is no make here"
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "plugins.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        own = make_environment()
        done = subprocess.run([make, target], cwd=ROOT, env=own, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def make_environment() -> dict[str, str]:
    """The variables for a make below the tests: one that runs them says there where its own jobs are."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
