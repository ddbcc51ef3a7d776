"""The index of a log: the position of each frame, by its id and by its bookmark.

It is a cache: it follows the log, is rebuilt if it does not fit the log, and is not used if it cannot be
written.  SQLite's write-ahead log keeps it consistent if a process is killed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from turnwire.systems.gpt2099.threads.frames import TURN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

VERSION = 3
"""Of the tables below; an index of another version is made anew."""

_TABLES = f"""
BEGIN;
CREATE TABLE turn (
  key TEXT PRIMARY KEY, at INTEGER, size INTEGER, topic TEXT, own TEXT, via TEXT, is_reply INTEGER, head TEXT
) WITHOUT ROWID;
CREATE INDEX latest ON turn (topic, key);
CREATE INDEX bookmark ON turn (topic, head, key) WHERE head IS NOT NULL;
CREATE INDEX below ON turn (via) WHERE via IS NOT NULL;
CREATE TABLE refused (at INTEGER PRIMARY KEY, size INTEGER, why TEXT);
CREATE TABLE covered (upto INTEGER, fingerprint BLOB);
PRAGMA user_version = {VERSION};
COMMIT;
"""

# The bookmark that a turn has so far, and the one that it has by its link.
_HEAD = """
SELECT turn.head, coalesce(turn.own, CASE WHEN turn.is_reply OR above.is_reply THEN above.head END)
FROM turn LEFT JOIN turn AS above ON above.key = turn.via AND above.topic = ? WHERE turn.key = ?
"""


class Entry(NamedTuple):
    """The position of a frame in the log, its key and topic, and where its bookmark is from (see `heads.Link`)."""

    key: str
    at: int
    size: int
    topic: str | None
    own: str | None
    via: str | None
    is_reply: bool


class Refused(NamedTuple):
    """A line of the log that is not a frame."""

    at: int
    size: int
    why: str


class Covered(NamedTuple):
    """The end of the indexed part of the log, and a digest of the last bytes before it, to recognise another log."""

    upto: int
    fingerprint: bytes


NOTHING = Covered(0, hashlib.sha256(b"").digest())


class Damaged(sqlite3.DatabaseError):
    """The index file has invalid values."""


class Index:
    """The tables, in a file or in memory.  Every method raises sqlite3.Error where the file is damaged."""

    def __init__(self, path: Path | None) -> None:
        name = ":memory:" if path is None else str(path)
        if path is not None:
            os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
        self._tables = sqlite3.connect(name, timeout=30, isolation_level=None, check_same_thread=False)
        try:
            self._prepare()
        except BaseException:
            self._tables.close()
            raise

    def _prepare(self) -> None:
        self._tables.execute("PRAGMA journal_mode = WAL")
        self._tables.execute("PRAGMA synchronous = NORMAL")
        version = self._tables.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            raise Damaged(f"an index of version {version}")
        if not version:
            self._tables.executescript(_TABLES)

    def close(self) -> None:
        """Let go of the file."""
        self._tables.close()

    def covered(self) -> Covered:
        """The end of the indexed part."""
        row = self._one("SELECT upto, fingerprint FROM covered")
        if row is None:
            return NOTHING
        if not (isinstance(row[0], int) and row[0] >= 0 and isinstance(row[1], bytes)):
            raise Damaged("not a place in a log")
        return Covered(*row)

    def add(self, entries: Sequence[Entry], refused: Sequence[Refused], covered: Covered) -> None:
        """Add the part of the log up to `covered`.  Of two frames with one id the later counts."""
        keys = [entry.key for entry in entries]
        with self._transaction():
            is_again = len(set(keys)) < len(keys) or any(self.place(key) for key in keys)
            self._tables.executemany("INSERT OR REPLACE INTO turn VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", entries)
            self._settle(self._all_keys() if is_again else keys)
            self._tables.executemany("INSERT OR REPLACE INTO refused VALUES (?, ?, ?)", refused)
            self._tables.execute("DELETE FROM covered")
            self._tables.execute("INSERT INTO covered VALUES (?, ?)", covered)

    def _all_keys(self) -> list[str]:
        """Forget all bookmarks, after a frame was replaced that others may have theirs from; return all keys."""
        self._tables.execute("UPDATE turn SET head = NULL")
        return [row[0] for row in self._tables.execute("SELECT key FROM turn")]

    def _settle(self, keys: Sequence[str]) -> None:
        """Find the bookmarks of these new frames, and of the turns that have theirs through them.

        A turn that is continued may come after the turn that continues it.
        """
        queue = deque((key, True) for key in keys)
        while queue:
            key, is_new = queue.popleft()
            before, head = self._tables.execute(_HEAD, (TURN, key)).fetchone()
            if head != before:
                self._tables.execute("UPDATE turn SET head = ? WHERE key = ?", (head, key))
            if is_new or head != before:
                below = self._tables.execute("SELECT key FROM turn WHERE via = ?", (key,))
                queue.extend((row[0], False) for row in below)

    def forget(self) -> None:
        """Forget everything, to be filled anew."""
        with self._transaction():
            for table in ("turn", "refused", "covered"):
                self._tables.execute(f"DELETE FROM {table}")  # noqa: S608 - the names stand in this line

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._tables.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._tables.execute("ROLLBACK")
            raise
        self._tables.execute("COMMIT")

    def place(self, key: str) -> tuple[int, int] | None:
        """The first byte and the length of a frame's line."""
        row = self._one("SELECT at, size FROM turn WHERE key = ?", key)
        if row is None:
            return None
        at, size = row
        if not (isinstance(at, int) and isinstance(size, int) and at >= 0 and size > 0):
            raise Damaged("not a place in a log")
        return at, size

    def bookmarked(self, bookmark: str, before: str | None) -> str | None:
        """Return the key of the latest turn of a bookmark; if `before` is given, of the latest one before it."""
        # A tilde comes after every letter and digit.
        below = "~" if before is None else before
        return self._key("topic = ? AND head = ? AND key < ?", TURN, bookmark, below)

    def last(self, topic: str) -> str | None:
        """The key of the latest frame of a topic."""
        return self._key("topic = ?", topic)

    def greatest(self) -> str | None:
        """The greatest key of any frame."""
        return self._key("1")

    def _key(self, which: str, *values: str) -> str | None:
        row = self._one(f"SELECT key FROM turn WHERE {which} ORDER BY key DESC LIMIT 1", *values)  # noqa: S608
        return str(row[0]) if row else None

    def bookmarks(self) -> list[tuple[str, str, int]]:
        """Each bookmark, the key of its latest turn, and how many turns have it."""
        found = self._tables.execute(
            "SELECT head, max(key), count(*) FROM turn WHERE topic = ? AND head > '' GROUP BY head ORDER BY head",
            (TURN,),
        )
        return [(str(head), str(key), int(count)) for head, key, count in found]

    def turn_keys(self, most: int | None) -> list[str]:
        """The keys of the latest turns, or of all, the oldest first."""
        limit = -1 if most is None else most
        found = self._tables.execute("SELECT key FROM turn WHERE topic = ? ORDER BY key DESC LIMIT ?", (TURN, limit))
        return [str(row[0]) for row in found][::-1]

    def keys(self) -> list[str]:
        """The keys of all frames, the oldest first."""
        return [str(row[0]) for row in self._tables.execute("SELECT key FROM turn ORDER BY key")]

    def refused(self, most: int) -> list[Refused]:
        """Return the first lines that are not frames, in order."""
        found = self._tables.execute("SELECT at, size, why FROM refused ORDER BY at LIMIT ?", (most,))
        return [Refused(*row) for row in found]

    def _one(self, question: str, *values: str) -> Any:
        try:
            return self._tables.execute(question, values).fetchone()
        except UnicodeEncodeError:
            # SQLite keeps text as UTF-8, so a text with a lone surrogate cannot be in the index.
            return None
