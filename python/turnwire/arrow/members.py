"""Documents as columns of their members, such as the columns `messages` and `tools` of datasets for training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa
from msgspec import Raw

from turnwire.arrow.texts import texts_of
from turnwire.codec.wire import ENCODER

if TYPE_CHECKING:
    from collections.abc import Sequence

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_ITEMS = msgspec.json.Decoder(list[Raw])


def joined(table: pa.Table, members: Sequence[str], column: str) -> pa.Table:
    """Return a table with one column of documents instead of the columns of their members.

    Args:
        table: the rows.
        members: the columns, of JSON or of lists of JSON; a null is no member.
        column: the name of the new column, which is the last one.

    Raises:
        TypeError: a column has another type.

    Example:
        `joined(table, ["messages"], "document")`
    """
    found = [_pieces(table.column(name)) for name in members]
    texts = [
        ENCODER.encode({name: piece for name, piece in zip(members, row, strict=True) if piece is not None}).decode()
        for row in zip(*found, strict=True)
    ]
    return table.drop_columns(list(members)).append_column(column, pa.array(texts, pa.string()))


def parted(table: pa.Table, members: Sequence[str], column: str) -> pa.Table:
    """Return a table with a column more for each member of the documents: lists of JSON.

    Args:
        table: the rows.
        members: the names of members that are arrays; null is in the rows whose documents have none, or another kind of
            JSON there, or are no JSON object.
        column: the name of the column that has the documents, which stays.

    Raises:
        ValueError: the table has a column with the name of a member.

    Example:
        `parted(table, ["messages"], "document")`
    """
    if taken := sorted({*members} & {*table.column_names}):
        raise ValueError(f"the rows have a column {taken[0]!r}: rename or drop it")
    documents = [_members(text) for chunk in table.column(column).chunks for text in texts_of(chunk)]
    for name in members:
        items = [_items(document.get(name)) for document in documents]
        table = table.append_column(name, pa.array(items, pa.list_(pa.string())).cast(pa.list_(pa.json_())))
    return table


def _pieces(column: pa.ChunkedArray) -> list[Any]:
    """Return the JSON of each row, or the list of JSON, and None for null."""
    kind = column.type
    if isinstance(kind, pa.JsonType):
        return [None if text is None else Raw(text) for chunk in column.chunks for text in texts_of(chunk)]
    if pa.types.is_list(kind) and isinstance(kind.value_type, pa.JsonType):
        return [
            None if row is None else [Raw(b"null" if item is None else item.encode()) for item in row]
            for row in column.cast(pa.list_(pa.string())).to_pylist()
        ]
    raise TypeError(f"a member of documents is JSON or a list of JSON, not {kind}: load it as Json() or List(Json())")


def _members(text: bytes | None) -> dict[str, Raw]:
    """Return the members of a document; what is no JSON object has none."""
    try:
        return {} if text is None else _MEMBERS.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return {}


def _items(member: Raw | None) -> list[str] | None:
    if member is None:
        return None
    text = bytes(member)
    return [bytes(item).decode() for item in _ITEMS.decode(text)] if text.startswith(b"[") else None
