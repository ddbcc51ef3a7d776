"""Write settings as the keys of a request besides its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.documents.residue import form_of, report_others, restore
from turnwire.families.chat.audio_output import write_audio_output
from turnwire.families.chat.schemas import as_object
from turnwire.families.chat.write_tools import write_choice, write_tools
from turnwire.losses import others
from turnwire.mapped.chat_settings import HELD_GENERATION, HELD_SETTINGS, write_generation
from turnwire.mapped.chat_settings import write_settings as write_members
from turnwire.model import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from msgspec import Raw

    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.model import ResponseFormat

_HELD = HELD_SETTINGS | {
    "model",
    "tools",
    "tool_choice",
    "generation",
    "response_format",
    "reasoning",
    "audio_output",
}
_FORMATS = {"text": "text", "json": "json_object", "json_schema": "json_schema"}
_rest_of, _NO_REST = others(Settings, frozenset(("model", "tools", "tool_choice", "generation")))


def write_settings(settings: Settings, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    """Put the settings into the request."""
    if settings.tools:
        write_tools(settings.tools, wire, losses, vendor)
    if settings.tool_choice is not None:
        write_choice(settings.tool_choice, wire, losses)
    if settings.generation is not None:
        write_generation(settings.generation, wire, losses, vendor)
        losses.dropped_fields(settings.generation, HELD_GENERATION, "/settings/generation", "generation")
        report_others(settings.generation.provider_raw, losses, "/settings/generation", looked_at=vendor.limits)
    if _rest_of(settings) != _NO_REST:
        _write_rest(settings, wire, losses, vendor)


def _write_rest(settings: Settings, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    form = form_of(settings.provider_raw, losses.dialect)
    _write_answer(settings, form, wire, losses, vendor)
    write_members(settings, wire, losses, vendor)
    losses.dropped_fields(settings, _HELD, "/settings", "settings")


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
