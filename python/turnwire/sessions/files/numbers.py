"""A number for each id of a conversation, which may have more ids than memory is to hold."""

from __future__ import annotations

import contextlib
import sqlite3
from errno import EIO
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

HELD: Final = 10_000
"""How many ids are held in memory; the others are in a temporary file."""


class Numbers:
    """The numbers of ids, from 0, in the order in which they are first asked for.

    Args:
        held: how many ids are held in memory.
    """

    def __init__(self, held: int = HELD) -> None:
        self._most = held
        self._held: dict[str, int] = {}
        self._stored: _Stored | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._held) + (self._stored.count if self._stored else 0)

    def of(self, name: str) -> int:
        """Return the number of an id.  Raises OSError if the temporary file cannot be written."""
        found = self._held.get(name)
        if found is not None:
            return found
        if len(self._held) < self._most:
            return self._held.setdefault(name, len(self._held))
        if self._stored is None:
            self._stored = _Stored()
        return self._most + self._stored.place(name)

    def close(self) -> None:
        """Forget all ids, and remove the temporary file."""
        if self._stored is not None:
            self._stored.close()
        self._held, self._stored = {}, None


class _Stored:
    """The places of ids in a table, in the order in which they were added."""

    def __init__(self) -> None:
        with _explained():
            # "When the name of the database file [...] is an empty string, then a new temporary file is created to hold
            # the database. [...] Temporary databases are automatically deleted when the connection that created them
            # closes."  (https://www.sqlite.org/inmemorydb.html)
            self._database = sqlite3.connect("")
            self._database.execute("PRAGMA journal_mode = OFF")
            self._database.execute("CREATE TABLE ids (place INTEGER PRIMARY KEY, name BLOB UNIQUE)")
        self.count = 0

    def place(self, name: str) -> int:
        key = name.encode("utf-8", "surrogatepass")
        with _explained():
            found = self._database.execute("SELECT place FROM ids WHERE name = ?", (key,)).fetchone()
            if found is not None:
                return int(found[0])
            self._database.execute("INSERT INTO ids VALUES (?, ?)", (self.count, key))
        self.count += 1
        return self.count - 1

    def close(self) -> None:
        self._database.close()


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as fault:
        raise OSError(EIO, f"the temporary file with the ids of messages: {fault}") from fault
