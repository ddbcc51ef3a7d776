"""How the model shall reason -> the keys of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.documents.residue import report_foreign

if TYPE_CHECKING:
    from turnwire.families.chat.wording import Wording
    from turnwire.losses import Losses
    from turnwire.model import Reasoning


def write_word(
    name: str, word: str, known: frozenset[str], form: dict[str, Any], wire: dict[str, Any], losses: Losses
) -> None:
    """A word of a closed list; others go back only to where they were read."""
    if word in known or form.get(name) == word:
        wire[name] = word
    elif name == "service_tier":
        losses.dropped("/settings/service_tier", "settings.service_tier", word)
    else:
        losses.dropped("/settings/reasoning/effort", "reasoning.effort", word)


def write_effort(
    reasoning: Reasoning, form: dict[str, Any], wire: dict[str, Any], losses: Losses, vendor: Wording
) -> None:
    """`reasoning_effort`, which is all that the API itself knows."""
    if reasoning.effort is not None:
        write_word("reasoning_effort", reasoning.effort, vendor.efforts, form, wire, losses)
    losses.dropped_fields(reasoning, frozenset(("effort",)), "/settings/reasoning", "reasoning")
    report_foreign(reasoning.provider_raw, losses, "/settings/reasoning")
