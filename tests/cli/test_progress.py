"""The progress of a long run: on a terminal, with its total and its rate, and nowhere else."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.terminal import started
from tests.cli.test_jobs import MADE, ran

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SKIPPED, terminals: Windows has others")

COMMANDS = (
    "validate in.jsonl",
    "convert in.jsonl --to anthropic_messages -o out/",
    "repair in.jsonl --write",
    "repair in.jsonl -o out/ --jobs 2",
    "redact in.json -o out/",
)
BAR = re.compile(r"(\d+) documents?(?:, \d+ losse?s?)? [\d.]+/([\d.]+) [kM]B ([\d.]+ [kM]B/s|\?)")
"""How many documents, how much of how much was read, and how fast, which is not known at first."""
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def bars(shown: str) -> list[tuple[str, str, str]]:
    return BAR.findall(_COLOURS.sub("", shown))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_bar_shows_the_total_and_the_rate(command: str, tmp_path: Path) -> None:
    name = command.split()[1]
    MADE[name](tmp_path)
    size = (tmp_path / name).stat().st_size
    run = started(command, tmp_path, only_errors=True)
    shown = bars(run.rest())
    assert 1 == run.process.wait()
    assert {f"{size / 10**6:.1f}" if size >= 10**6 else f"{size / 10**3:.1f}"} == {total for _, total, _ in shown}
    documents = [int(number) for number, _, _ in shown]
    assert documents == sorted(documents)
    assert ({"in.json": "1000"}.get(name, "1500"), True) == (shown[-1][0], shown[-1][2] != "?")


@pytest.mark.parametrize("command", ["validate in.jsonl", "repair in.jsonl --write", "redact in.jsonl -o out/"])
def test_no_bar_is_shown_where_nobody_looks_at_one(command: str, tmp_path: Path) -> None:
    MADE["in.jsonl"](tmp_path)
    code, _, said = ran(command, tmp_path)
    assert (1, [], b"\x1b" in said) == (code, bars(said.decode()), False)
    run = started(f"{command} --quiet", tmp_path, only_errors=True)
    assert [] == bars(run.rest())
    run.process.wait()


def test_one_document_needs_no_bar(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"model":"m","messages":[{"role":"user","content":"Hi."}]}')
    run = started("validate a.json", tmp_path, only_errors=True)
    assert [] == bars(run.rest())
    assert 0 == run.process.wait()


_PARTS = re.compile(r"\x1b\[(\d*)([AK])|\x1b\[[?\d;]*[a-zA-Z]|(\r|\n)|([^\x1b\r\n]+)")


def rows(shown: str) -> list[str]:
    """What a terminal shows after these bytes: CR, LF, CUU and EL of ECMA-48."""
    found, row, column = [""], 0, 0
    for number, control, end, text in _PARTS.findall(shown):
        if control == "A":
            row -= int(number or 1)
        elif control == "K":
            found[row] = ""
        elif end == "\r":
            column = 0
        elif end == "\n":
            row += 1
            found += [""] * (row == len(found))
        elif text:
            found[row] = found[row][:column].ljust(column) + text + found[row][column + len(text) :]
            column += len(text)
    return found


@pytest.mark.parametrize(
    "command",
    [
        "validate in.jsonl",
        "validate in.jsonl --jobs 2 --format concise",
        "convert in.jsonl --to anthropic_messages -o out/",
    ],
)
def test_a_bar_leaves_a_report_on_the_same_terminal_as_it_is(command: str, tmp_path: Path) -> None:
    """A line of the report stood behind the bar, and a bar stayed above it."""
    MADE["in.jsonl"](tmp_path)
    _, out, said = ran(command, tmp_path)
    run = started(command, tmp_path, only_errors=False)
    shown = run.rest()
    assert 1 == run.process.wait()
    assert sorted([*out.decode().splitlines(), *said.decode().splitlines()]) == sorted(rows(shown)[:-1])
    assert bars(shown)


@pytest.mark.parametrize(
    "command",
    [
        "convert in.jsonl --to anthropic_messages",
        "convert in.jsonl --to anthropic_messages -o out/ --losses -",
        "repair in.jsonl",
    ],
)
def test_no_bar_is_among_documents_on_a_terminal(command: str, tmp_path: Path) -> None:
    MADE["in.jsonl"](tmp_path)
    run = started(command, tmp_path, only_errors=False)
    assert [] == bars(run.rest())
    assert 1 == run.process.wait()
