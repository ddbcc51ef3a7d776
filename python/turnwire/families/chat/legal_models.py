"""Passes of OpenAI's own servers about the differences between their models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.documents.residue import form_of, marked
from turnwire.documents.source_values import source_members
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import GENERATION, TOOLS, Draft, when
from turnwire.lowering.limits import short_user
from turnwire.lowering.model_rules import (
    cap_max_tokens,
    drop_refused,
    for_models,
    nearest_effort,
    rules_for,
    with_generation,
)
from turnwire.lowering.schema_titles import legal_schema_names
from turnwire.lowering.schemas import ALTERNATIVES, plain_roots, strict_answers_are_closed, strict_tools_are_closed
from turnwire.lowering.speakers import legal_speakers
from turnwire.model import Reasoning

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Generation

MAKER: Final = "openai"
_NEWER: Final = "max_completion_tokens"


def _is_refused(draft: Draft, losses: Losses) -> Generation | None:
    """The settings, if they would write `max_tokens` for a model that refuses this name."""
    generation = draft.settings.generation if draft.settings is not None else None
    if generation is None or generation.max_tokens is None or not rules_for(draft, MAKER).limits_completion:
        return None
    raw = generation.provider_raw
    if was_read_so(draft, raw, losses.dialect, "max_tokens") or form_of(raw, losses.dialect).get("max_tokens"):
        return None
    names = source_members((raw or {}).get(losses.dialect))
    return None if _NEWER in names and "max_tokens" not in names else generation


@for_models(MAKER, lambda takes: takes.limits_completion)
@when(GENERATION)
def limit_the_completion(draft: Draft, losses: Losses) -> Draft:
    """Record that the limit is spelled `max_completion_tokens`, as the reader records it.

    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    (a refusal of o3-mini)
    """
    generation = _is_refused(draft, losses)
    if generation is None:
        return draft
    raw = marked(generation.provider_raw, losses.dialect, {"max_tokens": _NEWER})
    return with_generation(draft, {"provider_raw": raw})


@for_models(MAKER, lambda takes: takes.limits_completion)
@when(GENERATION)
def older_limit(draft: Draft, losses: Losses) -> Draft:
    """Report `max_tokens` for a model that refuses this name.  Used only to mark documents while reading."""
    if _is_refused(draft, losses) is not None:
        losses.reshaped("/settings/generation/max_tokens", "generation.max_tokens", None)
    return draft


@for_models(MAKER, lambda takes: takes.tools_or_effort)
@when(TOOLS)
def no_effort_beside_tools(draft: Draft, losses: Losses) -> Draft:
    """Set the effort to `none` for a model that refuses tools while it reasons (quoted at `_GPT_5_6`)."""
    settings = draft.settings
    if settings is None or not settings.tools or not rules_for(draft, MAKER).tools_or_effort:
        return draft
    reasoning = settings.reasoning or Reasoning()
    if reasoning.effort == "none" or was_read_so(draft, reasoning.provider_raw, losses.dialect, "effort"):
        return draft
    if reasoning.effort is not None:
        losses.degraded("/settings/reasoning/effort", "reasoning.effort", reasoning.effort)
    elif was_read_so(draft, settings.provider_raw, losses.dialect, "reasoning"):
        return draft
    else:
        losses.invented("/settings/reasoning/effort", "reasoning.effort", "none")
    quiet = structs.replace(reasoning, effort="none")
    return structs.replace(draft, settings=structs.replace(settings, reasoning=quiet))


# `safety_identifier`, which replaces `user`: "with a maximum length of 64 characters" (OpenAI's API description,
# 2026-08-21)
LONGEST_USER: Final = 64
_EVERYWHERE: Final = (
    short_user(LONGEST_USER),
    # "Invalid schema for function 'f': schema must have type 'object' and not have
    # 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level." (a refusal of gpt-5.2)
    plain_roots(*ALTERNATIVES, "enum", "not"),
    legal_schema_names(MAKER),
    legal_speakers(MAKER),
    no_effort_beside_tools,
    cap_max_tokens,
    drop_refused(MAKER),
    nearest_effort(MAKER),
    strict_answers_are_closed,
    strict_tools_are_closed,
)
MODEL_RULES: Final = (*_EVERYWHERE, limit_the_completion)
"""What a request to a model of OpenAI's is refused for, in the order in which it is mended."""
REFUSED: Final = (*_EVERYWHERE, older_limit)
"""The same, as a reader marks it."""
