"""`turnwire sessions list`, on terminals of different widths, and of files with faults."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.session_files import codex
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE

from turnwire.cli.app import app
from turnwire.cli.session_files import listing
from turnwire.cli.session_files import rows as rows_module
from turnwire.cli.session_files.rows import Rows

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.all_dialects

NAME = f"{'a' * 60}.jsonl"
BLOCK = f"""\
2026-02-11 20:31  claude_code  claude-opus-4-6
  hello
  1 user, 2 assistant, 2 results, 36 tokens
  {NAME}
"""


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
        "1 line of an unknown type: --format json counts them for each file\n"
    ) == found


def joined(*ids: str, **more: str) -> bytes:
    """Rollouts of Codex one behind the other, each with the id of its session."""
    parts = []
    for own in ids:
        head = codex.meta(**more)
        head["payload"]["id"] = own
        parts += [head, codex.turn(), codex.said("user", f"hello {own}")]
    return file_of(*parts)


def fork() -> bytes:
    """A fork: its own head, that of the session that it copies, and the copied lines."""
    own, copied = codex.meta(forked_from_id="s-1"), codex.meta()
    own["payload"]["id"] = "s-2"
    return file_of(own, copied, codex.said("user", "hello"), codex.turn(), copied, codex.said("user", "on"))


# a rollout -> the number of other sessions in it
OTHERS = {
    "one": (joined("s-1"), 0),
    "two": (joined("s-1", "s-2"), 1),
    "three, of which one comes back": (joined("s-1", "s-2", "s-1", "s-3"), 2),
    "one that was resumed": (joined("s-1", "s-1"), 0),
    "a fork": (fork(), 0),
    "the sessions of a fork": (joined("s-2", "s-1", forked_from_id="s-1"), 0),
}


@pytest.mark.parametrize("case", OTHERS)
def test_several_sessions_of_one_file(case: str, tmp_path: Path) -> None:
    data, number = OTHERS[case]
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    done = CliRunner().invoke(app, ["sessions", "list", str(path)])
    said = f"{path}: {number + 1} sessions, one behind the other, listed as one\n"
    assert (0, said if number else "") == (done.exit_code, done.stderr)
    (listed,) = CliRunner().invoke(app, ["sessions", "list", str(path), "--format", "json"]).stdout.splitlines()
    assert number == json.loads(listed)["other_sessions"]
    shown = CliRunner().invoke(app, ["sessions", "show", str(path)]).stdout
    assert number == shown.count("== another session, ")


def test_another_session_begins_under_a_heading(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    head = {"id": "<b>\x1b[31m", "timestamp": codex.TIME, "cwd": "/"}
    path.write_bytes(joined("s-1") + file_of(codex.line("session_meta", **head), codex.said("user", "on")))
    shown = CliRunner().invoke(app, ["sessions", "show", str(path)]).stdout
    assert "hello s-1\n\n== another session, <b>\\x1b[31m\n\nsession_meta  line 4" in shown
    assert "cwd" not in shown
    page = CliRunner().invoke(app, ["sessions", "show", str(path), "--html", "-"]).stdout
    assert '<p class="branch">Another session, &lt;b&gt;\\x1b[31m</p>' in page


def test_rows_are_the_same_in_memory_and_in_a_temporary_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_module, "HELD", 1)
    with Rows(("name", "n")) as rows:
        rows.add(("tides\tand\nwaves", "1"))
        rows.add(("é\udcff", ""))
        assert (2, [21, 1]) == (len(rows), rows.widths)
        for _ in range(2):
            assert [["tides\\x09and\\x0awaves", "1"], ["é\\xff", ""]] == list(rows)


def test_a_long_list_on_a_wide_terminal_has_aligned_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = listed(240, tmp_path, monkeypatch)
    monkeypatch.setattr(listing, "_MOST_DRAWN", 0)
    header, row = listed(240, tmp_path, monkeypatch).splitlines()
    assert "started           format" == header[:24]
    assert "2026-02-11 20:31  claude_code" == row[:29]
    assert row.split() in [line.split() for line in drawn.splitlines()]
