"""What the writers of `turnwire.mapped` do with a value that the API does not take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Raw, Struct

from turnwire.codec.values import is_text
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import pointer_part

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from turnwire.losses import Losses

Nearest = Literal["both", "above", "none"]
"""Which values beyond the bounds become the nearest legal one (degraded); the others are left out (dropped).

Below the least, many servers give a value a meaning of its own, such as -1 for "no limit".
"""


class Bound(Struct, frozen=True):
    """The least and the greatest value of a number that an API takes."""

    low: float
    high: float
    nearest: Nearest
    place: str
    """The path of the field."""
    feature: str

    def nearest_to(self, value: float, losses: Losses) -> float | None:
        """Return the number that is written for one out of bounds; None if it is left out.  Report either."""
        is_above = value > self.high
        if self.nearest == "both" or (is_above and self.nearest == "above"):
            losses.degraded(self.place, self.feature, value)
            return self.high if is_above else self.low
        losses.dropped(self.place, self.feature, value)
        return None


def first(items: list[str], most: int, place: str, feature: str, losses: Losses) -> list[str]:
    """Return as many items as the API takes, and report the others."""
    for n in range(most, len(items)):
        losses.dropped(f"{place}/{n}", feature, items[n])
    return items[:most]


def known(items: list[str], words: Container[str], place: str, feature: str, losses: Losses) -> list[str]:
    """Return the items that the API documents, and report the others."""
    for n, item in enumerate(items):
        if item not in words:
            losses.dropped(f"{place}/{n}", feature, item)
    return [item for item in items if item in words]


def only_texts(
    values: dict[str, Raw], source: Mapping[str, Raw], place: str, feature: str, losses: Losses
) -> dict[str, Raw]:
    """Return an object whose values are texts: others become their JSON, but for those under names of the source."""
    found = values
    for name, value in values.items():
        if not is_text(value) and (name not in source or is_text(source[name])):
            losses.degraded(f"{place}/{pointer_part(name)}", feature, value)
            found = {**found, name: Raw(ENCODER.encode(bytes(value).decode()))}
    return found
