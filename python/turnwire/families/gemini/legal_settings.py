"""Passes of generateContent about settings: reasoning, tool choice, tools and stops as the provider takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.families.gemini.constraints import LARGEST_INT, LEVELS, MOST_STOPS
from turnwire.lowering.choice import choice_of_all
from turnwire.lowering.draft import REASONING, STOPS, TOOL_CHOICE, Draft, when
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.model import Generation, Settings

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Reasoning, ToolChoice

_NEAR = {"xhigh": "high", "max": "high"}


def _with_settings(draft: Draft, **changed: Reasoning | ToolChoice | Generation | None) -> Draft:
    settings: Any = structs.replace(draft.settings or Settings(), **changed)
    return structs.replace(draft, settings=settings)


@when(REASONING)
def legal_reasoning(draft: Draft, losses: Losses) -> Draft:
    """`thinkingConfig` has a budget (0 is none, -1 is up to the model) or a level.

    "You can only set only one of thinking budget and thinking level." (a refusal)
    """
    settings = draft.settings
    if settings is None or settings.reasoning is None:
        return draft
    reasoning = _legal_mode(_legal_effort(settings.reasoning, losses), losses)
    said = settings.reasoning.mode
    if (
        said is not None
        and said == reasoning.mode
        and not was_illegal_in_source(reasoning.provider_raw, losses.dialect, "mode")
    ):
        # A budget implies the mode: 0 is none, -1 leaves it to the model.
        losses.reshaped("/settings/reasoning/mode", "reasoning.mode", said)
    reasoning = _shown(reasoning, losses)
    return draft if reasoning is settings.reasoning else _with_settings(draft, reasoning=reasoning)


def _shown(reasoning: Reasoning, losses: Losses) -> Reasoning:
    """Ask for thoughts if a request of another format switches reasoning on.

    ThinkingConfig.includeThoughts: "Indicates whether to include thoughts in the response.".

    Other providers return the reasoning without being asked for it.
    """
    if reasoning.mode is None or reasoning.included is not None:
        return reasoning
    if was_illegal_in_source(reasoning.provider_raw, losses.dialect, "included"):
        return reasoning
    included = reasoning.mode != "disabled"
    losses.invented("/settings/reasoning/included", "reasoning.included", included)
    return structs.replace(reasoning, included=included)


def _legal_effort(reasoning: Reasoning, losses: Losses) -> Reasoning:
    effort, path = reasoning.effort, "/settings/reasoning/effort"
    if effort is None or was_illegal_in_source(reasoning.provider_raw, losses.dialect, "effort"):
        return reasoning
    if effort == "none" and reasoning.mode in (None, "disabled") and reasoning.budget_tokens is None:
        losses.degraded(path, "reasoning.effort", effort)
        if reasoning.mode is None:
            losses.invented("/settings/reasoning/mode", "reasoning.mode", "disabled")
        return structs.replace(reasoning, effort=None, mode="disabled")
    if reasoning.budget_tokens is not None or reasoning.mode == "disabled":
        losses.dropped(path, "reasoning.effort", effort)
        return structs.replace(reasoning, effort=None)
    if effort in LEVELS:
        return reasoning
    if effort in _NEAR:
        losses.degraded(path, "reasoning.effort", effort)
        return structs.replace(reasoning, effort=_NEAR[effort])
    losses.dropped(path, "reasoning.effort", effort)
    return structs.replace(reasoning, effort=None)


def _legal_mode(reasoning: Reasoning, losses: Losses) -> Reasoning:
    mode, budget = reasoning.mode, reasoning.budget_tokens
    if budget is not None:
        return _legal_budget(reasoning, budget, losses)
    path = "/settings/reasoning/mode"
    if reasoning.effort is not None and mode is not None:
        if was_illegal_in_source(reasoning.provider_raw, losses.dialect, "effort"):
            return reasoning
        losses.dropped(path, "reasoning.mode", mode)
        return structs.replace(reasoning, mode=None)
    if mode == "enabled":
        losses.degraded(path, "reasoning.mode", mode)
        return structs.replace(reasoning, mode="adaptive")
    return reasoning


def _legal_budget(reasoning: Reasoning, budget: int, losses: Losses) -> Reasoning:
    path = "/settings/reasoning"
    if not 0 < budget <= LARGEST_INT or reasoning.mode in ("disabled", "adaptive"):
        losses.dropped(f"{path}/budget_tokens", "reasoning.budget_tokens", budget)
        return _legal_mode(structs.replace(reasoning, budget_tokens=None), losses)
    if reasoning.mode is None:
        losses.invented(f"{path}/mode", "reasoning.mode", "enabled")
        return structs.replace(reasoning, mode="enabled")
    return reasoning


@when(TOOL_CHOICE)
def legal_choice(draft: Draft, losses: Losses) -> Draft:
    """FunctionCallingConfig.mode: AUTO, ANY, NONE, VALIDATED; names "only [...] when the Mode is ANY or VALIDATED"."""
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if choice is None:
        return draft
    path = "/settings/tool_choice"
    if choice.mode is None:
        losses.dropped(path, "settings.tool_choice", choice)
        return _with_settings(draft, tool_choice=None)
    if choice.parallel is not None:
        # The choice is written without this flag, which other formats have in its negated form.
        losses.degraded(path, "settings.tool_choice", choice)
    return _with_settings(draft, tool_choice=_legal_names(choice, losses))


def _legal_names(choice: ToolChoice, losses: Losses) -> ToolChoice:
    path = "/settings/tool_choice"
    if choice.mode != "tool" and choice.name is not None:
        losses.dropped(f"{path}/name", "tool_choice.name", choice.name)
    if choice.mode == "tool" and choice.name is None:
        losses.degraded(f"{path}/mode", "tool_choice.mode", choice.mode)
        choice = structs.replace(choice, mode="required")
    if choice.mode != "allowed":
        if choice.allowed:
            losses.dropped(f"{path}/allowed", "tool_choice.allowed", choice.allowed)
        if choice.allowed_required is not None:
            losses.dropped(f"{path}/allowed_required", "tool_choice.allowed_required", choice.allowed_required)
        return structs.replace(choice, allowed=[], allowed_required=None)
    return _legal_allowed(choice, losses)


def _legal_allowed(choice: ToolChoice, losses: Losses) -> ToolChoice:
    path = "/settings/tool_choice"
    if not choice.allowed:
        return choice_of_all(choice, losses)
    if choice.allowed_required is None:
        losses.invented(f"{path}/allowed_required", "tool_choice.allowed_required", False)  # noqa: FBT003
        return structs.replace(choice, allowed_required=False)
    if choice.allowed_required and len(choice.allowed) == 1:
        losses.degraded(f"{path}/mode", "tool_choice.mode", choice.mode)
        losses.degraded(f"{path}/allowed", "tool_choice.allowed", choice.allowed)
        losses.dropped(f"{path}/allowed_required", "tool_choice.allowed_required", choice.allowed_required)
        losses.invented(f"{path}/name", "tool_choice.name", choice.allowed[0])
    return choice


@when(STOPS)
def limit_stops(draft: Draft, losses: Losses) -> Draft:
    """`stopSequences`: "The set of character sequences (up to 5) that will stop output generation."."""
    settings = draft.settings
    generation = settings.generation if settings is not None else None
    if generation is None or len(generation.stop_sequences) <= MOST_STOPS:
        return draft
    if was_illegal_in_source(generation.provider_raw, losses.dialect, "stop_sequences"):
        return draft
    for n, stop in enumerate(generation.stop_sequences[MOST_STOPS:], MOST_STOPS):
        losses.dropped(f"/settings/generation/stop_sequences/{n}", "generation.stop_sequences", stop)
    kept = structs.replace(generation, stop_sequences=generation.stop_sequences[:MOST_STOPS])
    return _with_settings(draft, generation=kept)
