"""What is counted of a unit, and how the counts of units are put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

MOST: Final = 1000
"""Names that a unit counts one by one in one table; the ones that come after them are counted together."""
MOST_OF_ALL: Final = 100_000
"""The same for all units together, of which the `MOST` largest are shown: a large name may be in late units alone."""
OTHERS: Final = "(others)"


class Missing(NamedTuple):
    """What is in no count.

    Args:
        files: how many files cannot be read.
        units: how many units are not done.
    """

    files: int
    units: int


class Counts(Struct):
    """The counts of a unit, or of several.

    Args:
        rows: the rows that were taken; `outcomes` adds up to them.
        left_out: the rows that are not in the sample.
        lines: the lines of a JSON Lines file, with the blank ones.
        outcomes: what became of the rows, such as `converted` and `refused`.
        errors: the refused rows, by the code of the first error.
        losses: the losses, by their kind and feature: `dropped generation.seed`.
        tables: what `turnwire bulk stats` counts: the name of a table, and its rows.
    """

    rows: int = 0
    left_out: int = 0
    lines: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)
    tables: dict[str, dict[str, int]] = field(default_factory=dict)

    def add(self, other: Counts) -> None:
        """Add the counts of another unit."""
        self.rows += other.rows
        self.left_out += other.left_out
        self.lines += other.lines
        for name in ("outcomes", "errors", "losses"):
            add(getattr(self, name), getattr(other, name), MOST_OF_ALL)
        for name, table in other.tables.items():
            add(self.tables.setdefault(name, {}), table, MOST_OF_ALL)

    def add_findings(self, result: pa.RecordBatch) -> None:
        """Count the errors and the losses of rows that an operator made."""
        errors = result.column("error")
        if errors.null_count < len(errors):
            for each in errors.drop_null().field("code").value_counts().to_pylist():
                add(self.errors, {each["values"]: each["counts"]})
        lost = result.column("losses").flatten()
        if len(lost):
            pairs = zip(lost.field("kind").to_pylist(), lost.field("feature").to_pylist(), strict=True)
            for kind, feature in pairs:
                add(self.losses, {f"{kind} {feature}": 1})


def add(counts: dict[str, int], more: Mapping[str, int], most: int = MOST) -> None:
    """Add numbers to a table, which keeps at most so many names: a name may be anything that a document says."""
    for name, number in more.items():
        known = name if name in counts or len(counts) < most else OTHERS
        counts[known] = counts.get(known, 0) + number
