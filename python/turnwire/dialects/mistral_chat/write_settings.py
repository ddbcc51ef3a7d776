"""Write settings as the keys of a request besides its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.codec.numbers import write_number
from turnwire.dialects.mistral_chat.constraints import EFFORTS, TIERS
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.dialects.mistral_chat.write_tools import write_choice, write_tool
from turnwire.documents.residue import form_of, report_foreign, report_others, restore

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import Generation, Reasoning, ResponseFormat, Settings

_HELD = frozenset(
    (
        "model",
        "tools",
        "tool_choice",
        "generation",
        "response_format",
        "reasoning",
        "metadata",
        "service_tier",
    )
)
_GENERATION = {
    "stream": "stream",
    "max_tokens": "max_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "candidates": "n",
    "seed": "random_seed",
    "presence_penalty": "presence_penalty",
    "frequency_penalty": "frequency_penalty",
}
_FORMATS = {"text": "text", "json": "json_object", "json_schema": "json_schema"}


def write_settings(settings: Settings, draft: Draft, wire: dict[str, Any], losses: Losses) -> None:
    """Put the settings into the request."""
    if settings.tools:
        places = draft.added.get("tool_places")
        wire["tools"] = [
            write_tool(tool, places[n] if places else f"/settings/tools/{n}", losses)
            for n, tool in enumerate(settings.tools)
        ]
    if settings.tool_choice is not None:
        write_choice(settings.tool_choice, wire, losses)
    if settings.generation is not None:
        _write_generation(settings.generation, wire, losses)
    if settings.response_format is not None:
        wire["response_format"] = _write_format(settings.response_format, losses)
    form = form_of(settings.provider_raw, NAME) if settings.provider_raw else {}
    if settings.reasoning is not None:
        _write_reasoning(settings.reasoning, form, wire, losses)
    if settings.metadata is not None:
        wire["metadata"] = settings.metadata
    if settings.service_tier is not None:
        _write_tier(settings.service_tier, form, wire, losses)
    losses.dropped_fields(settings, _HELD, "/settings", "settings")


def _write_tier(tier: str, form: dict[str, Any], wire: dict[str, Any], losses: Losses) -> None:
    if tier in TIERS or form.get("service_tier") == tier:
        wire["service_tier"] = tier
    else:
        losses.dropped("/settings/service_tier", "settings.service_tier", tier)


def _write_generation(generation: Generation, wire: dict[str, Any], losses: Losses) -> None:
    form = form_of(generation.provider_raw, NAME) if generation.provider_raw else {}
    for name, key in _GENERATION.items():
        value = getattr(generation, name)
        if value is not None:
            wire[key] = write_number(value, name, form.get("exact"))
    if generation.stop_sequences:
        stops = generation.stop_sequences
        wire["stop"] = stops[0] if form.get("stop") == "text" and len(stops) == 1 else stops
    # Not in the provider's description: written where they were read from a request to it.
    vendor = [name for name in form.get("vendor", ()) if name in ("logprobs", "top_logprobs")]
    for name in vendor:
        if (value := getattr(generation, name)) is not None:
            wire[name] = value
    held = frozenset((*_GENERATION, "stop_sequences", *vendor))
    losses.dropped_fields(generation, held, "/settings/generation", "generation")
    report_others(generation.provider_raw, losses, "/settings/generation")


def _write_reasoning(reasoning: Reasoning, form: dict[str, Any], wire: dict[str, Any], losses: Losses) -> None:
    effort = reasoning.effort
    if effort is not None and (effort in EFFORTS or form.get("reasoning_effort") == effort):
        wire["reasoning_effort"] = effort
    elif effort is not None:
        losses.dropped("/settings/reasoning/effort", "reasoning.effort", effort)
    losses.dropped_fields(reasoning, frozenset(("effort",)), "/settings/reasoning", "reasoning")
    report_foreign(reasoning.provider_raw, losses, "/settings/reasoning")


def _write_format(wanted: ResponseFormat, losses: Losses) -> Any:
    place = "/settings/response_format"
    form = form_of(wanted.provider_raw, NAME)
    lacks = form.get("lacks", ())
    wire: dict[str, Any] = {"type": _FORMATS[wanted.kind]}
    held = {"kind"}
    if wanted.kind == "json_schema" or form.get("json_schema"):
        held |= {"name", "description", "schema", "strict"}
        schema = _write_schema(wanted)
        if schema or "json_schema" not in lacks:
            wire["json_schema"] = schema
    losses.dropped_fields(wanted, frozenset(held), place, "response_format")
    return restore(wire, wanted.provider_raw, losses, place) if wanted.provider_raw else wire


def _write_schema(wanted: ResponseFormat) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    if wanted.name is not None:
        schema["name"] = wanted.name
    if wanted.description is not None:
        schema["description"] = wanted.description
    if wanted.schema:
        schema["schema"] = wanted.schema
    if wanted.strict is not None:
        schema["strict"] = wanted.strict
    return schema
