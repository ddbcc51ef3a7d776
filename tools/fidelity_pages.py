"""The pages that people read, made from the goldens of the cost table alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fidelity_goldens import HELD, NATIVE, NO_SUCH, as_if, families, is_plain, targets_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fidelity_goldens import Goldens, Outcomes

SIGNS = {HELD: "✓", "degraded": "~", "reshaped": "⇄", "invented": "+", "dropped": "✗", NO_SUCH: "∅"}
MADE = "<!-- made by tools/fidelity_table.py from tests/fidelity/goldens -->"

Groups: TypeAlias = "Mapping[str, Sequence[str]]"
"""Group -> its rows, in the order of the pages."""


class Columns(NamedTuple):
    """The targets of a page: those with a column, and those that stand with one of them."""

    shown: list[str]
    members: dict[str, list[str]]


def columns_of(goldens: Goldens, source: str) -> Columns:
    """The columns of a source's page; its own is there only where others stand with it."""
    bases = families(goldens[NATIVE])
    dialects = [name for name in targets_of(goldens[NATIVE]) if name != NATIVE]
    members = {base: [name for name in dialects if bases.get(name) == base] for base in sorted(set(bases.values()))}
    others = {base: [name for name in some if name != source] for base, some in members.items()}
    shown = [name for name in dialects if name not in bases and (name != source or others.get(name))]
    return Columns(shown, {base: some for base, some in others.items() if some})


def features_part(goldens: Goldens, groups: Groups) -> str:
    """What is generated of docs/fidelity.md."""
    columns = columns_of(goldens, NATIVE)
    parts = ["## Each feature in each dialect", _who_stands_with_whom(columns)]
    parts += _tables(goldens[NATIVE], groups, columns)
    parts += _differences(goldens[NATIVE], columns)
    return "\n\n".join([*parts, _PAIRS, _pairs(goldens)])


_PAIRS = """## From one dialect to another

A dialect can only lose what it can say.
The number in the first column is how many of the rows above the dialect can say.
A cell is how many of these the dialect of its column holds, and behind ✗ how many it drops.
The page of a dialect has each row in each other one, and what the dialect cannot say at all."""


def _pairs(goldens: Goldens) -> str:
    dialects = [name for name in goldens if name != NATIVE]
    pages = page_of(goldens)
    lines = [_head("from \\ to", dialects)]
    for source in dialects:
        rows = [cells for row, cells in goldens[source].items() if not is_plain(row)]
        said = [[words_of(cells[target])[0] for cells in rows] for target in dialects]
        cells = [f"{words.count(HELD)} ✗{words.count('dropped')}" for words in said]
        cells[dialects.index(source)] = ""
        lines.append(_line(f"[{source}](fidelity/{pages[source]}.md) {len(rows)}", cells))
    return "\n".join(lines)


def page_of(goldens: Goldens) -> dict[str, str]:
    """Source -> the source on whose page it is: its own, or that of one for which all is the same."""
    bases = families(goldens[NATIVE])
    found = {}
    for name in goldens:
        base = bases.get(name, name)
        found[name] = base if goldens[name] == as_if(goldens[base], name, base) else name
    return found


def source_pages(goldens: Goldens, groups: Groups) -> dict[str, str]:
    """The name of each file in docs/fidelity, and its text."""
    pages = page_of(goldens)
    return {
        f"{source}.md": _source_page(source, [name for name in goldens if pages[name] == source], goldens, groups)
        for source in goldens
        if pages[source] == source != NATIVE
    }


def _source_page(source: str, alike: list[str], goldens: Goldens, groups: Groups) -> str:
    outcomes, columns = goldens[source], columns_of(goldens, source)
    total, said = (sum(not is_plain(row) for row in goldens[name]) for name in (NATIVE, source))
    head = [
        f"`{source}` can say {said} of the {total} rows of [the cost table](../fidelity.md).",
        "Each was written in it, read back, and written in every other dialect.",
    ]
    head += [f"All of it is so for `{name}` too: to `{source}` it is as to `{name}` here." for name in alike[1:]]
    signs = " · ".join(f"{sign} {word}" for word, sign in SIGNS.items())
    title = f"# From {' and '.join(alike)} to each other dialect"
    parts = [MADE, title, "\n".join(head), signs, _who_stands_with_whom(columns)]
    parts += _tables(outcomes, groups, columns)
    parts += _differences(outcomes, columns)
    return "\n\n".join([*parts, "\n".join(_not_said(source, goldens, groups))]) + "\n"


def _who_stands_with_whom(columns: Columns) -> str:
    said = [
        f"{_names([base])}* stands for {_names(members)} too, but for the rows of [a table of their own](#as-{base})."
        for base, members in columns.members.items()
    ]
    return "\n".join(said)


def _tables(outcomes: Outcomes, groups: Groups, columns: Columns) -> Iterator[str]:
    shown = [f"{name}*" if name in columns.members else name for name in columns.shown]
    for group, rows in groups.items():
        lines = [_row(row, outcomes[row], columns.shown) for row in rows if row in outcomes]
        if lines:
            yield "\n".join([f"### {group}", "", _head("feature", shown), *lines])


def _differences(outcomes: Outcomes, columns: Columns) -> Iterator[str]:
    """For each column that stands for others, the rows in which any of these does something else."""
    for base, members in columns.members.items():
        odd = {
            name: {row for row, cells in outcomes.items() if words_of(cells[name]) != words_of(cells[base])}
            for name in members
        }
        shown = [base, *(name for name in members if any(not is_plain(row) for row in odd[name]))]
        rows = [row for row in outcomes if not is_plain(row) and any(row in odd[name] for name in members)]
        same = [name for name in members if name not in shown]
        said = [f"In every row that is not here these do as `{base}` does."] if rows else []
        said += [f"{_names(same)} {'do' if len(same) > 1 else 'does'} as `{base}` does in every row."] if same else []
        lines = [_head("feature", shown), *(_row(row, outcomes[row], shown) for row in rows)] if rows else []
        yield "\n".join([f"### As {base}", "", *said, *([""] if lines else []), *lines])


def _not_said(source: str, goldens: Goldens, groups: Groups) -> Iterator[str]:
    yield f"## What {source} cannot say\n\nWith each is what becomes of it in `{source}`.\n"
    for group, rows in groups.items():
        cells = {row: goldens[NATIVE][row][source] for row in rows if row not in goldens[source]}
        if cells:
            yield f"* {group}: " + ", ".join(f"`{row}` {_cell(outcome)}" for row, outcome in cells.items())


def _head(first: str, shown: list[str]) -> str:
    """The first two lines of a table; names are broken, so that its columns are narrow."""
    return _line(first, [name.replace("_", "<br>") for name in shown]) + "\n|---" + "|:-:" * len(shown) + "|"


def _row(row: str, cells: Mapping[str, str], shown: list[str]) -> str:
    return _line(f"`{row}`", [_cell(cells[name]) for name in shown])


def _line(first: str, cells: list[str]) -> str:
    return "| " + " | ".join([first, *cells]) + " |"


def _cell(outcome: str) -> str:
    return "".join(SIGNS[word] for word in words_of(outcome))


def _names(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
