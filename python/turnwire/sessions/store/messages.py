"""Messages in the tables: put at the end of a session, read in order, replaced."""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, exists, func, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from turnwire.errors import invalid
from turnwire.sessions.store.calls import Ledger, answer, answers_of, calls_in, forget_answers, restate
from turnwire.sessions.store.checksums import digest_of_message, write_message_digest
from turnwire.sessions.store.records import Record
from turnwire.sessions.store.sessions import check_id, check_text
from turnwire.sessions.store.tables import MESSAGES, PLACES, TOOL_CALLS
from turnwire.sessions.store.tool_ids import first_ids, select_ids_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import Connection, Row, Select

    from turnwire.errors import InvalidDocument
    from turnwire.model import ToolId
    from turnwire.sessions.store.opening import Database

BATCH = 500
"""Messages that are written at once."""

PAGE = 256
"""Messages that are read at once, at most."""

PAGE_SIZE = 4 * 1024 * 1024
"""Letters of JSON that are read at once; a longer message is read alone."""

_COLUMNS = {
    "id": MESSAGES.c.id,
    "session_id": MESSAGES.c.session_id,
    "role": MESSAGES.c.role,
    "content": MESSAGES.c.content_json,
    "metadata": MESSAGES.c.metadata_json,
    "created_at": MESSAGES.c.created_at,
    "schema_version": MESSAGES.c.schema_version,
}
_GIVEN = [column.label(name) for name, column in _COLUMNS.items()]
_OURS = [PLACES.c.rest_json.label("rest"), PLACES.c.told_json.label("told"), PLACES.c.seq]
_IS_PLACED = exists().where(PLACES.c.message_id == MESSAGES.c.id)


def last_seq(connection: Connection, session_id: str) -> int:
    """The place of the last message of a session; 0 where there is none."""
    found = connection.scalar(select(func.max(PLACES.c.seq)).where(PLACES.c.session_id == session_id))
    return int(found or 0)


def count_messages(connection: Connection, session_id: str) -> int:
    """Count the messages of a session, including those without a place."""
    wanted = select(func.count()).select_from(MESSAGES).where(MESSAGES.c.session_id == session_id)
    return int(connection.scalar(wanted) or 0)


def insert_messages(
    connection: Connection,
    records: Iterable[Record],
    seq: int,
    tool_ids: Iterable[ToolId] = (),
) -> int:
    """Put records behind the place `seq`, and give the last place.

    `tool_ids` are the ids that providers have for calls in them.
    Raises InvalidDocument: `store.repeated-id`, `store.text`.
    """
    theirs = first_ids(tool_ids)
    for batch in _batches(records):
        ledger = Ledger(theirs)
        for record in batch:
            check_id(record.id, "a message")
            check_text(record.role, "a role")
            ledger.take(record)
        _check_once(batch, ledger)
        try:
            with _tried(connection):
                _insert(connection, batch, seq)
                if ledger.rows:
                    connection.execute(insert(TOOL_CALLS), list(ledger.rows.values()))
        except IntegrityError:
            raise _repeated(connection, [record.id for record in batch], list(ledger.rows)) from None
        answer(connection, ledger.answers)
        seq += len(batch)
    return seq


@contextlib.contextmanager
def _tried(connection: Connection) -> Iterator[None]:
    """Roll back the writes of the block if a row is refused for its content.

    After an error PostgreSQL would answer nothing more in the transaction, not even which id it was.  Any other refusal
    rolls back the whole transaction; if the disk is full, SQLite has done so already and knows no savepoint.
    """
    point = connection.begin_nested()
    try:
        yield
    except IntegrityError:
        point.rollback()
        raise
    point.commit()


def _batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    source = iter(records)
    while batch := list(itertools.islice(source, BATCH)):
        yield batch


def _check_once(batch: list[Record], ledger: Ledger) -> None:
    seen: set[str] = set()
    for record in batch:
        if record.id in seen:
            raise _taken("message", record.id)
        seen.add(record.id)
    for ident in ledger.rows:
        check_id(ident, "a tool use")
    if ledger.repeated:
        raise _taken("tool use", ledger.repeated[0])


def _insert(connection: Connection, batch: list[Record], seq: int) -> None:
    connection.execute(insert(MESSAGES), [_row(record) for record in batch])
    connection.execute(insert(PLACES), [place_of(record, seq + n) for n, record in enumerate(batch, 1)])


def _row(record: Record) -> dict[str, Any]:
    return {column.name: getattr(record, name) for name, column in _COLUMNS.items()}


def place_of(record: Record, seq: int) -> dict[str, Any]:
    """Return our row about a message."""
    ours = {"session_id": record.session_id, "seq": seq, "rest_json": record.rest, "told_json": record.told}
    digest = digest_of_message({**_row(record), **ours})
    return {"message_id": record.id, "size": record.size, "digest": digest, **ours}


def _repeated(connection: Connection, messages: list[str], calls: list[str]) -> InvalidDocument:
    """Return which of these ids is taken already."""
    for what, column, ids in (("message", MESSAGES.c.id, messages), ("tool use", TOOL_CALLS.c.id, calls)):
        found = connection.scalar(select(func.min(column)).where(column.in_(ids)))
        if found is not None:
            return _taken(what, found)
    return invalid("store.repeated-id", "an id is taken already", hint="take another id")


def _taken(what: str, ident: str) -> InvalidDocument:
    hint = "an id names one thing in a whole store: give it a new one, or import with new ids"
    return invalid("store.repeated-id", f"there is a {what} {ident[:80]!r} already", hint=hint)


def select_message(connection: Connection, message_id: str, *, has_ours: bool) -> Record | None:
    """One message, or None where there is none of this id."""
    row = connection.execute(_joined(has_ours=has_ours).where(MESSAGES.c.id == message_id)).first()
    return None if row is None else _record(row)


def _joined(*, has_ours: bool) -> Select[Any]:
    if not has_ours:
        return select(*_GIVEN)
    return select(*_GIVEN, *_OURS).outerjoin(PLACES, PLACES.c.message_id == MESSAGES.c.id)


def _record(row: Row[Any]) -> Record:
    return Record(**row._mapping)  # noqa: SLF001 - its public name, in spite of the underscore


def pages(database: Database, session_id: str, after: int = 0) -> Iterator[list[Record]]:
    """The messages of a session in their order, some at a time, each time in a transaction of its own.

    Those behind a place, then those that another program wrote and that have none yet, by their times.
    """
    while database.has_ours:
        with database.reading() as connection:
            found = page(connection, session_id, after)
        if not found:
            break
        yield found
        after = found[-1].seq or 0
    last: tuple[int, str] | None = None
    while True:
        with database.reading() as connection:
            found = page_of_others(connection, session_id, last, has_ours=database.has_ours)
        if not found:
            return
        yield found
        last = found[-1].created_at, found[-1].id


def page(connection: Connection, session_id: str, after: int) -> list[Record]:
    """Some messages of a session behind a place."""
    here = (PLACES.c.session_id == session_id) & (PLACES.c.seq > after)
    sizes = connection.execute(select(PLACES.c.seq, PLACES.c.size).where(here).order_by(PLACES.c.seq).limit(PAGE))
    upto, total = after, 0
    for seq, size in sizes.all():
        if total and total + size > PAGE_SIZE:
            break
        upto, total = seq, total + size + 1
    if upto == after:
        return []
    wanted = select(*_GIVEN, *_OURS).join(PLACES, PLACES.c.message_id == MESSAGES.c.id)
    rows = connection.execute(wanted.where(here, PLACES.c.seq <= upto).order_by(PLACES.c.seq))
    return [_record(row) for row in rows]


def page_of_others(
    connection: Connection, session_id: str, after: tuple[int, str] | None, *, has_ours: bool
) -> list[Record]:
    """Some messages of a session that have no place, by their times and ids, as the real implementation orders them."""
    wanted = select(*_GIVEN).where(MESSAGES.c.session_id == session_id)
    if has_ours:
        wanted = wanted.where(~_IS_PLACED)
    if after is not None:
        wanted = wanted.where(tuple_(MESSAGES.c.created_at, MESSAGES.c.id) > tuple_(*after))
    rows = connection.execute(wanted.order_by(MESSAGES.c.created_at, MESSAGES.c.id).limit(PAGE))
    return [_record(row) for row in rows]


def replace_message(connection: Connection, record: Record) -> None:
    """Write a message over the one of its id, which stays in its place, and its calls anew.

    Raises InvalidDocument: `store.no-message`, `store.repeated-id`.
    """
    held = select(PLACES.c.seq).where(PLACES.c.message_id == record.id, PLACES.c.session_id == record.session_id)
    seq = connection.scalar(held.with_for_update())
    if seq is None:
        hint = "append it instead"
        raise invalid("store.no-message", f"the session has no message {record.id[:80]!r}", hint=hint)
    connection.execute(update(MESSAGES).where(MESSAGES.c.id == record.id).values(_row(record)))
    connection.execute(update(PLACES).where(PLACES.c.message_id == record.id).values(place_of(record, seq)))
    _replace_calls(connection, record, seq)


def _replace_calls(connection: Connection, record: Record, seq: int) -> None:
    calls = [ident for ident, _ in calls_in(record.content).uses]
    ledger = Ledger(first_ids(select_ids_of(connection, record.session_id, calls)))
    ledger.take(record)
    _check_once([record], ledger)
    own = TOOL_CALLS.c.message_id == record.id
    there = set(connection.scalars(select(TOOL_CALLS.c.id).where(own)))
    if gone := there - ledger.rows.keys():
        connection.execute(delete(TOOL_CALLS).where(own, TOOL_CALLS.c.id.in_(list(gone))))
    freed = forget_answers(connection, record.id)
    for ident in there & ledger.rows.keys():
        restate(connection, ledger.rows[ident])
    new = [row for ident, row in ledger.rows.items() if ident not in there]
    try:
        with _tried(connection):
            if new:
                connection.execute(insert(TOOL_CALLS), new)
    except IntegrityError:
        raise _repeated(connection, [], [row["id"] for row in new]) from None
    answer(connection, answers_of(record))
    if new or freed:
        _answer_later(connection, record.session_id, seq)


def _answer_later(connection: Connection, session_id: str, seq: int) -> None:
    """Note results after a place that answer calls which were not there when the results were stored."""
    while records := page(connection, session_id, seq):
        answer(connection, [each for record in records for each in answers_of(record)])
        seq = records[-1].seq or 0


def with_metadata(connection: Connection, record: Record, metadata: str) -> None:
    """Replace the metadata of a message, and nothing else."""
    new = msgspec.structs.replace(record, metadata=metadata)
    connection.execute(update(MESSAGES).where(MESSAGES.c.id == record.id).values(metadata_json=metadata))
    connection.execute(update(PLACES).where(PLACES.c.message_id == record.id).values(size=new.size))
    write_message_digest(connection, record.id)
