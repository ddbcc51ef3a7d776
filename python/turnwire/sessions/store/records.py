"""Convert messages between the rows of the tables and the model."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.limits import Limits
from turnwire.codec.wire import ENCODER
from turnwire.convert import read, write
from turnwire.documents.migrations import MIGRATIONS, migrate
from turnwire.documents.residue import NATIVE, residue
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import Diagnostic, History, MessageMetadata
from turnwire.sessions.store.columns import REPAIR, NamedColumn, members_of, row_of
from turnwire.sessions.store.times import micros_of, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.documents.migrations import Migrations
    from turnwire.model import Message

# SQLite holds a thousand million bytes in one value, PostgreSQL as many: what was stored must be read.
WHOLE = Limits(max_bytes=2**31, duplicate_keys="last")

_TURNS = msgspec.json.Decoder(type=dict[str, Raw])
_LIST = msgspec.json.Decoder(type=list[dict[str, Raw]])
_EMPTY = MessageMetadata()
# Residue of native JSON itself, which only its writer restores, and only if the root has it.
_MARK = residue(NATIVE, form={"residue": True})
_OWN = re.compile(rb'"turnwire":|"dialect":"turnwire"')
_COLUMNS = ("role", "content", "metadata", "id", "session_id", "created_at", "schema_version")
# Member at the top of a message -> its column.
_COLUMN_OF = {name: {"content": "content_json", "metadata": "metadata_json"}.get(name, name) for name in _COLUMNS}


class Record(Struct, frozen=True):
    """One stored message; its JSON is the stored text, character by character."""

    id: str
    session_id: str
    role: str
    content: str
    """A JSON list of blocks."""
    metadata: str
    """A JSON object."""
    created_at: int
    """Microseconds since 1970."""
    schema_version: int
    rest: str | None = None
    """A JSON object: members of the message that have no column."""
    told: str | None = None
    """A JSON object: the source's values where the columns differ; null where the source had none."""
    seq: int | None = None
    """Its place in the session; None for a message that another program wrote."""

    @property
    def size(self) -> int:
        """Letters of its JSON."""
        return sum(len(each) for each in (self.content, self.metadata, self.rest, self.told) if each)

    def to_json(self) -> bytes:
        """The message as native JSON: blocks and metadata letter by letter, the columns, and what has none."""
        return native(self)


def records_of(
    messages: Sequence[Message], session_id: str, at: int, told: Sequence[Message] | None = None
) -> list[Record]:
    """Convert messages to records; `at` is the time for messages without one.

    `told`: the same messages as their source had them, with its ids.
    Raises InvalidDocument for messages that no reader would read again, and for one without an id (`store.no-id`).
    """
    made = []
    for message, members, said in zip(messages, _members(messages), told or messages, strict=True):
        if not message.id:
            raise invalid("store.no-id", "a message without id", hint="give it a ULID, or import its conversation")
        made.append(_record(message, members, session_id, at, said))
    return made


def _members(messages: Sequence[Message]) -> list[dict[str, Raw]]:
    """The native JSON of messages, member by member.  Raises InvalidDocument."""
    data = write(History(list(messages)), NATIVE).data
    if _OWN.search(data):
        data = write(History(list(messages), provider_raw=_MARK), NATIVE).data
    read(data, NATIVE, kind="request", limits=WHOLE)
    return _LIST.decode(_TURNS.decode(data).get("history", Raw(b"[]")))


def _record(message: Message, members: dict[str, Raw], session_id: str, at: int, said: Message) -> Record:
    created = None if message.created_at is None else micros_of(message.created_at)
    rest = {name: raw for name, raw in members.items() if name not in _COLUMNS}
    told: dict[str, Any] = {}
    if message.created_at is None:
        told["created_at"] = None
    elif created is None or text_of(created) != message.created_at:
        rest["created_at"] = members["created_at"]
    if message.schema_version is None:
        told["schema_version"] = None
    if said.id != message.id:
        told["id"] = said.id
    if said.session_id != session_id:
        told["session_id"] = said.session_id
    if message.metadata == _EMPTY:
        told["metadata"] = {}
    return Record(
        id=message.id or "",
        session_id=session_id,
        role=_role(message, members),
        content=_text(members.get("content"), "[]"),
        metadata=_text(members.get("metadata"), "{}"),
        created_at=at if created is None else created,
        schema_version=1 if message.schema_version is None else message.schema_version,
        rest=ENCODER.encode(rest).decode() if rest else None,
        told=ENCODER.encode(told).decode() if told else None,
    )


def _role(message: Message, members: dict[str, Raw]) -> str:
    """The role as native JSON has it: a word of tomorrow is residue in the model."""
    return message.role if not message.provider_raw else str(msgspec.json.decode(members["role"]))


def _text(raw: Raw | None, default: str) -> str:
    return default if raw is None else bytes(raw).decode()


def native(record: Record, *, as_told: bool = False) -> bytes:
    """Return the native JSON of a stored message; with `as_told`, with the source's values instead of the columns."""
    members: dict[str, Any] = {
        "role": record.role,
        "content": Raw(record.content.encode()),
        "id": record.id,
        "session_id": record.session_id,
        "created_at": time_of(record.created_at, record),
        "schema_version": record.schema_version,
    }
    if record.metadata != "{}":
        members["metadata"] = Raw(record.metadata.encode())
    if record.rest:
        members |= members_of(record.rest, f"{name_of(record)}, column rest_json")
    if as_told and record.told:
        for name, raw in members_of(record.told, f"{name_of(record)}, column told_json").items():
            if bytes(raw) == b"null":
                members.pop(name, None)
            else:
                members[name] = raw
    return ENCODER.encode(members)


def name_of(record: Record) -> str:
    """Return the name of a stored message, for error messages."""
    return row_of("messages", {"session_id": record.session_id, "id": record.id})


def time_of(micros: int, whose: Record | str) -> str:
    """Return a time in RFC 3339.  Raises InvalidDocument (`store.time`), which names `whose`, if it is out of range."""
    try:
        return text_of(micros)
    except OverflowError:
        place = whose if isinstance(whose, str) else f"{name_of(whose)}, column created_at"
        hint = "the column counts microseconds since 1970"
        words = f"{place}: {micros} is not a time of the years 1 to 9999"
        raise NamedColumn(Diagnostic("store.time", words, "error", hint=hint)) from None


def messages_of(
    records: Sequence[Record], *, as_told: bool = False, migrations: Migrations = MIGRATIONS
) -> list[Message]:
    """The messages of records, as the current version has them.

    Raises InvalidDocument, which names the session, the message and the column that cannot be read.
    """
    try:
        return _read([today(record, migrations, as_told=as_told) for record in records])
    except InvalidDocument as refusal:
        raise unreadable(records, as_told=as_told, migrations=migrations) or refusal from None


def unreadable(
    records: Sequence[Record], *, as_told: bool = False, migrations: Migrations = MIGRATIONS
) -> InvalidDocument | None:
    """The refusal of the first record that cannot be read, which names it and its column; None where all can."""
    for record in records:
        try:
            _read([today(record, migrations, as_told=as_told)])
        except InvalidDocument as refusal:
            return _placed(record, refusal)
    return None


def today(record: Record, migrations: Migrations = MIGRATIONS, *, as_told: bool = False) -> bytes:
    """The native JSON of a stored message, as the current version has it."""
    # Canonical message format, 10.2: "A row at v1 is transformed to v2 when read; written back at v2 only on explicit
    # save."
    text = native(record, as_told=as_told)
    if record.schema_version >= migrations.current:
        return text
    return migrate(text, node="message", migrations=migrations).data


def _read(texts: list[bytes]) -> list[Message]:
    document = read(b'{"history":[' + b",".join(texts) + b"]}", NATIVE, kind="request", limits=WHOLE)
    assert isinstance(document, History)  # noqa: S101 - that is what a request is
    if len(document.history) != len(texts):
        # A column that closes its object and opens another one.
        raise invalid("store.damaged", "this is not the JSON of one message", hint=REPAIR)
    return document.history


def _placed(record: Record, refusal: InvalidDocument) -> InvalidDocument:
    if isinstance(refusal, NamedColumn):
        return refusal
    return InvalidDocument(*(_placed_one(record, found) for found in refusal.diagnostics))


def _placed_one(record: Record, found: Diagnostic) -> Diagnostic:
    pointer = (found.pointer or "").removeprefix("/history/0")
    column = _COLUMN_OF.get(pointer.partition("/")[2].partition("/")[0], "rest_json") if pointer else _broken(record)
    words = f"{name_of(record)}{f', column {column}' if column else ''}: {found.message}"
    # Line and column refer to an internal text, so they are removed.
    return Diagnostic(found.code, words, found.severity, pointer=pointer or None, hint=found.hint or REPAIR)


def _broken(record: Record) -> str | None:
    """The first column that is to be JSON and is none."""
    for column, text in (("content_json", record.content), ("metadata_json", record.metadata)):
        try:
            msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            return column
    return None
