"""A lowered History -> a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.ollama_chat.write_message import write_turn
from turnwire.dialects.ollama_chat.write_settings import write_settings
from turnwire.documents.residue import restore

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import History

_HELD = frozenset(("history", "settings"))


def write_request(draft: Draft, losses: Losses) -> Any:
    """The whole body; the residue of the settings belongs to its top object."""
    history: History = draft.document
    settings = draft.settings
    wire: dict[str, Any] = {}
    model = draft.added.get("model", None if settings is None else settings.model)
    if model is not None:
        wire["model"] = model
    wire["messages"] = [write_turn(turn, losses) for turn in draft.turns]
    if settings is not None:
        write_settings(draft, settings, wire, losses)
    losses.dropped_fields(history, _HELD, "", "history")
    if settings is not None and settings.provider_raw:
        wire = restore(wire, settings.provider_raw, losses, "/settings")
    return restore(wire, history.provider_raw, losses, "") if history.provider_raw else wire
