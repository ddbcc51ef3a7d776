"""Everything in a request but its messages -> settings."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.numbers import ODD, number_or_rest, plain_digits
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import residue
from turnwire.families.chat.audio_output import strange_sound
from turnwire.families.chat.bounds import BOUNDS
from turnwire.families.chat.legal import MAX_STOPS
from turnwire.families.chat.media import is_text
from turnwire.families.chat.overlay import is_no_object, leftover
from turnwire.families.chat.read_tools import (
    read_choice,
    read_function_choice,
    read_legacy_tool,
    read_tools,
)
from turnwire.families.chat.wire_request import ChatRequest
from turnwire.model import (
    ABSENT,
    AudioOutput,
    Generation,
    ResponseFormat,
    Settings,
    ToolChoice,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.families.chat.vendor import Vendor

_NUMBERS = ("temperature", "top_p", "presence_penalty", "frequency_penalty", "min_p", "repetition_penalty")
_PLAIN = ("seed", "logprobs", "top_logprobs", "top_k")
# Fields that a vendor may lack.
_GENERATION = (*_NUMBERS[2:], *_PLAIN, "logit_bias", "candidates", "stop_sequences")
_SETTINGS = ("user", "store", "metadata", "modalities", "audio_output", "response_format")
_UNSET: tuple[Any, ...] = (None, ABSENT, [])
KINDS = {"text": "text", "json_object": "json", "json_schema": "json_schema"}

_COMMON = ChatRequest.__struct_fields__[: ChatRequest.__struct_fields__.index("max_completion_tokens") + 1]
# `stop` is in many requests, too.
_others_of = operator.attrgetter(*(name for name in ChatRequest.__struct_fields__ if name not in {*_COMMON, "stop"}))
_NO_OTHERS = _others_of(ChatRequest([]))
_HEAT, _SHARE = BOUNDS.rows["temperature"], BOUNDS.rows["top_p"]


def read_settings(wire: ChatRequest, vendor: Vendor) -> Settings:
    """The settings, all keys of a request but its messages."""
    settings = read_common(wire, vendor)
    if settings is None:
        settings = Settings(None if wire.model is UNSET else wire.model)
        if wire.tools is not UNSET:
            settings.tools = read_tools(wire.tools, vendor)
        _read_rare(wire, settings, vendor)
    elif settings.generation is not None:
        _note_spelling(wire, settings.generation, vendor)
    return settings


def read_common(wire: ChatRequest, vendor: Vendor) -> Settings | None:
    """Read the settings of most requests, without notes on their spelling; None if any of them is unusual."""
    tools = wire.tools
    if wire.model is UNSET or tools == [] or _others_of(wire) != _NO_OTHERS:
        return None
    choice = None
    if wire.tool_choice is not ABSENT:
        choice = read_choice(wire.tool_choice, "tool_choice", {}, vendor)
        if choice is None:
            return None
    if wire.parallel_tool_calls is not UNSET:
        choice = choice or ToolChoice()
        choice.parallel = wire.parallel_tool_calls
    generation = _common_generation(wire, vendor)
    if generation is None or (choice is not None and tools is UNSET):
        return None
    read = [] if tools is UNSET else read_tools(tools, vendor)
    return Settings(wire.model, read, choice, None if generation is _NONE else generation)


_NONE = Generation()


def _common_generation(wire: ChatRequest, vendor: Vendor) -> Generation | None:
    """Read the limits and the sampling in their plain spellings; _NONE if there are none, None if any is unusual."""
    limit, newer, stream, stop = wire.max_tokens, wire.max_completion_tokens, wire.stream, wire.stop
    raw_heat, raw_share, options = wire.temperature, wire.top_p, wire.stream_options
    if limit is newer is stream is stop is UNSET and raw_heat is raw_share is options is ABSENT:
        return _NONE
    heat = None if raw_heat is ABSENT else plain_digits(bytes(raw_heat))
    share = None if raw_share is ABSENT else plain_digits(bytes(raw_share))
    if heat is ODD or share is ODD or (limit is not UNSET and newer is not UNSET):
        return None
    if (heat is not None and not _HEAT.low <= heat <= _HEAT.high) or (
        share is not None and not _SHARE.low <= share <= _SHARE.high
    ):
        return None
    if stop is not UNSET and ("stop_sequences" in vendor.lacks or not 0 < len(_stops(stop)) <= MAX_STOPS):
        return None
    if limit is UNSET:
        limit = newer
    found = Generation(None if limit is UNSET else limit, heat, share, stream=None if stream is UNSET else stream)
    if stop is not UNSET:
        found.stop_sequences = _stops(stop)
    return found if options is ABSENT else _with_options(found, options)


def _with_options(found: Generation, options: Raw) -> Generation | None:
    """Add the options of the stream, if they are an object."""
    if is_no_object(options):
        return None
    check_raw(options)
    found.stream_options = options
    return found


def _note_spelling(wire: ChatRequest, found: Generation, vendor: Vendor) -> None:
    """Note how the limit and the texts to stop at were spelled."""
    other = vendor.limits[1]
    form = {} if getattr(wire, other) is UNSET else {"max_tokens": other}
    if type(wire.stop) is str:
        form["stop"] = "text"
    if form:
        found.provider_raw = residue(vendor.name, form=form)


def _stops(stop: str | list[str]) -> list[str]:
    """Return the texts to stop at, which may be a single one in place of a list."""
    return [stop] if isinstance(stop, str) else stop


def _read_shared(
    wire: ChatRequest,
    settings: Settings,
    generation: Generation,
    overlay: dict[str, Any],
    exact: dict[str, str],
    vendor: Vendor,
) -> None:
    """The fields that most requests have; `top_p` and the limit are read with the others."""
    if wire.stream is not UNSET:
        generation.stream = wire.stream
    if wire.stream_options is not ABSENT:
        _read_object(wire, "stream_options", generation, "stream_options", overlay)
    if wire.temperature is not ABSENT:
        generation.temperature = number_or_rest(wire.temperature, "temperature", exact, overlay)
    if wire.tool_choice is not ABSENT:
        settings.tool_choice = read_choice(wire.tool_choice, "tool_choice", overlay, vendor)


def _read_rare(wire: ChatRequest, settings: Settings, vendor: Vendor) -> None:
    overlay: dict[str, Any] = {}
    also: dict[str, Any] = {}
    exact: dict[str, str] = {}
    form: dict[str, Any] = {}
    how: dict[str, Any] = {}
    both: dict[str, Any] = {}
    generation = Generation()
    _read_shared(wire, settings, generation, overlay, exact, vendor)
    _read_limits(wire, generation, both, how, vendor)
    taken = {*_COMMON, *_read_generation(wire, generation, overlay, also, exact, how)}
    if strange := _strange(generation, _GENERATION, vendor):
        how["vendor"] = strange
    how |= {name: found for name, found in (("exact", exact), ("as_is", BOUNDS.broken(generation))) if found}
    generation.provider_raw = residue(vendor.name, both, form=how)
    if generation != Generation():
        settings.generation = generation
    taken |= _read_answer(wire, settings, form, vendor)
    taken |= _read_legacy(wire, settings, overlay, vendor.name)
    if strange := _strange(settings, _SETTINGS, vendor):
        form["vendor"] = strange
    if wire.tools is not UNSET and not wire.tools:
        also["tools"] = []
    if wire.model is UNSET and "model" not in wire.unknown.fields:
        form["lacks"] = ["model"]
    if settings.tool_choice is not None and not settings.tools:
        form["as_is"] = ["tool_choice"]
    rest = leftover(wire, taken)
    settings.provider_raw = residue(vendor.name, {**rest, **overlay}, also=also, form=form)


def _strange(node: Any, fields: tuple[str, ...], vendor: Vendor) -> list[str]:
    """Return the fields that were read and that the vendor does not document: only this document gets them back."""
    return [name for name in _lacking(fields, vendor.lacks) if getattr(node, name) not in _UNSET]


@functools.cache
def _lacking(fields: tuple[str, ...], lacks: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in fields if name in lacks)


def _read_generation(
    wire: ChatRequest,
    generation: Generation,
    overlay: dict[str, Any],
    also: dict[str, Any],
    exact: dict[str, str],
    how: dict[str, Any],
) -> set[str]:
    _read_stop(wire, generation, also, how)
    for name in _NUMBERS[1:]:
        if (raw := getattr(wire, name)) is not ABSENT:
            setattr(generation, name, number_or_rest(raw, name, exact, overlay))
    for name in _PLAIN:
        if (value := getattr(wire, name)) is not UNSET:
            setattr(generation, name, value)
    if wire.logit_bias is not ABSENT:
        _read_object(wire, "logit_bias", generation, "logit_bias", overlay)
    return {*_NUMBERS, "stop", "n", "max_completion_tokens", "logit_bias", *_PLAIN}


def _read_limits(
    wire: ChatRequest, generation: Generation, both: dict[str, Any], how: dict[str, Any], vendor: Vendor
) -> None:
    """Read the number of candidates and the limits; `max_completion_tokens` is the newer name of `max_tokens`."""
    own, other = vendor.limits
    limit, again = getattr(wire, own), getattr(wire, other)
    if limit is not UNSET:
        generation.max_tokens = limit
        if again is not UNSET:
            both[other] = again
            how["both"] = limit
    elif again is not UNSET:
        generation.max_tokens = again
        how["max_tokens"] = other
    if wire.n is not UNSET:
        generation.candidates = wire.n


def _read_stop(wire: ChatRequest, generation: Generation, also: dict[str, Any], how: dict[str, Any]) -> None:
    if type(wire.stop) is str:
        generation.stop_sequences = [wire.stop]
        how["stop"] = "text"
    elif type(wire.stop) is list:
        generation.stop_sequences = wire.stop
        if len(wire.stop) > MAX_STOPS:
            how["stop"] = "long"
        if not wire.stop:
            also["stop"] = []


def _read_object(wire: ChatRequest, key: str, node: Any, field: str, overlay: dict[str, Any]) -> None:
    """Free JSON; null and the like are no setting."""
    raw = getattr(wire, key)
    check_raw(raw)
    if bytes(memoryview(raw)[:1]) == b"{":
        setattr(node, field, raw)
    else:
        overlay[key] = raw


def _read_answer(wire: ChatRequest, settings: Settings, form: dict[str, Any], vendor: Vendor) -> set[str]:
    """Read the format of the answer, and the user of the request."""
    taken = {"parallel_tool_calls", "audio", "user", "store", "metadata", "service_tier"}
    for name in ("user", "store", "metadata", "service_tier"):
        if (value := getattr(wire, name)) is not UNSET:
            setattr(settings, name, value)
    if wire.parallel_tool_calls is not UNSET:
        settings.tool_choice = settings.tool_choice or ToolChoice()
        settings.tool_choice.parallel = wire.parallel_tool_calls
    settings.reasoning, told = vendor.read_effort(wire, form, vendor)
    taken.update(told)
    if wire.service_tier is not UNSET and wire.service_tier not in vendor.tiers:
        # A word of another provider is sent to this API only if it was read from it.
        form["service_tier"] = wire.service_tier
    if wire.modalities is not UNSET and wire.modalities:
        settings.modalities = wire.modalities
        taken.add("modalities")
    _mark_words(settings, form, vendor)
    if wire.audio is not UNSET:
        settings.audio_output = _read_audio_output(wire.audio, vendor.name)
    if wire.response_format is not UNSET and wire.response_format.type in KINDS:
        settings.response_format = read_format(wire.response_format, vendor.name)
        taken.add("response_format")
    return taken


def _mark_words(settings: Settings, form: dict[str, Any], vendor: Vendor) -> None:
    """Note the metadata and modalities that the vendor does not take."""
    if settings.metadata:
        check_raw(ENCODER.encode(settings.metadata))
        if strange := [name for name, raw in settings.metadata.items() if not is_text(raw)]:
            form["metadata"] = strange
    if strange := [word for word in settings.modalities if word not in vendor.modalities]:
        form["modalities"] = strange


def _read_audio_output(audio: Any, dialect: str) -> AudioOutput:
    voice = audio.voice
    check_raw(voice)
    word = None if audio.format is UNSET else audio.format
    form = {"as_is": strange} if (strange := strange_sound(voice, word)) else {}
    return AudioOutput(voice, word, residue(dialect, leftover(audio, ("voice", "format")), form=form))


def _marks_of_schema(wanted: ResponseFormat) -> dict[str, Any]:
    form = {"lacks": ["name"]} if wanted.name is None else {}
    return {**form, "as_is": ["schema"]} if is_no_object(wanted.schema) else form


def read_format(
    wire: Any, dialect: str, marks: Callable[[ResponseFormat], dict[str, Any]] = _marks_of_schema
) -> ResponseFormat:
    """Read the format of the answer; `marks` returns what `$form` notes about its schema."""
    found = ResponseFormat(KINDS[wire.type])  # type: ignore[arg-type]
    overlay = leftover(wire, ("type", "json_schema"))
    form: dict[str, Any] = {}
    if wire.json_schema is not UNSET:
        schema = wire.json_schema
        check_raw(schema.schema)
        found.name = None if schema.name is UNSET else schema.name
        found.description = None if schema.description is UNSET else schema.description
        found.schema = schema.schema
        found.strict = None if schema.strict is UNSET else schema.strict
        if wire.type != "json_schema":
            form["json_schema"] = True
        if rest := leftover(schema, ("name", "description", "schema", "strict")):
            overlay["json_schema"] = rest
        form |= marks(found)
    elif wire.type == "json_schema":
        form["lacks"] = ["json_schema"]
    found.provider_raw = residue(dialect, overlay, form=form)
    return found


def _read_legacy(wire: ChatRequest, settings: Settings, overlay: dict[str, Any], dialect: str) -> set[str]:
    """`functions` and `function_call`, deprecated in favour of `tools` and `tool_choice`."""
    taken: set[str] = set()
    if wire.functions is not UNSET and wire.functions and not settings.tools:
        settings.tools = [read_legacy_tool(function, dialect) for function in wire.functions]
        taken.add("functions")
    if wire.function_call is not ABSENT and settings.tool_choice is None:
        taken.add("function_call")
        settings.tool_choice = read_function_choice(wire.function_call, overlay, dialect)
    return taken
