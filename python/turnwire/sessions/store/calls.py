"""Calls of tools in the content of messages, and the table that finds them without reading the messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, func, select, update

from turnwire.dialects import get, names
from turnwire.documents.residue import NATIVE
from turnwire.sessions.store.tables import TOOL_CALLS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sqlalchemy import Connection

    from turnwire.model import ToolId
    from turnwire.sessions.store.records import Record

Status = Literal["pending", "succeeded", "failed", "cancelled"]


class Call(Struct, frozen=True):
    """One call of a tool: a row of `tool_calls`."""

    id: str
    """The canonical id."""
    session_id: str
    message_id: str
    """The message that calls."""
    result_message_id: str | None
    """The message that answers."""
    name: str
    status: Status
    provider_id: str | None
    """The provider's id when it was made."""
    provider: str | None
    """The key of the provider, as the message says it; else that of the dialect that its id came from."""
    created_at: int
    completed_at: int | None


class Found(NamedTuple):
    """The calls of a content, in order: ids and names of tool uses, ids and failures of results."""

    uses: list[tuple[str, str]]
    results: list[tuple[str, bool]]


class _Block(Struct):
    type: Any = None
    id: Any = None
    name: Any = None
    tool_use_id: Any = None
    is_error: Any = None
    run_by: Any = None


_BLOCKS = msgspec.json.Decoder(list[_Block])
_NOTHING = Found([], [])


def calls_in(content: str) -> Found:
    """Find the tool uses and results in the JSON of a content; other blocks and invalid ones are ignored.

    Provider-run tools are left out: their ids are the provider's, and no client answers them.
    """
    # Most messages call nothing; the words may be written with escapes.
    if '"tool_' not in content and "\\u" not in content:
        return _NOTHING
    try:
        blocks = _BLOCKS.decode(content)
    except (msgspec.DecodeError, ValueError):
        return _NOTHING
    uses = [(b.id, b.name if isinstance(b.name, str) else "") for b in blocks if _is(b, "tool_use", b.id)]
    results = [(b.tool_use_id, b.is_error is True) for b in blocks if _is(b, "tool_result", b.tool_use_id)]
    return Found(uses, results)


def _is(block: _Block, kind: str, ident: object) -> bool:
    return block.type == kind and isinstance(ident, str) and block.run_by != "provider"


class Ledger:
    """The calls of messages that are being stored, in order.

    A result answers an earlier unanswered call of its session: "A ToolUseBlock has at most one
    ToolResultBlock answering it." (canonical message format, 5.2.3)
    """

    def __init__(self, tool_ids: Mapping[str, ToolId] | None = None) -> None:
        self.rows: dict[str, dict[str, Any]] = {}
        """Calls that are new, by id."""
        self.answers: list[dict[str, Any]] = []
        """Results of calls that are none of these."""
        self.repeated: list[str] = []
        """Ids of calls that came twice; the first one counts."""
        self._tool_ids = tool_ids or {}
        self._answered: set[str] = set()

    def take(self, record: Record) -> None:
        """The next message."""
        uses, results = calls_in(record.content)
        if uses:
            status, provider = _about(record.metadata)
            for ident, name in uses:
                self._use(record, ident, name, status, provider)
        if results:
            for answer in answers_of(record):
                self._answer(answer)

    def _use(self, record: Record, ident: str, name: str, status: Status, provider: str | None) -> None:
        if ident in self.rows:
            self.repeated.append(ident)
            return
        if ident in self._answered:
            # These results precede the call, so they answer nothing.
            self.answers = [each for each in self.answers if each["call"] != ident]
        told = self._tool_ids.get(ident)
        self.rows[ident] = {
            "id": ident,
            "session_id": record.session_id,
            "message_id": record.id,
            "result_message_id": None,
            "name": storable(name),
            "status": status,
            "provider_id": None if told is None else storable(told.provider_id),
            "provider": provider if provider or told is None else _provider_of(told),
            "created_at": record.created_at,
            "completed_at": None,
        }

    def _answer(self, answer: dict[str, Any]) -> None:
        row = self.rows.get(answer["call"])
        if row is None:
            self.answers.append(answer)
            self._answered.add(answer["call"])
        elif row["result_message_id"] is None:
            row |= {name: answer[name] for name in ("result_message_id", "status", "completed_at")}


def answers_of(record: Record) -> list[dict[str, Any]]:
    """Return the calls that a message answers, as parameters of `answer`."""
    return [
        {
            "call": ident,
            "session": record.session_id,
            "result_message_id": record.id,
            "status": "failed" if failed else "succeeded",
            "completed_at": record.created_at,
        }
        for ident, failed in calls_in(record.content).results
    ]


def storable(text: str) -> str:
    """Return a text that every database can hold, for columns that only repeat the content.

    PostgreSQL has no NUL in a text; the JSON of the content keeps it.
    """
    return text.replace("\0", "\\u0000")


def _provider_of(told: ToolId) -> str | None:
    """Return the provider of an id, which may be kept under a dialect; no provider sends documents of programs."""
    if told.provider not in names():
        return storable(told.provider)
    dialect = get(told.provider)
    return None if dialect.name == NATIVE or dialect.error is None else dialect.provider_key


def has_other_provider(call: Call, provider: str | None, ids: Iterable[ToolId]) -> bool:
    """Return whether the provider of a call, or the provider's id of it, is another one than in the other tables.

    What other tables do not have is not compared: the ids of a call may have been noted after it.

    Args:
        call: the row of the call.
        provider: the provider of the message that calls.
        ids: what providers call it, of `turnwire_tool_ids`.
    """
    known = list(ids)
    own = [each for each in known if storable(each.provider_id) == call.provider_id]
    if call.provider_id is not None and known and not own:
        return True
    providers = {provider} if provider is not None else {_provider_of(each) for each in own}
    return call.provider is not None and bool(providers) and call.provider not in providers


def _about(metadata: str) -> tuple[Status, str | None]:
    """Return the status of the calls of a message, and its provider; neither if the metadata is invalid."""
    try:
        about = msgspec.json.decode(metadata, type=_Metadata)
    except (msgspec.DecodeError, ValueError):
        return "pending", None
    status: Status = "cancelled" if about.status == "cancelled" else "pending"
    return status, storable(about.provider) if isinstance(about.provider, str) else None


class _Metadata(Struct):
    status: Any = None
    provider: Any = None


_ANSWER = (
    update(TOOL_CALLS)
    .where(
        TOOL_CALLS.c.id == bindparam("call"),
        TOOL_CALLS.c.session_id == bindparam("session"),
        TOOL_CALLS.c.result_message_id.is_(None),
    )
    .values({name: bindparam(name) for name in ("result_message_id", "status", "completed_at")})
)


def answer(connection: Connection, answers: list[dict[str, Any]]) -> None:
    """Note how stored calls ended; the first answer counts, and none from another session."""
    if answers:
        connection.execute(_ANSWER, answers)


def forget_answers(connection: Connection, message_id: str) -> bool:
    """Take back what a message answers; whether it answered anything."""
    answered = TOOL_CALLS.c.result_message_id == message_id
    pending = {"result_message_id": None, "status": "pending", "completed_at": None}
    return connection.execute(update(TOOL_CALLS).where(answered).values(pending)).rowcount > 0


def restate(connection: Connection, row: dict[str, Any]) -> None:
    """Update the name of a call, what is known of its provider, and its status if nothing answers it."""
    here = TOOL_CALLS.c.id == row["id"]
    connection.execute(update(TOOL_CALLS).where(here).values(name=row["name"]))
    for name in ("provider", "provider_id"):
        if row[name] is not None:  # ids that were noted after the call do not say by which one it was made
            connection.execute(
                update(TOOL_CALLS).where(here, TOOL_CALLS.c[name].is_not(None)).values({name: row[name]})
            )
    open_ = here & TOOL_CALLS.c.result_message_id.is_(None)
    status = "cancelled" if row["status"] == "cancelled" else "pending"
    connection.execute(update(TOOL_CALLS).where(open_).values(status=status))


def cancel(connection: Connection, call_id: str, at: int) -> bool:
    """Mark a call as cancelled; return whether it was pending."""
    pending = (TOOL_CALLS.c.id == call_id) & (TOOL_CALLS.c.status == "pending")
    done = update(TOOL_CALLS).where(pending).values(status="cancelled", completed_at=at)
    return connection.execute(done).rowcount > 0


def select_calls(connection: Connection, session_id: str, statuses: Collection[Status]) -> Iterator[Call]:
    """The calls of a session, or those with one of these statuses, in the order they were made."""
    wanted = select(*TOOL_CALLS.c).where(TOOL_CALLS.c.session_id == session_id)
    if statuses:
        wanted = wanted.where(TOOL_CALLS.c.status.in_(list(statuses)))
    for row in connection.execute(wanted.order_by(TOOL_CALLS.c.created_at, TOOL_CALLS.c.id)):
        yield Call(**row._mapping)  # noqa: SLF001 - its public name, in spite of the underscore


def count_calls(connection: Connection, session_id: str) -> dict[Status, int]:
    """Count the calls of a session by status; a status without calls is left out."""
    wanted = select(TOOL_CALLS.c.status, func.count()).where(TOOL_CALLS.c.session_id == session_id)
    return {row[0]: row[1] for row in connection.execute(wanted.group_by(TOOL_CALLS.c.status))}
