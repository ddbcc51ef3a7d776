"""What of each dialect's own features survives in each other one: the second half of docs/fidelity.md.

A row counts for a dialect that holds it: the row's document is written in that dialect, read back, and written in
the other.  What both lose of a plain document of the kind is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import turnwire
from turnwire.dialects import get

if TYPE_CHECKING:
    from turnwire.dialect import Kind
    from turnwire.model import Document

WORST = ("dropped", "degraded", "reshaped", "invented", "held")
"""What happens to a row, the worst first; a row counts once, for its worst."""
Case = dict[str, Any]
Rows = dict[str, dict[str, Case]]
Said = tuple["Kind", "Document"]
SaidBy = Callable[[str, Case], "Said | None"]
"""A dialect and a row -> the row's document as the dialect reads it back, or None where it does not hold it."""


def page(dialects: list[str], rows: Rows, said_by: SaidBy, besides: frozenset[tuple[str, str]]) -> str:
    """The matrix of all ordered pairs, and after it what is not held, pair by pair.

    `besides` are the losses, as (kind, feature), that count only in rows of their feature.
    """
    found = {source: survival(source, dialects, rows, said_by, besides) for source in dialects}
    lines = ["| from \\ to | " + " | ".join(dialects) + " |", "|---" * (len(dialects) + 1) + "|"]
    for source, by_target in found.items():
        lines.append(f"| {source} | " + " | ".join(_cell(by_target.get(target)) for target in dialects) + " |")
    pairs = [_pair(source, target, by_word) for source in dialects for target, by_word in found[source].items()]
    return "\n\n".join([_HEAD, "\n".join(lines), *pairs])


_HEAD = """## From one dialect to another

A dialect can only lose what it can say: here those of the rows above count that the first dialect holds.
Each was written in the first dialect, read back, and written in the second.
A cell says how many of them the second holds without any loss, and how many are dropped.
The rest is degraded, reshaped, or something was invented for it.
Below, for each pair, is what is not held."""


def survival(
    source: str, targets: list[str], rows: Rows, said_by: SaidBy, besides: frozenset[tuple[str, str]]
) -> dict[str, dict[str, list[str]]]:
    """Target -> what happens -> the rows that the source holds."""
    plain: dict[Kind, Case] = {"request": {}, "response": {"completion": {}}, "error": {"error": {}}}
    usual = {kind: said_by(source, case) for kind, case in plain.items()}
    found: dict[str, dict[str, list[str]]] = {}
    for target in targets:
        if target == source:
            continue
        by_word = found[target] = {word: [] for word in WORST}
        known = {kind: _losses(said, target) for kind, said in usual.items() if said is not None}
        for cases in rows.values():
            for row, case in cases.items():
                said = said_by(source, case)
                if said is not None and get(target).part(said[0]) is not None:
                    usual_here = {each for each in known.get(said[0], set()) | besides if each[1] != row.split(" ")[0]}
                    kinds = {kind for kind, _ in _losses(said, target) - usual_here}
                    by_word[next((word for word in WORST if word in kinds), "held")].append(row)
    return found


def _losses(said: Said, target: str) -> set[tuple[str, str]]:
    """(kind, feature) of what a document loses in the target."""
    if get(target).part(said[0]) is None:
        return set()
    return {(loss.kind, loss.feature) for loss in turnwire.write(said[1], target).losses}


def _cell(by_word: dict[str, list[str]] | None) -> str:
    if by_word is None:
        return "-"
    total = sum(map(len, by_word.values()))
    return f"{len(by_word['held'])} of {total}, {len(by_word['dropped'])} dropped"


def _pair(source: str, target: str, by_word: dict[str, list[str]]) -> str:
    lines = [
        f"* {word} ({len(rows)}): " + ", ".join(f"`{row}`" for row in rows)
        for word, rows in by_word.items()
        if rows and word != "held"
    ]
    return "\n".join([f"### {source} to {target}", "", *(lines or ["Everything is held."])])
