"""The export of Open WebUI: a list of chats, each with the tree of its messages in `chat.history`.

Learned from open-webui/open-webui, version 0.8: backend/open_webui/models/chats.py and
src/lib/utils/index.ts (convertMessagesToHistory, createMessagesList).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import begins, object_of
from turnwire.sessions.files.documents import Messages
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.open_webui.messages import lines, read, rebuild

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a document is a chat of the export: it has a history, whose messages are by their ids."""
    history = object_of(object_of(members.get("chat")).get("history"))
    return begins(history.get("messages"), b"{")


OPEN_WEBUI = SessionFormat(
    name="open_webui",
    title="the export of Open WebUI",
    learned_from="Open WebUI 0.8",
    looks_like=looks_like,
    messages=Messages(("chat", "history", "messages"), by_id=True, omitted=(("chat", "messages"),)),
    lines=lines,
    read=read,
    rebuild=rebuild,
    answers_inside=True,
)
