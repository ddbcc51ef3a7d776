"""The pages that people read, and the snippets in them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "proto" / "README.md",
    # package.md is README.md once more.
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.name != "package.md"),
)

_FENCE = re.compile(
    r"(?:`(?P<path>[\w./-]+\.(?:json|py))`[^\n]*\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


class Snippet(NamedTuple):
    """A fenced block, where it stands, and the file that the line before says it is."""

    page: Path
    line: int
    language: str
    text: str
    path: str | None

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def snippets(language: str) -> list[Snippet]:
    """All fenced blocks of a language."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in _FENCE.finditer(text):
            if match["language"] == language:
                line = text.count("\n", 0, match.start("text"))
                found.append(Snippet(page, line, language, match["text"], match["path"]))
    return found


def commands() -> list[tuple[str, list[str]]]:
    """Every line of a shell block that runs turnwire: its place, and its arguments."""
    return [
        (f"{snippet.name} {number}", shlex.split(line, comments=True)[1:])
        for snippet in snippets("sh")
        for number, line in enumerate(snippet.text.splitlines(), 1)
        if line.startswith("turnwire ")
    ]
