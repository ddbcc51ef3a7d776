"""The statements of a generated writer, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapping_source.reading import LISTS, between

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mapping_source.tables import Row, Table


def statements(row: Row, node: str, table: Table) -> Iterator[str]:
    """Return the lines that write a field as its member.

    Args:
        row: the member.
        node: the name of the node in the settings.
        table: what the row is part of.
    """
    value = row.to
    yield _is_set(row)
    if row.key:
        yield f"    one, two = vendor.{row.key}"
        yield f"    wire[two if two in source and one not in source else one] = {value}"
        return
    (key,), (name,) = row.keys, row.names
    target = f"wire.{name}" if table.writes == "fields" else f'wire["{key}"]'
    refused = list(_refused(row, key, lacks="lacks" in table.vendor))
    if refused:
        yield f"    if {' or '.join(refused)}:"
        yield f"        losses.dropped({_place(row, node)}, {value})"
    if row.is_bounded:
        yield f"    {'elif' if refused else 'if'} {between(row, value)}:"
        yield f"        {target} = {value}"
        yield f"    elif (legal := {bound_name(row)}.nearest_to({value}, losses)) is not None:"
        yield f"        {target} = legal"
        return
    legal = _legal(row, key, _place(row, node))
    if refused:
        yield f"    {'elif legal := ' + legal if row.kind == 'texts' and row.words else 'else'}:"
    elif row.kind == "texts" and row.words:
        yield f"    if legal := {legal}:"
    indent = "        " if refused or (row.kind == "texts" and row.words) else "    "
    yield f"{indent}{target} = {'legal' if row.kind == 'texts' and row.words else legal}"


def bound_name(row: Row) -> str:
    """Return the name of the constant that has the bounds of a row."""
    return f"_{row.names[0].upper()}"


def bound_of(row: Row, node: str) -> str:
    """Return the constant that has the bounds of a row."""
    return f'{bound_name(row)} = Bound({row.low}, {row.high or "inf"}, "{row.nearest}", {_place(row, node)})'


def _place(row: Row, node: str) -> str:
    """Return the path of a field and its name in the schema, as two arguments."""
    inside = "" if node == "settings" else f"/{node}"
    return f'"/settings{inside}/{row.to}", "{node}.{row.to}"'


def _refused(row: Row, key: str, *, lacks: bool) -> Iterator[str]:
    """Return the conditions in which a field is not written."""
    if row.undocumented:
        yield f'"{key}" not in source'
    if lacks and not (row.often and row.kind != "text or texts"):
        yield f'("{row.to}" in vendor.lacks and "{key}" not in source)'
    if row.kind == "object":
        yield f"not is_object({row.to})"
    if row.words is not None and row.kind == "text":
        yield f"{row.to} not in {row.words}"


def _legal(row: Row, key: str, place: str) -> str:
    """Return the expression of a value without bounds as far as the API takes it."""
    if row.words is not None and row.kind == "texts":
        return f'known({row.to}, {row.words}.union(names_of(source.get("{key}"))), {place}, losses)'
    if row.kind == "texts by name":
        return f'only_texts({row.to}, members_of(source.get("{key}")), {place}, losses)'
    return row.to if row.most is None else f"first({row.to}, {row.most}, {place}, losses)"


def _is_set(row: Row) -> str:
    if row.kind == "object" or row.kind in LISTS:
        return f"if {row.to} := node.{row.to}:"
    return f"if ({row.to} := node.{row.to}) is not None:"
