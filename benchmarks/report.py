"""The figures of pairs as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from benchmarks.choice import Pair
    from benchmarks.pairs import Figure

_NAME, _CELL = 42, 25


def table(figures: Sequence[Figure], each: Collection[Pair]) -> str:
    """A column per size, each with its limit; then what is wrong.

    There is a line for `each` of these pairs, with `*` where it is named, and of the other pairs one per source: the
    lowest and the highest figure.
    """
    columns = list(dict.fromkeys(figure.what for figure in figures))
    limits = {figure.what: figure.allowed for figure in figures}
    by_pair: dict[Pair, dict[str, Figure]] = {}
    others: dict[str, dict[str, list[float]]] = {}
    for figure in figures:
        if figure.pair in each:
            by_pair.setdefault(figure.pair, {})[figure.what] = figure
        else:
            others.setdefault(figure.pair[0], {}).setdefault(figure.what, []).append(figure.ratio)
    lines = ["".join((" " * _NAME, *(f"{name} (limit {limits[name]})".rjust(_CELL) for name in columns)))]
    lines += [
        _line(" to ".join(pair), {name: _one(found[name]) for name in found}, columns)
        for pair, found in by_pair.items()
    ]
    lines += [
        _line(f"{source} to others", {name: _span(found[name]) for name in found}, columns)
        for source, found in others.items()
    ]
    wrong = [f"{' to '.join(f.pair)}, {f.what}: {f.ratio:.2f} is {f.verdict}" for f in figures if f.verdict]
    return "\n".join([*lines, *wrong])


def _one(figure: Figure) -> str:
    return f"{figure.ratio:.2f}{' ' if figure.named is None else '*'}"


def _span(ratios: Sequence[float]) -> str:
    return f"{min(ratios):.2f} to {max(ratios):.2f} "


def _line(name: str, cells: Mapping[str, str], columns: Sequence[str]) -> str:
    return "".join((name.ljust(_NAME), *(cells.get(column, "").rjust(_CELL) for column in columns)))
