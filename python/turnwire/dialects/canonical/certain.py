"""Whether a decoded session is certainly one of the canonical message format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from turnwire.dialects.canonical.wire import Root

if TYPE_CHECKING:
    from turnwire.dialects.canonical.wire import Said


def is_certain(session: Root | list[Said]) -> bool:
    """With messages that all have what only this format writes: a session, a time, and metadata or a version."""
    messages = session.messages if isinstance(session, Root) else session
    return messages is not UNSET and bool(messages) and all(map(_is_stored, messages))


def _is_stored(message: Said) -> bool:
    if message.session_id is UNSET or message.created_at is UNSET:
        return False
    return message.metadata is not UNSET or message.schema_version is not UNSET
