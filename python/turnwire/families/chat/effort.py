"""How the model shall reason: the keys of a request, read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from msgspec import UNSET

from turnwire.documents.residue import report_foreign
from turnwire.model import Reasoning

if TYPE_CHECKING:
    from turnwire.families.chat.wire_request import ChatRequest
    from turnwire.losses import Losses


class Wording(Protocol):
    """The words of a vendor, from its record (vendor.py)."""

    @property
    def name(self) -> str:
        """The name of the dialect."""

    @property
    def efforts(self) -> frozenset[str]:
        """The words of `reasoning_effort`."""

    @property
    def thoughts(self) -> tuple[str, ...]:
        """The members of a message that hold the text of its reasoning; the first is the one that is written."""


def read_effort(wire: ChatRequest, form: dict[str, Any], vendor: Wording) -> tuple[Reasoning | None, tuple[str, ...]]:
    """Read `reasoning_effort`; return the keys that were read."""
    effort = wire.reasoning_effort
    if effort is UNSET:
        return None, ()
    if effort not in vendor.efforts:
        # A word of another provider is sent to this API only if it was read from it.
        form["reasoning_effort"] = effort
    return Reasoning(effort=effort), ("reasoning_effort",)


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
