"""Where the schemas of the tables and the providers' own descriptions judge a document differently.

`python -m tests.schemas.tables.referee` lists what no row explains, and writes down the counts of each reason anew.
"""

from __future__ import annotations

import fnmatch
import functools
import json
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema_rs
from tests.data import data
from tests.schemas.tables.mutations import mutants
from tests.schemas.tables.recorded import OWNERS, of_owner

from turnwire.documents import schemas
from turnwire.documents.dialect_schemas import provider_validator

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("differences.json")
KINDS = ("request", "response", "error")
SEED = 16


class Difference(NamedTuple):
    """A document that one of the two refuses."""

    dialect: str
    kind: str
    place: str
    change: str
    refused_by: str


class Row(NamedTuple):
    """Which differences have a reason; `|` separates alternatives, and `*` stands for any text."""

    dialect: str
    kind: str
    place: str
    change: str
    refused_by: str
    reason: str

    def fits(self, found: Difference) -> bool:
        """Whether a difference is one of this row."""
        return all(_fits(each, pattern) for each, pattern in zip(found, self, strict=False))


def _fits(value: str, patterns: str) -> bool:
    return any(fnmatch.fnmatchcase(value, _glob(pattern)) for pattern in patterns.split("|"))


def _glob(pattern: str) -> str:
    return pattern.replace("[", "[[]")


def subjects() -> list[tuple[str, str]]:
    """The dialects and kinds that both have a schema of."""
    return [(dialect, kind) for dialect in OWNERS if dialect in schemas.dialects() for kind in KINDS]


@functools.cache
def rows() -> tuple[Row, ...]:
    """What is explained."""
    return tuple(Row(*row) for row in json.loads(FILE.read_bytes())["rows"])


def reason_of(found: Difference) -> Row | None:
    """The first row that explains a difference."""
    return next((row for row in rows() if row.fits(found)), None)


@functools.cache
def differences(dialect: str, kind: str) -> Counter[Difference]:
    """Count the differences between both, on recorded documents and on changed ones; unknown members are no fault."""
    ours = provider_validator(dialect, kind, strict=False)
    assert ours is not None
    theirs = _description(dialect, kind)
    found: Counter[Difference] = Counter()
    for tree, place, change in _judged(of_owner(dialect, kind)):
        valid = ours.is_valid(tree)
        if valid is not theirs.is_valid(tree):
            found[Difference(dialect, kind, place, change, "provider" if valid else "table")] += 1
    return found


def _judged(recorded: list[Any]) -> Iterator[tuple[Any, str, str]]:
    yield from ((tree, "", "recorded") for tree in recorded)
    # By chance, so that a place is not always changed in the documents of one recorder.
    shuffled = list(recorded)
    random.Random(SEED).shuffle(shuffled)  # noqa: S311 - it is no secret
    seen: Counter[str] = Counter()
    for tree in shuffled:
        yield from ((tree, place, change) for place, change in mutants(tree, seen))


def _description(dialect: str, kind: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads(data(f"specs/{dialect}/{kind}.schema.json").read_bytes()))


def counts() -> dict[str, int]:
    """How many differences each reason explains."""
    found: Counter[str] = Counter()
    for subject in subjects():
        for difference, often in differences(*subject).items():
            row = reason_of(difference)
            found[row.reason if row else "(none)"] += often
    return dict(sorted(found.items()))


def unexplained() -> Iterator[str]:
    """A line for each difference without a reason."""
    for subject in subjects():
        for found, often in sorted(differences(*subject).items()):
            if reason_of(found) is None:
                yield f"{often} {' '.join(found)}"


if __name__ == "__main__":
    print("\n".join(unexplained()))  # noqa: T201 - a program
    text = json.loads(FILE.read_bytes()) | {"counts": counts()}
    FILE.write_text(json.dumps(text, indent=1, ensure_ascii=False) + "\n", "utf-8")
