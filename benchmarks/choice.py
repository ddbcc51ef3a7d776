"""Which pairs a run is about: `--pairs SRC:DST`, where either side may be left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

Pair = tuple[str, str]
"""Source and target."""


def add_choice(parser: argparse.ArgumentParser) -> None:
    """Add the option to a command line."""
    told = "only these; `SRC:` or `:DST` for all of one"
    parser.add_argument("--pairs", nargs="+", default=[], metavar="SRC:DST", help=told)


def chosen(wanted: Sequence[str], pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs that are meant, in their order; all where none is named.  Raises SystemExit for one that is none."""
    if not wanted:
        return list(pairs)
    found = {each: [pair for pair in pairs if _is_meant(each, pair)] for each in wanted}
    if missing := [each for each, some in found.items() if not some]:
        raise SystemExit(f"no such pair: {', '.join(missing)}")
    return [pair for pair in pairs if any(pair in some for some in found.values())]


def _is_meant(wanted: str, pair: Pair) -> bool:
    source, colon, target = wanted.partition(":")
    return bool(colon) and source in ("", pair[0]) and target in ("", pair[1])
