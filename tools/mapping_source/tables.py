"""Reads a table of members: its YAML, checked.  mapping/README.md says what it may hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

TYPES = {
    "number": "Raw",
    "object": "Raw",
    "integer": "int | UnsetType",
    "boolean": "bool | UnsetType",
    "text": "str | UnsetType",
    "texts": "list[str] | UnsetType",
    "text or texts": "str | list[str] | UnsetType",
    "texts by name": "dict[str, Raw] | UnsetType",
    "values by name": "dict[str, Raw] | UnsetType",
}
"""Kind -> the type of the member in the wire object."""
_KIND = re.compile(r"([a-z ]+?)(?: (-?[\d.]+)(<?)\.\.(-?[\d.]+)?)?")
_COLUMNS = {"to", "is", "nearest", "most", "words", "key", "often", "undocumented", "says"}
_NEAREST = ("both", "above", "none")
_SECTIONS = {"title", "source", "wire", "vendor", "nodes"}


class TableError(Exception):
    """A table is wrong; the message names the place."""


@dataclass(frozen=True)
class Row:
    """A member of a wire object, and its place in the model."""

    keys: tuple[str, ...]
    """The member; of two for one setting, both."""
    to: str
    kind: str
    low: str | None = None
    high: str | None = None
    nearest: str = "both"
    most: int | None = None
    words: str | None = None
    key: str | None = None
    often: bool = False
    undocumented: bool = False
    """Whether the API takes the member, and its description does not have it."""
    is_above: bool = False
    """Whether the least value itself is too small."""
    says: str | None = None

    @property
    def is_bounded(self) -> bool:
        """Whether the API takes some numbers only."""
        return self.low is not None


@dataclass(frozen=True)
class Table:
    """The members of one wire object that have places in the model."""

    title: str
    source: str
    wire: str
    vendor: dict[str, str]
    nodes: dict[str, tuple[Row, ...]]


def table_of(text: str) -> Table:
    """Read a table.

    Raises:
        TableError: it has a section, a column or a value that no table may have.
    """
    found = yaml.safe_load(text)
    if not isinstance(found, dict) or set(found) - _SECTIONS or {"title", "source", "wire", "nodes"} - set(found):
        raise TableError(f"a table has the sections {', '.join(sorted(_SECTIONS))}")
    vendor = found.get("vendor", {})
    nodes = {
        name: tuple(row_of(key, columns, vendor) for key, columns in rows.items())
        for name, rows in found["nodes"].items()
    }
    return Table(found["title"], found["source"], found["wire"], vendor, nodes)


def row_of(key: str, columns: dict[str, Any], vendor: dict[str, str]) -> Row:
    """Read a row.  Raises TableError."""
    if unknown := set(columns) - _COLUMNS:
        raise TableError(f"{key}: there is no column {', '.join(sorted(unknown))}")
    keys = tuple(key.split(" | "))
    kind = _KIND.fullmatch(str(columns.get("is")))
    if kind is None or kind[1] not in TYPES:
        raise TableError(f"{key}: `is` says one of {', '.join(TYPES)}, not {columns.get('is')}")
    if (len(keys) > 1) != ("key" in columns):
        raise TableError(f"{key}: two members have a column `key`, and one has none")
    for column in ("key", "words"):
        if column in columns and columns[column] not in vendor:
            raise TableError(f"{key}: `{column}` names a member of `vendor`, not {columns[column]}")
    nearest = columns.get("nearest", "both")
    if nearest not in _NEAREST or ("nearest" in columns and kind[2] is None):
        raise TableError(f"{key}: `nearest` says one of {', '.join(_NEAREST)}, of a number with bounds")
    return Row(
        keys,
        columns.get("to", keys[0]),
        kind[1],
        kind[2],
        kind[4],
        nearest,
        columns.get("most"),
        columns.get("words"),
        columns.get("key"),
        bool(columns.get("often")),
        bool(columns.get("undocumented")),
        kind[3] == "<",
        columns.get("says"),
    )
