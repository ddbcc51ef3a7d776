"""What a store of sessions costs as it grows: `python -m benchmarks.store`.

Stores of 10,000, 100,000 and 1,000,000 messages, 100 in each session: appending, reading a session and finding its
unanswered calls must cost the same in all of them.  The messages of the first are stored as any are; the larger ones
are its rows over and over, with other ids, which takes SQLite seconds.
"""

from __future__ import annotations

import itertools
import shutil
import sqlite3
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.ratio import Row, ratios, table
from turnwire.model import Message, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.store import Session, Store, accept_changes
from turnwire.sessions.store.tables import GIVEN, PLACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EACH = 100
"""Messages of a session."""

SIZES = (10_000, 100_000, 1_000_000)

AT = 1_790_000_000_000_000

ALLOWED = 1.5

# The tables that hold rows of every session, and their columns; those with ids in them, which all have an `@`.
_ROWS = {each.name: [column.name for column in each.columns] for each in (*GIVEN, PLACES)}
_IDS = {"id", "session_id", "message_id", "result_message_id", "content_json"}


def messages(session: int) -> Iterator[Message]:
    """A session: a question, a call, its result and an answer, again and again; the last call has no result."""
    for n in range(EACH):
        ident = f"{session:06}-{n:03}"
        match n % 4:
            case 0:
                yield Message("user", [TextBlock(f"{n}: which river is longer? " * 5)], id=f"m@{ident}")
            case 1:
                yield Message("assistant", [ToolUseBlock(f"tu@{ident}", "look_up")], id=f"m@{ident}")
            case 2:
                call = f"tu@{session:06}-{n - 1:03}"
                content = [] if n > EACH - 4 else [ToolResultBlock(call, content=[TextBlock("1233 km")])]
                yield Message("tool", [*content], id=f"m@{ident}")
            case _:
                yield Message("assistant", [TextBlock(f"{n}: the Rhine is. " * 5)], id=f"m@{ident}")


def fill(path: Path) -> None:
    """The smallest store, made as any is."""
    with Store(path, create=True) as store:
        for session in range(SIZES[0] // EACH):
            store.add_session(Session(id=f"s@{session:06}", created_at=AT, updated_at=AT))
            store.append(f"s@{session:06}", messages(session), at=AT)


def multiply(small: Path, path: Path, times: int) -> None:
    """A store with the rows of another so many times."""
    shutil.copy(small, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        # Nobody loses anything here, and 1,000,000 messages are to be there soon.
        database.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN")
        database.execute("CREATE TEMP TABLE copy (n INTEGER PRIMARY KEY)")
        database.executemany("INSERT INTO copy VALUES (?)", [(n,) for n in range(1, times)])
        for name, columns in _ROWS.items():
            told = ", ".join(f"replace({each}, '@', '@' || n || '-')" if each in _IDS else each for each in columns)
            # In the order of the new ids, as they would come; the words are those of the tables.
            copies = f"SELECT {told} FROM copy CROSS JOIN {name}"  # noqa: S608
            database.execute(f"INSERT INTO {name} ({', '.join(columns)}) {copies}")
        database.execute("UPDATE turnwire_store SET value = (SELECT max(rowid) FROM messages) WHERE name = 'upto'")
        database.execute("COMMIT")
    with Store(path) as store:
        accept_changes(store)


def rows() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        paths = [Path(name) / f"{size}.db" for size in SIZES]
        fill(paths[0])
        for size, path in zip(SIZES[1:], paths[1:], strict=True):
            multiply(paths[0], path, size // SIZES[0])
        stores = [stack.enter_context(Store(path)) for path in paths]
        _check(stores)
        return [
            row
            for title, made in (
                ("appending a message", _appending),
                ("reading a session", _reading),
                ("finding the unanswered calls of one", _finding),
            )
            for row in _compared(title, [made(store) for store in stores])
        ]


def _compared(title: str, calls: list[Callable[[], object]]) -> list[Row]:
    found = ratios(calls[0], calls[1:])
    return [
        Row(f"{title} of {size:,}, to one of {SIZES[0]:,}", ratio, ALLOWED)
        for size, ratio in zip(SIZES[1:], found, strict=True)
    ]


def _check(stores: list[Store]) -> None:
    """Raises AssertionError where the stores are not of the sizes that are said."""
    for size, store in zip(SIZES, stores, strict=True):
        with store.database.reading() as connection:
            counts = [connection.exec_driver_sql(f"SELECT count(*) FROM {each}").scalar() for each in _ROWS]  # noqa: S608
        if counts != [size // EACH, size, size // 4, size]:
            raise AssertionError(counts)


def _sessions(store: Store) -> Iterator[str]:
    """Sessions from everywhere in a store, one after the other, for ever."""
    found = [each.id for each in store.sessions()]
    return itertools.cycle(found[(n * 7919) % len(found)] for n in range(len(found)))


def _appending(store: Store) -> Callable[[], object]:
    named, count = _sessions(store), itertools.count()

    def append() -> None:
        store.append(next(named), [Message("user", [TextBlock("by how much?")], id=f"more-{next(count)}")], at=AT)

    return append


def _reading(store: Store) -> Callable[[], object]:
    named = _sessions(store)
    return lambda: sum(1 for _ in store.messages(next(named)))


def _finding(store: Store) -> Callable[[], object]:
    named = _sessions(store)

    def find() -> None:
        if len(store.unanswered(next(named))) != 1:
            raise AssertionError("one call of each session has no result")

    return find


if __name__ == "__main__":
    print(table("Store", rows()))
