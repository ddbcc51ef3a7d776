"""What the pages show works: Python blocks are run, and so are the lines of shell blocks that run turnwire."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
import tomllib
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

OFFICIAL = {"anthropic", "openai"}
"""Packages of providers that a page uses and turnwire does not demand."""

FINDINGS = "--fail-on-loss"
"""Commands of the pages that have it end with 1, since something is lost."""


SILENT = {"--check", "validate"}
"""Commands of the pages that have it say nothing on standard output, since there is nothing to do or to report."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    service = Service(Settings(port=0))
    service.start()
    yield service.address
    service.drain(0)
    service.stop()


@pytest.mark.parametrize("snippet", [each for each in snippets("python") if not each.path], ids=lambda each: each.name)
def test_a_python_block_runs(snippet: Snippet, address: str) -> None:
    if missing := {name for name in imported(snippet) & OFFICIAL if importlib.util.find_spec(name) is None}:
        pytest.skip(f"SKIPPED: {', '.join(sorted(missing))} is not there; install turnwire[test-objects]")
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
    assert done.stdout or SILENT & set(arguments)


def test_there_are_snippets() -> None:
    assert len(snippets("python")) >= 10
    assert len(commands()) >= 5


def imported(snippet: Snippet) -> set[str]:
    """The packages that a block imports from."""
    nodes = list(ast.walk(ast.parse(snippet.text)))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return {name.split(".")[0] for name in (*plain, *(n.module or "" for n in nodes if isinstance(n, ast.ImportFrom)))}


def test_the_official_packages_are_those_that_the_pages_use() -> None:
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    objects = {re.split(r"[<>=]", each)[0] for each in extra["test-objects"]}
    assert OFFICIAL == {name for snippet in snippets("python") for name in imported(snippet) & objects}


def targets(page: Path) -> set[str]:
    """The files that a page links to; addresses on the web are not looked at."""
    found = re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8"))
    return {target for target in found if not target.startswith("http")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    assert set() == {target for target in targets(page) if not (page.parent / target).exists()}


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
