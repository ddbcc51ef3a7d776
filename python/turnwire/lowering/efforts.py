"""Express reasoning settings as an effort, for formats that have no other setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.catalogue.models import family_of
from turnwire.lowering.settings import degraded, invented, when_set

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Pass
    from turnwire.model import Reasoning

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

    @when_set("reasoning")
    def rule(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning:
        if reasoning.mode != "disabled":
            return _with_effort(reasoning, losses)
        settings: Any = draft.settings
        return reasoning if _never_reasons(settings.model) else _without(reasoning, efforts, losses)

    return rule


def _without(reasoning: Reasoning, efforts: frozenset[str], losses: Losses) -> Reasoning:
    if "none" not in efforts or reasoning.effort not in (None, "none"):
        return reasoning
    reasoning = degraded(reasoning, "mode", None, losses)
    return invented(reasoning, "effort", "none", losses) if reasoning.effort is None else reasoning


def _with_effort(reasoning: Reasoning, losses: Losses) -> Reasoning:
    """Add an effort for a budget, or for a request that only switches reasoning on."""
    effort, mode, budget = reasoning.effort, reasoning.mode, reasoning.budget_tokens
    if effort is None and budget is not None and budget > 0:
        word = next((word for most, word in _BUDGETS if budget <= most), _MOST)
        reasoning = invented(degraded(reasoning, "budget_tokens", None, losses), "effort", word, losses)
    elif effort is None and mode == "enabled":
        reasoning = invented(reasoning, "effort", _USUAL, losses)
    if reasoning.effort in (None, "none") or mode is None:
        return reasoning
    # An effort implies reasoning, and the model decides how much, so the mode is reported as degraded.
    return degraded(reasoning, "mode", None, losses)


@when_set("reasoning")
def ask_for_any_summary(reasoning: Reasoning, _: Draft, losses: Losses) -> Reasoning:
    """Replace `summarized`, Anthropic's word for summaries of reasoning, by `auto` for formats with several kinds."""
    return degraded(reasoning, "summary", "auto", losses) if reasoning.summary == "summarized" else reasoning


def _never_reasons(model: str | None) -> bool:
    family = family_of(model)
    return family is not None and family.capabilities.supports_thinking is False
