"""Settings -> the keys of a request besides its input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.values import is_object
from turnwire.dialects.openai_responses.enums import EFFORTS, LOGPROBS, SUMMARIES
from turnwire.dialects.openai_responses.overlay import own_residue, write_word
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.write_tools import write_choice, write_tools
from turnwire.documents.residue import form_of, pointer_part, report_foreign, restore
from turnwire.families.chat.media import is_text
from turnwire.losses import others
from turnwire.lowering.schema_titles import name_of
from turnwire.mapped.responses_settings import HELD_GENERATION, HELD_SETTINGS, write_generation
from turnwire.mapped.responses_settings import write_settings as write_members
from turnwire.model import ABSENT, Generation, Settings

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Reasoning, ResponseFormat

_HELD = HELD_SETTINGS | {
    "model",
    "tools",
    "tool_choice",
    "generation",
    "response_format",
    "reasoning",
    "previous_response_id",
    "conversation",
}
_GENERATION_HELD = HELD_GENERATION | {"stream_options", "logprobs"}
_more_of, _NO_MORE = others(Generation, _GENERATION_HELD)
_rest_of, _NO_REST = others(Settings, frozenset(("model", "tools", "tool_choice", "generation")))
_FORMATS = {"text": "text", "json": "json_object", "json_schema": "json_schema"}
_OBFUSCATION = "include_obfuscation"
_TEXTS = msgspec.json.Decoder(list[str])


def write_settings(
    settings: Settings, wire: dict[str, Any], losses: Losses, elsewhere: frozenset[int] = frozenset()
) -> None:
    """Put the settings into the request; the tools at the positions `elsewhere` are written by other parts of it."""
    if settings.tools and (tools := write_tools(settings.tools, losses, elsewhere)):
        wire["tools"] = tools
    if settings.tool_choice is not None:
        write_choice(settings.tool_choice, settings.tools, wire, losses)
    generation = settings.generation
    if settings.provider_raw is not None or (generation is not None and generation.logprobs is not None):
        _write_logprobs(settings, generation or Generation(), wire, losses)
    if generation is not None:
        _write_generation(generation, wire, losses)
    if _rest_of(settings) != _NO_REST:
        _write_rest(settings, wire, losses)


def _write_rest(settings: Settings, wire: dict[str, Any], losses: Losses) -> None:
    write_members(settings, wire, losses)
    if settings.previous_response_id is not None:
        wire["previous_response_id"] = settings.previous_response_id
    _write_conversation(settings, wire, losses)
    if settings.response_format is not None:
        wire["text"] = {"format": _write_format(settings.response_format, losses)}
    if settings.reasoning is not None:
        _write_reasoning(settings.reasoning, wire, losses)
    losses.dropped_fields(settings, _HELD, "/settings", "settings")


def _write_conversation(settings: Settings, wire: dict[str, Any], losses: Losses) -> None:
    if is_object(settings.conversation) or is_text(settings.conversation):
        wire["conversation"] = settings.conversation
    elif settings.conversation:
        losses.dropped("/settings/conversation", "settings.conversation", settings.conversation)


def _write_generation(generation: Generation, wire: dict[str, Any], losses: Losses) -> None:
    place = "/settings/generation"
    raw = generation.provider_raw
    write_generation(generation, wire, losses)
    if generation.stream_options:
        as_is = "stream_options" in form_of(raw, NAME).get("as_is", ())
        _write_stream_options(generation.stream_options, wire, losses, as_is=as_is)
    if _more_of(generation) != _NO_MORE:
        losses.dropped_fields(generation, _GENERATION_HELD, place, "generation")
    if raw is not None:
        report_foreign(raw, losses, place)


def _write_stream_options(options: Raw, wire: dict[str, Any], losses: Losses, *, as_is: bool) -> None:
    """ResponseStreamOptions: "properties": {"include_obfuscation": {"type": "boolean"}}.

    `include_usage` of chat completions has no place: `response.completed` always has the usage.
    """
    place = "/settings/generation/stream_options"
    if as_is or not is_object(options):
        if as_is:
            wire["stream_options"] = options
        else:
            losses.dropped(place, "generation.stream_options", options)
        return
    found = msgspec.json.decode(options, type=dict[str, Raw])
    legal = {name: raw for name, raw in found.items() if name == _OBFUSCATION and bytes(raw) in (b"true", b"false")}
    if legal or not found:
        wire["stream_options"] = options if legal == found else legal
    for name, raw in found.items():
        if name not in legal:
            losses.dropped(f"{place}/{pointer_part(name)}", f"generation.stream_options.{name}", raw)


def _write_logprobs(settings: Settings, generation: Generation, wire: dict[str, Any], losses: Losses) -> None:
    """IncludeEnum: "`message.output_text.logprobs`: Include logprobs with assistant messages."."""
    words = _included(settings)
    wanted, told = generation.logprobs, words.count(LOGPROBS) == 1
    if wanted and not told:
        losses.reshaped("/settings/generation/logprobs", "generation.logprobs", wanted)
        wire["include"] = [*words, LOGPROBS]
    elif told and not wanted:
        wire["include"] = [word for word in words if word != LOGPROBS]
    if wanted is False:
        losses.dropped("/settings/generation/logprobs", "generation.logprobs", wanted)


def _included(settings: Settings) -> list[str]:
    """Return the entries of `include` that the source had."""
    raw = own_residue(settings.provider_raw).get("include")
    try:
        return [] if raw is None else _TEXTS.decode(raw)
    except msgspec.ValidationError:
        return []


def _write_reasoning(reasoning: Reasoning, wire: dict[str, Any], losses: Losses) -> None:
    place = "/settings/reasoning"
    found: dict[str, Any] = {}
    for name, known in (("effort", EFFORTS), ("summary", SUMMARIES)):
        write_word(reasoning, name, known, found, losses, place=place, feature="reasoning")
    losses.dropped_fields(reasoning, frozenset(("effort", "summary")), place, "reasoning")
    restored = restore(found, reasoning.provider_raw, losses, place) if reasoning.provider_raw else found
    if restored:
        wire["reasoning"] = restored


def _write_format(wanted: ResponseFormat, losses: Losses) -> Any:
    place = "/settings/response_format"
    form = form_of(wanted.provider_raw, NAME)
    wire: dict[str, Any] = {"type": _FORMATS[wanted.kind]}
    held = frozenset(("kind",))
    if wanted.kind == "json_schema" or form.get("has") == "schema":
        held |= {"name", "description", "schema", "strict"}
        for name in ("name", "description", "strict"):
            if (value := getattr(wanted, name)) is not None:
                wire[name] = value
        if wanted.schema:
            wire["schema"] = wanted.schema
    if wanted.kind == "json_schema":
        _require(wire, form.get("lacks", ()), place, losses)
    losses.dropped_fields(wanted, held, place, "response_format")
    return restore(wire, wanted.provider_raw, losses, place) if wanted.provider_raw else wire


def _require(wire: dict[str, Any], lacks: Any, place: str, losses: Losses) -> None:
    """TextResponseFormatJsonSchema: "required": ["type", "schema", "name"]."""
    for name, made in (("name", name_of(wire.get("schema", ABSENT), "response")), ("schema", {})):
        if name not in wire and name not in lacks:
            wire[name] = made
            losses.invented(f"{place}/{name}", f"response_format.{name}", made)
