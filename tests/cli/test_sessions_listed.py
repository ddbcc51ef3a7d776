"""`turnwire sessions list`, on terminals of different widths, and of files with faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE

from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

NAME = f"{'a' * 60}.jsonl"
BLOCK = f"""\
2026-02-11 20:31  claude_code  claude-opus-4-6
  hello
  1 user, 2 assistant, 2 results, 36 tokens
  {NAME}
"""


@pytest.fixture(autouse=True)
def _two_dialects() -> None:
    """The real dialects, instead of the two of this folder."""


@pytest.mark.parametrize("columns", [20, 80, 140])
def test_a_list_on_a_narrow_terminal_has_lines_for_each_session(
    columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert BLOCK == listed(columns, tmp_path, monkeypatch)


def test_a_list_on_a_wide_terminal_is_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = listed(240, tmp_path, monkeypatch)
    assert "subagents" in shown
    assert NAME in shown


def listed(columns: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.chdir(folder)
    (folder / NAME).write_bytes(file_of(*CLAUDE["parallel-calls"]))
    return CliRunner().invoke(app, ["sessions", "list", NAME]).stdout


def test_lines_that_are_broken_or_unknown_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(file_of(*CLAUDE["call"], {"type": "brand-new"}, b'{"type":"us', b'{"type":"as'))
    found = CliRunner().invoke(app, ["sessions", "list", str(tmp_path)]).stderr
    assert (
        "2 lines broken, such as cut off: --format json counts them for each file\n"
        "1 line of a type that is not known: --format json counts them for each file\n"
    ) == found
