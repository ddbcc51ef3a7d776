"""The export of claude.ai: `conversations.json`, a list of conversations.

Anthropic does not document the format.  It was learned from public readers of it, such as that of LibreChat
(api/server/utils/import/importers.js).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.sessions.files.claude_ai.messages import lines, read, rebuild
from turnwire.sessions.files.documents import Messages
from turnwire.sessions.files.format import SessionFormat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a document is a conversation of the export: by the name of its list of messages."""
    return {"uuid", "chat_messages"} <= members.keys()


CLAUDE_AI = SessionFormat(
    name="claude_ai",
    title="the export of claude.ai",
    learned_from="exports of 2024 to 2026",
    looks_like=looks_like,
    messages=Messages(("chat_messages",)),
    lines=lines,
    read=read,
    rebuild=rebuild,
    answers_inside=True,
)
