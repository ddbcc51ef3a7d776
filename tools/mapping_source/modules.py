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
    "turnwire.codec.numbers": ("number_in",),
    "turnwire.codec.values": ("is_object", "is_text", "members_of", "names_of", "object_with"),
    "turnwire.codec.wire": ("Wire",),
    "turnwire.documents.residue": ("residue",),
    "turnwire.lowering.legal_values": ("bounded", "first", "known", "only_texts"),
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
    imports = {
        module: [each for each in names if re.search(rf"\b{each}\b", body)] for module, names in _IMPORTS.items()
    }
    lines = [f"from {module} import {', '.join(names)}" for module, names in imports.items() if names]
    vendors = ", Protocol" if table.vendor else ""
    return f'''"""Reads and writes {table.title}.

Made by `make mapping` from mapping/{name}.yaml.  Sentences in quotes are from {table.source}.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any{vendors}

import msgspec
from msgspec import UNSET, Raw, UnsetType

{chr(10).join(lines)}

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses

{body}
'''


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
    yield f"\n\nclass {table.wire}(Wire, kw_only=True):"
    yield f'    """The members of {table.title}."""\n'
    for row in (row for rows in table.nodes.values() for row in _often_first(rows)):
        for key in row.keys:
            yield f"    {key}: {TYPES[row.kind]} = {'ABSENT' if row.kind in reading.RAW else 'UNSET'}"
    yield f"\n\n_DECODER = msgspec.json.Decoder({table.wire})"


def _often_first(rows: tuple[Row, ...]) -> list[Row]:
    return sorted(rows, key=lambda row: not row.often)


def _node(table: Table, node: str, rows: tuple[Row, ...]) -> Iterator[str]:
    kind, keys = _NODES[node], {key: row.to for row in rows for key in row.keys}
    yield from _filler(table, node, rows)
    again = "_AnyVendor(source)" if table.vendor else '""'
    yield f"\n\ndef _again_{node}(source: Mapping[str, Raw]) -> {kind}:"
    yield f"    node = {kind}()"
    yield f"    fill_{node}(_DECODER.decode(object_with(source)), {again}, node, {{}}, Rest())"
    yield "    return node"
    yield f"\n\n_{node.upper()} = Rows({keys}, _again_{node})"
    yield f"HELD_{node.upper()} = frozenset({sorted(set(keys.values()))})"
    yield from _writer(table, node, rows)


def _filler(table: Table, node: str, rows: tuple[Row, ...]) -> Iterator[str]:
    """Return the function that reads the members of a node; the rare ones are looked at together first."""
    kind, lacks, given = _NODES[node], "lacks" in table.vendor, "vendor: Vendor" if table.vendor else "_: str"
    often, rare = ([row for row in rows if row.often is wanted] for wanted in (True, False))
    dicts = "source: dict[str, Any], rest: Rest"
    if often and rare:
        names = [key for row in rare for key in row.keys]
        yield f"_rare_{node} = operator.attrgetter({', '.join(map(repr, names))})"
        yield f"_NO_RARE_{node.upper()} = _rare_{node}({table.wire}())"
    yield f"\n\ndef fill_{node}(wire: {table.wire}, {given}, node: {kind}, {dicts}) -> None:"
    yield f'    """Read the members of {kind}; `source` gets those that the writer would write otherwise."""'
    yield from _statements(often or rare, lacks=lacks)
    if often and rare:
        yield f"    if _rare_{node}(wire) != _NO_RARE_{node.upper()}:"
        yield f"        _fill_rare_{node}(wire, {given.partition(':')[0]}, node, source, rest)"
        yield f"\n\ndef _fill_rare_{node}(wire: {table.wire}, {given}, node: {kind}, {dicts}) -> None:"
        yield from _statements(rare, lacks=lacks)


def _statements(rows: list[Row], *, lacks: bool) -> Iterator[str]:
    for row in rows:
        if row.says:
            yield f'    # "{row.says}"'
        yield from (f"    {line}" for line in reading.statements(row, lacks=lacks))


def _writer(table: Table, node: str, rows: tuple[Row, ...]) -> Iterator[str]:
    vendor = ", vendor: Vendor" if table.vendor else ""
    yield f"\n\ndef write_{node}(node: {_NODES[node]}, wire: dict[str, Any], losses: Losses{vendor}) -> None:"
    yield f'    """Write the members of {_NODES[node]}, and report what the API does not take."""'
    yield "    source: Mapping[str, Raw] = {}"
    yield "    same = source"
    yield "    if node.provider_raw is not None:"
    yield f"        source, same = members_of_source(node, losses.dialect, _{node.upper()})"
    for row in rows:
        yield from (f"    {line}" for line in writing.statements(row, node, lacks="lacks" in table.vendor))
