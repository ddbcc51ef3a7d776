"""The goldens of the cost table: what they hold, and how they stand in tests/fidelity/goldens.

A golden is of one source and has a line for each row that the source can say: what its document loses in each target.
In a line stand the losses as `kind feature path`, and the targets that have just these; `*` are all the others.
The golden of a dialect that does mostly what a main one does has only the lines that differ, the two names changed for
each other; a line without targets is a row that the main one can say, and this one not.
"""

from __future__ import annotations

import functools
import json
import operator
import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

NATIVE = "turnwire"
MAIN = (
    "anthropic_messages",
    "gemini_generate",
    "mistral_chat",
    "ollama_chat",
    "openai_chat",
    "openai_responses",
    "openrouter_chat",
)
"""The dialects of the README, and those with which others stand."""
ALIKE = 0.85
"""The share of rows in which a dialect must do the same as a main one to stand with it."""

HELD = "held"
NO_SUCH = "no such documents"
SILENT = "LOST SILENTLY"
KINDS = ("dropped", "degraded", "reshaped", "invented")
"""The kinds of losses, the worst first."""

Outcomes: TypeAlias = dict[str, dict[str, str]]
"""Row -> target -> what the row's document loses there: `held`, or each loss as `kind feature path`."""
Goldens: TypeAlias = dict[str, Outcomes]
"""Source -> its outcomes; native JSON is the first, and it has every row."""


class Loss(NamedTuple):
    """What a golden keeps of a loss."""

    kind: str
    feature: str
    path: str

    def is_of(self, places: Iterable[str]) -> bool:
        """Whether one of these places, or what it stands in, is what is lost."""
        return any(place == self.path or place.startswith(f"{self.path}/") for place in places)


def outcome_of(losses: Iterable[Loss]) -> str:
    """The losses as a golden tells them, each once."""
    return "; ".join(dict.fromkeys(" ".join(loss) for loss in losses)) or HELD


def losses_of(outcome: str) -> list[Loss]:
    """The losses that an outcome tells; none where it is a word alone."""
    told = (each.split(" ") for each in outcome.split("; ") if outcome not in (HELD, NO_SUCH, SILENT))
    return [Loss(*each) for each in told]


@functools.cache
def words_of(outcome: str) -> tuple[str, ...]:
    """The kinds of the losses, the worst first; or the word alone."""
    kinds = {loss.kind for loss in losses_of(outcome)}
    return tuple(kind for kind in KINDS if kind in kinds) or (outcome,)


def is_plain(row: str) -> bool:
    """Whether a row is one of the plain documents: `(plain request)`."""
    return row.startswith("(")


def families(native: Outcomes) -> dict[str, str]:
    """Dialect -> the main one that does the same in nearly all rows."""
    columns = {name: [words_of(cells[name]) for cells in native.values()] for name in targets_of(native)}
    found = {}
    for name, column in columns.items():
        if name not in (*MAIN, NATIVE):
            alike = {main: sum(map(operator.eq, column, columns[main])) for main in MAIN if main in columns}
            best = max(alike, key=lambda main: alike[main], default=None)
            if best is not None and alike[best] >= ALIKE * len(native):
                found[name] = best
    return found


def targets_of(native: Outcomes) -> list[str]:
    """All dialects, sorted."""
    return sorted(next(iter(native.values()), {}))


def texts(goldens: Goldens) -> dict[str, str]:
    """The name of each file, and its text."""
    bases = families(goldens[NATIVE])
    return {f"{source}.jsonl": "\n".join(_lines(source, goldens, bases.get(source))) + "\n" for source in goldens}


def _lines(source: str, goldens: Goldens, base: str | None) -> Iterator[str]:
    expected = as_if(goldens[base], source, base) if base else {}
    yield json.dumps({"source": source} | ({"as": base} if base else {}))
    for row in goldens[NATIVE]:
        cells = goldens[source].get(row)
        if cells != expected.get(row):
            yield json.dumps({"row": row, "to": _grouped(cells) if cells else None})


def as_if(outcomes: Outcomes, source: str, base: str) -> Outcomes:
    """The outcomes of one source if it were the other: as targets and in paths the two are changed for each other."""
    return {
        row: {_changed(target, source, base): _changed(text, source, base) for target, text in cells.items()}
        for row, cells in outcomes.items()
    }


@functools.cache
def _changed(text: str, one: str, other: str) -> str:
    both = {one: other, other: one}
    return re.sub(rf"\b({one}|{other})\b", lambda found: both[found[0]], text)


def _grouped(cells: Mapping[str, str]) -> dict[str, str]:
    """Outcome -> the targets that have it; of those that most have, `*`."""
    by_outcome: dict[str, list[str]] = {}
    for target in sorted(cells):
        by_outcome.setdefault(cells[target], []).append(target)
    most = max(by_outcome, key=lambda outcome: len(by_outcome[outcome]))
    rest = {outcome: " ".join(targets) for outcome, targets in sorted(by_outcome.items()) if outcome != most}
    return {most: "*", **rest}


def parsed(files: Mapping[str, str]) -> Goldens:
    """The goldens that stand in these files."""
    found = {
        file.removesuffix(".jsonl"): [json.loads(line) for line in text.splitlines()] for file, text in files.items()
    }
    targets = sorted(found)
    order = [line["row"] for line in found[NATIVE][1:]]
    goldens: Goldens = {}
    for source in sorted(found, key=lambda name: (name != NATIVE, "as" in found[name][0], name)):
        head, *lines = found[source]
        base = head.get("as")
        outcomes = as_if(goldens[base], source, base) if base else {}
        outcomes |= {line["row"]: _spread(line["to"], targets) for line in lines}
        goldens[source] = {row: outcomes[row] for row in order if outcomes.get(row)}
    return goldens


def _spread(groups: dict[str, Any] | None, targets: list[str]) -> dict[str, str]:
    if groups is None:
        return {}
    named = {target: outcome for outcome, some in groups.items() if some != "*" for target in some.split(" ")}
    most = next(outcome for outcome, some in groups.items() if some == "*")
    return {target: named.get(target, most) for target in targets}
