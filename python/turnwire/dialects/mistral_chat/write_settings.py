"""Write settings as the keys of a request besides its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.mistral_chat.constraints import MISTRAL
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.residue import form_of, report_others
from turnwire.families.chat.effort import write_effort
from turnwire.families.chat.write_settings import write_format
from turnwire.families.chat.write_tools import write_choice, write_tool
from turnwire.mapped.mistral_settings import HELD_GENERATION, HELD_SETTINGS, write_generation
from turnwire.mapped.mistral_settings import write_settings as write_members

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ResponseFormat, Settings, ToolChoice

_HELD = HELD_SETTINGS | {"model", "tools", "tool_choice", "generation", "response_format", "reasoning"}


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
        write_generation(settings.generation, wire, losses, MISTRAL)
        losses.dropped_fields(settings.generation, HELD_GENERATION, "/settings/generation", "generation")
        report_others(settings.generation.provider_raw, losses, "/settings/generation")
    if settings.response_format is not None:
        wire["response_format"] = write_format(settings.response_format, losses, _schema_of)
    form = form_of(settings.provider_raw, NAME) if settings.provider_raw else {}
    if settings.reasoning is not None:
        write_effort(settings.reasoning, form, wire, losses, MISTRAL)
    write_members(settings, wire, losses, MISTRAL)
    losses.dropped_fields(settings, _HELD, "/settings", "settings")


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
