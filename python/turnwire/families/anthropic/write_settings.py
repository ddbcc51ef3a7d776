"""Settings -> the rest of a request body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.codec.wire import or_unset
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.families.anthropic.constraints import REQUEST_TIERS
from turnwire.families.anthropic.legal_settings import shown
from turnwire.families.anthropic.wire_request import (
    Body,
    OutputConfig,
    OutputFormat,
    RequestMetadata,
    ThinkingConfig,
)
from turnwire.families.anthropic.write_blocks import restore_inside
from turnwire.families.anthropic.write_tools import write_choice, write_tools
from turnwire.losses import others
from turnwire.mapped.anthropic_settings import HELD_GENERATION, write_generation
from turnwire.model import Generation, Reasoning, ResponseFormat, Settings

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft

_USUAL: Final = frozenset({"model", "tools", "tool_choice", "generation"})
_SETTINGS: Final = _USUAL | {"response_format", "reasoning", "user", "service_tier"}
_GENERATION: Final = HELD_GENERATION | {"stop_sequences"}

_more, _NO_MORE = others(Generation, _GENERATION)
_rest_of, _NO_REST = others(Settings, _USUAL)


def write_settings(body: Body, draft: Draft, losses: Losses) -> Any:
    """Put the settings into a body; the body, or its JSON where there is residue to merge."""
    settings = draft.settings
    if draft.added:
        body.max_tokens = draft.added.get("max_tokens", UNSET)
        body.model = draft.added.get("model", UNSET)
    if settings is None:
        return body
    if settings.model is not None:
        body.model = settings.model
    generation = settings.generation
    if generation is not None:
        _generation(body, generation, losses)
    if settings.tools:
        body.tools = write_tools(settings.tools, draft.added.get("tool_places"), losses)
    if settings.tool_choice is not None:
        body.tool_choice = write_choice(settings.tool_choice, losses)
    if _rest_of(settings) != _NO_REST or settings.provider_raw is not None:
        return _rest(body, settings, losses)
    return body if generation is None or generation.provider_raw is None else _merged(body, generation, losses)


def _generation(body: Body, generation: Generation, losses: Losses) -> None:
    write_generation(generation, body, losses)
    if generation.stop_sequences:
        body.stop_sequences = generation.stop_sequences
    if _more(generation) != _NO_MORE:
        losses.dropped_fields(generation, _GENERATION, "/settings/generation", "generation")


_REASONING: Final = frozenset({"mode", "effort", "budget_tokens"})


def _reasoning(body: Body, reasoning: Reasoning, losses: Losses) -> None:
    path = "/settings/reasoning"
    held = _REASONING | {"summary"} if shown(reasoning) else _REASONING
    losses.dropped_fields(reasoning, held, path, "reasoning")
    if reasoning.effort is not None:
        body.output_config = OutputConfig(reasoning.effort)
    if reasoning.mode is not None:
        display = reasoning.summary if shown(reasoning) else None
        thinking = ThinkingConfig(reasoning.mode, or_unset(reasoning.budget_tokens), or_unset(display))
        body.thinking = (
            thinking if reasoning.provider_raw is None else restore(thinking, reasoning.provider_raw, losses, path)
        )
    else:
        report_foreign(reasoning.provider_raw, losses, path)


def _response_format(body: Body, wanted: ResponseFormat, losses: Losses) -> None:
    path = "/settings/response_format"
    if wanted.kind != "json_schema" or not wanted.schema:
        losses.dropped(path, "response_format", wanted)
        return
    losses.dropped_fields(wanted, frozenset({"kind", "schema"}), path, "response_format")
    part: Any = OutputFormat("json_schema", wanted.schema)
    older = False
    if wanted.provider_raw is not None:
        older = form_of(wanted.provider_raw, losses.dialect).get("field") == "output_format"
        part = restore(part, wanted.provider_raw, losses, path)
    if older:
        body.output_format = part
    elif body.output_config is UNSET:
        body.output_config = OutputConfig(format=part)
    else:
        body.output_config.format = part


def _rest(body: Body, settings: Settings, losses: Losses) -> Any:
    held = _SETTINGS
    if settings.reasoning is not None:
        _reasoning(body, settings.reasoning, losses)
    if settings.response_format is not None:
        _response_format(body, settings.response_format, losses)
    if settings.user is not None:
        body.metadata = RequestMetadata(settings.user)
    if settings.service_tier in REQUEST_TIERS:
        body.service_tier = or_unset(settings.service_tier)
    elif settings.service_tier is not None:
        held -= {"service_tier"}
    losses.dropped_fields(settings, held, "/settings", "settings")
    whole: Any = body
    if settings.provider_raw is not None:
        whole = restore_inside(body, settings.provider_raw, losses, "/settings")
    return _merged(whole, settings.generation, losses)


def _merged(body: Any, generation: Generation | None, losses: Losses) -> Any:
    """Merge the residue of the generation settings into the body."""
    if generation is None or generation.provider_raw is None:
        return body
    return restore(body, generation.provider_raw, losses, "/settings/generation")
