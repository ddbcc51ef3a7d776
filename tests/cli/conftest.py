"""A folder of small documents, and a command line that knows two dialects: the native one and a toy.

Tests with the mark `all_dialects` have the real dialects instead.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import turnwire.dialects
from turnwire.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from click.testing import Result

PLAIN = '{"history":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}'
LOSSY = (
    '{"settings":{"model":"m"},"history":[{"role":"user","content":'
    '[{"type":"text","text":"hi"},{"type":"refusal","text":"no"}]}]}'
)
TWICE = '{"history":[],\n "history":[]}'
PLAIN_TOY = '{"toy":[{"who":"user","says":"hi"}]}'
YAML = "history:\n- role: user\n  content:\n  - {type: text, text: hi}\n"


@pytest.fixture(autouse=True)
def _two_dialects(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("all_dialects") is None:
        modules = {"toy": "tests.cli.toy", "turnwire": "turnwire.dialects.turnwire"}
        monkeypatch.setattr(turnwire.dialects, "MODULES", modules)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A shell starts what runs in the background with SIGINT ignored, which programs inherit."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def turnwire_command() -> Callable[..., Result]:
    """`turnwire_command("convert a.json", input=...)`."""

    def run(line: str, **settings: str) -> Result:
        return CliRunner().invoke(app, line.split(), catch_exceptions=False, **settings)  # type: ignore[arg-type]

    return run
