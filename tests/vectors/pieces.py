"""Long texts as rules: a text, or a list of pieces, each a text or `[text, times]`."""

from __future__ import annotations

import re

Pieces = str | list[str | list[str | int]]

_LONG = 2_000
_RUN = re.compile(r"(.{1,64}?)\1{99,}", re.DOTALL)


def packed(text: str) -> Pieces:
    """The text; where it is long, with its runs as rules."""
    if len(text) < _LONG:
        return text
    found: list[str | list[str | int]] = []
    start = 0
    for run in _RUN.finditer(text):
        found += [text[start : run.start()], [run[1], len(run[0]) // len(run[1])]]
        start = run.end()
    return [piece for piece in (*found, text[start:]) if piece] if found else text


def unpacked(pieces: Pieces) -> str:
    """The whole text."""
    if isinstance(pieces, str):
        return pieces
    return "".join(piece if isinstance(piece, str) else str(piece[0]) * int(piece[1]) for piece in pieces)
