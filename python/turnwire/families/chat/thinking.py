"""`thinking`, a switch that several vendors have besides `reasoning_effort`: {"type": "enabled"} or "disabled"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, escaped
from turnwire.documents.residue import report_others, residue, restore
from turnwire.families.chat.effort import read_effort, write_word
from turnwire.families.chat.media import is_text, text_of
from turnwire.model import ABSENT, Reasoning

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.families.chat.wire_request import ChatRequest
    from turnwire.losses import Losses
    from turnwire.model import ReasoningMode

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_MODES: dict[str, ReasoningMode] = {"enabled": "enabled", "disabled": "disabled"}
_HELD = frozenset(("mode", "effort"))


def read_switch(wire: ChatRequest, form: dict[str, Any], vendor: Vendor) -> tuple[Reasoning | None, tuple[str, ...]]:
    """Read the effort and the switch; other members of the switch are residue."""
    found, taken = read_effort(wire, form, vendor)
    try:
        members = _OBJECT.decode(wire.thinking) if wire.thinking is not ABSENT else {}
    except msgspec.DecodeError:
        members = {}
    word = members.get("type", ABSENT)
    mode = _MODES.get(text_of(word)) if word and is_text(word) else None
    if mode is None:
        return found, taken
    check_raw(wire.thinking)
    del members["type"]
    found = found or Reasoning()
    found.mode = mode
    found.provider_raw = residue(vendor.name, {"thinking": escaped(members)} if members else None)
    return found, (*taken, "thinking")


def write_switch(
    reasoning: Reasoning, form: dict[str, Any], wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    """Write the effort, and the switch if the document has it."""
    place = "/settings/reasoning"
    told: dict[str, Any] = {}
    if _is_switched_off(reasoning, form, vendor):
        losses.reshaped(f"{place}/effort", "reasoning.effort", reasoning.effort)
        told["thinking"] = {"type": "disabled"}
    elif reasoning.effort is not None:
        write_word("reasoning_effort", reasoning.effort, vendor.efforts, form, told, losses)
    if reasoning.mode in _MODES:
        told["thinking"] = {"type": reasoning.mode}
    elif reasoning.mode is not None:
        losses.dropped(f"{place}/mode", "reasoning.mode", reasoning.mode)
    losses.dropped_fields(reasoning, _HELD, place, "reasoning")
    if reasoning.provider_raw and "thinking" in told:
        told = _OBJECT.decode(ENCODER.encode(restore(told, reasoning.provider_raw, losses, place)))
    else:
        report_others(reasoning.provider_raw, losses, place)
    wire |= told


def _is_switched_off(reasoning: Reasoning, form: dict[str, Any], vendor: Vendor) -> bool:
    """Whether the effort is `none`, which means the switch for a vendor without this word."""
    if reasoning.effort != "none" or reasoning.mode is not None or "none" in vendor.efforts:
        return False
    return form.get("reasoning_effort") != "none"
