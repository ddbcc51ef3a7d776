"""Passes of generateContent about what Gemini 2.5 and older models refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.catalogue.models import rules_of
from turnwire.documents.residue import marked
from turnwire.lowering.addresses import MEDIA
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import REASONING, TOOLS, Draft, when
from turnwire.lowering.media import results_hold_text
from turnwire.lowering.model_rules import rules_for
from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, ToolResultBlock, VideoBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import History, Reasoning

_MAKER: Final = "google"
# Google's table of efforts for its own models gives as `thinking_budget`: minimal and low 1,024 tokens, medium 8,192,
# high 24,576 (the page on OpenAI compatibility of the Gemini API, 2026).
_BUDGETS: Final = {"minimal": 1_024, "low": 1_024, "medium": 8_192, "high": 24_576}


@when(REASONING)
def budgets_for_levels(draft: Draft, losses: Losses) -> Draft:
    """Replace a level of thinking by a budget, for models that have no levels.

    "Gemini 2.5 series models don't support thinkingLevel; use thinkingBudget instead."
    (ai.google.dev/gemini-api/docs/thinking); "Thinking level is not supported for this model." (a refusal)
    """
    settings = draft.settings
    reasoning = settings.reasoning if settings is not None else None
    if settings is None or reasoning is None or reasoning.effort not in _BUDGETS or rules_for(draft, _MAKER).levels:
        return draft
    if was_read_so(draft, reasoning.provider_raw, losses.dialect, "effort"):
        return draft
    losses.degraded("/settings/reasoning/effort", "reasoning.effort", reasoning.effort)
    budget, mode = _BUDGETS[reasoning.effort], reasoning.mode or "enabled"
    if reasoning.budget_tokens is None:
        losses.invented("/settings/reasoning/budget_tokens", "reasoning.budget_tokens", budget)
    if reasoning.mode is None:
        losses.invented("/settings/reasoning/mode", "reasoning.mode", mode)
    changed = structs.replace(reasoning, effort=None, mode=mode, budget_tokens=reasoning.budget_tokens or budget)
    return structs.replace(draft, settings=structs.replace(settings, reasoning=changed))


@when(TOOLS)
def functions_or_json(draft: Draft, losses: Losses) -> Draft:
    """Drop the form of the answer beside functions, for models that refuse the two together.

    "Function calling with a response mime type: 'application/json' is unsupported" (a refusal of
    gemini-2.5-flash, github.com/symfony/ai/issues/1777, and of gemini-2.5-flash-lite); "Gemini 3 lets you combine
    Structured Outputs with built-in tools [...]" (ai.google.dev/gemini-api/docs/structured-output)
    """
    settings: Any = draft.settings
    form = settings.response_format if settings is not None else None
    if form is None or form.kind == "text" or not settings.tools or rules_for(draft, _MAKER).json_with_functions:
        return draft
    if was_read_so(draft, settings.provider_raw, losses.dialect, "response_format"):
        return draft
    losses.dropped("/settings/response_format", "settings.response_format", form)
    return structs.replace(draft, settings=structs.replace(settings, response_format=None))


@when(REASONING)
def drop_thinking(draft: Draft, losses: Losses) -> Draft:
    """Drop the settings of thinking, for models that do not think.

    "Unable to submit request because thinking is not supported by this model." (a refusal)
    """
    settings: Any = draft.settings
    reasoning = settings.reasoning if settings is not None else None
    if reasoning is None or rules_for(draft, _MAKER).thinks:
        return draft
    if was_read_so(draft, settings.provider_raw, losses.dialect, "reasoning"):
        return draft
    losses.dropped("/settings/reasoning", "settings.reasoning", reasoning)
    return structs.replace(draft, settings=structs.replace(settings, reasoning=None))


@when(REASONING)
def budget_in_range(draft: Draft, losses: Losses) -> Draft:
    """Keep the budget of thinking between the model's bounds, and let a model think that always does.

    "The thinking budget (52428) is invalid." (a refusal)
    "Budget 0 is invalid. This model only works in thinking mode." (a refusal of gemini-2.5-pro)
    """
    settings: Any = draft.settings
    reasoning = settings.reasoning if settings is not None else None
    takes = rules_for(draft, _MAKER)
    if reasoning is None or takes.budgets is None:
        return draft
    if takes.always_thinks and reasoning.mode == "disabled":
        changed = _thinking_least(draft, reasoning, takes.budgets[0], losses)
    else:
        changed = _bounded(draft, reasoning, takes.budgets, losses)
    return structs.replace(draft, settings=structs.replace(settings, reasoning=changed))


def _thinking_least(draft: Draft, reasoning: Reasoning, least: int, losses: Losses) -> Reasoning:
    if was_read_so(draft, reasoning.provider_raw, losses.dialect, "mode"):
        return reasoning
    losses.degraded("/settings/reasoning/mode", "reasoning.mode", reasoning.mode)
    losses.invented("/settings/reasoning/budget_tokens", "reasoning.budget_tokens", least)
    return structs.replace(reasoning, mode="enabled", budget_tokens=least)


def _bounded(draft: Draft, reasoning: Reasoning, bounds: tuple[int, int], losses: Losses) -> Reasoning:
    budget = reasoning.budget_tokens
    if budget is None or bounds[0] <= budget <= bounds[1]:
        return reasoning
    if was_read_so(draft, reasoning.provider_raw, losses.dialect, "budget_tokens"):
        return reasoning
    losses.degraded("/settings/reasoning/budget_tokens", "reasoning.budget_tokens", budget)
    return structs.replace(reasoning, budget_tokens=min(max(budget, bounds[0]), bounds[1]))


@when(ImageBlock, DocumentBlock, AudioBlock, VideoBlock)
def media_beside_results(draft: Draft, losses: Losses) -> Draft:
    """Move pictures and files of a function's response into a message after it, for models that refuse them there.

    "Unable to submit request because `function_response.parts` is not supported for this model." (a refusal of
    gemini-2.5-pro)
    """
    return draft if rules_for(draft, _MAKER).media_in_results else results_hold_text.rule(draft, losses)


def mark_media_in_results(history: History, dialect: str) -> None:
    """Mark the messages that `media_beside_results` would change, so that they are written back unchanged."""
    asked = history.settings.model if history.settings is not None else None
    for message in () if rules_of(asked, _MAKER).media_in_results else history.history:
        results = (block for block in message.content if type(block) is ToolResultBlock)
        if any(type(inner) in MEDIA for block in results for inner in block.content):
            message.provider_raw = marked(message.provider_raw, dialect, {"media": True})


FOR_MODELS: Final = (budgets_for_levels, budget_in_range, functions_or_json)
"""What a model refuses among the settings of a request that are legal for Gemini."""
