"""A lowered History -> a chat in the specified form, or in the words of the file that it was read from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.glm.legal import primary_of
from turnwire.dialects.glm.wire import NAME
from turnwire.dialects.glm.write_about import write_meta, write_system
from turnwire.dialects.glm.write_entry import EntryWriter
from turnwire.dialects.glm.write_settings import write_settings
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.model import Meta, Settings

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import History

_HELD = frozenset({"history", "settings", "meta", "system"})


def write_chat(draft: Draft, losses: Losses) -> Any:
    """The whole chat."""
    history: History = draft.document
    losses.dropped_fields(history, _HELD, "", "history")
    form = form_of(history.provider_raw, NAME)
    entry = EntryWriter(form, draft.added.get("given", {}), losses)
    entries = [entry.write(turn) for turn in draft.turns]
    chat: dict[str, Any] = {"tracker" if form.get("top") == "tracker" else "history": entries}
    used = draft.added.get("used_model")
    if history.meta is not None or used is not None:
        key, meta = write_meta(history.meta or Meta(), used, losses)
        chat[key] = meta
    if draft.settings is not None:
        settings = write_settings(draft.settings, draft.added.get("tool_places", ()), losses)
        if settings or draft.settings == Settings():
            chat["settings"] = settings
    write_system(chat, history.system, primary_of(draft), losses)
    if form.get("top") == "list" and chat.keys() == {"history"}:
        report_foreign(history.provider_raw, losses, "")
        return entries
    return restore(chat, history.provider_raw, losses, "") if history.provider_raw else chat
