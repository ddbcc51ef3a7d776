"""Settings -> the rest of a request body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Raw

from turnwire.codec.wire import ENCODER, or_unset
from turnwire.dialects.bedrock_converse.constraints import TIERS
from turnwire.dialects.bedrock_converse.model_fields import shows, written_fields
from turnwire.dialects.bedrock_converse.wire import Tier
from turnwire.dialects.bedrock_converse.wire_request import (
    Body,
    InferenceConfig,
    JsonSchema,
    OutputConfig,
    Structure,
    TextFormat,
)
from turnwire.dialects.bedrock_converse.write_tools import write_tool_config
from turnwire.documents.residue import form_of, pointer_part, report_foreign, restore
from turnwire.mapped.converse_settings import HELD_GENERATION, write_generation

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import Generation, Reasoning, ResponseFormat, Settings

_SETTINGS: Final = frozenset(
    {"model", "tools", "tool_choice", "generation", "response_format", "reasoning", "metadata", "service_tier"}
)
_GENERATION: Final = HELD_GENERATION | {"top_k", "stop_sequences", "stream"}
_REASONING: Final = frozenset({"mode", "effort", "budget_tokens"})


def write_settings(body: Body, draft: Draft, losses: Losses) -> Any:
    """Put the settings into a body; the body, or its JSON where there is residue to merge."""
    settings = draft.settings
    if settings is None:
        return body
    form = form_of(settings.provider_raw, losses.dialect)
    place = form.get("place")
    if settings.model is not None and isinstance(place, dict) and place.get("model") == "body":
        body.model_id = settings.model
    _parts(body, settings, losses)
    write_tool_config(body, settings, draft.added.get("tool_places"), losses)
    if fields := written_fields(settings.generation, settings.reasoning):
        body.additional_model_request_fields = Raw(ENCODER.encode(fields))
    if settings.metadata:
        body.request_metadata = _metadata(settings.metadata, losses)
    held = _SETTINGS
    if settings.service_tier in TIERS:
        body.service_tier = Tier(type=or_unset(settings.service_tier))
    elif settings.service_tier is not None:
        held -= {"service_tier"}
    losses.dropped_fields(settings, held, "/settings", "settings")
    return _merged(body, settings, losses)


def _parts(body: Body, settings: Settings, losses: Losses) -> None:
    if settings.generation is not None:
        _generation(body, settings.generation, losses)
    if settings.reasoning is not None:
        _reasoning(body, settings.reasoning, losses)
    if settings.response_format is not None:
        _format(body, settings.response_format, losses)


def _merged(body: Body, settings: Settings, losses: Losses) -> Any:
    whole: Any = body
    if settings.provider_raw is not None:
        whole = restore(whole, settings.provider_raw, losses, "/settings")
    generation = settings.generation
    if generation is not None and generation.provider_raw is not None:
        whole = restore(whole, generation.provider_raw, losses, "/settings/generation")
    return whole


def _generation(body: Body, generation: Generation, losses: Losses) -> None:
    config = InferenceConfig()
    write_generation(generation, config, losses)
    if generation.stop_sequences:
        config.stop_sequences = generation.stop_sequences
    if config != InferenceConfig():
        body.inference_config = config
    losses.dropped_fields(generation, _GENERATION, "/settings/generation", "generation")


def _reasoning(body: Body, reasoning: Reasoning, losses: Losses) -> None:
    held = _REASONING | {"summary"} if shows(reasoning) else _REASONING
    losses.dropped_fields(reasoning, held, "/settings/reasoning", "reasoning")
    if reasoning.mode is None and reasoning.budget_tokens is not None:
        losses.dropped("/settings/reasoning/budget_tokens", "reasoning.budget_tokens", reasoning.budget_tokens)
    report_foreign(reasoning.provider_raw, losses, "/settings/reasoning")
    if reasoning.effort is not None:
        body.output_config = OutputConfig(effort=reasoning.effort)


def _format(body: Body, wanted: ResponseFormat, losses: Losses) -> None:
    path = "/settings/response_format"
    if wanted.kind != "json_schema" or not wanted.schema:
        losses.dropped(path, "response_format", wanted)
        report_foreign(wanted.provider_raw, losses, path)
        return
    losses.dropped_fields(wanted, frozenset({"kind", "schema", "name", "description"}), path, "response_format")
    text = bytes(wanted.schema).decode()
    said = form_of(wanted.provider_raw, losses.dialect).get("schema")
    if isinstance(said, str) and said.strip() == text:
        text = said
    schema = JsonSchema(schema=text, name=or_unset(wanted.name), description=or_unset(wanted.description))
    part: Any = TextFormat(type="json_schema", structure=Structure(json_schema=schema))
    if wanted.provider_raw is not None:
        part = restore(part, wanted.provider_raw, losses, path)
    if body.output_config is UNSET:
        body.output_config = OutputConfig()
    body.output_config.text_format = part


def _metadata(metadata: dict[str, Raw], losses: Losses) -> Raw:
    """Write the pairs, whose values are text: "RequestMetadata: map", "value": string."""
    found = dict(metadata)
    for name, value in metadata.items():
        if bytes(memoryview(value)[:1]) != b'"':
            losses.degraded(f"/settings/metadata/{pointer_part(name)}", "settings.metadata", value)
            found[name] = Raw(ENCODER.encode(bytes(value).decode()))
    return Raw(ENCODER.encode(found))
