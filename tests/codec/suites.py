"""Where the public suites are; a test that needs one skips loudly, naming it, when it is absent."""

from __future__ import annotations

from pathlib import Path

from tests.data import data

ROOT = Path(__file__).parents[2]


def suite(name: str) -> Path:
    """The folder of a suite, or a skip."""
    return data(f"suites/{name}")


def short(value: object) -> str | None:
    """A test id that stays readable when the value is 100 000 brackets."""
    return ascii(value)[:40] if isinstance(value, bytes | str) else None
