"""A lowered History -> a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.dialects.mistral_chat.write_message import write_turn
from turnwire.dialects.mistral_chat.write_settings import write_settings
from turnwire.documents.residue import merge, restore

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import History

_HELD = frozenset(("history", "settings"))


def write_request(draft: Draft, losses: Losses) -> Any:
    """The whole body; the residue of the settings belongs to its top object."""
    history: History = draft.document
    settings, added = draft.settings, draft.added
    messages: list[Any] = []
    for turn in draft.turns:
        write_turn(turn, losses, messages)
    if "prefix" in added:
        messages[-1] = _as_prefix(messages[-1])
    wire: dict[str, Any] = {}
    model = settings.model if settings is not None else None
    if model is not None or "model" in added:
        wire["model"] = added.get("model") if model is None else model
    wire["messages"] = messages
    if settings is not None:
        write_settings(settings, draft, wire, losses)
    losses.dropped_fields(history, _HELD, "", "history")
    if history.provider_raw:
        wire = restore(wire, history.provider_raw, losses, "")
    raw = settings.provider_raw if settings is not None else None
    return restore(wire, raw, losses, "/settings") if raw else wire


def _as_prefix(message: Any) -> Any:
    """The message, to be gone on from."""
    return Raw(merge(ENCODER.encode(message), b'{"prefix":true}'))
