"""Passes of the Messages API about what differs between models: how they think, and how they sample."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.families.anthropic.constraints import LEAST_BUDGET
from turnwire.families.anthropic.thinking_or_tools import begin_calls_with_thinking, force_tools_or_think
from turnwire.lowering.as_read import was_read_so, was_read_so_anywhere
from turnwire.lowering.draft import NO_MAX_TOKENS, REASONING, SAMPLING, Draft, model_of, when, with_added
from turnwire.lowering.model_rules import (
    cap_max_tokens,
    drop_refused,
    for_models,
    limit_of,
    nearest,
    nearest_effort,
    rules_for,
)
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.schema_bounds import answers_have_no_bounds, strict_tools_have_no_bounds
from turnwire.lowering.schemas import ALTERNATIVES, close_the_answer, plain_roots
from turnwire.lowering.settings import degraded, invented, when_set, without

if TYPE_CHECKING:
    from turnwire.catalogue.models import Takes
    from turnwire.losses import Losses
    from turnwire.model import Generation, Reasoning

MAKER: Final = "anthropic"
# max_tokens of a request without a limit, if the model is unknown.
UNKNOWN_LIMIT: Final = 4096
# "budget_tokens = max(min(max_tokens * {effort_ratio}, 128000), 1024)" (openrouter.ai/docs, reasoning tokens, of
# Anthropic's models): none of Anthropic's pages says what budget an effort is
_SHARES: Final = {"minimal": 0.1, "low": 0.2, "medium": 0.5, "high": 0.8, "xhigh": 0.95, "max": 0.95}
_USUAL: Final = "high"  # "By default, Claude uses high effort" (the provider's page on effort)


def _limit(draft: Draft, reasoning: Reasoning | None) -> int:
    """The limit of the reply in tokens: `max_tokens` of the request, else what `require_max_tokens` adds.

    That is the most that the model can give, or `UNKNOWN_LIMIT` more than the budget if the model is unknown.
    """
    generation = draft.settings.generation if draft.settings is not None else None
    if generation is not None and generation.max_tokens is not None:
        return generation.max_tokens
    budget = reasoning.budget_tokens if reasoning is not None else None
    return limit_of(model_of(draft)) or UNKNOWN_LIMIT + (budget or 0)


@when_set("reasoning")
def think_as_the_model_does(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning:
    """A mode of thinking that the model does not have becomes the one that it has.

    "adaptive thinking is not supported on this model" (a refusal of claude-haiku-4-5); ""thinking.type.enabled" is not
    supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior." (of
    claude-opus-4-8)
    """
    takes = rules_for(draft, MAKER)
    if takes.modes is None or was_read_so(draft, reasoning.provider_raw, losses.dialect, "mode"):
        return reasoning
    if reasoning.mode is None:
        return _enabled_by_effort(draft, reasoning, takes, losses)
    if reasoning.mode in takes.modes:
        return _with_budget(draft, reasoning, losses)
    return _in_another_mode(draft, reasoning, takes.modes, losses)


def _with_budget(draft: Draft, reasoning: Reasoning, losses: Losses) -> Reasoning:
    """ThinkingConfigEnabled: "required": ["budget_tokens", "type"]."""
    if reasoning.mode != "enabled" or reasoning.budget_tokens is not None:
        return reasoning
    if was_read_so(draft, reasoning.provider_raw, losses.dialect, "budget_tokens"):
        return reasoning
    return _budgeted(draft, reasoning, losses)


def _in_another_mode(draft: Draft, reasoning: Reasoning, modes: frozenset[str], losses: Losses) -> Reasoning:
    if reasoning.mode == "adaptive" and "enabled" in modes:
        return _budgeted(draft, degraded(reasoning, "mode", "enabled", losses), losses)
    if reasoning.mode == "enabled" and "adaptive" in modes:
        return without(degraded(reasoning, "mode", "adaptive", losses), "budget_tokens", losses=losses)
    return without(reasoning, "mode", "budget_tokens", losses=losses)


def _enabled_by_effort(draft: Draft, reasoning: Reasoning, takes: Takes, losses: Losses) -> Reasoning:
    """Add a mode of thinking to a request that has only an effort, or only a budget that the model refuses."""
    modes = takes.modes or frozenset()
    if not modes & {"enabled", "adaptive"} or was_read_so_anywhere(reasoning.provider_raw, "mode"):
        return reasoning  # another platform of this provider read it without a mode: keep it so
    if reasoning.budget_tokens is not None:
        if "enabled" in modes:
            return reasoning
        return without(invented(reasoning, "mode", "adaptive", losses), "budget_tokens", losses=losses)
    if reasoning.effort in (None, "none"):
        return reasoning
    mode = "adaptive" if "adaptive" in modes else "enabled"
    asked = invented(reasoning, "mode", mode, losses)
    return asked if mode == "adaptive" else _budgeted(draft, asked, losses)


def _budgeted(draft: Draft, reasoning: Reasoning, losses: Losses) -> Reasoning:
    """Enable thinking with a budget: the share of the reply's limit that matches the effort."""
    effort = reasoning.effort
    budget = max(int(_limit(draft, reasoning) * _SHARES.get(effort or _USUAL, _SHARES[_USUAL])), LEAST_BUDGET)
    reasoning = structs.replace(invented(reasoning, "budget_tokens", budget, losses), mode="enabled")
    if effort in _SHARES and not rules_for(draft, MAKER).efforts:
        return degraded(reasoning, "effort", None, losses)
    return reasoning


@when_set("reasoning")
def budget_leaves_room(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning:
    """ThinkingConfigEnabled.budget_tokens: "Must be ≥1024 and less than `max_tokens`."."""
    most = _limit(draft, reasoning)
    if reasoning.budget_tokens is None or reasoning.budget_tokens < most:
        return reasoning
    if was_read_so(draft, reasoning.provider_raw, losses.dialect, "budget_tokens"):
        return reasoning
    if most > LEAST_BUDGET:
        return degraded(reasoning, "budget_tokens", max(most // 2, LEAST_BUDGET), losses)
    return degraded(degraded(reasoning, "budget_tokens", None, losses), "mode", "disabled", losses)


@when_set("generation", REASONING)
def thinking_samples_freely(generation: Generation, draft: Draft, losses: Losses) -> Generation:
    """Keep to the sampling of a model that thinks: the default temperature, no `top_k`, and `top_p` of 0.95 or more.

    "`temperature` may only be set to 1 when thinking is enabled", "`top_k` must be unset when thinking is enabled",
    "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled" (refusals)
    """
    reasoning = draft.settings.reasoning if draft.settings is not None else None
    if reasoning is None or reasoning.mode not in ("enabled", "adaptive"):
        return generation
    odd = {
        "temperature": generation.temperature not in (None, 1),
        "top_k": generation.top_k is not None,
        "top_p": generation.top_p is not None and generation.top_p < _LEAST_SHARE,
    }
    for name, is_odd in odd.items():
        if is_odd and not was_read_so(draft, generation.provider_raw, losses.dialect, name):
            generation = without(generation, name, losses=losses)
    return generation


_LEAST_SHARE: Final = 0.95


@for_models(MAKER, lambda takes: takes.temperature_or_top_p)
@when_set("generation", SAMPLING)
def temperature_or_top_p(generation: Generation, draft: Draft, losses: Losses) -> Generation:
    """Newer models sample by `temperature` or by `top_p`: the latter is left out.

    "`temperature` and `top_p` cannot both be specified for this model. Please use only one." (a refusal)
    """
    if generation.temperature is None or generation.top_p is None or not rules_for(draft, MAKER).temperature_or_top_p:
        return generation
    if was_read_so(draft, generation.provider_raw, losses.dialect, "top_p"):
        return generation
    return without(generation, "top_p", losses=losses)


@when_set("reasoning")
def lower_effort_without_thinking(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning:
    """Lower an effort that the model refuses while thinking is disabled (`Takes.quiet_efforts`)."""
    taken = rules_for(draft, MAKER).quiet_efforts
    if reasoning.mode != "disabled" or taken is None or reasoning.effort in (None, *taken):
        return reasoning
    near = nearest(reasoning.effort or "", taken)
    if near is None or was_read_so(draft, reasoning.provider_raw, losses.dialect, "effort"):
        return reasoning
    return degraded(reasoning, "effort", near, losses)


FIRST: Final = (
    cap_max_tokens,
    force_tools_or_think,
    begin_calls_with_thinking,
    think_as_the_model_does,
    nearest_effort(MAKER),
    lower_effort_without_thinking,
)
"""Passes that choose the mode of thinking and cap `max_tokens`."""
# "tools.9.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level" (a refusal)
_PLAIN: Final = plain_roots(*ALTERNATIVES)
THEN: Final = (
    budget_leaves_room,
    drop_refused(MAKER),
    thinking_samples_freely,
    temperature_or_top_p,
    close_the_answer,
    answers_have_no_bounds,
    strict_tools_have_no_bounds,
    _PLAIN,
)
"""Passes that depend on the mode of thinking, and those about schemas."""
REFUSED: Final = (*FIRST, *THEN)
"""All of these passes; readers run them to mark refused settings."""


@when(NO_MAX_TOKENS)
def require_max_tokens(draft: Draft, losses: Losses) -> Draft:
    """Invent the required `max_tokens`: the model's maximum, or 4096 plus the budget if the model is not known."""
    settings = draft.settings
    if settings is not None:
        generation = settings.generation
        if generation is not None and generation.max_tokens is not None:
            return draft
        if was_illegal_in_source(settings.provider_raw, losses.dialect, "max_tokens"):
            return draft
    made = _limit(draft, None if settings is None else settings.reasoning)
    losses.invented("/settings/generation/max_tokens", "generation.max_tokens", made)
    return with_added(draft, "max_tokens", made)
