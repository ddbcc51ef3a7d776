"""Every ordered pair of dialects at the four sizes, and whether a pair grows worse with the number of messages.

`python -m benchmarks.pairs [--pairs SRC:DST ...]` is a part of `make bench`, and fails it: a pair above the limit must
be named in `above/` (`exceptions.py` has the reasons), one above what it is named for has become slower, and a name
that is no longer needed is stale.  The main formats are looked at longest; what is wrong is measured again, and again.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from benchmarks.bodies import MAIN_PAIRS, PAIRS, convert, of_messages, of_size
from benchmarks.choice import Pair, add_choice, chosen
from benchmarks.exceptions import ALLOWED, NAMED, Key, reason, record
from benchmarks.inputs import SIZES
from benchmarks.ratio import floor_of, lowest
from benchmarks.report import table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    Body = Callable[[str], bytes | None]

FEW, MANY = 500, 5_000
# What is linear grows to 1, and to this on a machine that does other things; what is not, to several times that.
GROWTH = 1.4
# A pair is named from this near to its limit on, and a name is stale from this far below on: no figure swings between.
NEAR, FAR = 0.9, 0.7
LOOKS = 4


class Look(NamedTuple):
    """How long one conversion is looked at: about so many seconds, and at least so many rounds."""

    seconds: float
    rounds: int


# Each body costs a call or two before the first round; the whole is to stay below ten minutes.
LONG = {"1 KB": Look(0.2, 5), "13 KB": Look(0.25, 5), "800 KB": Look(0.5, 5), "5 MB images": Look(0.4, 5)}
SHORT = {"1 KB": Look(0.02, 5), "13 KB": Look(0.03, 5), "800 KB": Look(0.03, 2), "5 MB images": Look(0.02, 2)}
LONG_GROWTH = {FEW: Look(0.2, 5), MANY: Look(0.5, 3)}
# One call of so many messages is long enough to show growth, and to show none.
SHORT_GROWTH = {FEW: Look(0.02, 2), MANY: Look(0.0, 0)}


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
        return "STALE: named, and well within" if self.ratio <= FAR * self.allowed else ""


def sizes(pairs: Sequence[Pair]) -> Iterator[Figure]:
    """Every pair at every size of which its source has a request: what is wrong, is wrong each time it is looked at."""
    found = {(*figure.pair, size): figure for size in SIZES for figure in _of_size(pairs, size, SHORT[size])}
    # A neighbour on the machine can make all pairs of a source slow for a minute, or the floor fast: so the looks are
    # as far from each other as the whole allows.
    for _ in range(LOOKS - 1):
        wrong = [figure for figure in found.values() if figure.verdict]
        for size in dict.fromkeys(figure.what for figure in wrong):
            again = _of_size([figure.pair for figure in wrong if figure.what == size], size, LONG[size])
            found |= {(*figure.pair, size): figure for figure in again}
    yield from found.values()


def _of_size(pairs: Sequence[Pair], size: str, others: Look) -> list[Figure]:
    return [
        Figure(pair, size, ratio, ALLOWED[size], NAMED.get((*pair, size)))
        for pair, ratio in _measured(pairs, partial(of_size, size=size), LONG[size], others).items()
    ]


def growth(pairs: Sequence[Pair]) -> Iterator[Figure]:
    """Every pair whose source holds the messages: its ratio at many of them as a ratio to that at few."""
    ratios = _growth(pairs, SHORT_GROWTH)
    for _ in range(LOOKS - 1):
        # A neighbour on the machine can double one figure; growth that is real is there each time.
        for pair, ratio in _growth([pair for pair, ratio in ratios.items() if ratio > GROWTH], LONG_GROWTH).items():
            ratios[pair] = min(ratios[pair], ratio)
    for pair, ratio in ratios.items():
        yield Figure(pair, f"{FEW} to {MANY}", ratio, GROWTH)


def _growth(pairs: Sequence[Pair], others: dict[int, Look]) -> dict[Pair, float]:
    few, many = (
        _measured(pairs, partial(of_messages, messages=messages), LONG_GROWTH[messages], others[messages])
        for messages in (FEW, MANY)
    )
    return {pair: many[pair] / few[pair] for pair in few}


def _measured(pairs: Sequence[Pair], body_of: Body, mains: Look, others: Look) -> dict[Pair, float]:
    """The ratio of each pair, in the order of the pairs; those of one source take turns."""
    main = set(MAIN_PAIRS)
    found: dict[Pair, float] = {}
    for source in dict.fromkeys(source for source, _ in pairs):
        body = body_of(source)
        own = [pair for pair in pairs if pair[0] == source]
        for look, some in ((mains, main.intersection(own)), (others, set(own) - main)):
            if body is not None and some:
                found |= _taking_turns(body, [pair for pair in own if pair in some], look)
    return {pair: found[pair] for pair in pairs if pair in found}


def _taking_turns(body: bytes, pairs: Collection[Pair], look: Look) -> dict[Pair, float]:
    calls = [_conversion(body, pair) for pair in pairs]
    least = lowest(floor_of(body), calls, look.seconds * (1 + len(calls)), look.rounds)
    return dict(zip(pairs, least, strict=True))


def _conversion(body: bytes, pair: Pair) -> Callable[[], object]:
    return lambda: convert(body, *pair)


def report(wanted: Sequence[str] = ()) -> bool:
    """Print both tables and the reasons of what is named; whether nothing is wrong.

    Of all pairs, one line is printed for each of the main ones, and of the others what is lowest and highest.
    """
    pairs = chosen(wanted, PAIRS)
    each = pairs if wanted else MAIN_PAIRS
    holds = True
    for title, measure in (("Every pair, as a ratio to the floor of the same bytes", sizes), ("Growth", growth)):
        figures = list(measure(pairs))
        print(f"{title}\n{table(figures, each)}", flush=True)
        holds &= not any(figure.verdict for figure in figures)
    for why in dict.fromkeys(reason(key) or "" for key in NAMED if key[:2] in set(pairs)):
        print(f"* {why}")
    return holds


# What a pair above its limit is named for: so many times the most that was measured in so many looks.
_ROOM = 1.5
_RECORDED = 2


def names(pairs: Sequence[Pair]) -> dict[Key, float | None]:
    """The most that each pair and size would be named for now; None for what keeps its limit."""
    most: dict[Key, Figure] = {}
    for _ in range(_RECORDED):
        for size in SIZES:
            for figure in _of_size(pairs, size, SHORT[size]):
                key = (*figure.pair, size)
                most[key] = max(figure, most.get(key, figure), key=attrgetter("ratio"))
    return {key: _name_for(figure) for key, figure in most.items()}


def _name_for(figure: Figure) -> float | None:
    if figure.ratio <= NEAR * figure.allowed:
        return None
    most = max(figure.ratio * _ROOM, figure.allowed * 1.1)
    return round(most, 1 if most > 1 else 2)


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairs", description=__doc__)
    add_choice(parser)
    parser.add_argument("--record", action="store_true", help="write the tables in above/ as they would be now")
    arguments = parser.parse_args()
    if arguments.record:
        record(names(chosen(arguments.pairs, PAIRS)))
        return 0
    return 0 if report(arguments.pairs) else 1


if __name__ == "__main__":
    sys.exit(main())
