"""A lowered History -> a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.documents.residue import restore
from turnwire.families.chat.write_message import write_turn
from turnwire.families.chat.write_settings import write_settings
from turnwire.losses import others
from turnwire.model import History

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft

_HELD = frozenset(("history", "settings"))
_more_of, _NO_MORE = others(History, _HELD)


def write_request(vendor: Vendor, draft: Draft, losses: Losses) -> Any:
    """The whole body; the residue of the settings belongs to its top object."""
    history: History = draft.document
    settings = draft.settings
    messages: list[Any] = []
    if draft.plain is not None:
        messages = draft.plain
    for turn in draft.turns:
        write_turn(turn, losses, messages, vendor)
    wire: dict[str, Any] = {}
    model = settings.model if settings is not None else None
    raw = settings.provider_raw if settings is not None else None
    if model is not None:
        wire["model"] = model
    wire["messages"] = messages
    if settings is not None:
        write_settings(settings, wire, losses, vendor)
    if _more_of(history) != _NO_MORE:
        losses.dropped_fields(history, _HELD, "", "history")
    if history.provider_raw:
        wire = restore(wire, history.provider_raw, losses, "")
    return restore(wire, raw, losses, "/settings") if raw else wire
