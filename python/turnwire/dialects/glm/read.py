"""A chat -> a conversation: entries as messages, calls as tool uses, what they gave back as results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.dialects.glm.read_about import read_meta, read_system
from turnwire.dialects.glm.read_entry import Words, read_entry
from turnwire.dialects.glm.read_settings import read_settings
from turnwire.dialects.glm.wire import NAME, Chat, Entry
from turnwire.documents.residue import residue
from turnwire.errors import invalid
from turnwire.families.chat.overlay import raw_of
from turnwire.lowering.positional_call_ids import Positions
from turnwire.model import History, Message

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope


def read_chat(chat: Chat | list[Entry], _: Envelope | None) -> History:
    """The conversation.  Raises InvalidDocument for a document without a list of entries."""
    if isinstance(chat, list):
        # "YAML list of entries": what the code of 2023 wrote.
        entries, chat, form = chat, Chat(), {"top": "list"}
    elif chat.history is not UNSET:
        entries, form = chat.history, {}
    elif chat.tracker is not UNSET:
        entries, form = chat.tracker, {"top": "tracker"}
    else:
        hint = '`history` is a list of entries such as {"user": {"content": "Hi"}}'
        raise invalid("glm.history", "a chat has a `history` or a `tracker`", pointer="", hint=hint)
    words = Words.of(entries)
    form |= words.form()
    overlay: dict[str, Any] = dict(chat.unknown.fields)
    if chat.history is not UNSET and chat.tracker is not UNSET:
        overlay["tracker"] = raw_of(chat.tracker)
    positions = Positions()
    messages: list[Message] = []
    for entry in entries:
        messages += read_entry(entry, words, positions)
    meta, system = read_meta(chat, overlay), read_system(chat, overlay)
    settings = None if chat.settings is UNSET else read_settings(chat.settings)
    return History(messages, settings, meta, system, provider_raw=residue(NAME, overlay, form=form))
