"""Where the public suites are; a test that needs one skips loudly, naming it, when it is absent."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("TURNWIRE_DATA", ROOT.parent / "shared"))


def suite(name: str) -> Path:
    """The folder of a suite, or a skip."""
    folder = DATA / "suites" / name
    if not folder.is_dir():
        pytest.skip(f"{name} is not there: set TURNWIRE_DATA to the folder that holds suites/{name}")
    return folder


def short(value: object) -> str | None:
    """A test id that stays readable when the value is 100 000 brackets."""
    return ascii(value)[:40] if isinstance(value, bytes | str) else None
