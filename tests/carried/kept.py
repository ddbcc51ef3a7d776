"""What share of what people said arrives: measured by the data folder's own program, which walks the bodies.

It does not ask turnwire for its losses, so it also sees what is dropped honestly.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from tests.data import data

import turnwire
from turnwire import Keeping

REASONS = Path(__file__).with_name("reasons.json")
# (kind, class) -> the share that has to arrive; below it, and below the best peer, a row of REASONS says why.
GOALS = {
    ("request", "content"): 0.99,
    ("request", "reasoning"): 0.95,
    ("request", "hosted"): 0.8,
    ("response", "content"): 0.99,
    ("response", "reasoning"): 0.95,
    ("response", "hosted"): 0.8,
}


# The shares of peers are rounded to six digits.
_ROUNDED = 1e-6


class Row(NamedTuple):
    """How much of a class of texts arrived over a pair."""

    source: str
    target: str
    kind: str
    class_: str
    share: float
    peer: float
    """The share of the best peer; 0 where none has the pair."""

    @property
    def is_short(self) -> bool:
        """Whether less arrived than it has to."""
        return self.share < GOALS[self.kind, self.class_] or self.share < self.peer - _ROUNDED


def program() -> Any:
    """The data folder's program."""
    spec = importlib.util.spec_from_file_location("kept_of_the_data_folder", data("tools/kept.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def rows(limit: int, keeping: Keeping) -> tuple[Row, ...]:
    """Every pair and class, over `limit` recordings of each endpoint."""
    kept = program()
    peers = {tuple(row[:4]): row[4] for row in json.loads((kept.HERE / "kept_peers.json").read_text())}
    seen: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    arrived: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for source, kind, item in kept.recorded(kept.HERE.parent / "corpus", limit):
        envelope = {"path": item["path"]} if source == kept.G and kind == "request" else None
        document = turnwire.read(json.dumps(item[kind]).encode(), source, kind=kind, envelope=envelope)
        for target in kept.TARGETS:
            if target != source:
                written = json.loads(turnwire.write(document, target, keeping=keeping).data)
                there, here, _ = kept.arrived(item[kind], written, kind)
                seen[source, target, kind] += there
                arrived[source, target, kind] += here
    return tuple(
        Row(*pair, class_, arrived[pair][class_] / count, peers.get((*pair, class_), 0.0))
        for pair, counts in sorted(seen.items())
        for class_, count in sorted(counts.items())
    )


def reasons() -> list[list[str]]:
    """[source or "*", target, kind, class, reason]."""
    found: list[list[str]] = json.loads(REASONS.read_text("utf-8"))
    return found


def matches(reason: list[str], row: Row) -> bool:
    """Whether a reason is about a row; `*` stands for every source and for nothing else."""
    return reason[0] in ("*", row.source) and reason[1:4] == [row.target, row.kind, row.class_]
