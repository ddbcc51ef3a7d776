"""Cut a YAML list into its items, so that each can be placed, changed and written by itself."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from turnwire.cli.inputs import Entry
from turnwire.codec import yaml
from turnwire.codec.json import loads
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Sequence

_DASH: Final = b"-"
_DASHES: Final = (b"- ", b"-\n", b"-\r", b"-\t")


def yaml_items(entry: Entry, items: Sequence[bytes]) -> list[Entry] | None:
    """Return an entry for each item of a list whose items begin with `- ` on lines of their own.

    The data of an entry are the lines of its item, with the comments behind it.  What is before the first item is the
    `before` of the first entry.

    Args:
        entry: the YAML file.
        items: the items as JSON.

    Returns:
        The entries; None if the list has no dashes (`flow_items`), or an item is not whole by itself.
    """
    places = yaml.positions(entry.data, [f"/{n}" for n in range(len(items))])
    lines = entry.data.splitlines(keepends=True)
    starts = [_start(lines, *place) for n in range(len(items)) if (place := places.get(f"/{n}"))]
    if len(starts) != len(items) or not all(a < b for a, b in pairwise([-1, *starts])):
        return None
    made = [
        Entry(entry.source.at(n), first + 1, b"".join(lines[first:end]))
        for n, (first, end) in enumerate(pairwise([*starts, len(lines)]))
    ]
    if not all(_is_item(each.data, item) for each, item in zip(made, items, strict=True)):
        return None
    made[0] = made[0]._replace(before=b"".join(lines[: starts[0]]))
    return made


def flow_items(entry: Entry, items: Sequence[bytes]) -> list[Entry] | None:
    """Return an entry for each item of a list in brackets, `[{...}, {...}]`, with the line and column of the item.

    Args:
        entry: the YAML file.
        items: the items as JSON.

    Returns:
        The entries; None if the list is not in brackets, or an item is not whole by itself.
    """
    cut = yaml.items(entry.data)
    made = [Entry(entry.source.at(n), place.line, data, column=place.column - 1) for n, (place, data) in enumerate(cut)]
    is_whole = len(made) == len(items) and all(_is(each.data, item) for each, item in zip(made, items, strict=True))
    return made if is_whole else None


def has_dash(entry: Entry) -> bool:
    """Return whether the data of an entry are an item of a list with its dash, and not one of a list in brackets."""
    return entry.source.item is not None and entry.data.lstrip(b" ").startswith(_DASHES)


def _start(lines: Sequence[bytes], line: int, column: int) -> int:
    """Return the number of the line with the dash of an item, counted from 0; -1 if the item has no dash of its own."""
    before = lines[line - 1][: column - 1].strip()
    at = line - 1
    while not before and at:
        at -= 1
        before = lines[at].partition(b"#")[0].strip()
    return at if before == _DASH else -1


def _is_item(data: bytes, item: bytes) -> bool:
    """Return whether lines are a list of just this item: no other lines are needed to read them."""
    return _is(data, b"[" + item + b"]")


def _is(data: bytes, body: bytes) -> bool:
    """Return whether a text in YAML, by itself, is what a text in JSON is."""
    try:
        return bool(loads(yaml.to_json(data)) == loads(body))
    except InvalidDocument:
        return False


def as_item(document: bytes, data: bytes) -> bytes:
    """Return YAML of a document as an item of a list, indented as the lines that it replaces."""
    indent = data[: data.index(_DASH)]
    first, *rest = document.splitlines(keepends=True)
    return b"".join([indent + b"- " + first, *(indent + b"  " + line for line in rest)])
