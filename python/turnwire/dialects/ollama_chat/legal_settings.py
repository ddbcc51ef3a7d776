"""Passes of this dialect about settings: streaming, reasoning, formats and tools as the server takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.dialects.ollama_chat.enums import LEVELS
from turnwire.lowering.draft import REASONING, Draft, when
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.tools import tools_take_objects
from turnwire.model import ABSENT, Generation, Settings

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Reasoning

# Words of other formats and the nearest level that asks for no more.
_NEAR_LEVELS: Final = {"minimal": "low", "xhigh": "high"}


@when()
def write_stream_flag(draft: Draft, losses: Losses) -> Draft:
    """Write `stream` in every request, because its default is True here and False elsewhere.

    ChatRequest.Stream: "Stream enables streaming of returned responses; true by default" (api/types.go).
    """
    settings = draft.settings or Settings()
    generation = settings.generation or Generation()
    if generation.stream is not None:
        return draft
    losses.invented("/settings/generation/stream", "generation.stream", False)  # noqa: FBT003 - the value told
    changed = structs.replace(settings, generation=structs.replace(generation, stream=False))
    return structs.replace(draft, settings=changed)


@when(REASONING)
def legal_thinking(draft: Draft, losses: Losses) -> Draft:
    """`think`: "Can be a boolean (true/false) or a string ("high", "medium", "low", "max")" (docs/openapi.yaml)."""
    settings = draft.settings
    if settings is None or settings.reasoning is None:
        return draft
    reasoning = _legal_mode(_legal_effort(settings.reasoning, losses), losses)
    if reasoning is settings.reasoning:
        return draft
    return structs.replace(draft, settings=structs.replace(settings, reasoning=reasoning))


def _legal_effort(reasoning: Reasoning, losses: Losses) -> Reasoning:
    effort = reasoning.effort
    path = "/settings/reasoning/effort"
    if effort is None:
        return reasoning
    if reasoning.mode == "disabled":
        losses.dropped(path, "reasoning.effort", effort)
        return structs.replace(reasoning, effort=None)
    if effort in LEVELS or was_illegal_in_source(reasoning.provider_raw, losses.dialect, "effort"):
        return reasoning
    if effort == "none":
        losses.degraded(path, "reasoning.effort", effort)
        losses.invented("/settings/reasoning/mode", "reasoning.mode", "disabled")
        return structs.replace(reasoning, effort=None, mode="disabled")
    if effort in _NEAR_LEVELS:
        losses.degraded(path, "reasoning.effort", effort)
        return structs.replace(reasoning, effort=_NEAR_LEVELS[effort])
    losses.dropped(path, "reasoning.effort", effort)
    return structs.replace(reasoning, effort=None)


def _legal_mode(reasoning: Reasoning, losses: Losses) -> Reasoning:
    path = "/settings/reasoning/mode"
    if reasoning.mode is None or (reasoning.effort is None and reasoning.mode != "adaptive"):
        return reasoning
    losses.degraded(path, "reasoning.mode", reasoning.mode)
    return structs.replace(reasoning, mode="enabled" if reasoning.effort is None else None)


# ToolDefinition: "required: [type, function]", "enum: [function]"; its function: "required: [name, parameters]".
legal_tools = tools_take_objects(Raw(b'{"type":"object","properties":{}}'))


@when()
def legal_format(draft: Draft, losses: Losses) -> Draft:
    """`format`: "Can be `json` or a JSON schema" (docs/openapi.yaml, ChatRequest); text is what there is without it."""
    settings = draft.settings
    wanted = settings.response_format if settings is not None else None
    if settings is None or wanted is None:
        return draft
    path = "/settings/response_format"
    if wanted.kind == "text":
        losses.dropped(path, "settings.response_format", wanted)
        return structs.replace(draft, settings=structs.replace(settings, response_format=None))
    if wanted.kind != "json_schema" or (wanted.schema and memoryview(wanted.schema)[0] == ord("{")):
        return draft
    # A schema that is not an object has no place.
    losses.degraded(f"{path}/kind", "response_format.kind", wanted.kind)
    if wanted.schema:
        losses.dropped(f"{path}/schema", "response_format.schema", wanted.schema)
    plain = structs.replace(wanted, kind="json", schema=ABSENT)
    return structs.replace(draft, settings=structs.replace(settings, response_format=plain))
