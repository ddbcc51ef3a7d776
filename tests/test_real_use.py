"""What real use has found wrong: each case has tests that hold it, or a sentence of a page that answers it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
CASES: list[dict[str, Any]] = json.loads((TESTS / "real_use.json").read_bytes())


def functions(file: Path) -> set[str]:
    """The names of the tests in a file."""
    tree = ast.parse(file.read_bytes())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds) and node.name.startswith("test_")}


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_a_case_names_tests_that_there_are_or_its_answer(case: dict[str, Any]) -> None:
    assert case.keys() <= {"case", "tests", "answer"}
    assert case.get("tests") or case.get("answer")
    for test in case.get("tests", ()):
        file, _, name = test.partition("::")
        assert (TESTS / file).is_file(), test
        assert not name or name in functions(TESTS / file), test
    if "answer" in case:
        page, words = case["answer"]
        assert words in (TESTS.parent / "docs" / page).read_text(encoding="utf-8")


def test_each_case_is_there_once() -> None:
    names = [case["case"] for case in CASES]
    assert sorted(set(names)) == sorted(names)
