"""Write settings as the keys of a request besides its messages."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.codec.numbers import write_number
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, pointer_part, report_others, restore
from turnwire.families.chat.audio_output import write_audio_output
from turnwire.families.chat.bounds import BOUNDS
from turnwire.families.chat.effort import write_word
from turnwire.families.chat.media import is_text
from turnwire.families.chat.overlay import is_no_object, residue_of
from turnwire.families.chat.schemas import as_object
from turnwire.families.chat.write_tools import write_choice, write_tools
from turnwire.losses import others
from turnwire.model import ABSENT, Generation, Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.model import ResponseFormat

_HELD = frozenset(
    (
        "model",
        "tools",
        "tool_choice",
        "generation",
        "response_format",
        "reasoning",
        "modalities",
        "audio_output",
        "metadata",
        "user",
        "service_tier",
        "store",
    )
)
_GENERATION = {
    "temperature": "temperature",
    "top_p": "top_p",
    "presence_penalty": "presence_penalty",
    "frequency_penalty": "frequency_penalty",
    "stream": "stream",
    "stream_options": "stream_options",
    "seed": "seed",
    "logprobs": "logprobs",
    "top_logprobs": "top_logprobs",
    "logit_bias": "logit_bias",
    "candidates": "n",
    "top_k": "top_k",
    "min_p": "min_p",
    "repetition_penalty": "repetition_penalty",
}
_HELD_GENERATION = frozenset((*_GENERATION, "max_tokens", "stop_sequences"))
_FORMATS = {"text": "text", "json": "json_object", "json_schema": "json_schema"}
_FREQUENT = {name: name for name in ("temperature", "top_p", "stream")}
_rare_of = operator.attrgetter(*_GENERATION.keys() - _FREQUENT)
_NO_RARE = _rare_of(Generation())
_more_of, _NO_MORE = others(Generation, _HELD_GENERATION)
_rest_of, _NO_REST = others(Settings, frozenset(("model", "tools", "tool_choice", "generation")))


def write_settings(settings: Settings, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    """Put the settings into the request."""
    if settings.tools:
        write_tools(settings.tools, wire, losses, vendor)
    if settings.tool_choice is not None:
        write_choice(settings.tool_choice, wire, losses)
    if settings.generation is not None:
        _write_generation(settings.generation, wire, losses, vendor)
    if _rest_of(settings) != _NO_REST:
        _write_rest(settings, wire, losses, vendor)


def _write_rest(settings: Settings, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    form = form_of(settings.provider_raw, losses.dialect)
    _write_answer(settings, form, wire, losses, vendor)
    _write_words(settings, form, wire, losses, vendor)
    if settings.service_tier is not None:
        write_word("service_tier", settings.service_tier, vendor.tiers, form, wire, losses)
    losses.dropped_fields(settings, _HELD, "/settings", "settings")


def _write_words(
    settings: Settings, form: dict[str, Any], wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    strange = form.get("vendor", ())
    for name in ("metadata", "user", "store", "modalities"):
        if (value := getattr(settings, name)) is not None and value != []:
            if name in vendor.lacks and name not in strange:
                losses.dropped(f"/settings/{name}", f"settings.{name}", value)
            else:
                wire[name] = value
    if settings.metadata and "metadata" in wire:
        wire["metadata"] = _texts(settings.metadata, form.get("metadata", ()), losses)
    if settings.modalities and "modalities" in wire:
        _write_modalities(settings.modalities, form.get("modalities", ()), wire, losses, vendor)


def _texts(metadata: dict[str, Raw], strange: Any, losses: Losses) -> dict[str, Raw]:
    """Metadata: "Values are strings with a maximum length of 512 characters."  (the description, 2026-08-21)."""
    found = metadata
    for name, value in metadata.items():
        if is_text(value) or name in strange:
            continue
        losses.degraded(f"/settings/metadata/{pointer_part(name)}", "settings.metadata", value)
        found = {**found, name: Raw(ENCODER.encode(bytes(value).decode()))}
    return found


def _write_modalities(
    modalities: list[str], strange: Any, wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    """The kinds of answers that the vendor gives; others go back only to where they were read."""
    wire["modalities"] = kept = []
    for n, word in enumerate(modalities):
        if word in vendor.modalities or word in strange:
            kept.append(word)
        else:
            losses.dropped(f"/settings/modalities/{n}", "settings.modalities", word)
    if not kept:
        del wire["modalities"]


def _write_answer(
    settings: Settings, form: dict[str, Any], wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    if settings.response_format is not None:
        wire["response_format"] = write_format(settings.response_format, losses, _object_schema)
    if settings.reasoning is not None:
        vendor.write_effort(settings.reasoning, form, wire, losses, vendor)
    audio = settings.audio_output
    if audio is None:
        return
    if "audio_output" in vendor.lacks and "audio_output" not in form.get("vendor", ()):
        losses.dropped("/settings/audio_output", "settings.audio_output", audio)
    else:
        wire["audio"] = write_audio_output(audio, losses)


def _write_generation(generation: Generation, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    raw = generation.provider_raw
    form = {} if raw is None else form_of(raw, losses.dialect)
    _write_plain(generation, form, wire, losses, vendor)
    own, other = vendor.limits
    if generation.max_tokens is not None:
        wire[other if form.get("max_tokens") else own] = generation.max_tokens
        if form.get("both") == generation.max_tokens and raw:
            # The other of the two words, where the source said both; not once the limit has been changed.
            wire |= residue_of(raw, losses.dialect, other)
    if generation.stop_sequences:
        stops = generation.stop_sequences
        wire["stop"] = stops[0] if form.get("stop") == "text" and len(stops) == 1 else stops
    if _more_of(generation) != _NO_MORE:
        losses.dropped_fields(generation, _HELD_GENERATION, "/settings/generation", "generation")
    if raw is not None:
        report_others(raw, losses, "/settings/generation", looked_at=(other,) if "both" in form else ())


def _write_plain(
    generation: Generation, form: dict[str, Any], wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    """Every field that has a key here; a field that the vendor lacks goes back only where it was read."""
    exact, lacks, strange = form.get("exact", {}), vendor.lacks, form.get("vendor", ())
    for name, key in (_FREQUENT if _rare_of(generation) == _NO_RARE else _GENERATION).items():
        value = getattr(generation, name)
        if value is None or value is ABSENT:
            continue
        if name in lacks and name not in strange:
            losses.dropped(f"/settings/generation/{name}", f"generation.{name}", value)
        elif type(value) is Raw and is_no_object(value):
            # `stream_options` and `logit_bias` are objects; read again, anything else is no setting.
            losses.dropped(f"/settings/generation/{name}", f"generation.{name}", value)
        else:
            if not BOUNDS.holds(name, value):
                value = BOUNDS.legal(generation, name, losses)
            if value is not None:
                wire[key] = write_number(value, name, exact) if name in exact else value


def _object_schema(wanted: ResponseFormat, losses: Losses) -> Raw:
    place = "/settings/response_format/schema"
    return as_object(wanted.schema, wanted.provider_raw, place, "response_format.schema", losses)


def write_format(wanted: ResponseFormat, losses: Losses, schema_of: Callable[[ResponseFormat, Losses], Raw]) -> Any:
    """Write the format of the answer; `schema_of` returns its schema as the target takes it."""
    place = "/settings/response_format"
    form = form_of(wanted.provider_raw, losses.dialect)
    wire: dict[str, Any] = {"type": _FORMATS[wanted.kind]}
    held = {"kind"}
    if wanted.kind == "json_schema" or form.get("json_schema"):
        held |= {"name", "description", "schema", "strict"}
        inner = _write_schema(wanted, schema_of(wanted, losses))
        if inner or "json_schema" not in form.get("lacks", ()):
            wire["json_schema"] = inner
    losses.dropped_fields(wanted, frozenset(held), place, "response_format")
    return restore(wire, wanted.provider_raw, losses, place) if wanted.provider_raw else wire


def _write_schema(wanted: ResponseFormat, schema: Raw) -> dict[str, Any]:
    members = {
        "name": wanted.name,
        "description": wanted.description,
        "schema": schema or None,
        "strict": wanted.strict,
    }
    return {key: value for key, value in members.items() if value is not None}
