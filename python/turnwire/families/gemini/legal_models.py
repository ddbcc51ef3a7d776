"""Passes of generateContent about what Gemini 2.5 refuses: levels of thinking, and JSON beside functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import REASONING, TOOLS, Draft, when
from turnwire.lowering.model_rules import rules_for

if TYPE_CHECKING:
    from turnwire.losses import Losses

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
