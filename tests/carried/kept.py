"""What share of what people said arrives in another format."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from tests.carried.arrivals import arrivals

if TYPE_CHECKING:
    from turnwire import Keeping


class Row(NamedTuple):
    """How much of a class of texts arrived over a pair."""

    source: str
    target: str
    kind: str
    class_: str
    share: float


def rows(limit: int, keeping: Keeping) -> tuple[Row, ...]:
    """Every pair and class, over `limit` recordings of each endpoint."""
    said: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    arrived: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for each in arrivals(limit, keeping):
        said[each[:3]] += each.said
        arrived[each[:3]] += each.arrived
    return tuple(
        Row(*pair, class_, arrived[pair][class_] / count)
        for pair, counts in sorted(said.items())
        for class_, count in sorted(counts.items())
    )
