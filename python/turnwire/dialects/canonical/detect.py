"""Score how likely a document is messages of the canonical message format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import word_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from msgspec import Raw

    from turnwire.codec.members import Members

# "Message: id, session_id, role, content, metadata, created_at, schema_version" (4.1): no other format has all three.
_SIGNS = frozenset(("session_id", "role", "created_at"))
_REST = frozenset(("metadata", "schema_version"))
_FITS, _LIKE = 95, 60
# What lacks one of the three, but not the others of this format: its author left a member out.
_OWN = frozenset(("session_id", "created_at", "metadata", "schema_version"))
_LACKING = 10


def looks_like_session(members: Members) -> int:
    """A session has `messages`; a message alone is one, too."""
    if "messages" not in members:
        return _message(members)
    turns = members.items_at("messages")
    return 0 if turns is None else looks_like_list(turns.each)


def looks_like_list(messages: Sequence[Mapping[str, Raw]]) -> int:
    """The messages of a session, in order; one that lacks a member is among them where another does not."""
    scores = {_message(message) for message in messages}
    return _LIKE if {_LACKING, _FITS} == scores else min(scores, default=0)


def looks_like_reply(members: Members) -> int:
    """Score a message of the assistant; a file is more likely a conversation than a reply."""
    said = _message(members)
    return said - 10 if said > _LACKING and word_of(members["role"]) == b'"assistant"' else 0


def _message(members: Mapping[str, Raw]) -> int:
    names = members.keys()
    if "history" in names:
        return 0
    if not names >= _SIGNS:
        return _LACKING if "content" in names and len(names & _OWN) > 1 else 0
    return _FITS if _REST & names else _LIKE
