"""The example project of docs/testing.md runs, in a process of its own, as a user's would."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PROJECT = ROOT / "tests" / "example_project"


def ran(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pytest.ini", "--rootdir", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_it_passes() -> None:
    result = ran(PROJECT)
    assert (0, True) == (result.returncode, "2 passed" in result.stdout), result.stdout + result.stderr


def test_it_fails_for_an_adapter_that_loses_silently(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    shutil.copytree(PROJECT, folder)
    adapter = folder / "notes_adapter.py"
    adapter.write_text(adapter.read_text().replace("lost.append", "lost.count"))
    result = ran(folder)
    assert (1, True) == (result.returncode, "did not come back" in result.stdout), result.stdout + result.stderr
