"""Where a finding about a repaired document stood in the document before its repair."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.model import Diagnostic


class Made(NamedTuple):
    """A part of a text that was replaced, and the length of what replaced it."""

    start: int
    end: int
    length: int


Round = tuple[Made, ...]
"""What was made at once, in order; the places are those of the text before."""


def places_before(
    findings: Sequence[Diagnostic], text: str, before: str, rounds: Sequence[Round]
) -> tuple[Diagnostic, ...]:
    """Return findings with the places that they had before the repair; what a repair added has the place of that.

    Args:
        findings: the findings about the repaired text.
        text: the repaired text.
        before: the text as it was.
        rounds: what was made of it, in order.
    """
    placed: list[Diagnostic] = []
    for found in findings:
        if found.line is None or found.column is None:
            placed.append(found)
            continue
        at = _offset(text, found.line, found.column)
        for made in reversed(rounds):
            at = _before(at, made)
        line, column = _place(before, at)
        placed.append(structs.replace(found, line=line, column=column))
    return tuple(placed)


def _before(at: int, made: Round) -> int:
    """Return the offset in the text before a round for one in the text after it."""
    moved = 0
    for each in made:
        if at < each.start + moved:
            break
        if at < each.start + moved + each.length:
            return each.start
        moved += each.length - (each.end - each.start)
    return at - moved


def _offset(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
