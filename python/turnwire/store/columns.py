"""Columns that hold what they say: SQLite takes any value into any column, and another program may have put it there.

"SQLite uses [...] a more general dynamic type system [...] the datatype of a value is associated with the value itself,
not with its container." (sqlite.org/datatype3.html)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw
from sqlalchemy import Integer, Text

from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Dialect

    from turnwire.errors import InvalidDocument

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_SHOWN = 60


class Words(Text):
    """A column of texts.  Reading anything else raises InvalidDocument, `store.damaged`."""

    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], str | None]:
        """What looks at each value that is read."""
        del dialect, coltype
        return _text


class Whole(Integer):
    """A column of whole numbers.  Reading anything else raises InvalidDocument, `store.damaged`."""

    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], int | None]:
        """What looks at each value that is read."""
        del dialect, coltype
        return _number


def members_of(text: str) -> dict[str, Raw]:
    """The members of a JSON object in a column.  Raises InvalidDocument, `store.damaged`."""
    try:
        return _OBJECT.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise _damaged("no JSON object", text, "one") from None


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise _damaged("no text", value, "a text")


def _number(value: Any) -> int | None:
    if value is None or isinstance(value, int):
        return value
    raise _damaged("no whole number", value, "one")


def _damaged(what: str, value: object, wanted: str) -> InvalidDocument:
    words = f"{what} stands where the tables have {wanted}: {repr(value)[:_SHOWN]}"
    return invalid("store.damaged", words, hint="another program wrote it; put it right, or take a copy from before")
