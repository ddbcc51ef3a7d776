"""A lowered conversation -> a context window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.gpt2099.legal_turns import report_joined
from turnwire.dialects.gpt2099.read import CACHE, OF_MESSAGE, ROLES
from turnwire.dialects.gpt2099.wire import NAME
from turnwire.dialects.gpt2099.write_blocks import write_blocks
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.model import TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import CacheControl, History, Settings

_HISTORY = frozenset(("history", "settings"))
_SETTINGS = frozenset(("options", "tools", "generation"))


def write_window(draft: Draft, losses: Losses) -> Any:
    """The whole window, or the list of messages that a stored thread is."""
    history: History = draft.document
    raw = history.provider_raw
    form = form_of(raw, NAME)
    said = [_write_message(turn, history, losses) for turn in draft.turns]
    losses.dropped_fields(history, _HISTORY, "", "history")
    options = None if draft.settings is None else _write_settings(draft.settings, losses)
    if form.get("root") == "list":
        report_others(raw, losses, "")
        if options is not None:
            losses.dropped("/settings/options", "settings.options", options)
        return said
    window: dict[str, Any] = {"messages": said}
    if options is not None:
        window["options"] = options
    elif form.get("options") != "absent":
        window["options"] = {}
    return restore(window, raw, losses, "") if raw else window


def _write_settings(settings: Settings, losses: Losses) -> Any:
    """Write the options; `provider_ptr` and `servers` name the configuration with the model and the tools."""
    losses.dropped_fields(settings, _SETTINGS, "/settings", "settings")
    for n, tool in enumerate(settings.tools):
        losses.dropped(f"/settings/tools/{n}", "settings.tools", tool)
    if (generation := settings.generation) is not None:
        losses.dropped_fields(generation, frozenset(), "/settings/generation", "generation")
        report_foreign(generation.provider_raw, losses, "/settings/generation")
    report_foreign(settings.provider_raw, losses, "/settings")
    options = settings.options
    if not options:
        return None
    text = bytes(options).strip()
    if text[:1] == b"{" and text.strip(b"{}").strip():
        return options
    losses.dropped("/settings/options", "settings.options", options)
    return None


def _write_message(turn: Turn, history: History, losses: Losses) -> Any:
    raw = turn.message.provider_raw
    form = form_of(raw, NAME)
    wire: dict[str, Any] = {}
    role = form.get("role", turn.role)
    if role in ROLES and role != turn.role:
        role = turn.role
    if turn.role != "user":
        role = turn.role
    if role is not None:
        wire["role"] = role
    parts = write_blocks(turn, losses)
    _write_content(turn, parts, form, wire)
    if turn.message.id is not None:
        wire["id"] = turn.message.id
    if turn.places is not None:
        report_joined(turn, history, losses)
    for n, block in enumerate(turn.blocks):
        if block.cache is not None:
            _write_cache(block, turn.place(n), wire, losses, is_last=n + 1 == len(turn.blocks))
    return restore(wire, raw, losses, turn.path) if raw else wire


def _write_content(turn: Turn, parts: list[Any], form: dict[str, Any], wire: dict[str, Any]) -> None:
    spelled = form.get("content")
    if spelled == "absent" and not parts:
        return
    wire["content"] = parts
    if spelled == "alone" and len(parts) == 1:
        wire["content"] = parts[0]
    elif spelled == "text" and len(parts) == 1:
        block = turn.blocks[0]
        if type(block) is TextBlock and not block.provider_raw:
            wire["content"] = block.text


def _write_cache(block: Any, place: str, wire: dict[str, Any], losses: Losses, *, is_last: bool) -> None:
    """Write the cache mark of a whole message; a mark before its last block cannot be written.

    "cache_control: {type: "ephemeral"} goes on the last block of the message" (what Anthropic is sent): so a mark
    there becomes the mark of the message, and a mark of the message is written back unchanged.
    """
    mark: CacheControl = block.cache
    if not is_last:
        losses.dropped(f"{place}/cache", f"{block.__struct_config__.tag}.cache", mark)
        return
    wire["cache"] = True
    if mark.kind != CACHE:
        losses.degraded(f"{place}/cache/kind", "cache.kind", mark.kind)
    elif form_of(mark.provider_raw, NAME) != OF_MESSAGE:
        losses.reshaped(f"{place}/cache", f"{block.__struct_config__.tag}.cache", mark)
    losses.dropped_fields(mark, frozenset(("kind",)), f"{place}/cache", "cache")
    report_foreign(mark.provider_raw, losses, f"{place}/cache")
