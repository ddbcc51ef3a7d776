"""A user's program passes mypy --strict: with the objects of official packages, and narrowed by the kind."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
USAGE = Path(__file__).with_name("usage.py").relative_to(ROOT)


def test_a_users_program_passes_strict_mypy() -> None:
    missing = [name for name in ("anthropic", "openai", "mypy") if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"SKIPPED: {', '.join(missing)} is not there; install turnwire[test-objects]")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(USAGE)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert (0, "") == (done.returncode, done.stderr), done.stdout
