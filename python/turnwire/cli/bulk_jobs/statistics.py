"""The statistics of an archive: as tables, as JSON, and as one static page."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Final

import click

from turnwire.bulk.counts import MOST, OTHERS
from turnwire.bulk.statistics import TABLES
from turnwire.cli.bulk_jobs.page import named, page
from turnwire.cli.words import data, json_line, plain
from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from turnwire.bulk.counts import Counts, Missing

_SHOWN: Final = 20
"""Rows of a table that are printed; JSON and the page have all."""
_GAP: Final = "  "
_WIDEST: Final = 2
"""Columns that a character takes at most."""
_NARROWEST: Final = 10
"""Columns that a name has at least, on a terminal that is too narrow for it."""


def ordered(counts: Counts) -> dict[str, dict[str, int]]:
    """Return the tables in their order, each with its largest numbers first."""
    tables = {"outcomes": counts.outcomes, "errors": counts.errors} | counts.tables
    names = ["outcomes", "errors", *TABLES]
    return {name: _sorted(tables[name]) for name in names if tables.get(name)}


def _sorted(rows: Mapping[str, int]) -> dict[str, int]:
    """Return the largest numbers of a table first; those of names beyond `MOST` are one row."""
    largest = sorted(rows.items(), key=_place)
    kept = dict(largest[:MOST])
    if rest := largest[MOST:]:
        kept[OTHERS] = kept.get(OTHERS, 0) + sum(number for _, number in rest)
    return dict(sorted(kept.items(), key=_place))


def _place(row: tuple[str, int]) -> tuple[int, str]:
    return -row[1], row[0]


def as_json(counts: Counts, missing: Missing) -> dict[str, object]:
    """Return the statistics as JSON."""
    found = {"rows": counts.rows, "left_out": counts.left_out}
    return {**found, "files_not_read": missing.files, "units_not_done": missing.units, **ordered(counts)}


def printed(counts: Counts, missing: Missing, *, is_json: bool) -> None:
    """Print the statistics to standard output."""
    if is_json:
        data(json_line(as_json(counts, missing)))
        return
    for name, rows in ordered(counts).items():
        if name in TABLES:
            shown = list(rows.items())[:_SHOWN]
            if rest := list(rows.values())[_SHOWN:]:
                shown.append((f"{len(rest)} others", sum(rest)))
            _print(TABLES[name], shown)


def _print(title: str, rows: list[tuple[str, int]]) -> None:
    """Print one table.

    The numbers come first, so that they line up whatever a name is: names may be long, and terminals differ in the
    width of emoji.  On a terminal a long name goes on in the next line, below itself.
    """
    data(click.style(title, bold=True))
    width = max(len(f"{number:,}") for _, number in rows)
    room = shutil.get_terminal_size().columns - width - 2 * len(_GAP) if sys.stdout.isatty() else None
    for name, number in rows:
        first, *more = _cut(plain(named(name)), room)
        data(f"{_GAP}{number:>{width},}{_GAP}{first}")
        for piece in more:
            data(f"{_GAP}{' ' * width}{_GAP}{piece}")
    data("")


def _cut(name: str, room: int | None) -> list[str]:
    """Return a name as pieces that take no more columns of a terminal than there is room for."""
    if room is None or len(name) * _WIDEST <= room:
        return [name]
    from rich.cells import chop_cells

    return chop_cells(name, max(room, _NARROWEST))


def written(counts: Counts, missing: Missing, folder: Path, target: str | None) -> None:
    """Write statistics.json and statistics.html.  Raises OSError."""
    with replacing(folder / "statistics.json") as stream:
        stream.write(f"{json_line(as_json(counts, missing))}\n".encode())
    with replacing(folder / "statistics.html") as stream:
        stream.write("".join(page(counts, missing, ordered(counts), target)).encode())
