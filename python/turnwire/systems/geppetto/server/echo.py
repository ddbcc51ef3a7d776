"""The default model: it repeats the question, and cites the line of the document that has most words of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.systems.geppetto.server.asking import Answer
from turnwire.systems.geppetto.server.contents import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from turnwire.systems.geppetto.server.asking import Document, Query

# As much of a file as is searched, so that a question costs the same for all long files.
_SEARCHED: Final = 256 * 1024
_WORD: Final = re.compile(r"\w{3,}")
_PAGE: Final = "\f"


class Found(NamedTuple):
    """A line of a document, and where it is."""

    score: int
    file: Path
    page: int
    line: str


class EchoModel:
    """A model for trying a client out: the same question about the same document has the same answer."""

    def answer(self, query: Query, documents: Sequence[Document]) -> Answer:
        """Return the question, the best line of the document, and a citation of it."""
        asked = f"You asked: {query.message}"
        if not documents:
            return Answer(_limited(asked, query))
        document = documents[0]
        best = max((_best(file, query.message) for file in document.files), key=lambda each: each.score, default=None)
        if best is None:
            return Answer(_limited(f"{asked} {document.drawer}/{document.name} has no files.", query))
        says = f" {best.file.name} says: {best.line}" if best.line else ""
        return Answer(_limited(asked + says, query), (_citation(best),))


def _best(file: Path, question: str) -> Found:
    """Return the line of a text file that shares most words with the question; of any other file the first page."""
    wanted = set(_words(question))
    best = Found(-1, file, 1, "")
    if file.suffix.lower() in TEXTS:
        for page, line in _lines(file):
            score = len(wanted.intersection(_words(line)))
            if score > best.score:
                best = Found(score, file, page, line)
    return best


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a text that are not empty, each with the number of its page."""
    with file.open("rb") as stream:
        text = stream.read(_SEARCHED).decode("utf-8", "ignore")
    for number, page in enumerate(text.split(_PAGE), 1):
        for line in page.splitlines():
            if line.strip():
                yield number, line.strip()


def _words(text: str) -> Iterator[str]:
    return (found[0].lower() for found in _WORD.finditer(text))


def _citation(found: Found) -> str:
    """A citation as the server definition writes it, with the date at which the file was stored."""
    stored = datetime.fromtimestamp(found.file.stat().st_mtime, UTC)
    return f"source={found.file.name},page={found.page},date={stored:%m/%d/%Y}"


def _limited(text: str, query: Query) -> str:
    """The text, of at most as many words as the query allows.

    Stop sequences do not end it: the original server does not look at them either.
    """
    words = text.split(" ")
    most = len(words) if query.max_tokens is None else max(query.max_tokens, 0)
    return " ".join(words[:most])
