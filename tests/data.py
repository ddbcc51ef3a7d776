"""The folder with recorded traffic, public suites and files of the real systems, which is not in the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("TURNWIRE_DATA") or ROOT.parent / "shared")


def data(name: str) -> Path:
    """The path of a file or folder there, such as `systems/glm`.

    Without it the test that asks is skipped; in CI (the variable `CI` is set) it fails, since nobody reads what a run
    that passed has skipped.
    """
    path = DATA / name
    if path.exists():
        return path
    missing = f"there is no {name} under TURNWIRE_DATA or ../shared"
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        pytest.fail(f"{missing}, and CI skips no test for it", pytrace=False)
    pytest.skip(f"SKIPPED: {missing}")
