"""A lowered History -> a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.openai_chat.overlay import says
from turnwire.dialects.openai_chat.wire import NAME
from turnwire.dialects.openai_chat.write_message import write_turn
from turnwire.dialects.openai_chat.write_settings import write_settings
from turnwire.residue import form_of, restore

if TYPE_CHECKING:
    from turnwire.draft import Draft
    from turnwire.losses import Losses
    from turnwire.model import History

_HELD = frozenset(("history", "settings"))


def write_request(draft: Draft, losses: Losses) -> Any:
    """The whole body; the residue of the settings belongs to its top object."""
    history: History = draft.document
    settings = draft.settings
    messages: list[Any] = []
    for turn in draft.turns:
        write_turn(turn, losses, messages)
    wire: dict[str, Any] = {}
    model = settings.model if settings is not None else None
    raw = settings.provider_raw if settings is not None else None
    if model is not None:
        wire["model"] = model
    elif "model" not in form_of(raw, NAME).get("lacks", ()) and not says(raw, NAME, "model"):
        # CreateChatCompletionRequest, `model`: "Model ID used to generate the response". It is required.
        wire["model"] = "default"
        losses.invented("/settings/model", "settings.model", "default")
    wire["messages"] = messages
    if settings is not None:
        write_settings(settings, wire, losses)
    losses.dropped_fields(history, _HELD, "", "history")
    if history.provider_raw:
        wire = restore(wire, history.provider_raw, losses, "")
    return restore(wire, raw, losses, "/settings") if raw else wire
