"""docs/adding-a-dialect.md makes a dialect that works: its files, its line in the registry, its cases, its streams."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.docs.pages import ROOT, snippets

from mapping_source.tables import table_of

if TYPE_CHECKING:
    from pathlib import Path

PACKAGE = "python/turnwire/dialects/"
STREAMS = ("reply.py", "stream.py", "stream_write.py", "replies.json")
"""The files that a dialect without replies has not."""

# The folder and the line are added for one process only.
RUN = """
import sys
from pathlib import Path
import turnwire.dialects as registry
from turnwire.detect import detect
folder, name, module, sample, *arguments = sys.argv[1:]
registry.__path__.append(folder)
registry.MODULES[name] = module
assert detect(sample) == [(name, "request")], detect(sample)
import pytest
class Cases:
    def pytest_sessionstart(self):
        from tests.cases import case
        case.FOLDERS.append(Path(folder) / "tests" / "cases")
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *arguments], plugins=[Cases()]))
"""
WHOLE = ("tests/cases/test_cases.py", "tests/stream", "tests/laws/test_8_chunks_do_not_matter.py")
LAW_9 = "tests/laws/test_9_written_streams.py"


def files() -> list[tuple[str, str]]:
    """Every file that the page shows, in its order; a later one of the same name takes the place of the first."""
    shown = [s for language in ("python", "json") for s in snippets(language) if s.page.name == "adding-a-dialect.md"]
    return [(s.path, s.text) for s in sorted(shown, key=lambda s: s.line) if s.path and "/" in s.path]


def shown(language: str, beginning: str = "") -> str:
    """The first block of a language on the page that begins so."""
    every = [s.text for s in snippets(language) if s.page.name == "adding-a-dialect.md"]
    return next(text for text in every if text.startswith(beginning))


def run(folder: Path, every: list[tuple[str, str]], *tests: str) -> str:
    """What pytest says in a process that knows the dialect."""
    for path, text in every:
        target = folder / path.removeprefix(PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    ((name, module),) = ast.literal_eval("{" + shown("text", '    "') + "}").items()
    cases = folder / "tests" / "cases" / name
    arguments = [str(folder), name, module, json.dumps(json.loads(shown("json"))), str(cases), *tests, "-k", name]
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=240
    )
    assert (0, "") == (done.returncode, done.stderr), done.stdout
    return done.stdout


def test_what_the_page_makes_passes_its_own_cases(tmp_path: Path) -> None:
    """As it stands where the section about replies is left out."""
    first: dict[str, str] = {}
    for path, text in files():
        if path.rpartition("/")[2] not in STREAMS:
            first.setdefault(path, text)
    assert " passed" in run(tmp_path, list(first.items()), WHOLE[0])


def test_its_streams_pass_the_tests_of_streams(tmp_path: Path) -> None:
    said = run(tmp_path, files(), *WHOLE, LAW_9)
    assert int(said.rpartition(" passed")[0].rpartition("\n")[2].split()[-1]) >= 40, said


def test_it_costs_one_folder_one_line_and_one_folder_of_cases() -> None:
    folders = {path.rpartition("/")[0] for path, _ in files()}
    assert {"python/turnwire/dialects/toy_chat", "tests/cases/toy_chat"} == folders
    assert len(shown("text", '    "').splitlines()) == 1


def test_the_table_is_an_extract_of_one_that_is_there() -> None:
    part, whole = (table_of(text) for text in (shown("yaml"), (ROOT / "mapping" / "ollama_settings.yaml").read_text()))
    assert (part.title, part.wire, part.module) == (whole.title, whole.wire, whole.module)
    assert set(part.nodes["generation"]) < set(whole.nodes["generation"])
