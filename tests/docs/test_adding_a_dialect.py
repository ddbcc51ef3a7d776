"""docs/adding-a-dialect.md makes a dialect that works: its files, its line in the registry, its cases."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.docs.pages import ROOT, snippets

if TYPE_CHECKING:
    from pathlib import Path

PACKAGE = "python/turnwire/dialects/"

# The folder and the line are added for one process only.
RUN = """
import sys
import turnwire.dialects as registry
from turnwire.detect import detect
folder, name, module, cases, sample = sys.argv[1:]
registry.__path__.append(folder)
registry.MODULES[name] = module
assert detect(sample) == [(name, "request")], detect(sample)
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir", folder, cases]))
"""


def files() -> dict[str, str]:
    return {s.path: s.text for s in snippets("python") if s.path and s.page.name == "adding-a-dialect.md"}


def shown(language: str) -> str:
    """The first block of a language on the page."""
    return next(s.text for s in snippets(language) if s.page.name == "adding-a-dialect.md")


def test_what_the_page_makes_passes_its_own_cases(tmp_path: Path) -> None:
    for path, text in files().items():
        target = tmp_path / path.removeprefix(PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    ((name, module),) = ast.literal_eval("{" + shown("text") + "}").items()
    cases = tmp_path / next(path for path in files() if path.startswith("tests/cases/"))
    arguments = [str(tmp_path), name, module, str(cases), json.dumps(json.loads(shown("json")))]
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert (0, "") == (done.returncode, done.stderr), done.stdout
    assert " passed" in done.stdout


def test_it_costs_one_folder_one_line_and_one_folder_of_cases() -> None:
    assert {"python/turnwire/dialects/toy_chat", "tests/cases/toy_chat"} == {p.rpartition("/")[0] for p in files()}
    assert len(shown("text").splitlines()) == 1
