"""A session, a list of messages, or a message -> a History; a message of the assistant -> a Completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.dialects.canonical.read_blocks import read_blocks
from turnwire.dialects.canonical.read_metadata import read_metadata
from turnwire.dialects.canonical.wire import NAME
from turnwire.documents.residue import residue, unknown_role
from turnwire.errors import invalid
from turnwire.families.chat.overlay import leftover
from turnwire.model import Completion, History, Message, MessageMetadata, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.dialects.canonical.wire import Fields, Reply, Root, Said
    from turnwire.documents.inputs import Envelope

ROLES = frozenset(("user", "assistant", "system", "tool"))
_FIELDS = ("id", "session_id", "content", "created_at", "metadata", "schema_version")


def read_session(wire: Root | list[Said], _: Envelope | None) -> History:
    """Raises InvalidDocument for an object that is neither a session nor a message."""
    if isinstance(wire, list):
        return History([_read_message(said, said.role) for said in wire])
    if wire.messages is UNSET:
        if wire.role is UNSET:
            raise invalid("canonical.shape", "neither a message with a role, nor a session with messages")
        return History([_read_message(wire, wire.role)], provider_raw=residue(NAME, form={"document": "message"}))
    history = History([_read_message(said, said.role) for said in wire.messages])
    history.id = None if wire.id is UNSET else wire.id
    history.provider_raw = residue(NAME, leftover(wire, ("messages", "id")), form={"document": "session"})
    return history


def read_reply(wire: Reply, _: Envelope | None) -> Completion:
    """Read a message of the assistant, whose metadata is that of the reply."""
    message = _read_message(wire, wire.role)
    metadata = message.metadata or MessageMetadata()
    reply = Completion([message], message.id, message.created_at, metadata.model, metadata.usage)
    message.id = message.created_at = metadata.model = metadata.usage = None
    if metadata == MessageMetadata():
        message.metadata = None
    return reply


def _read_message(said: Fields, word: str) -> Message:
    form: dict[str, Any] = {}
    role: Any = word if word in ROLES else "user"
    if role != word:
        form["role"] = word
    if absent := [name for name in _FIELDS if getattr(said, name) is UNSET]:
        form["absent"] = absent
    metadata = None if said.metadata is UNSET else read_metadata(said.metadata)
    provider = None if metadata is None else metadata.provider
    content = [] if said.content is UNSET else read_blocks(said.content, provider)
    message = Message(role, content, *_ids(said), metadata=metadata)
    message.created_at = None if said.created_at is UNSET else said.created_at
    message.schema_version = None if said.schema_version in (UNSET, 1) else said.schema_version
    if _is_orphan(message):
        form["as_is"] = ["parent_tool_use_id"]
    message.provider_raw = residue(NAME, {**said.unknown.fields, **unknown_role(form)}, form=form)
    return message


def _ids(said: Fields) -> tuple[str | None, str | None]:
    return (None if said.id is UNSET else said.id, None if said.session_id is UNSET else said.session_id)


def _is_orphan(message: Message) -> bool:
    """Return whether a result does not name its call, as results from the system's own gateway."""
    if message.role != "tool" or (message.metadata is not None and message.metadata.parent_tool_use_id is not None):
        return False
    return any(type(block) is ToolResultBlock for block in message.content)
