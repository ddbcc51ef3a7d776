"""Every ordered pair of dialects at the four sizes, and whether a pair grows worse with the number of messages.

`python -m benchmarks.pairs [--pairs SRC:DST ...]` is a part of `make bench`, and fails it: a pair above the limit must
be named in `exceptions.py` with its reason, one above what it is named for has become slower, and a name that is no
longer needed is stale.  Images are in the inputs of every dialect: each of them holds them.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from benchmarks import exceptions
from benchmarks.bodies import DIALECTS, PAIRS, convert, of_messages, of_size
from benchmarks.choice import Pair, add_choice, chosen
from benchmarks.exceptions import GROWING, NAMED
from benchmarks.inputs import SIZES
from benchmarks.ratio import floor_of, lowest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

ALLOWED = {"1 KB": 2.5, "13 KB": 2.0, "800 KB": 1.5, "5 MB images": 0.6}
FEW, MANY = 500, 5_000
# What is linear grows to 1, and to this on a machine that does other things; what is not, to several times that.
GROWTH = 1.4
WELL_WITHIN = 0.85
# For all targets of one source together.
SECONDS = {"1 KB": 1.5, "13 KB": 2.0, "800 KB": 4.0, "5 MB images": 3.0}
GROWTH_SECONDS = {FEW: 3.0, MANY: 7.0}


class Figure(Struct, frozen=True):
    """What was measured for a pair, the most that is allowed, and what it is named for if it is."""

    pair: Pair
    what: str
    ratio: float
    allowed: float
    named: float | None = None

    @property
    def verdict(self) -> str:
        """Nothing when all is well, or what is wrong."""
        if self.named is None:
            return "" if self.ratio <= self.allowed else "ABOVE, and not named"
        if self.ratio > self.named:
            return f"ABOVE the {self.named:.2f} it is named for"
        return "STALE: named, and well within" if self.ratio <= WELL_WITHIN * self.allowed else ""


def sizes(pairs: Sequence[Pair]) -> Iterator[Figure]:
    """Every pair at every size."""
    for size in SIZES:
        for pair, ratio in _measured(pairs, partial(of_size, size=size), SECONDS[size]):
            named = NAMED.get((*pair, size))
            yield Figure(pair, size, ratio, ALLOWED[size], named.most if named else None)


def growth(pairs: Sequence[Pair]) -> Iterator[Figure]:
    """Every pair: its ratio at many messages as a ratio to that at few."""
    ratios = _growth(pairs)
    # A neighbour on the machine can double one figure; growth that is real is there the second time too.
    for pair, ratio in _growth([pair for pair in pairs if ratios[pair] > GROWTH]).items():
        ratios[pair] = min(ratios[pair], ratio)
    for pair in pairs:
        named = GROWING.get(pair)
        yield Figure(pair, f"{FEW} to {MANY}", ratios[pair], GROWTH, named.most if named else None)


def _growth(pairs: Sequence[Pair]) -> dict[Pair, float]:
    few, many = (
        dict(_measured(pairs, partial(of_messages, messages=messages), GROWTH_SECONDS[messages]))
        for messages in (FEW, MANY)
    )
    return {pair: many[pair] / few[pair] for pair in pairs}


def _measured(pairs: Sequence[Pair], body_of: Callable[[str], bytes], seconds: float) -> Iterator[tuple[Pair, float]]:
    for source in dict.fromkeys(source for source, _ in pairs):
        body = body_of(source)
        own = [pair for pair in pairs if pair[0] == source]
        calls = [_conversion(body, pair) for pair in own]
        yield from zip(own, lowest(floor_of(body), calls, seconds * (1 + len(own)) / len(DIALECTS)), strict=True)


def _conversion(body: bytes, pair: Pair) -> Callable[[], object]:
    return lambda: convert(body, *pair)


def table(figures: Sequence[Figure]) -> str:
    """One line per pair: a column per size, each with its limit; `*` where the pair is named; then what is wrong."""
    columns = list(dict.fromkeys(figure.what for figure in figures))
    limits = {figure.what: figure.allowed for figure in figures}
    by_pair: dict[Pair, dict[str, Figure]] = {}
    for figure in figures:
        by_pair.setdefault(figure.pair, {})[figure.what] = figure
    lines = ["".join((" " * 42, *(f"{name} (limit {limits[name]})".rjust(25) for name in columns)))]
    lines += [_line(pair, found, columns) for pair, found in by_pair.items()]
    wrong = [f"{' to '.join(f.pair)}, {f.what}: {f.ratio:.2f} is {f.verdict}" for f in figures if f.verdict]
    return "\n".join([*lines, *wrong])


def _line(pair: Pair, found: Mapping[str, Figure], columns: Sequence[str]) -> str:
    cells = (f"{found[name].ratio:.2f}{' ' if found[name].named is None else '*'}".rjust(25) for name in columns)
    return "".join((" to ".join(pair).ljust(42), *cells))


def report(pairs: Sequence[Pair] = PAIRS) -> bool:
    """Print both tables and what the names stand for; whether nothing is wrong."""
    holds = True
    for title, measure in (("Every pair, as a ratio to the floor of the same bytes", sizes), ("Growth", growth)):
        figures = list(measure(pairs))
        print(f"{title}\n{table(figures)}", flush=True)
        holds &= not any(figure.verdict for figure in figures)
    for why in dict.fromkeys(named.why for named in (*NAMED.values(), *GROWING.values())):
        print(f"* {why}")
    return holds


# What is proposed for a pair above its limit: so many times what was measured.
_ROOM = 1.35


def proposals(pairs: Sequence[Pair]) -> Iterator[str]:
    """The lines of `exceptions.py` as they would be now; the reason of a new one is for whoever adds it to find."""
    reasons = {value: name for name, value in vars(exceptions).items() if isinstance(value, str)}
    for figure in sizes(pairs):
        key = (*figure.pair, figure.what)
        if figure.ratio > (figure.allowed if figure.named is None else WELL_WITHIN * figure.allowed):
            why = reasons[NAMED[key].why] if key in NAMED else "?"
            yield f"    {key}: Named({max(figure.ratio * _ROOM, figure.allowed * 1.1):.1f}, {why}),"


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairs", description=__doc__)
    add_choice(parser)
    parser.add_argument("--propose", action="store_true", help="print the exceptions as they would be now")
    arguments = parser.parse_args()
    pairs = chosen(arguments.pairs, PAIRS)
    if arguments.propose:
        print("\n".join(proposals(pairs)))
        return 0
    return 0 if report(pairs) else 1


if __name__ == "__main__":
    sys.exit(main())
