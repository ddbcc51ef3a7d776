"""Which texts do not arrive in another format, where they stand in the source, and why.

`missing.json` has rows of source (or "*" for each), kind, class, place, targets (or "all" that are not the source) and
reason.  Positions in a place are "*"; what stands in free JSON has the place of that JSON.  A "*" of a row stands for
any characters.
"""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.carried.arrivals import arrivals

if TYPE_CHECKING:
    from turnwire import Keeping

REASONS = json.loads(Path(__file__).with_name("missing.json").read_text("utf-8"))


class Missing(NamedTuple):
    """A text that a target does not have."""

    source: str
    target: str
    kind: str
    class_: str
    places: tuple[str, ...]
    """Each place of the source that has the text."""
    item: str

    def fits(self, row: list[Any]) -> bool:
        """Whether a row of `missing.json` is about this."""
        source, kind, class_, place, targets, _ = row
        if (kind, class_) != (self.kind, self.class_) or source not in ("*", self.source):
            return False
        is_target = targets == "all" or self.target in targets
        return is_target and any(fnmatchcase(each, place) for each in self.places)


def missing(limit: int, keeping: Keeping) -> tuple[Missing, ...]:
    """The texts that do not arrive, over `limit` recordings of each endpoint."""
    return tuple(
        Missing(each.source, each.target, each.kind, class_, places, each.item)
        for each in arrivals(limit, keeping)
        for class_, places in each.missing
    )
