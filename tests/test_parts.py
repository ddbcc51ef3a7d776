"""`make test` and what `make test-all` adds are all tests, and no test is in both."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.generation.plugins import make_environment
from tests.parts import LEFT, ONE_IN, PARTS, SAMPLED, part_of

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("test", "part"),
    [
        ("tests/cases/test_cases.py::test_a_case[glm]", "quick"),
        ("tests/laws/test_1_identity.py::test_recorded_traffic_comes_back", "quick"),
        ("tests/store/test_kills.py::test_whatever", "rest"),
        ("tests/a_new_folder/test_new.py::test_new[1]", "quick"),
    ],
)
def test_a_test_is_in_the_part_that_the_table_says(test: str, part: str) -> None:
    assert part == part_of(test)


def test_one_in_so_many_parameter_sets_is_quick() -> None:
    tests = [f"{file}::test_{name}[dialect {number}]" for file in SAMPLED for name in "ab" for number in range(200)]
    assert 0.9 < ONE_IN * sum(part_of(test) == "quick" for test in tests) / len(tests) < 1.1


def test_the_table_names_tests_that_there_are() -> None:
    for entry in (*SAMPLED, *LEFT):
        file, _, name = entry.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text("utf-8") if name else (ROOT / file).is_file(), entry


def collected(part: str) -> set[str]:
    """The ids of the tests of a part, of files that are sampled, left, and neither."""
    files = ["tests/laws/test_5_edits_win.py", "tests/store/test_kills.py", "tests/cases/test_form_alone.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only", "--part", part, *files]
    # Options such as -v would change the form of the list.
    own = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    return {line for line in done.stdout.splitlines() if "::" in line}


def test_each_test_is_in_one_part() -> None:
    quick, rest, whole = map(collected, PARTS)
    assert quick | rest == whole
    assert set() == quick & rest
    assert quick
    assert rest


def test_ci_runs_each_part_once() -> None:
    make = shutil.which("make")
    assert make is not None
    steps = re.findall(r"^for step in (.*); do$", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)[0].split()
    own = make_environment()
    done = subprocess.run([make, "-n", *steps], cwd=ROOT, env=own, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    # The tests of engines are of no part.
    runs = [run for run in re.findall(r"-m pytest\b.*", done.stdout) if "--part" in run]
    assert ["quick", "rest"] == [run.partition("--part ")[2].split()[0] for run in runs]
    # Mutants are tried with fewer examples; the tests themselves are not.
    assert [] == [run for run in done.stdout.splitlines() if "-m pytest" in run and "TURNWIRE_HYPOTHESIS" in run]
