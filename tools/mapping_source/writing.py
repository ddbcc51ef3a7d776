"""The statements of a generated writer, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapping_source.reading import LISTS, between

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mapping_source.tables import Row


def statements(row: Row, node: str, *, lacks: bool) -> Iterator[str]:
    """Return the lines that write a field as its member.

    Args:
        row: the member.
        node: the name of the node in the settings.
        lacks: whether there are vendors that lack some members.
    """
    value = row.to
    yield _is_set(row)
    if row.key:
        yield from _two_keys(row)
        return
    (key,) = row.keys
    inside = "" if node == "settings" else f"/{node}"
    place, feature = f'"/settings{inside}/{value}"', f'"{node}.{value}"'
    yield f'    if "{key}" in same:'
    yield f'        wire["{key}"] = same["{key}"]'
    if row.undocumented:
        yield f'    elif "{key}" not in source:'
        yield f"        losses.dropped({place}, {feature}, {value})"
    if lacks and not (row.often and row.kind != "text or texts"):
        yield f'    elif "{value}" in vendor.lacks and "{key}" not in source:'
        yield f"        losses.dropped({place}, {feature}, {value})"
    if row.kind == "object":
        yield f"    elif not is_object({value}):"
        yield f"        losses.dropped({place}, {feature}, {value})"
    if row.is_bounded:
        yield f"    elif not {between(row, value)}:"
        bounds = f'{row.low}, {row.high or "inf"}, "{row.nearest}"'
        yield f"        if (legal := bounded({value}, {bounds}, {place}, {feature}, losses)) is not None:"
        yield f'            wire["{key}"] = legal'
    yield from (f"    {line}" for line in _usual(row, key, place, feature))


def _usual(row: Row, key: str, place: str, feature: str) -> Iterator[str]:
    """Return the last branches of a writer: of a value that the API takes, as far as it takes it."""
    written = value = row.to
    if row.words is not None and row.kind == "text":
        yield f"elif {value} not in vendor.{row.words}:"
        yield f"    losses.dropped({place}, {feature}, {value})"
    elif row.words is not None:
        words = f'vendor.{row.words}.union(names_of(source.get("{key}")))'
        yield f"elif legal := known({value}, {words}, {place}, {feature}, losses):"
        yield f'    wire["{key}"] = legal'
        return
    elif row.kind == "texts by name":
        written = f'only_texts({value}, members_of(source.get("{key}")), {place}, {feature}, losses)'
    elif row.most is not None:
        written = f"first({value}, {row.most}, {place}, {feature}, losses)"
    yield "else:"
    yield f'    wire["{key}"] = {written}'


def _is_set(row: Row) -> str:
    if row.kind == "object" or row.kind in LISTS:
        return f"if {row.to} := node.{row.to}:"
    return f"if ({row.to} := node.{row.to}) is not None:"


def _two_keys(row: Row) -> Iterator[str]:
    """Return the lines that write a setting under the key that its source had, after an edit too."""
    yield f"    one, two = vendor.{row.key}"
    yield "    if one in same or two in same:"
    yield "        wire.update((key, same[key]) for key in (one, two) if key in same)"
    yield "    else:"
    yield f"        wire[two if two in source and one not in source else one] = {row.to}"
