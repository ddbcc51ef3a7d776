"""Whether a decoded chat is certainly a GLM chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from turnwire.dialects.glm.wire import Chat, Entry

if TYPE_CHECKING:
    from turnwire.dialects.glm.wire import Said


def is_certain(chat: Chat | list[Entry]) -> bool:
    """With a history whose first entry has one member, which is called after who speaks."""
    if not isinstance(chat, Chat) or not chat.history or chat.tracker is not UNSET:
        return False
    first = chat.history[0]
    said: Said | None = first.user or first.assistant or None
    return said is not None and first in (Entry(user=said), Entry(assistant=said))
