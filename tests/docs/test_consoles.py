"""Console blocks are run, and give what they show; every other block says what it is."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.docs.consoles import FILES, NO_EXAMPLES, NOT_RUN, failing
from tests.docs.pages import PAGES, ROOT, snippets

if TYPE_CHECKING:
    from pathlib import Path

    from tests.docs.pages import Snippet

READ_ELSEWHERE = {ROOT / "proto" / "README.md", *(ROOT / "docs" / "rules").glob("*.md")}
"""tests/schemas/test_readme.py and tests/validation/test_rules.py read every document of these."""

RUN = {"python", "sh"}
"""Languages whose blocks tests/docs/test_snippets.py runs."""

FINDS = ("turnwire plan", "turnwire validate chat.json")
"""A planned switch that costs anything ends with 1, and so does a document with an error."""

# What differs from run to run: ids of turns, and digests of documents that the page does not show.
_CHANGING = (
    (re.compile(r"\bsess_[0-9A-Z]{26}\b"), "SESSION"),
    (re.compile(r"\b0[0-9a-z]{24}\b"), "ID"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "DIGEST"),
)


class Step(NamedTuple):
    """A command, and the lines that it prints."""

    command: str
    shown: list[str]


def steps(snippet: Snippet) -> list[Step]:
    found: list[Step] = []
    for line in snippet.text.splitlines():
        if line.startswith("$ "):
            found.append(Step(line.removeprefix("$ ").partition("  #")[0].strip(), []))
        else:
            found[-1].shown.append(line)
    return found


def plain(lines: list[str]) -> list[str]:
    for pattern, word in _CHANGING:
        lines = [pattern.sub(word, line) for line in lines]
    return [line.rstrip() for line in lines]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder, and a `turnwire` that is this one."""
    program = tmp_path / "bin" / "turnwire"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m turnwire "$@"\n')
    program.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    return work


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(str(ROOT / name) for name in ("python", "generated/python"))
    path = f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    settings = {**os.environ, "PATH": path, "PYTHONPATH": paths, "TURNWIRE_THREADS": str(folder / "threads")}
    return subprocess.run(
        ["/bin/sh", "-c", command], cwd=folder, env=settings, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("snippet", snippets("console"), ids=lambda each: each.name)
def test_a_console_block_gives_what_it_shows(snippet: Snippet, folder: Path) -> None:
    known = [make for start, make in FILES.items() if steps(snippet)[0].command.startswith(start)]
    assert known, "say in tests/docs/consoles.py which files the block speaks of"
    known[0](folder)
    for command, shown in steps(snippet):
        if command not in NOT_RUN:
            done = run(command, folder)
            assert (command, int(command.startswith(FINDS))) == (command, done.returncode), done.stderr
            if shown:
                assert plain(shown) == plain(done.stdout.splitlines())


def test_a_loss_as_the_page_shows_it(folder: Path) -> None:
    failing(folder)
    done = run("turnwire convert chat.json --to openai_chat -o out.json", folder)
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert [line for line in done.stderr.splitlines() if line not in page] == []
    assert "is_error" in done.stderr


def test_every_other_block_says_what_it_is() -> None:
    languages = {match for page in PAGES for match in re.findall(r"(?m)^```(\w+)$", page.read_text("utf-8"))}
    blocks = [each for language in sorted(languages - RUN - {"console"}) for each in snippets(language)]
    others = [each for each in blocks if each.page not in READ_ELSEWHERE]
    found = {start for each in others for start in NO_EXAMPLES if each.text.startswith(start)}
    unsaid = [each.name for each in others if not each.text.startswith(tuple(NO_EXAMPLES))]
    assert unsaid == []
    assert found | {"make test"} == NO_EXAMPLES.keys()


def test_every_command_is_run_or_says_why_not() -> None:
    shown = {step.command for snippet in snippets("console") for step in steps(snippet)}
    told = (line.partition("#")[0].strip() for snippet in snippets("sh") for line in snippet.text.splitlines())
    lines = {line for line in told if line}
    assert {line for line in lines if not line.startswith("turnwire ")} | (shown & NOT_RUN.keys()) == NOT_RUN.keys()
