"""A user's program passes mypy --strict: with the objects of official packages, and narrowed by the kind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.objects.packages import package

ROOT = Path(__file__).resolve().parents[2]
USAGE = Path(__file__).with_name("usage.py").relative_to(ROOT)


def test_a_users_program_passes_strict_mypy() -> None:
    for name in ("anthropic", "openai", "mypy"):
        package(name)
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(USAGE)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert (0, "") == (done.returncode, done.stderr), done.stdout
