"""What is left has its place in the file that is named: the input, unless that is replaced."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from tests.validation.repair.test_properties import conversations, damaged

import turnwire
from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

BROKEN = '{"messages": [{"role": "human", "content": "a"}, {"role": "user", "content": "b"}], "n": "x", "model": "m"}'
COLUMN = BROKEN.index('"x"') + 1
COLUMNS = {
    "--check": COLUMN,
    "--diff": COLUMN,
    "-o out.json": COLUMN,
    "--write": COLUMN - 1,  # `user` is shorter than `human`
}


@pytest.mark.parametrize("way", COLUMNS)
def test_the_place_is_in_the_file_that_is_named(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.json").write_text(BROKEN)
    done = CliRunner().invoke(app, ["repair", "a.json", *way.split()])
    assert f"a.json:1:{COLUMNS[way]}: /n: " in done.stderr


@given(conversations(), st.integers(0, 10**6), st.sampled_from([None, 1]), st.booleans())
def test_findings_that_were_there_before_have_the_same_place(
    drawn: tuple[str, dict[str, object]],
    seed: int,
    indent: int | None,
    unsafe: bool,  # noqa: FBT001 - drawn
) -> None:
    dialect, tree = drawn
    body = json.dumps(damaged(tree, seed) | {"n": "x"}, indent=indent, ensure_ascii=False)
    done = turnwire.repair(body, dialect, kind="request", unsafe=unsafe)
    places = {
        (each.code, each.message): (each.line, each.column)
        for each in turnwire.validate(body, dialect, kind="request").diagnostics
        if each.pointer in {"/n", "/temprature", "/zzz"}
    }
    assert {(each.code, each.pointer) for each in done.left} == {(each.code, each.pointer) for each in done.left_before}
    for each in done.left_before:
        assert each.column is None or each.column <= len(body.split("\n")[(each.line or 0) - 1])
        if each.pointer in {"/n", "/temprature", "/zzz"}:
            assert (each.line, each.column) == places[each.code, each.message]
