"""The numbers that an API takes, as one table per dialect: its reader marks by it, and its writer keeps to it."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, structs

from turnwire.lowering.draft import ODD_NUMBERS
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.settings import when_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Pass
    from turnwire.model import Generation


class Bound(Struct, frozen=True):
    """The least and the greatest value of a number.

    `clamp` says which values beyond them become the nearest legal one (degraded): both, those `above`, or none.
    The others are dropped: below the least, many servers give a value a meaning of its own, such as -1 for "no limit".
    """

    low: float
    high: float = inf
    clamp: Literal["both", "above", "none"] = "both"


class Bounds:
    """The bounds of the numbers in `Generation`, by field."""

    def __init__(self, rows: Mapping[str, Bound]) -> None:
        self.rows = rows
        self._limits = [(name, bound.low, bound.high) for name, bound in rows.items()]

    def holds(self, name: str, value: float | None) -> bool:
        """Whether the API takes a value in this field."""
        bound = self.rows.get(name)
        return value is None or bound is None or bound.low <= value <= bound.high

    def broken(self, generation: Generation) -> list[str]:
        """Return the fields whose numbers the API does not take, for the mark `as_is` of a reader."""
        return [
            name
            for name, low, high in self._limits
            if (value := getattr(generation, name)) is not None and not low <= value <= high
        ]

    def legal(self, generation: Generation, name: str, losses: Losses) -> Any:
        """Return a field as it may be sent: its value, the nearest legal one, or None; one marked `as_is` is kept."""
        value = getattr(generation, name)
        if self.holds(name, value) or was_illegal_in_source(generation.provider_raw, losses.dialect, name):
            return value
        bound, is_above = self.rows[name], value > self.rows[name].high
        place, feature = f"/settings/generation/{name}", f"generation.{name}"
        if bound.clamp == "both" or (is_above and bound.clamp == "above"):
            losses.degraded(place, feature, value)
            return bound.high if is_above else bound.low
        losses.dropped(place, feature, value)
        return None

    def keep(self) -> Pass:
        """Return the pass that makes all these numbers legal."""

        @when_set("generation", ODD_NUMBERS)
        def rule(generation: Generation, _: Draft, losses: Losses) -> Generation:
            changed = {name: self.legal(generation, name, losses) for name in self.broken(generation)}
            return structs.replace(generation, **changed) if changed else generation

        return rule
