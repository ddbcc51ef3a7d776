"""The line of a document that a finding is about, with a caret below the value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.cli.words import plain

if TYPE_CHECKING:
    from turnwire.model import Diagnostic

_WIDTH: Final = 100
_BEFORE: Final = 30
"""Characters that are shown before the column of a long line."""
_VALUE: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[-+.\w]+')
_LONGEST: Final = 60
_CUT: Final = "..."


class Excerpt(NamedTuple):
    """One line of a file, and the line with the caret below it."""

    number: int
    line: str
    caret: str


def excerpt(text: bytes, found: Diagnostic, first: int, before_it: int = 0) -> Excerpt | None:
    """Return the line of a finding; None if the finding has no place in the text.

    Args:
        text: the document as it stands in its file.
        found: a finding with the lines of the file.
        first: the number of the document's first line in the file.
        before_it: how many characters are before the document on that line; they are not shown.
    """
    if found.line is None or found.column is None:
        return None
    line = _line(text, found.line - first)
    if line is None:
        return None
    column = found.column - 1 - (before_it if found.line == first else 0)
    value = _VALUE.match(line, column)
    length = min(max(value.end() - column, 1), _LONGEST) if value else 1
    start = max(column - _BEFORE, 0) if len(line) > _WIDTH else 0
    before, shown = plain(line[start:column]), plain(line[start : start + _WIDTH])
    left, right = _CUT if start else "", _CUT if len(line) > start + _WIDTH else ""
    carets = min(length, max(len(left + shown) - len(left + before), 1))
    return Excerpt(found.line, left + shown + right, " " * len(left + before) + "^" * carets)


def _line(text: bytes, number: int) -> str | None:
    start = 0
    for _ in range(number):
        start = text.find(b"\n", start) + 1
        if start == 0:
            return None
    end = text.find(b"\n", start)
    return text[start : len(text) if end < 0 else end].decode("utf-8", "backslashreplace").rstrip("\r")
