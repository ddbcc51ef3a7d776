"""How much a document looks like messages of the canonical message format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.dialect import Members

_LIST = msgspec.json.Decoder(list[dict[str, Raw]])
# "Message: id, session_id, role, content, metadata, created_at, schema_version" (4.1): no other format has all three.
_SIGNS = frozenset(("session_id", "role", "created_at"))
_REST = frozenset(("metadata", "schema_version"))
_FITS, _LIKE = 95, 60


def looks_like_session(members: Members) -> int:
    """A session has `messages`; a message alone is one, too."""
    messages = members.get("messages")
    if messages is None:
        return _message(members)
    text = bytes(messages)
    if b'"session_id"' not in text:
        return 0
    try:
        return looks_like_list(_LIST.decode(text))
    except (msgspec.DecodeError, RecursionError):
        return 0


def looks_like_list(messages: Sequence[Members]) -> int:
    """The messages of a session, in order."""
    return min(map(_message, messages), default=0)


def looks_like_reply(members: Members) -> int:
    """A message of the assistant; what a file holds is a conversation sooner than a reply."""
    said = _message(members)
    return said - 10 if said and members["role"] == Raw(b'"assistant"') else 0


def _message(members: Members) -> int:
    if not members.keys() >= _SIGNS or "history" in members:
        return 0
    return _FITS if _REST & members.keys() else _LIKE
