"""Change forced tool choices, which some models refuse always and others while they think."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.lowering.as_read import was_read_so, was_read_so_anywhere
from turnwire.lowering.draft import TOOL_CHOICE, Draft, when
from turnwire.lowering.model_rules import rules_for

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Reasoning, Settings

_MAKER: Final = "anthropic"
_FORCED: Final = frozenset({"required", "tool"})
_THINKS: Final = frozenset({"enabled", "adaptive"})


@when(TOOL_CHOICE)
def force_tools_or_think(draft: Draft, losses: Losses) -> Draft:
    """Change a forced tool choice that the model refuses, or switch thinking off if it refuses only both together.

    The caller's program relies on the choice, and a model of the second kind can answer without thinking.

    "Thinking may not be enabled when tool_choice forces tool use." (a refusal of claude-sonnet-4-6)
    """
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if settings is None or choice is None or choice.mode not in _FORCED:
        return draft
    takes = rules_for(draft, _MAKER)
    if not takes.forced_tools:
        return _free(draft, settings, losses)
    if takes.forced_while_thinking or _was_read(settings.reasoning):
        return draft
    return without_thinking(draft, settings, losses)


def _was_read(reasoning: Reasoning | None) -> bool:
    return reasoning is not None and was_read_so_anywhere(reasoning.provider_raw, "mode")


def _free(draft: Draft, settings: Settings, losses: Losses) -> Draft:
    choice = settings.tool_choice
    if choice is None or was_read_so(draft, choice.provider_raw, losses.dialect, "mode"):
        return draft
    losses.degraded("/settings/tool_choice/mode", "tool_choice.mode", choice.mode)
    if choice.name is not None:
        losses.dropped("/settings/tool_choice/name", "tool_choice.name", choice.name)
    changed = structs.replace(choice, mode="auto", name=None)
    return structs.replace(draft, settings=structs.replace(settings, tool_choice=changed))


def thinks(reasoning: Reasoning) -> bool:
    """Whether a later pass would ask for thinking: by its mode, or by an effort or a budget alone."""
    if reasoning.mode is not None:
        return reasoning.mode in _THINKS
    return reasoning.effort not in (None, "none") or reasoning.budget_tokens is not None


def without_thinking(draft: Draft, settings: Settings, losses: Losses) -> Draft:
    """The draft with thinking disabled, where it would be on."""
    reasoning = settings.reasoning
    if reasoning is None or not thinks(reasoning):
        return draft
    if reasoning.mode is None:
        losses.invented("/settings/reasoning/mode", "reasoning.mode", "disabled")
    else:
        losses.degraded("/settings/reasoning/mode", "reasoning.mode", reasoning.mode)
    for name in ("budget_tokens", "summary"):
        if (value := getattr(reasoning, name)) is not None:
            losses.dropped(f"/settings/reasoning/{name}", f"reasoning.{name}", value)
    quiet = structs.replace(reasoning, mode="disabled", budget_tokens=None, summary=None)
    return structs.replace(draft, settings=structs.replace(settings, reasoning=quiet))
