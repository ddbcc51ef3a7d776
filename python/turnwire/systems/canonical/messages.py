"""Canonical messages of any log: one call reads it, gives it ids and metadata, and writes the messages of a session.

They fit the schema of the canonical message format, and pass all its invariants (docs/invariants.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.convert import read, write
from turnwire.dialects import full_name, get
from turnwire.documents.inputs import as_bytes
from turnwire.documents.residue import NATIVE
from turnwire.errors import invalid
from turnwire.losses import Losses
from turnwire.model import ErrorReply, History, MessageMetadata
from turnwire.sessions.session_ids import SessionIds
from turnwire.systems.canonical.filling import About, attributed, identified
from turnwire.systems.canonical.mending import mended, report_unread
from turnwire.systems.canonical.parting import DIALECT, parted, without_orphans

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind
    from turnwire.documents.ids import Ulids
    from turnwire.documents.inputs import Input
    from turnwire.model import Completion, Document, Loss, Message, RoutingDecisionRecord
    from turnwire.systems.canonical.parting import Part


@dataclass(frozen=True, slots=True)
class CanonicalMessages:
    """The messages of a session, and what became of the log."""

    data: bytes
    """The messages as JSON, a list, as the format's own code stores them."""
    losses: tuple[Loss, ...]
    """What the messages do not hold, and what they have that the log did not say; paths lead into `document`."""
    ids: SessionIds
    """The ids that the provider had for the calls, for requests that continue the session."""
    document: History
    """The log as it was read."""

    @property
    def messages(self) -> list[Message]:
        """The messages as objects, for the adapters."""
        found: Any = read(self.data, DIALECT, kind="request")
        return list(found.history)


def canonical_messages(
    data: Input,
    source: str,
    *,
    session_id: str,
    ulids: Ulids,
    kind: Kind | None = None,
    model: str | None = None,
    provider: str | None = None,
    routing: RoutingDecisionRecord | None = None,
) -> CanonicalMessages:
    """Make messages of the canonical format of a request or a reply, in any dialect.

    Args:
        data: the log: a conversation, or one reply.
        source: its dialect.
        session_id: the session that the messages are of: `ulids.new("session")` for a new one.
        ulids: makes the ids, by the caller's clock and randomness; messages without a time have that of their id.
        kind: what it is, `request` or `response`; detected if not given.
        model: the model that answered, where the log does not say it.
        provider: its provider; the default is the provider of the dialect.
        routing: why the model was chosen, for all answers that do not say it.

    Returns:
        The messages, and all losses.  The messages fit the schema of the format and keep all its invariants: what the
        format does not allow in a log of its own is left out, or written as it should be, and reported.  The data of
        media stays as it is, so that one error is possible in `turnwire.validate(..., invariants=True)`: data that is
        not base64 (TW316).

    Raises:
        InvalidDocument: the log cannot be read, has no messages that the format holds (`canonical.empty`,
            `canonical.no-candidate`), or is the body of an error (`canonical.error`).
        UnknownDialect: there is no such dialect.

    Example:
        `canonical_messages(body, "openai", session_id=ulids.new("session"), ulids=ulids).data`
    """
    losses = Losses(DIALECT)
    dialect = full_name(source)
    log = read(data, dialect, kind=kind)
    document = _history(log, losses)
    about = _about(document, dialect, session_id, model, provider, routing)
    parts = parted(_fitting(document, log, data, losses) if dialect == DIALECT else document, losses)
    for part in parts if dialect == NATIVE else ():
        report_unread(part.message, part.path, losses)
    identified(parts, about, ulids, losses)
    ids = SessionIds(session_id)
    _with_session_ids(parts, ids, about.provider, ulids)
    parts = without_orphans(parts, losses)
    attributed(parts, about, losses)
    if document.id is not None:
        losses.dropped("/id", "history.id", document.id)
    whole = structs.replace(document, id=None, history=[part.message for part in parts])
    written = write(whole, DIALECT)
    if written.data == b"[]":
        message = "the canonical message format has no place for any message of the log"
        raise invalid("canonical.empty", message, hint="give a conversation with messages of a user or a model")
    late = Losses(DIALECT)
    # Native JSON keeps what a reader of the format did not take, and it comes back here.
    made = mended(written.data, "request", late) if dialect == NATIVE else written.data
    more = (structs.replace(loss, path=_path_in_log(loss.path, parts)) for loss in (*written.losses, *late.found))
    once = {(loss.kind, loss.path, loss.feature): loss for loss in reversed([*losses.found, *more])}
    return CanonicalMessages(made, tuple(reversed(once.values())), ids, document)


def _fitting(document: History, log: Document, data: Input, losses: Losses) -> History:
    """Return a log of the format itself without what the format does not allow."""
    body = data if type(data) is bytes else as_bytes(data)
    kind: Kind = "request" if document is log else "response"
    fitting = mended(body, kind, losses)
    return document if fitting == body else _history(read(fitting, DIALECT, kind=kind), Losses(DIALECT))


def _history(document: Any, losses: Losses) -> History:
    """Return the conversation; a reply is one of one message."""
    if isinstance(document, History):
        if not document.history:
            raise invalid("canonical.empty", "the log has no messages", hint="give a conversation, or a reply")
        return document
    if isinstance(document, ErrorReply):
        hint = "give the conversation, or a reply"
        raise invalid("canonical.error", "the body of an error is no message of a session", hint=hint)
    reply: Completion = document
    if not reply.candidates:
        raise invalid("canonical.no-candidate", "the reply has no candidate", hint="the provider refused to answer")
    first, *others = reply.candidates
    for other in others:
        losses.dropped("", "completion.candidates", other)
    said = first.metadata or MessageMetadata()
    metadata = structs.replace(said, model=said.model or reply.model, usage=said.usage or reply.usage)
    return History([structs.replace(first, created_at=first.created_at or reply.created_at, metadata=metadata)])


def _about(
    document: History,
    dialect: str,
    session_id: str,
    model: str | None,
    provider: str | None,
    routing: RoutingDecisionRecord | None,
) -> About:
    asked = None if document.settings is None else document.settings.model
    return About(
        session_id=session_id,
        provider=provider or get(dialect).provider_key,
        model=model or asked,
        routing=routing,
        source=dialect,
    )


def _with_session_ids(parts: list[Part], ids: SessionIds, provider: str, ulids: Ulids) -> None:
    """Give calls and results the ids of the session: "never the provider's" (5.2.1)."""
    found = ids.canonical(History([part.message for part in parts]), provider, ulids)
    for part, message in zip(parts, found.history, strict=True):
        part.message = message


def _path_in_log(path: str, parts: list[Part]) -> str:
    """Return the place in the log of a place in the messages that were made of it."""
    if not path.startswith("/history/"):
        return path
    _, _, number, *rest = path.split("/")
    part = parts[int(number)]
    if rest[:1] == ["content"] and len(rest) > 1 and int(rest[1]) < len(part.places):
        return "/".join([part.places[int(rest[1])], *rest[2:]])
    return "/".join([part.path, *rest])
