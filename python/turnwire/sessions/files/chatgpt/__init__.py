"""The export of ChatGPT: `conversations.json`, a list of conversations, each a tree of messages.

OpenAI does not document the format.  It was learned from public descriptions and readers of it, such as
mitkury/chatgpt-export-parser (docs/chatgpt-data-export-format.md) and LibreChat (api/server/utils/import/importers.js).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.sessions.files.chatgpt.messages import read, rebuild
from turnwire.sessions.files.chatgpt.nodes import lines
from turnwire.sessions.files.documents import Messages
from turnwire.sessions.files.format import SessionFormat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a document is a conversation of the export: it has a mapping, and the node that it is at."""
    return "mapping" in members and not {"current_node", "conversation_id", "create_time"}.isdisjoint(members)


CHATGPT = SessionFormat(
    name="chatgpt",
    title="the export of ChatGPT",
    learned_from="exports of 2023 to 2026",
    looks_like=looks_like,
    messages=Messages(("mapping",), by_id=True),
    lines=lines,
    read=read,
    rebuild=rebuild,
)
