"""Whole conversations: into a store from any dialect, and out of it into any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.convert import read, write
from turnwire.dialects import full_name
from turnwire.documents.ids import is_made
from turnwire.documents.ids.written import id_of, with_blocks, with_id, with_parents
from turnwire.documents.options import DEFAULT, Keeping
from turnwire.documents.residue import NATIVE
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import ABSENT, Diagnostic, History, ToolId, ToolResultBlock, ToolUseBlock
from turnwire.sessions.session_ids import SessionIds
from turnwire.sessions.store.columns import REPAIR, column_of, members_of
from turnwire.sessions.store.messages import insert_messages, last_seq
from turnwire.sessions.store.records import WHOLE, records_of, today, unreadable
from turnwire.sessions.store.refusals import named
from turnwire.sessions.store.sessions import Session, add_session, hold, source_id, touch
from turnwire.sessions.store.tool_ids import add_tool_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnwire.documents.ids import Ulids
    from turnwire.documents.written import Written
    from turnwire.model import ContentBlock, Message
    from turnwire.sessions.store.records import Record
    from turnwire.sessions.store.store import Store

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_PREFIX = "sess_"


class Imported(msgspec.Struct, frozen=True):
    """The result of an import."""

    session: Session
    messages: int
    """How many of them are new."""


def import_history(
    store: Store, history: History, ulids: Ulids, *, at: int, source: str | None = None, new_ids: bool = False
) -> Imported:
    """Store a conversation as a new session, in one transaction.

    `source` is the dialect that it was read from; in that dialect it is exported unchanged.  Ids of the canonical
    form are kept (`sess_...`, a ULID, `tu_<ulid>`), unless `new_ids`; all others get a new id, and the old one is kept
    separately.  `at`: the time, in microseconds since 1970, for messages without a time.
    Raises InvalidDocument: `store.repeated-id`; `store.other-session` for messages of more than one session.
    """
    with named(store.database.name):
        named_there = _sessions_in(history)
        if len(named_there) > 1:
            words = f"messages of {len(named_there)} sessions in one conversation"
            raise invalid("store.other-session", words, hint="give each session a document of its own")
        told = next(iter(named_there), None) if history.id is None else history.id
        kept = told if told is not None and told.startswith(_PREFIX) and not new_ids else None
        session_id = kept or ulids.new("session")
        session = Session(
            id=session_id,
            active_model=history.settings.model if history.settings else None,
            schema_version=1 if history.schema_version is None else history.schema_version,
            created_at=at,
            updated_at=at,
            source=source,
            rest=_rest(history),
            told=ABSENT if history.id == session_id else Raw(ENCODER.encode({"id": history.id})),
        )
        ids = SessionIds(session_id, () if new_ids else _made_ids(history, source))
        records = _records(history, session, ids, ulids, at, source=source, new_ids=new_ids)
        with store.writing() as connection:
            add_session(connection, session)
            count = insert_messages(connection, records, 0, ids.rows())
            add_tool_ids(connection, session_id, ids.rows())
        return Imported(session, count)


def append_history(
    store: Store, session_id: str, history: History, ulids: Ulids, *, at: int, source: str | None = None
) -> Imported:
    """Store the messages of a conversation at the end of an existing session; its other fields are ignored.

    A result answers the call with that id at the provider of `source`.  Raises InvalidDocument: `store.no-session`,
    `store.repeated-id`.
    """
    with named(store.database.name):
        session = store.session(session_id)
        before = store.tool_ids(session_id)
        known = {(row.canonical, row.provider, row.provider_id) for row in before}
        told = _made_ids(history, source)
        made = [row for row in told if (row.canonical, row.provider, row.provider_id) not in known]
        ids = SessionIds(session_id, [*before, *made])
        records = _records(history, session, ids, ulids, at, source=source, new_ids=False)
        with store.writing() as connection:
            hold(connection, session_id)
            seq = last_seq(connection, session_id)
            count = insert_messages(connection, records, seq, ids.rows()) - seq
            add_tool_ids(connection, session_id, ids.rows(len(before)))
            touch(connection, session_id, at)
        return Imported(session, count)


def export_history(
    store: Store, session_id: str, dialect: str, *, model: str | None = None, keeping: Keeping = DEFAULT
) -> Written:
    """Return a session as a conversation of a dialect, with this provider's ids for its calls.

    A dialect that has places for ids, times and versions gets those of the store.  The dialect that the session came
    from, and dialects without such places, get the original values.
    `model` and `keeping` are those of `turnwire.write`.
    Raises InvalidDocument: `store.no-session`, and the exceptions of `turnwire.write`.
    """
    dialect = full_name(dialect)
    with named(store.database.name):
        session = store.session(session_id)
        if session.source != dialect:
            written = _written(store, session, dialect, model, keeping, as_told=False)
            values: list[Any] = [loss.value for loss in written.losses]
            if session_id not in values:
                return written
        return _written(store, session, dialect, model, keeping, as_told=True)


def _written(
    store: Store, session: Session, dialect: str, model: str | None, keeping: Keeping, *, as_told: bool
) -> Written:
    session_id = session.id
    place = column_of("sessions", {"id": session_id}, "rest_json")
    members: dict[str, Any] = members_of(session.rest, place) if session.rest else {}
    ident = source_id(session) if as_told else session.id
    members |= {} if ident is None else {"id": ident}
    records = list(store.records(session_id))
    members["history"] = [Raw(today(each, store.migrations, as_told=as_told)) for each in records]
    try:
        document: Any = read(ENCODER.encode(members), NATIVE, kind="request", limits=WHOLE)
    except InvalidDocument as refusal:
        _refuse(store, records, place, refusal.diagnostics, as_told=as_told)
    if len(document.history) != len(records):
        words = "residue of the conversation adds or removes messages"
        _refuse(store, records, place, [Diagnostic("store.damaged", words, "error")], as_told=as_told)
    told = _sessions_in(document)
    if len(told) > 1:
        # The import may have named another session than messages appended later.
        turns = [turn if turn.session_id is None else _in(session_id, turn) for turn in document.history]
        document, told = msgspec.structs.replace(document, history=turns), {session_id}
    rows = store.tool_ids(session_id)
    if as_told and session.source == dialect and (as_it_was := _with_told_ids(document, rows, dialect)) is not None:
        return write(as_it_was, dialect, model=model, keeping=keeping)
    ids = SessionIds(next(iter(told), session_id), rows)
    return ids.write(document, dialect, model=model, keeping=keeping)


def _refuse(
    store: Store, records: Sequence[Record], place: str, found: Iterable[Diagnostic], *, as_told: bool
) -> NoReturn:
    """Raise the finding about one of the messages; if each can be read alone, the finding about the conversation."""
    refusal = unreadable(records, as_told=as_told, migrations=store.migrations)
    # Lines and columns refer to an internal text, so they are removed.
    beside = (
        Diagnostic(each.code, f"{place}: {each.message}", each.severity, pointer=each.pointer, hint=REPAIR)
        for each in found
    )
    raise refusal or InvalidDocument(*beside) from None


def _with_told_ids(document: History, rows: list[ToolId], source: str) -> History | None:
    """The conversation with the ids that its source had for its calls, also those that are empty or came twice.

    None where the source does not know a call, which came from elsewhere.
    """
    told = {row.canonical: row.provider_id for row in reversed(rows) if row.provider == source}
    unknown = []

    def of(block: ContentBlock) -> ContentBlock:
        use_id = id_of(block)
        if use_id is None or block.run_by == "provider":  # type: ignore[union-attr]
            return block
        if use_id not in told:
            unknown.append(use_id)
        return with_id(block, told.get(use_id, use_id))

    found = with_blocks(document, of)
    return None if unknown else with_parents(found, told)


def _sessions_in(history: History) -> set[str]:
    """Return the sessions that the messages name."""
    return {message.session_id for message in history.history if message.session_id is not None}


def _in(session_id: str, message: Message) -> Message:
    return msgspec.structs.replace(message, session_id=session_id)


def _rest(history: History) -> Raw:
    """Return the fields of a conversation besides its messages."""
    silent = msgspec.structs.replace(history, history=[], id=None)
    members = _OBJECT.decode(write(silent, NATIVE).data)
    members.pop("history", None)
    return Raw(ENCODER.encode(members)) if members else ABSENT


def _made_ids(history: History, source: str | None) -> Iterator[ToolId]:
    """The calls whose ids are canonical already, which go on being theirs."""
    for message in history.history:
        for block in message.content:
            told = block.id if type(block) is ToolUseBlock else None
            told = block.tool_use_id if type(block) is ToolResultBlock else told
            if told is not None and is_made(told, "tool_use"):
                yield ToolId(told, source or NATIVE, told)


def _records(
    history: History, session: Session, ids: SessionIds, ulids: Ulids, at: int, *, source: str | None, new_ids: bool
) -> list[Record]:
    """Make the records of a conversation, with ids of the store, which keep the original ids."""
    made = [
        msgspec.structs.replace(turn, session_id=session.id, id=_id_of(turn, ulids, new_ids=new_ids))
        for turn in history.history
    ]
    inside = ids.canonical(msgspec.structs.replace(history, history=made), source or NATIVE, ulids).history
    return records_of(inside, session.id, at, history.history)


def _id_of(message: Message, ulids: Ulids, *, new_ids: bool) -> str:
    if message.id is not None and is_made(message.id, "message") and not new_ids:
        return message.id
    return ulids.new()
