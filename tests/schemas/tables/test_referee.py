"""The tables and the descriptions of providers give the same verdicts; each difference has a reason."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from tests.data import data
from tests.schemas.tables.mutations import mutants
from tests.schemas.tables.referee import (
    FILE,
    Difference,
    Row,
    counts,
    differences,
    reason_of,
    rows,
    subjects,
    unexplained,
)


@pytest.fixture(autouse=True)
def _corpus_and_descriptions() -> None:
    data("corpus")
    data("specs")


def test_each_difference_has_a_reason() -> None:
    assert [] == list(unexplained()), "mend the table, or add a row to differences.json"


def test_no_reason_is_stale() -> None:
    found = {row for subject in subjects() for each in differences(*subject) if (row := reason_of(each))}
    assert [] == [row for row in rows() if row not in found]


def test_the_counts_are_written_down() -> None:
    written = json.loads(FILE.read_bytes())["counts"]
    assert written == counts(), "run python -m tests.schemas.tables.referee"


def test_rows_are_narrow() -> None:
    assert [] == [row for row in rows() if row.place == "*" and row.change == "*"]
    assert [] == [row for row in rows() if not row.reason.endswith(".")]


def test_every_place_is_changed_and_put_back() -> None:
    tree = {"a": [1, {"type": "t", "b": "w"}], "c": None}
    found = list(mutants(tree, Counter()))
    assert {"/a", "/a/*", "/a/*(t)", "/a/*(t)/type", "/a/*(t)/b", "/c"} == {place for place, _ in found}
    assert {"null", "boolean", "text", "list", "object", "less", "more", "fraction", "zero"} == {
        change for place, change in found if place == "/a/*"
    }
    assert {"a": [1, {"type": "t", "b": "w"}], "c": None} == tree


def test_a_row_is_about_its_own_differences() -> None:
    found = Difference("d", "request", "/a/*/b", "null", "table")
    assert Row("c|d", "*", "/a/*", "null|word", "table", "").fits(found)
    assert not Row("c", "*", "/a/*", "null", "table", "").fits(found)
    assert not Row("d", "*", "/a/*", "null", "provider", "").fits(found)
