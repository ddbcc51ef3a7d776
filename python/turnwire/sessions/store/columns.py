"""Checked columns: SQLite stores any value in any column, and another program may have written it.

"SQLite uses [...] a more general dynamic type system [...] the datatype of a value is associated with the value itself,
not with its container." (sqlite.org/datatype3.html)
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec import Raw
from sqlalchemy import Integer, Text
from sqlalchemy.types import TypeEngine

from turnwire.errors import InvalidDocument, invalid
from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection, Dialect

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_SHOWN = 60
REPAIR = "another program wrote it; put it right, or take a copy from before"
"""What to do about a row that cannot be read."""

# The key columns of each table, and their names in messages.
_KEYS = {
    "sessions": {"id": "session"},
    "messages": {"session_id": "session", "id": "message"},
    "tool_calls": {"session_id": "session", "message_id": "message", "id": "call"},
    "turnwire_store": {"name": "fact"},
}
_OUR_KEYS = {"session_id": "session", "message_id": "message", "seq": "row"}


class NamedColumn(InvalidDocument):
    """A refusal whose message names the row and the column."""


class _Odd(InvalidDocument):
    """A value of another type than its column; which row it is in, the database is asked by `placed`."""

    def __init__(self, column: str, value: object, wanted: str, good: str) -> None:
        words = f"{_shown(value)} stands in {column}, which holds {wanted}"
        super().__init__(Diagnostic("store.damaged", words, "error", hint=REPAIR))
        self.args = (column, value, wanted, good)  # `copy` and `pickle` call the class with them
        self.column, self.good = column, good


class _Checked(TypeEngine[Any]):
    """The common base of CheckedText and CheckedWhole: a column that checks each value it reads."""

    cache_ok = True
    kind: ClassVar[type]
    wanted: ClassVar[str]
    """What the column holds, for people."""
    good: ClassVar[str]
    """SQLite's word for it."""

    def __init__(self, column: str = "") -> None:
        """`column` is `table.column`, for messages.

        It is empty at first: SQLAlchemy makes a type before its table, and tables.py sets it afterwards.
        """
        super().__init__()
        self.column = column

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return the function that checks each value that is read."""
        del dialect, coltype
        column, kind, wanted, good = self.column, self.kind, self.wanted, self.good

        def checked(value: Any) -> Any:
            if value is None or isinstance(value, kind):
                return value
            raise _Odd(column, value, wanted, good)

        return checked


class CheckedText(_Checked, Text):
    """A column of texts.  Reading anything else raises InvalidDocument, `store.damaged`."""

    kind, wanted, good = str, "texts", "text"


class CheckedWhole(_Checked, Integer):
    """A column of whole numbers.  Reading anything else raises InvalidDocument, `store.damaged`."""

    kind, wanted, good = int, "whole numbers", "integer"


@contextlib.contextmanager
def placed(connection: Connection) -> Iterator[None]:
    """Add to the refusal of a value of the wrong type its row, and the number of such rows."""
    try:
        yield
    except _Odd as odd:
        found = odd.diagnostics[0]
        where = _rows(connection, odd)
        raise invalid(found.code, f"{where}{found.message}", hint=found.hint) from None


def _rows(connection: Connection, odd: _Odd) -> str:
    """The first row that has no good value in a column.  SQLite only: other databases have types."""
    table, _, column = odd.column.partition(".")
    wrong = f"FROM {table} WHERE typeof({column}) NOT IN ('null', '{odd.good}')"
    row = connection.exec_driver_sql(f"SELECT * {wrong} LIMIT 1").mappings().first()
    if row is None:
        return ""
    count = connection.exec_driver_sql(f"SELECT count(*) {wrong}").scalar() or 0
    more = f" (and {count - 1} more)" if count > 1 else ""
    return f"{row_of(table, dict(row))}{more}: "


def row_of(table: str, row: dict[str, Any]) -> str:
    """Return the name of a row in messages: `session 's', message 'm'`."""
    keys = _KEYS.get(table, _OUR_KEYS)
    return ", ".join(f"{what} {_shown(row[name])}" for name, what in keys.items() if name in row)


def column_of(table: str, row: dict[str, Any], column: str) -> str:
    """Return the name of a column of a row in messages: `session 's', column rest_json`."""
    return f"{row_of(table, row)}, column {column}"


def members_of(text: str | Raw, place: str) -> dict[str, Raw]:
    """Return the members of a JSON object in a column; `place` names it.  Raises InvalidDocument, `store.damaged`."""
    try:
        return _OBJECT.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        words = f"{place}: {_shown(text)} stands where there is a JSON object"
        raise NamedColumn(Diagnostic("store.damaged", words, "error", hint=REPAIR)) from None


def _shown(value: object) -> str:
    return repr(bytes(value).decode() if isinstance(value, Raw) else value)[:_SHOWN]
