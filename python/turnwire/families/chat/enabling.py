"""`enable_thinking` and `thinking_budget`, which Alibaba's Model Studio has in addition to `reasoning_effort`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.documents.residue import report_foreign
from turnwire.families.chat.effort import read_effort, write_word
from turnwire.model import Reasoning

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.families.chat.wire_request import ChatRequest
    from turnwire.losses import Losses
    from turnwire.model import ReasoningMode

_MODES: dict[bytes, ReasoningMode] = {b"true": "enabled", b"false": "disabled"}
_WORDS = {"enabled": True, "disabled": False}
_HELD = frozenset(("mode", "effort", "budget_tokens"))
# A budget is "a positive integer"; longer ones than a field of 32 bits holds are kept as they are.
_LONGEST = 9


def read_enabling(wire: ChatRequest, form: dict[str, Any], vendor: Vendor) -> tuple[Reasoning | None, tuple[str, ...]]:
    """Read whether the model thinks and its budget; return the keys that were read."""
    found, taken = read_effort(wire, form, vendor)
    mode, budget = _MODES.get(bytes(wire.enable_thinking)), bytes(wire.thinking_budget)
    if mode is not None:
        found, taken = found or Reasoning(), (*taken, "enable_thinking")
        found.mode = mode
    if budget.isdigit() and len(budget) <= _LONGEST and not budget.startswith(b"0"):
        found, taken = found or Reasoning(), (*taken, "thinking_budget")
        found.budget_tokens = int(budget)
    return found, taken


def write_enabling(
    reasoning: Reasoning, form: dict[str, Any], wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    """Write the switch and the budget, if the document has them."""
    place, budget = "/settings/reasoning", reasoning.budget_tokens
    if reasoning.effort is not None:
        write_word("reasoning_effort", reasoning.effort, vendor.efforts, form, wire, losses)
    if reasoning.mode in _WORDS:
        wire["enable_thinking"] = _WORDS[reasoning.mode]
    elif reasoning.mode is not None:
        losses.dropped(f"{place}/mode", "reasoning.mode", reasoning.mode)
    # Of the errors on its page: "The thinking_budget parameter must be a positive integer and not greater than xxx"
    if budget is not None and 0 < budget < 10**_LONGEST:
        wire["thinking_budget"] = budget
    elif budget is not None:
        losses.dropped(f"{place}/budget_tokens", "reasoning.budget_tokens", budget)
    losses.dropped_fields(reasoning, _HELD, place, "reasoning")
    report_foreign(reasoning.provider_raw, losses, place)
