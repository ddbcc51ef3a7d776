"""Write settings as the keys of a request besides its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.codec.numbers import write_number
from turnwire.dialects.mistral_chat.constraints import MISTRAL, TIERS
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.residue import form_of, report_others
from turnwire.families.chat.effort import write_effort, write_word
from turnwire.families.chat.write_settings import write_format
from turnwire.families.chat.write_tools import write_choice, write_tool

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import Generation, ResponseFormat, Settings, ToolChoice

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


def write_settings(settings: Settings, draft: Draft, wire: dict[str, Any], losses: Losses) -> None:
    """Put the settings into the request."""
    if settings.tools:
        places = draft.added.get("tool_places")
        wire["tools"] = [
            write_tool(tool, "tools", places[n] if places else f"/settings/tools/{n}", losses, MISTRAL)
            for n, tool in enumerate(settings.tools)
        ]
    if settings.tool_choice is not None:
        _write_choice(settings.tool_choice, wire, losses)
    if settings.generation is not None:
        _write_generation(settings.generation, wire, losses)
    if settings.response_format is not None:
        wire["response_format"] = write_format(settings.response_format, losses, _schema_of)
    form = form_of(settings.provider_raw, NAME) if settings.provider_raw else {}
    if settings.reasoning is not None:
        write_effort(settings.reasoning, form, wire, losses, MISTRAL)
    if settings.metadata is not None:
        wire["metadata"] = settings.metadata
    if settings.service_tier is not None:
        write_word("service_tier", settings.service_tier, TIERS, form, wire, losses)
    losses.dropped_fields(settings, _HELD, "/settings", "settings")


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


def _schema_of(wanted: ResponseFormat, _: Losses) -> Raw:
    return wanted.schema


def _write_choice(choice: ToolChoice, wire: dict[str, Any], losses: Losses) -> None:
    """Write the tool choice, which has a second word for `required`, and whose `type` may be left out."""
    write_choice(choice, wire, losses)
    form = form_of(choice.provider_raw, NAME) if choice.provider_raw else {}
    if choice.mode == "required" and form.get("word") == "any":
        wire["tool_choice"] = "any"
    elif choice.mode == "tool" and "type" in form.get("lacks", ()):
        del wire["tool_choice"]["type"]
