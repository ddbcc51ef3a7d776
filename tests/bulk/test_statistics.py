"""The tables of `turnwire bulk stats`: lines fit a terminal, numbers line up, and no name is cut short."""

from __future__ import annotations

import json
import sys

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

from rich.cells import cell_len

from turnwire.bulk.counts import Counts, Missing
from turnwire.bulk.statistics import TABLES
from turnwire.cli.bulk_jobs import statistics
from turnwire.cli.bulk_jobs.page import page

WHOLE = Missing(0, 0)
NAMES = {
    "gpt-4.1": 5_000_000_000_000_001,
    "arn:aws:bedrock:us-east-1:123456789012:inference-profile/" * 3 + "us.anthropic.claude-sonnet-4-5": 1234,
    "通义千问" * 30: 1000,
    "🦙" * 50: 999,
    "é" * 45: 12,
    "a\tb\nc": 2,
    "": 1,
}


def lines(tables: dict[str, dict[str, int]], capsys: pytest.CaptureFixture[str]) -> list[str]:
    statistics.printed(Counts(tables=tables), WHOLE, is_json=False)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_a_terminal(columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    title, *found, last = lines({"models": NAMES}, capsys)
    assert (TABLES["models"], "") == (title, last)
    assert [each for each in found if cell_len(each) > columns] == []
    begin = len("  5,000,000,000,000,001  ")
    names: list[str] = []
    for each in found:
        number, name = each[:begin], each[begin:]
        if number.isspace():
            names[-1] += name
        else:
            names.append(name)
            assert number == f"  {list(NAMES.values())[len(names) - 1]:>21,}  "
    assert names == [*list(NAMES)[:-2], "a\\x09b\\x0ac", "(empty)"]


def test_elsewhere_each_name_has_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = lines({"models": NAMES, "tokens": {"input_tokens": 20}}, capsys)
    assert len(found) == len(NAMES) + 5
    assert found[2].endswith("1,234  " + list(NAMES)[1])
    assert found[-3:] == [TABLES["tokens"], "  20  input_tokens", ""]


def test_names_beyond_the_largest_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = lines({"tools": {f"tool_{each:02}": 100 - each for each in range(23)}}, capsys)
    assert found[20:] == ["   81  tool_19", "  237  3 others", ""]


def test_a_name_of_a_late_unit_is_among_the_largest_of_all() -> None:
    total, units = Counts(), [{f"{unit}-{each}": 1 for each in range(800)} | {f"late {unit}": 500} for unit in range(3)]
    for each in units:
        total.add(Counts(tables={"models": each}))
    found = statistics.ordered(total)["models"]
    assert {"(others)": 1403, "late 0": 500, "late 1": 500, "late 2": 500} == dict(list(found.items())[:4])
    assert (1001, 3 * 1300) == (len(found), sum(found.values()))


def test_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines({}, capsys) == []
    assert "<p>0 rows</p>" in "".join(page(Counts(), WHOLE, {}, None))
    statistics.printed(Counts(), WHOLE, is_json=True)
    assert 0 == json.loads(capsys.readouterr().out)["rows"]


def test_the_page_has_whole_numbers_and_names() -> None:
    counts = Counts(rows=1, tables={"models": NAMES})
    found = "".join(page(counts, WHOLE, statistics.ordered(counts), None))
    assert '<th scope="row">gpt-4.1</th><td class="number">5,000,000,000,000,001</td>' in found
    assert '<th scope="row">(empty)</th>' in found
    assert "通义千问" * 30 in found
