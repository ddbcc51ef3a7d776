"""The glossary is short, its terms are in use, and no public name uses a word that it rejects."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest
from tests.docs.pages import PAGES, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

GLOSSARY = ROOT / "docs" / "glossary.md"
SOURCES = sorted((ROOT / "python" / "turnwire").rglob("*.py"))
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in GLOSSARY.read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| term")
]
REJECTED = {word for row in ROWS for word in re.findall(r"\w+", row[2])}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def _public_names(source: str) -> Iterator[str]:
    """The classes and functions of a module that are not private, and the methods of these classes."""
    nodes: list[ast.stmt] = list(ast.parse(source).body)
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node.name
            nodes += node.body if isinstance(node, ast.ClassDef) else []


def _names() -> set[str]:
    found = {part for path in SOURCES for part in path.relative_to(ROOT / "python").with_suffix("").parts}
    return found | {name for path in SOURCES for name in _public_names(path.read_text("utf-8"))}


def test_the_glossary_has_at_most_forty_terms_of_one_sentence_each() -> None:
    assert len(ROWS) in range(1, 41)
    assert len({term for term, _, _ in ROWS}) == len(ROWS)
    assert [] == [term for term, meaning, _ in ROWS if len(re.findall(r"\.(?: |$)", meaning)) != 1]


@pytest.mark.parametrize("term", [row[0] for row in ROWS])
def test_the_pages_and_the_sources_use_each_term(term: str) -> None:
    pages = [path.read_text("utf-8") for path in PAGES if path != GLOSSARY]
    sources = [path.read_text("utf-8") for path in SOURCES]
    used = re.compile(rf"\b{term.replace(' ', '[ _]')}", re.IGNORECASE)
    assert any(map(used.search, pages))
    assert any(map(used.search, sources))


def test_no_public_name_has_a_word_that_the_glossary_rejects() -> None:
    named = {name: {word.lower() for word in _WORD.findall(name)} & REJECTED for name in _names()}
    assert {} == {name: words for name, words in named.items() if words}


def test_no_term_is_rejected() -> None:
    assert set() == {term for term, _, _ in ROWS} & REJECTED
