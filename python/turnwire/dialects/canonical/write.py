"""A lowered History -> messages; a lowered Completion -> a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.dialects.canonical.complete import EPOCH, FIRST_ID, NO_SESSION
from turnwire.dialects.canonical.read import ROLES
from turnwire.dialects.canonical.wire import NAME
from turnwire.dialects.canonical.write_blocks import absent_in, write_content
from turnwire.dialects.canonical.write_metadata import write_metadata
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.model import MessageMetadata

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion, History, Message, Settings

_MESSAGE = frozenset(("role", "content", "id", "session_id", "created_at", "metadata", "schema_version"))
_SETTINGS: frozenset[str] = frozenset()


def write_session(draft: Draft, losses: Losses) -> Any:
    """The messages, which are a list unless they were read from a session, or there is an id of one."""
    history: History = draft.document
    losses.dropped_fields(history, frozenset(("history", "settings", "id")), "", "history")
    if draft.settings is not None:
        _report_settings(draft.settings, losses)
    raw = history.provider_raw
    shape = form_of(raw, NAME).get("document")
    messages = [_write_message(turn, losses) for turn in draft.turns]
    if shape != "session" and history.id is None:
        report_others(raw, losses, "")
        return messages[0] if shape == "message" and len(messages) == 1 else messages
    session: dict[str, Any] = {} if history.id is None else {"id": history.id}
    session["messages"] = messages
    return restore(session, raw, losses, "") if raw else session


def _report_settings(settings: Settings, losses: Losses) -> None:
    """Report the settings of a request, which are not stored: "Be a wire format" is no goal (2.2)."""
    losses.dropped_fields(settings, _SETTINGS, "/settings", "settings")
    report_foreign(settings.provider_raw, losses, "/settings")


def _write_message(turn: Turn, losses: Losses) -> Any:
    message = turn.message
    losses.dropped_fields(message, _MESSAGE, turn.path, "message")
    return _wire_of(turn, message, write_metadata(message.metadata, f"{turn.path}/metadata", losses), losses)


def _wire_of(turn: Turn, message: Message, metadata: Any, losses: Losses) -> Any:
    """All fields, in the order in which the system itself encodes them."""
    absent = absent_in(message.provider_raw)
    content = write_content(turn, losses)
    wire: dict[str, Any] = {
        "id": message.id,
        "session_id": message.session_id,
        "role": _role(turn, message),
        "content": content or None,
        "created_at": message.created_at,
        "metadata": metadata if message.metadata is not None or "metadata" not in absent else None,
        "schema_version": message.schema_version,
    }
    wire = {name: value for name, value in wire.items() if value is not None or name not in absent}
    if "content" in wire:
        wire["content"] = content
    if "schema_version" in wire:
        wire["schema_version"] = 1 if message.schema_version is None else message.schema_version
    return restore(wire, message.provider_raw, losses, turn.path) if message.provider_raw else wire


def _role(turn: Turn, message: Message) -> str:
    word = form_of(message.provider_raw, NAME).get("role")
    return word if isinstance(word, str) and turn.role == "user" and word not in ROLES else turn.role


_REPLY = frozenset(("candidates", "id", "created_at", "model", "usage"))
_CANDIDATE = frozenset(("role", "content", "session_id", "metadata", "schema_version"))


def write_reply(draft: Draft, losses: Losses) -> Any:
    """Write the one candidate, with the metadata of the reply."""
    reply: Completion = draft.document
    turn = draft.turns[0]
    losses.dropped_fields(reply, _REPLY, "", "completion")
    report_foreign(reply.provider_raw, losses, "")
    losses.dropped_fields(turn.message, _CANDIDATE, turn.path, "message")
    if turn.role != "assistant":
        losses.degraded(f"{turn.path}/role", "message.role", turn.role)
    metadata = _of_reply(reply, turn, losses)
    message = structs.replace(
        turn.message,
        id=reply.id,
        created_at=reply.created_at,
        metadata=None if metadata == MessageMetadata() else metadata,
    )
    message = _completed(message, turn, losses)
    written = write_metadata(message.metadata, f"{turn.path}/metadata", losses, "/usage")
    return _wire_of(structs.replace(turn, role="assistant"), message, written, losses)


def _of_reply(reply: Completion, turn: Turn, losses: Losses) -> MessageMetadata:
    metadata = turn.message.metadata or MessageMetadata()
    for name in ("model", "usage"):
        if (value := getattr(metadata, name)) is not None:
            losses.dropped(f"{turn.path}/metadata/{name}", f"metadata.{name}", value)
    return structs.replace(metadata, model=reply.model, usage=reply.usage)


def _completed(message: Message, turn: Turn, losses: Losses) -> Message:
    """Complete a message; a reply does not know its position in the session."""
    absent = absent_in(message.provider_raw)
    made: dict[str, Any] = {}
    for name, value, at in (
        ("id", FIRST_ID, ""),
        ("created_at", EPOCH, ""),
        ("session_id", NO_SESSION, turn.path),
    ):
        if getattr(message, name) is None and name not in absent:
            made[name] = value
            losses.invented(f"{at}/{name}", f"{'message' if at else 'completion'}.{name}", value)
    return structs.replace(message, **made) if made else message
