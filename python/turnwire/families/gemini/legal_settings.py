"""Passes of generateContent about settings: reasoning, tool choice and tools as the provider takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.families.gemini.constraints import LARGEST_INT, LEVELS
from turnwire.lowering.choice import choice_of_all
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.settings import degraded, invented, when_set, without

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import Reasoning, ToolChoice

_NEAR = {"xhigh": "high", "max": "high"}


@when_set("reasoning")
def legal_reasoning(asked: Reasoning, _: Draft, losses: Losses) -> Reasoning:
    """`thinkingConfig` has a budget (0 is none, -1 is up to the model) or a level.

    "You can only set only one of thinking budget and thinking level." (a refusal)
    """
    reasoning = _legal_mode(_legal_effort(asked, losses), losses)
    mode = asked.mode
    if (
        mode is not None
        and mode == reasoning.mode
        and not was_illegal_in_source(reasoning.provider_raw, losses.dialect, "mode")
    ):
        # A budget implies the mode: 0 is none, -1 leaves it to the model.
        losses.reshaped("/settings/reasoning/mode", "reasoning.mode", mode)
    return _shown(reasoning, losses)


def _shown(reasoning: Reasoning, losses: Losses) -> Reasoning:
    """Ask for thoughts if a request of another format switches reasoning on.

    ThinkingConfig.includeThoughts: "Indicates whether to include thoughts in the response.".

    Other providers return the reasoning without being asked for it.
    """
    if reasoning.mode is None or reasoning.included is not None:
        return reasoning
    if was_illegal_in_source(reasoning.provider_raw, losses.dialect, "included"):
        return reasoning
    return invented(reasoning, "included", reasoning.mode != "disabled", losses)


def _legal_effort(reasoning: Reasoning, losses: Losses) -> Reasoning:
    effort, mode = reasoning.effort, reasoning.mode
    if effort is None or was_illegal_in_source(reasoning.provider_raw, losses.dialect, "effort"):
        return reasoning
    if effort == "none" and mode in (None, "disabled") and reasoning.budget_tokens is None:
        quiet = degraded(reasoning, "effort", None, losses)
        return invented(quiet, "mode", "disabled", losses) if mode is None else quiet
    has_other = reasoning.budget_tokens is not None or mode == "disabled"
    if effort in LEVELS and not has_other:
        return reasoning
    if effort in _NEAR and not has_other:
        return degraded(reasoning, "effort", _NEAR[effort], losses)
    return without(reasoning, "effort", losses=losses)


def _legal_mode(reasoning: Reasoning, losses: Losses) -> Reasoning:
    mode, budget = reasoning.mode, reasoning.budget_tokens
    if budget is not None:
        return _legal_budget(reasoning, budget, losses)
    if reasoning.effort is not None and mode is not None:
        if was_illegal_in_source(reasoning.provider_raw, losses.dialect, "effort"):
            return reasoning
        return without(reasoning, "mode", losses=losses)
    return degraded(reasoning, "mode", "adaptive", losses) if mode == "enabled" else reasoning


def _legal_budget(reasoning: Reasoning, budget: int, losses: Losses) -> Reasoning:
    if not 0 < budget <= LARGEST_INT or reasoning.mode in ("disabled", "adaptive"):
        return _legal_mode(without(reasoning, "budget_tokens", losses=losses), losses)
    return invented(reasoning, "mode", "enabled", losses) if reasoning.mode is None else reasoning


@when_set("tool_choice")
def legal_choice(choice: ToolChoice, _: Draft, losses: Losses) -> ToolChoice | None:
    """FunctionCallingConfig.mode: AUTO, ANY, NONE, VALIDATED; names "only [...] when the Mode is ANY or VALIDATED"."""
    if choice.mode is None:
        losses.dropped("/settings/tool_choice", "settings.tool_choice", choice)
        return None
    if choice.parallel is not None:
        # The choice is written without this flag, which other formats have in its negated form.
        losses.degraded("/settings/tool_choice", "settings.tool_choice", choice)
    if choice.mode != "tool":
        choice = without(choice, "name", losses=losses)
    elif choice.name is None:
        choice = degraded(choice, "mode", "required", losses)
    if choice.mode == "allowed":
        return _legal_allowed(choice, losses)
    return without(choice, "allowed", "allowed_required", losses=losses)


def _legal_allowed(choice: ToolChoice, losses: Losses) -> ToolChoice:
    path = "/settings/tool_choice"
    if not choice.allowed:
        return choice_of_all(choice, losses)
    if choice.allowed_required is None:
        return invented(choice, "allowed_required", new=False, losses=losses)
    if choice.allowed_required and len(choice.allowed) == 1:
        losses.degraded(f"{path}/mode", "tool_choice.mode", choice.mode)
        losses.degraded(f"{path}/allowed", "tool_choice.allowed", choice.allowed)
        losses.dropped(f"{path}/allowed_required", "tool_choice.allowed_required", choice.allowed_required)
        losses.invented(f"{path}/name", "tool_choice.name", choice.allowed[0])
    return choice
