"""Each fault in the lists has its findings: the exact codes, pointers, lines and columns, with both engines."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any, get_args

import pytest
from tests.validation.broken.table import Fault, checked, document, faults, names, shown

from turnwire.validation.engines import EngineName
from turnwire.validation.rules import ABOUT_NAMES

FAULTS = [fault for name in names() for fault in faults(name)]
LEAST = 300


def test_there_are_enough_faults() -> None:
    assert len(FAULTS) >= LEAST


@pytest.mark.parametrize("name", names())
def test_the_document_without_faults_has_no_finding(name: str) -> None:
    assert shown(checked(name, document(name), "jsonschema_rs")) == ()


@pytest.mark.parametrize("engine", get_args(EngineName))
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.title)
def test_the_findings_about_a_fault(fault: Fault, engine: EngineName) -> None:
    assert shown(checked(fault.name, fault.text(), engine)) == fault.findings


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.title)
def test_a_finding_stands_where_its_value_begins(fault: Fault) -> None:
    """The line and the column are those of the value, or of an unknown member's name, found without the scanner."""
    text = fault.text()
    found = checked(fault.name, text, "jsonschema_rs").diagnostics
    if any(each.code.startswith("TW1") for each in found):
        return  # the text is not JSON
    tree = json.loads(text)
    lines = text.splitlines(keepends=True)
    for finding in found:
        assert finding.line is not None
        assert finding.column is not None
        start = sum(map(len, lines[: finding.line - 1])) + finding.column - 1
        value, end = json.JSONDecoder().raw_decode(text, start)
        pointer = finding.pointer or ""
        is_name = finding.code in ABOUT_NAMES
        assert value == (_steps(pointer)[-1] if is_name else _at(tree, pointer))
        assert text[end:].lstrip().startswith(":") or not is_name


ONE_PLACE = {("TW301", "TW351")}
"""Pairs of findings at one place with two causes: a call in a message of the user is misplaced, and has no result."""


def test_two_findings_at_one_place_have_two_causes() -> None:
    found = {
        (first.code, second.code)
        for fault in FAULTS
        for first, second in combinations(checked(fault.name, fault.text(), "jsonschema_rs").diagnostics, 2)
        if first.pointer == second.pointer
    }
    assert ONE_PLACE == {each for each in found if each != ("TW202", "TW202")}  # two members may be missing


def _steps(pointer: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _at(tree: Any, pointer: str) -> Any:
    for name in _steps(pointer):
        tree = tree[int(name)] if isinstance(tree, list) else tree[name]
    return tree
