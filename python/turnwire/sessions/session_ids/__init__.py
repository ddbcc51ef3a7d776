"""The ids that each provider uses for the tool uses of a session, so that a session can change its model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.convert import read
from turnwire.dialects import full_name
from turnwire.documents.options import DEFAULT, Keeping
from turnwire.errors import invalid
from turnwire.model import Completion, ErrorReply, History, Message, ToolId, ToolIds
from turnwire.sessions.session_ids import reading, writing
from turnwire.sessions.session_ids.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.documents.ids import Ulids
    from turnwire.documents.ids.written import Document
    from turnwire.documents.inputs import Envelope, Input
    from turnwire.documents.written import Written

__all__ = ["SessionIds", "ToolId"]

_VERSION = 1
_DECODER = msgspec.json.Decoder(ToolIds)


class SessionIds:
    """The ids of the tool uses of one session at each provider.

    Replies and requests are read with it and requests are written with it; it grows with each new id.  Store it as
    plain data between two calls: `to_json` or `rows` after each, and `from_json` or `SessionIds(session_id, rows)`
    before the next.  `provider` is any name that the application has for the provider; the default is the dialect's.
    """

    def __init__(self, session_id: str, rows: Iterable[ToolId] = ()) -> None:
        self.session_id = session_id
        self._table = Table(rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SessionIds):
            return NotImplemented
        return (self.session_id, self._table.rows) == (other.session_id, other._table.rows)

    __hash__ = None  # type: ignore[assignment]

    def rows(self, start: int = 0) -> tuple[ToolId, ...]:
        """Return the pairs from the `start`th on, oldest first; pairs are only added, never changed or removed."""
        return tuple(self._table.rows[start:])

    def to_json(self) -> bytes:
        """Return all pairs as JSON (`schemas/turnwire/tool-ids.schema.json`)."""
        return msgspec.json.encode(ToolIds(self.session_id, self._table.rows))

    @classmethod
    def from_json(cls, data: bytes | str, session_id: str | None = None) -> SessionIds:
        """Read the result of `to_json`.

        Raises InvalidDocument: `id.table` for anything else, `id.version` for JSON of a later version, `id.session` if
        it is not the table of `session_id`.
        """
        try:
            found = _DECODER.decode(data)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise invalid("id.table", f"this is not a table of ids: {error}", hint="`to_json` writes one") from None
        if (found.schema_version or _VERSION) != _VERSION:
            message = f"a table of ids of version {found.schema_version}; this program knows version {_VERSION}"
            raise invalid("id.version", message, pointer="/schema_version", hint="use a later turnwire")
        if session_id is not None and found.session_id != session_id:
            raise _of_other_session(found.session_id, session_id, "/session_id")
        return cls(found.session_id, found.ids)

    def read_reply(
        self,
        data: Input,
        dialect: str,
        answering: History,
        ulids: Ulids,
        *,
        provider: str | None = None,
        envelope: Envelope | None = None,
    ) -> Completion:
        """Read a reply with the session's ids: new ones for new calls, the same if it is read again.

        `answering` is the conversation that the reply answers, in the session's ids: if the provider repeats the id of
        one of its calls, the call is a new one.
        Raises InvalidDocument, UnknownDialect, as `turnwire.read` does, and InvalidDocument as `Ulids.new` does.
        """
        found: Any = read(data, dialect, kind="response", envelope=envelope)
        reply: Completion = self.canonical(found, provider or full_name(dialect), ulids, answering=answering)
        return reply

    def read_request(
        self,
        data: Input,
        dialect: str,
        ulids: Ulids,
        *,
        provider: str | None = None,
        envelope: Envelope | None = None,
    ) -> History:
        """Read a whole conversation with the session's ids; known calls keep theirs.

        Raises the exceptions of `read_reply`, and InvalidDocument (`id.session`) for a message of another session.
        """
        found: Any = read(data, dialect, kind="request", envelope=envelope)
        request: History = self.canonical(found, provider or full_name(dialect), ulids)
        return request

    def canonical(
        self, document: Document, provider: str, ulids: Ulids, *, answering: History | None = None
    ) -> Document:
        """Do the same for a document that is already read."""
        self._check(document)
        return reading.canonical(document, provider, self._table, ulids, answering)

    def write(
        self,
        document: Document,
        dialect: str,
        *,
        provider: str | None = None,
        model: str | None = None,
        keeping: Keeping = DEFAULT,
    ) -> Written:
        """Write a document with the provider's ids: those that it issued, and stable new ones for other calls.

        Ids that the table restores are not losses; `ids` of the result has all ids that differ in `data`.
        Raises the exceptions of `turnwire.write`, and InvalidDocument (`id.session`) for a message of another session.
        """
        self._check(document)
        name = full_name(dialect)
        return writing.written(document, name, provider or name, self._table, model, keeping)

    def new_call(self, provider: str, provider_id: str, ulids: Ulids) -> str:
        """Return the id of a call that begins in a stream.  Raises InvalidDocument as `Ulids.new` does."""
        return self._table.new(provider, provider_id, ulids)

    def provider_id(self, canonical: str, provider: str) -> str | None:
        """Return the id of a call in requests to a provider; None if it was not sent there yet."""
        return self._table.sent(provider, canonical)

    def canonical_ids(self, provider_id: str, provider: str) -> tuple[str, ...]:
        """Return the calls with a provider's id, oldest first: one, unless the provider repeats its ids."""
        return tuple(self._table.calls(provider, provider_id))

    def _check(self, document: History | Completion | ErrorReply) -> None:
        """Raise InvalidDocument (`id.session`): "Tool ids never cross sessions." (canonical message format, 5.2.2)."""
        field = "history" if isinstance(document, History) else "candidates"
        turns: list[Message] = getattr(document, field, [])
        for n, message in enumerate(turns):
            # "the gateway uses ''" if it knows no session.
            if message.session_id and message.session_id != self.session_id:
                raise _of_other_session(message.session_id, self.session_id, f"/{field}/{n}/session_id")


def _of_other_session(told: str, own: str, pointer: str) -> Exception:
    message = f"this is of the session {told[:60]!r}, and the ids are those of {own[:60]!r}"
    return invalid("id.session", message, pointer=pointer, hint="ids never cross sessions: take the map of its session")
