"""All keys of a request except its conversation -> settings."""

from __future__ import annotations

import operator
from typing import Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.values import is_object
from turnwire.dialects.openai_responses.enums import EFFORTS, FORMATS, LOGPROBS, SUMMARIES
from turnwire.dialects.openai_responses.read_tools import read_choice, read_tools
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.wire_request import Effort, Format, ResponsesRequest, Text
from turnwire.documents.residue import residue
from turnwire.documents.source_values import SOURCE, Rest
from turnwire.families.chat.media import is_text
from turnwire.families.chat.overlay import leftover
from turnwire.mapped.responses_settings import fill_generation, fill_settings
from turnwire.model import Generation, Reasoning, ResponseFormat, Settings, ToolChoice

_FIELDS = ResponsesRequest.__struct_fields__
_RARE = _FIELDS.index("include")
# By name: the lane's type of a request has the same fields in another order.
_rare_of = operator.attrgetter(*_FIELDS[_RARE:])
_NOTHING_ELSE = _rare_of(ResponsesRequest())
# The fields from here on have no place in the model.
_TAKEN = frozenset(_FIELDS[: _FIELDS.index("background")])
_WORDS = msgspec.json.Decoder(list[str])


class Found:
    """The settings while they are read: members without a place in the model, and notes on spelling."""

    def __init__(self) -> None:
        self.generation = Generation()
        self.overlay: dict[str, Any] = {}
        self.also: dict[str, Any] = {}
        self.form: dict[str, Any] = {}
        self.how: dict[str, Any] = {}


def read_settings(wire: ResponsesRequest) -> Settings:
    """The settings, all keys of a request but its input and instructions."""
    settings = Settings(None if wire.model is UNSET else wire.model)
    found = Found()
    if wire.tools is not UNSET:
        settings.tools = read_tools(wire.tools)
        if not wire.tools:
            found.also["tools"] = []
    _read_mapped(wire, settings, found)
    if wire.tool_choice:
        settings.tool_choice = read_choice(wire.tool_choice, settings.tools, found.overlay)
    if _rare_of(wire) != _NOTHING_ELSE:
        _read_rare(wire, settings, found)
    found.generation.provider_raw = residue(NAME, form=found.how)
    if found.generation != Generation():
        settings.generation = found.generation
    as_is = ["tool_choice"] if settings.tool_choice is not None and not settings.tools else []
    if settings.model is None:
        as_is.append("model")
    if as_is:
        found.form["as_is"] = as_is
    settings.provider_raw = residue(NAME, found.overlay, also=found.also, form=found.form)
    return settings


def _read_mapped(wire: ResponsesRequest, settings: Settings, found: Found) -> None:
    rest = Rest(found.overlay)
    of_generation: dict[str, Any] = {}
    of_settings: dict[str, Any] = {}
    fill_generation(wire, found.generation, of_generation, rest)
    fill_settings(wire, settings, of_settings, rest)
    if of_generation:
        found.how[SOURCE] = of_generation
    if of_settings:
        found.form[SOURCE] = of_settings


def _read_rare(wire: ResponsesRequest, settings: Settings, found: Found) -> None:
    found.overlay |= leftover(wire, _TAKEN)
    if wire.previous_response_id is None:
        found.overlay["previous_response_id"] = None
    elif wire.previous_response_id is not UNSET:
        settings.previous_response_id = wire.previous_response_id
    if wire.parallel_tool_calls is not UNSET:
        settings.tool_choice = settings.tool_choice or ToolChoice()
        settings.tool_choice.parallel = wire.parallel_tool_calls
    _read_raws(wire, settings, found)
    if wire.reasoning is not UNSET:
        settings.reasoning = _read_reasoning(wire.reasoning, found)
    if wire.text is not UNSET:
        _read_text(wire.text, settings, found)


def _read_raws(wire: ResponsesRequest, settings: Settings, found: Found) -> None:
    """Read settings that are free JSON; null and values of other types are residue."""
    if wire.conversation:
        check_raw(wire.conversation)
        if is_object(wire.conversation) or is_text(wire.conversation):
            settings.conversation = wire.conversation
        else:
            found.overlay["conversation"] = wire.conversation
    if wire.stream_options:
        check_raw(wire.stream_options)
        if is_object(wire.stream_options):
            found.generation.stream_options = wire.stream_options
            found.how.setdefault("as_is", []).append("stream_options")
        else:
            found.overlay["stream_options"] = wire.stream_options
    if wire.include:
        check_raw(wire.include)
        _read_include(wire.include, found)


def _read_include(include: Raw, found: Found) -> None:
    """Read what the reply is to include; log-probabilities are a setting of the model.

    Their word is residue without a report: other formats have a flag.
    """
    try:
        words = _WORDS.decode(include)
    except msgspec.ValidationError:
        found.overlay["include"] = include
        return
    if words.count(LOGPROBS) == 1:
        found.generation.logprobs = True
    if words:
        found.overlay["include"] = words
    else:
        found.also["include"] = []


def _read_reasoning(wire: Effort, found: Found) -> Reasoning | None:
    reasoning = Reasoning()
    form: dict[str, Any] = {}
    for name, known in (("effort", EFFORTS), ("summary", SUMMARIES)):
        word = getattr(wire, name)
        if word is not UNSET:
            setattr(reasoning, name, word)
            if word not in known:
                form[name] = word
    reasoning.provider_raw = residue(NAME, leftover(wire, ("effort", "summary")), form=form)
    if reasoning == Reasoning():
        found.also["reasoning"] = {}
        return None
    return reasoning


def _read_text(wire: Text, settings: Settings, found: Found) -> None:
    taken = ("format",) if wire.format is not UNSET and wire.format.type in FORMATS else ()
    if taken:
        settings.response_format = _read_format(wire.format)  # type: ignore[arg-type]
    rest = leftover(wire, taken)
    if rest:
        found.overlay["text"] = rest
    elif not taken:
        found.also["text"] = {}


_SCHEMA = ("name", "description", "schema", "strict")


def _read_format(wire: Format) -> ResponseFormat:
    wanted = ResponseFormat(FORMATS[wire.type])  # type: ignore[arg-type]
    check_raw(wire.schema)
    form: dict[str, Any] = {}
    for name in ("name", "description", "strict"):
        if (value := getattr(wire, name)) is not UNSET:
            setattr(wanted, name, value)
    wanted.schema = wire.schema
    if wire.type == "json_schema" and (lacks := [n for n in ("name", "schema") if not getattr(wanted, n)]):
        form["lacks"] = lacks
    elif wire.type != "json_schema" and wanted != ResponseFormat(wanted.kind):
        form["has"] = "schema"
    wanted.provider_raw = residue(NAME, leftover(wire, ("type", *_SCHEMA)), form=form)
    return wanted
