"""What the pages show works: Python blocks are run, and so are the lines of shell blocks that run turnwire."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.docs.pages import PAGES, ROOT, Snippet, commands, snippets

from turnwire.service.command import serve
from turnwire.service.server import Service
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ADDRESS = "127.0.0.1:50051"
"""What the pages say."""

FINDINGS = "--fail-on-loss"
"""Commands of the pages that have it end with 1, since something is lost."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    service = Service(Settings(port=0))
    service.start()
    yield service.address
    service.drain(0)


@pytest.mark.parametrize("snippet", [each for each in snippets("python") if not each.path], ids=lambda each: each.name)
def test_a_python_block_runs(snippet: Snippet, address: str) -> None:
    done = run([sys.executable, "-W", "error", "-c", snippet.text.replace(ADDRESS, address)])
    assert (0, "") == (done.returncode, done.stderr)


@pytest.mark.parametrize(("name", "arguments"), commands(), ids=[name for name, _ in commands()])
def test_a_command_runs(name: str, arguments: list[str]) -> None:
    if arguments[0] == "serve":  # it would not end; that its options are read is what can be shown
        assert serve.make_context("serve", arguments[1:]).params["port"] == int(
            arguments[arguments.index("--port") + 1]
        )
        return
    done = run([sys.executable, "-m", "turnwire", *arguments])
    assert (name, int(FINDINGS in arguments)) == (name, done.returncode), done.stderr
    assert done.stdout


def test_there_are_snippets() -> None:
    assert len(snippets("python")) >= 10
    assert len(commands()) >= 5


def targets(page: Path) -> set[str]:
    """The files that a page links to; addresses on the web are not looked at."""
    found = re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8"))
    return {target for target in found if not target.startswith("http")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    assert set() == {target for target in targets(page) if not (page.parent / target).exists()}


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
