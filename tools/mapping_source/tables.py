"""Reads a table of members: its YAML, checked.  mapping/README.md says what it may hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

TYPES = {
    "number": "Raw",
    "whole": "Raw",
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
_COLUMNS = {"to", "is", "nearest", "most", "words", "key", "often", "undocumented", "unread", "says"}
_NEAREST = ("both", "above", "none", "written")
_SECTIONS = {"title", "source", "wire", "module", "required", "words", "writes", "vendor", "nodes"}


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
    """The expression of the words that the API documents."""
    key: str | None = None
    often: bool = False
    undocumented: bool = False
    """Whether the API takes the member, and its description does not have it."""
    unread: bool = False
    """Whether a number beyond the bounds is no value of the field, and is kept as a member without a place."""
    is_above: bool = False
    """Whether the least value itself is too small."""
    says: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the wire object has for the members, which are in camelCase or not."""
        return tuple(re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", key) for key in self.keys)

    @property
    def is_bounded(self) -> bool:
        """Whether some numbers only are written."""
        return self.low is not None and self.nearest != "written"


@dataclass(frozen=True)
class Table:
    """The members of one wire object that have places in the model."""

    title: str
    source: str
    wire: str
    vendor: dict[str, str]
    nodes: dict[str, tuple[Row, ...]]
    module: str | None = None
    """Where the type of the wire object is written by hand; without it, the generated module has the type."""
    required: str | None = None
    """A list that the wire object cannot be without."""
    words: dict[str, str] = field(default_factory=dict)
    """Constants with the words of rows -> their modules."""
    writes: str = "members"
    """What the writer fills: the members of a dictionary, or the fields of the wire object."""


def table_of(text: str) -> Table:
    """Read a table.

    Raises:
        TableError: it has a section, a column or a value that no table may have.
    """
    found = yaml.safe_load(text)
    if not isinstance(found, dict) or set(found) - _SECTIONS or {"title", "source", "wire", "nodes"} - set(found):
        raise TableError(f"a table has the sections {', '.join(sorted(_SECTIONS))}")
    vendor, words = found.get("vendor", {}), found.get("words", {})
    nodes = {
        name: tuple(row_of(key, columns, vendor, frozenset(words)) for key, columns in rows.items())
        for name, rows in found["nodes"].items()
    }
    others = {key: found[key] for key in ("module", "required", "writes") if key in found}
    if others.get("writes") not in (None, "fields"):
        raise TableError("`writes` says `fields`, or is not there")
    return Table(found["title"], found["source"], found["wire"], vendor, nodes, words=words, **others)


def row_of(key: str, columns: dict[str, Any], vendor: dict[str, str], constants: frozenset[str] = frozenset()) -> Row:
    """Read a row, whose words are a member of `vendor` or one of the constants.  Raises TableError."""
    if unknown := set(columns) - _COLUMNS:
        raise TableError(f"{key}: there is no column {', '.join(sorted(unknown))}")
    keys = tuple(key.split(" | "))
    kind = _KIND.fullmatch(str(columns.get("is")))
    if kind is None or kind[1] not in TYPES:
        raise TableError(f"{key}: `is` says one of {', '.join(TYPES)}, not {columns.get('is')}")
    if (len(keys) > 1) != ("key" in columns):
        raise TableError(f"{key}: two members have a column `key`, and one has none")
    if "key" in columns and columns["key"] not in vendor:
        raise TableError(f"{key}: `key` names a member of `vendor`, not {columns['key']}")
    if "words" in columns and columns["words"] not in {*vendor, *constants}:
        raise TableError(f"{key}: `words` names a member of `vendor` or a constant of `words`, not {columns['words']}")
    nearest = columns.get("nearest", "none" if columns.get("unread") else "both")
    if nearest not in _NEAREST or (("nearest" in columns or "unread" in columns) and kind[2] is None):
        raise TableError(f"{key}: `nearest` says one of {', '.join(_NEAREST)}; it and `unread` are for bounds")
    return Row(
        keys,
        columns.get("to", keys[0]),
        kind[1],
        kind[2],
        kind[4],
        nearest,
        columns.get("most"),
        _expression(columns.get("words"), constants),
        columns.get("key"),
        bool(columns.get("often")),
        bool(columns.get("undocumented")),
        bool(columns.get("unread")),
        kind[3] == "<",
        columns.get("says"),
    )


def _expression(words: str | None, constants: frozenset[str]) -> str | None:
    return words if words is None or words in constants else f"vendor.{words}"
