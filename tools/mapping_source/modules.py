"""The text of a generated module."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mapping_source import reading, writing
from mapping_source.tables import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mapping_source.tables import Row, Table

_IMPORTS = {
    "math": ("inf",),
    "turnwire.codec.json": ("check_raw",),
    "turnwire.codec.numbers": ("number_in", "whole_in"),
    "turnwire.codec.values": ("is_object", "is_text", "members_of", "names_of", "object_with"),
    "turnwire.codec.wire": ("Wire",),
    "turnwire.documents.residue": ("residue",),
    "turnwire.lowering.legal_values": ("Bound", "first", "known", "only_texts"),
    "turnwire.documents.source_values": ("Rest", "Rows", "members_of_source", "object_in"),
    "turnwire.model": ("ABSENT", "Generation", "Settings"),
}
_NODES = {"generation": "Generation", "settings": "Settings"}
_EMPTY = {"str": '""', "frozenset[str]": "frozenset()"}


def module_of(table: Table, name: str) -> str:
    """Return the source of the module of a table."""
    body = "\n".join(
        [*_types(table), *(line for node, rows in table.nodes.items() for line in _node(table, node, rows))]
    )
    own = {table.module: (table.wire,)} if table.module else {}
    own |= {module: (name,) for name, module in table.words.items()}
    imports = {module: _used(names, body) for module, names in (_IMPORTS | own).items()}
    lines = [f"from {module} import {', '.join(names)}" for module, names in imports.items() if names]
    vendors = ", Protocol" if table.vendor else ""
    return f'''"""Reads and writes {table.title}.

Made by `make mapping` from mapping/{name}.yaml.  Sentences in quotes are from {table.source}.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any{vendors}

from msgspec import {", ".join(_used(("UNSET", "Raw", "UnsetType"), body))}

{chr(10).join(lines)}

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses

{body}
'''


def _used(names: tuple[str, ...], body: str) -> list[str]:
    return [name for name in names if re.search(rf"\b{name}\b", body)]


def _types(table: Table) -> Iterator[str]:
    pairs = {row.key: row.keys for rows in table.nodes.values() for row in rows if row.key}
    if table.vendor:
        yield "\nclass Vendor(Protocol):"
        yield '    """What the dialects of the format differ in."""\n'
        for name, kind in table.vendor.items():
            yield f"    @property\n    def {name}(self) -> {kind}: ...\n"
        yield "\nclass _AnyVendor:"
        yield '    """A vendor that has all members; of two for one setting, its own is the first in a source."""\n'
        yield "    def __init__(self, source: Mapping[str, Raw]) -> None:"
        for name, kind in table.vendor.items():
            if name in pairs:
                yield f"        first, second = sorted({pairs[name]}, key=[*source, *{pairs[name]}].index)"
            yield f"        self.{name}: {kind} = {_EMPTY.get(kind, '(first, second)')}"
    if table.module is None:
        yield f"\n\nclass {table.wire}(Wire, kw_only=True):"
        yield f'    """The members of {table.title}."""\n'
        for row in (row for rows in table.nodes.values() for row in _often_first(rows)):
            for key in row.keys:
                yield f"    {key}: {TYPES[row.kind]} = {'ABSENT' if row.kind in reading.RAW else 'UNSET'}"


def _often_first(rows: tuple[Row, ...]) -> list[Row]:
    return sorted(rows, key=lambda row: not row.often)


def _node(table: Table, node: str, rows: tuple[Row, ...]) -> Iterator[str]:
    kind, rows_name, keys = _NODES[node], f"_{node.upper()}", {key: row.to for row in rows for key in row.keys}
    yield from (writing.bound_of(row, node) for row in rows if row.is_bounded)
    yield from _filler(table, node, rows)
    others = ", _AnyVendor" if table.vendor else f', required="{table.required}"' if table.required else ""
    yield f"\n\n{rows_name} = Rows({kind}(), {keys}, {table.wire}, fill_{node}{others})"
    yield f"HELD_{node.upper()} = frozenset({rows_name}.keys.values())"
    yield from _writer(table, node, rows)


def _filler(table: Table, node: str, rows: tuple[Row, ...]) -> Iterator[str]:
    """Return the function that reads the members of a node; the rare ones are looked at together first."""
    kind, lacks = _NODES[node], "lacks" in table.vendor
    typed, given = ("vendor: Vendor, ", "vendor, ") if table.vendor else ("", "")
    often, rare = ([row for row in rows if row.often is wanted] for wanted in (True, False))
    dicts = "source: dict[str, Any], rest: Rest"
    if not often or len(rare) == 1:
        often, rare = _often_first(rows), []
    if rare:
        names = [name for row in rare for name in row.names]
        yield f"_rare_{node} = operator.attrgetter({', '.join(map(repr, names))})"
        yield f"_NO_RARE_{node.upper()} = _rare_{node}({table.wire}({'[]' if table.required else ''}))"
    yield f"\n\ndef fill_{node}(wire: {table.wire}, {typed}node: {kind}, {dicts}) -> None:"
    yield f'    """Read the members of {kind}; `source` gets those that the writer would write otherwise."""'
    yield from _statements(often, lacks=lacks)
    if rare:
        yield f"    if _rare_{node}(wire) != _NO_RARE_{node.upper()}:"
        yield f"        _fill_rare_{node}(wire, {given}node, source, rest)"
        yield f"\n\ndef _fill_rare_{node}(wire: {table.wire}, {typed}node: {kind}, {dicts}) -> None:"
        yield from _statements(rare, lacks=lacks)


def _statements(rows: list[Row], *, lacks: bool) -> Iterator[str]:
    for row in rows:
        if row.says:
            yield f'    # "{row.says}"'
        yield from (f"    {line}" for line in reading.statements(row, lacks=lacks))


def _writer(table: Table, node: str, rows: tuple[Row, ...]) -> Iterator[str]:
    kind, rows_name = _NODES[node], f"_{node.upper()}"
    typed, given = (", vendor: Vendor", ", vendor") if table.vendor else ("", "")
    lines = [line for row in rows for line in writing.statements(row, node, table)]
    has_source = any("source" in line for line in lines)
    plain, again = ("{}, ", "source, ") if has_source else ("", "")
    is_struct = table.writes == "fields"
    wire = "wire: Any" if is_struct else "wire: dict[str, Any]"
    yield f"\n\ndef write_{node}(node: {kind}, {wire}, losses: Losses{typed}) -> None:"
    yield f'    """Write the members of {kind}, and report what the API does not take."""'
    if is_struct:
        yield "    if node.provider_raw is not None and losses.dialect in node.provider_raw:"
        yield f"        node = {rows_name}.set_again(node, wire, losses.dialect)"
        yield from (f"    {line}" for line in lines)
        return
    yield "    if node.provider_raw is None or losses.dialect not in node.provider_raw:"
    yield f"        _write_{node}(node, {plain}wire, losses{given})"
    yield "        return"
    yield f"    {'source' if has_source else '_'}, same = members_of_source(node, losses.dialect, {rows_name})"
    yield "    found: dict[str, Any] = dict(same)"
    yield f"    _write_{node}({rows_name}.without(node, same), {again}found, losses{given})"
    yield f"    wire.update({rows_name}.in_order(found))"
    members = "source: Mapping[str, Raw], " if has_source else ""
    yield f"\n\ndef _write_{node}(node: {kind}, {members}{wire}, losses: Losses{typed}) -> None:"
    yield from (f"    {line}" for line in lines)
