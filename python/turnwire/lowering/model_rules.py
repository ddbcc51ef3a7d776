"""Change or drop settings that the model refuses (turnwire.catalogue.models).  Unknown models are not restricted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.catalogue.models import family_of, rules_of
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import MANY_TOKENS, Draft, Pass, model_of
from turnwire.lowering.settings import degraded, when_set, with_settings, without

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.catalogue.models import Takes
    from turnwire.losses import Losses
    from turnwire.model import Generation, Reasoning

EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
"""The words of effort that providers have, the least first."""


def rules_for(draft: Draft, maker: str) -> Takes:
    """Return the rules for the model of a request, if it is a model of this maker."""
    return rules_of(model_of(draft), maker)


def for_models(maker: str, has: Callable[[Takes], object]) -> Callable[[Pass], Pass]:
    """Declare that a pass changes requests only to models of this maker whose rules have something.

    Example:
        `@for_models("anthropic", lambda takes: takes.temperature_or_top_p)` above `@when_set("generation", SAMPLING)`
    """

    def concerns(model: str | None) -> bool:
        # A request without a model may get one from an earlier pass.
        return model is None or bool(has(rules_of(model, maker)))

    return lambda each: structs.replace(each, concerns=concerns)


def with_generation(draft: Draft, changed: dict[str, Any]) -> Draft:
    """The draft with other values in its `settings.generation`."""
    settings = draft.settings
    if settings is None or settings.generation is None:
        return draft
    generation = structs.replace(settings.generation, **changed)
    return with_settings(draft, {"generation": generation})


def drop_refused(maker: str) -> Pass:
    """Settings of generation that this maker's model refuses are left out (`Takes.refuses` quotes the refusals)."""

    @for_models(maker, lambda takes: takes.refuses or takes.refuses_while_reasoning)
    @when_set("generation")
    def rule(generation: Generation, draft: Draft, losses: Losses) -> Generation:
        takes = rules_for(draft, maker)
        refused = takes.refuses
        if takes.refuses_while_reasoning and _effort_of(draft, takes) != "none":
            refused |= takes.refuses_while_reasoning
        raw, names = (
            generation.provider_raw,
            [name for name in sorted(refused) if getattr(generation, name) is not None],
        )
        names = [name for name in names if not was_read_so(draft, raw, losses.dialect, name)]
        return without(generation, *names, losses=losses) if names else generation

    return rule


def _effort_of(draft: Draft, takes: Takes) -> str | None:
    reasoning = draft.settings.reasoning if draft.settings is not None else None
    if reasoning is None or (reasoning.effort is None and reasoning.mode != "disabled"):
        return takes.default_effort
    return "none" if reasoning.mode == "disabled" else reasoning.effort


def nearest_effort(maker: str) -> Pass:
    """Replace an effort that the model does not take by the nearest one that it takes, or leave it out."""

    @when_set("reasoning")
    def rule(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning:
        effort, takes = reasoning.effort, rules_for(draft, maker)
        known, is_mode = takes.efforts, effort == "none" and "disabled" in (takes.modes or ())
        if effort is None or known is None or effort in known or is_mode:
            return reasoning
        if was_read_so(draft, reasoning.provider_raw, losses.dialect, "effort"):
            return reasoning
        near = nearest(effort, known)
        if near is None:
            return without(reasoning, "effort", losses=losses)
        return degraded(reasoning, "effort", near, losses)

    return rule


def nearest(effort: str, known: tuple[str, ...]) -> str | None:
    """Return the lowest known effort that is not below this one, else the highest; None if the effort is unknown."""
    if effort not in EFFORTS or not known:
        return None
    wanted = EFFORTS.index(effort)
    return min((word for word in known if EFFORTS.index(word) >= wanted), key=EFFORTS.index, default=known[-1])


@when_set("generation", MANY_TOKENS)
def cap_max_tokens(generation: Generation, draft: Draft, losses: Losses) -> Generation:
    """Lower `max_tokens` to the model's limit.

    "max_tokens: 128001 > 64000, which is the maximum allowed number of output tokens for claude-opus-4-5-20251101"
    (Anthropic, a refusal); "max_tokens is too large: 50000. This model supports at most 16384 completion tokens"
    (OpenAI, a refusal)
    """
    if generation.max_tokens is None:
        return generation
    most = limit_of(model_of(draft))
    if most is None or generation.max_tokens <= most:
        return generation
    if was_read_so(draft, generation.provider_raw, losses.dialect, "max_tokens"):
        return generation
    return degraded(generation, "max_tokens", most, losses)


def limit_of(model: str | None) -> int | None:
    """Return the maximum number of tokens in a reply of this model; None if it is not known."""
    family = family_of(model)
    return None if family is None else family.capabilities.max_output_tokens
