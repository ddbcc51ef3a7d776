"""A lowered History -> a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.openai_responses.offered_tools import still_offered
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.write_items import Items, Said, write_turn
from turnwire.dialects.openai_responses.write_settings import write_settings
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.losses import others
from turnwire.model import History, TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn

_HELD = frozenset(("history", "settings"))
_more_of, _NO_MORE = others(History, _HELD)


def write_request(draft: Draft, losses: Losses) -> Any:
    """Write the whole body; the residue of the settings belongs to its top object."""
    history: History = draft.document
    settings = draft.settings
    turns = draft.turns
    wire: dict[str, Any] = {}
    model = settings.model if settings is not None else None
    if model is not None or "model" in draft.added:
        wire["model"] = draft.added["model"] if model is None else model
    if turns and _is_instructions(turns[0]):
        wire["instructions"] = _instructions(turns[0], losses)
        turns = turns[1:]
    items = Items(losses, [] if draft.plain is None else draft.plain)
    for turn in turns:
        write_turn(turn, items)
        if draft.sources is not None:
            draft.sources += [turn] * (len(items.found) - len(draft.sources))
    _write_input(items, form_of(history.provider_raw, NAME).get("input"), wire)
    if settings is not None:
        blocks = (block for turn in draft.turns for block in turn.blocks)
        write_settings(settings, wire, losses, still_offered(settings.tools, blocks))
    if _more_of(history) != _NO_MORE:
        losses.dropped_fields(history, _HELD, "", "history")
    if history.provider_raw is not None:
        report_others(history.provider_raw, losses, "")
    raw = settings.provider_raw if settings is not None else None
    return restore(wire, raw, losses, "/settings") if raw else wire


def _write_input(items: Items, form: str | None, wire: dict[str, Any]) -> None:
    """Write the items; one text, or no input, if the source had it so and it still is so."""
    found = items.found
    if form == "text" and len(found) == 1:
        only = found[0]
        if type(only) is Said and only.role == "user":
            wire["input"] = only.content
            return
        if only == {"role": "user", "content": ""}:
            wire["input"] = ""
            return
    if found or form != "absent":
        wire["input"] = found


def _is_instructions(turn: Turn) -> bool:
    """Return whether a system message was read from `instructions` and still is one text."""
    if turn.role != "system" or form_of(turn.message.provider_raw, NAME).get("place") != "instructions":
        return False
    return not turn.blocks or (
        len(turn.blocks) == 1 and type(turn.blocks[0]) is TextBlock and bool(turn.blocks[0].text)
    )


def _instructions(turn: Turn, losses: Losses) -> str:
    losses.dropped_fields(turn.message, frozenset(("role", "content")), turn.path, "message")
    report_foreign(turn.message.provider_raw, losses, turn.path)
    if not turn.blocks:
        return ""
    block: Any = turn.blocks[0]
    losses.dropped_fields(block, frozenset(("text",)), turn.place(0), "text")
    report_foreign(block.provider_raw, losses, turn.place(0))
    return str(block.text)
