"""The folder with recorded traffic, public suites and files of the real systems, which is not in the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("TURNWIRE_DATA") or ROOT.parent / "shared")


def data(name: str) -> Path:
    """The path of a file or folder there, such as `systems/glm`.

    Without it the test that asks is skipped; in CI it fails.
    """
    if path := data_if_present(name):
        return path
    pytest.skip(f"SKIPPED: {_missing(name)}")


def data_if_present(name: str) -> Path | None:
    """The same, for a test that asks less without it: None where it is missing.

    In CI (the variable `CI` is set) the test fails, since nobody reads what a run that passed has skipped.
    """
    path = DATA / name
    if path.exists():
        return path
    if is_ci():
        pytest.fail(f"{_missing(name)}, and CI skips no test for it", pytrace=False)
    return None


def is_ci() -> bool:
    """Whether this is a run in CI, where a test without what it needs fails."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def _missing(name: str) -> str:
    return f"there is no {name} under TURNWIRE_DATA or ../shared"
