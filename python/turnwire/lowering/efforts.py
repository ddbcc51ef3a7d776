"""Express reasoning settings as an effort, for formats that have no other setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.catalogue.models import family_of
from turnwire.lowering.draft import REASONING, Draft, Pass, when

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Reasoning

_PLACE: Final = "/settings/reasoning"
# Google's table of efforts for its own models gives as `thinking_budget`: minimal and low 1,024 tokens, medium 8,192,
# high 24,576 (the page on OpenAI compatibility of the Gemini API, 2026).
_BUDGETS: Final = ((1_024, "low"), (8_192, "medium"))
_MOST: Final = "high"
# The effort for reasoning without one: "Currently supported values are none, minimal, low, medium, high [...]", of
# which `medium` is the default of most models (OpenAI's API description, ReasoningEffort).
_USUAL: Final = "medium"


def modes_as_efforts(efforts: frozenset[str]) -> Pass:
    """Make a pass that replaces a reasoning mode or budget by an effort.

    Args:
        efforts: the words that the target documents.  `disabled` becomes `none` only if the target has that word, and
            unless the model is known never to reason.
    """

    @when(REASONING)
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings = draft.settings
        reasoning = settings.reasoning if settings is not None else None
        if settings is None or reasoning is None:
            return draft
        if reasoning.mode == "disabled":
            said = reasoning if _never_reasons(settings.model) else _without(reasoning, efforts, losses)
        else:
            said = _with_effort(reasoning, losses)
        if said is reasoning:
            return draft
        return structs.replace(draft, settings=structs.replace(settings, reasoning=said))

    return rule


def _without(reasoning: Reasoning, efforts: frozenset[str], losses: Losses) -> Reasoning:
    if "none" not in efforts or reasoning.effort not in (None, "none"):
        return reasoning
    losses.degraded(f"{_PLACE}/mode", "reasoning.mode", reasoning.mode)
    if reasoning.effort is None:
        losses.invented(f"{_PLACE}/effort", "reasoning.effort", "none")
    return structs.replace(reasoning, mode=None, effort="none")


def _with_effort(reasoning: Reasoning, losses: Losses) -> Reasoning:
    """Add an effort for a budget, or for a request that only switches reasoning on."""
    effort, mode, budget = reasoning.effort, reasoning.mode, reasoning.budget_tokens
    if effort is None and budget is not None and budget > 0:
        losses.degraded(f"{_PLACE}/budget_tokens", "reasoning.budget_tokens", budget)
        effort = next((word for most, word in _BUDGETS if budget <= most), _MOST)
        losses.invented(f"{_PLACE}/effort", "reasoning.effort", effort)
        reasoning = structs.replace(reasoning, budget_tokens=None, effort=effort)
    elif effort is None and mode == "enabled":
        effort = _USUAL
        losses.invented(f"{_PLACE}/effort", "reasoning.effort", effort)
        reasoning = structs.replace(reasoning, effort=effort)
    if effort is None or effort == "none" or mode is None:
        return reasoning
    # An effort implies reasoning, and the model decides how much, so the mode is reported as degraded.
    losses.degraded(f"{_PLACE}/mode", "reasoning.mode", mode)
    return structs.replace(reasoning, mode=None)


@when(REASONING)
def ask_for_any_summary(draft: Draft, losses: Losses) -> Draft:
    """Replace `summarized`, Anthropic's word for summaries of reasoning, by `auto` for formats with several kinds."""
    settings = draft.settings
    reasoning = settings.reasoning if settings is not None else None
    if settings is None or reasoning is None or reasoning.summary != "summarized":
        return draft
    losses.degraded(f"{_PLACE}/summary", "reasoning.summary", reasoning.summary)
    asked = structs.replace(reasoning, summary="auto")
    return structs.replace(draft, settings=structs.replace(settings, reasoning=asked))


def _never_reasons(model: str | None) -> bool:
    family = family_of(model)
    return family is not None and family.capabilities.supports_thinking is False
