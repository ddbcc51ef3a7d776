"""Everything in a request but its messages -> settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import astuple

from turnwire.codec.json import check_raw
from turnwire.codec.numbers import number_or_rest
from turnwire.codec.wire import ENCODER
from turnwire.dialects.mistral_chat.constraints import BOUNDS, EFFORTS, TIERS
from turnwire.dialects.mistral_chat.read_tools import read_choice, read_tools
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.dialects.mistral_chat.wire_request import ChatRequest
from turnwire.documents.residue import residue
from turnwire.families.chat.overlay import leftover
from turnwire.model import Generation, Reasoning, ResponseFormat, Settings, ToolChoice

if TYPE_CHECKING:
    from turnwire.dialects.mistral_chat.wire_request import Format

_NUMBERS = ("temperature", "top_p", "presence_penalty", "frequency_penalty")
_PLAIN = {
    "stream": "stream",
    "max_tokens": "max_tokens",
    "n": "candidates",
    "random_seed": "seed",
    "logprobs": "logprobs",
    "top_logprobs": "top_logprobs",
}
_FREQUENT = {"stream": "stream", "max_tokens": "max_tokens"}
_RARE = ChatRequest.__struct_fields__.index("n")
_NOTHING_ELSE = astuple(ChatRequest([]))[_RARE:]
_TAKEN = frozenset(
    (
        *ChatRequest.__struct_fields__[:_RARE],
        *_NUMBERS,
        *_PLAIN,
        "parallel_tool_calls",
        "stop",
        "metadata",
        "service_tier",
        "reasoning_effort",
    )
)
# Keys that the API takes and its description does not have.
_VENDOR = ("logprobs", "top_logprobs")
_KINDS: dict[str, Any] = {"text": "text", "json_object": "json", "json_schema": "json_schema"}
_SCHEMA = ("name", "description", "schema", "strict")


def read_settings(wire: ChatRequest) -> Settings:
    """The settings, all keys of a request but its messages."""
    settings = Settings(None if wire.model is UNSET else wire.model)
    overlay: dict[str, Any] = {}
    also: dict[str, Any] = {}
    form: dict[str, Any] = {}
    is_plain = astuple(wire)[_RARE:] == _NOTHING_ELSE
    if wire.tools is not UNSET:
        settings.tools = read_tools(wire.tools)
        if not wire.tools:
            also["tools"] = []
    generation = _read_generation(wire, overlay, also, is_plain=is_plain)
    if generation != Generation():
        settings.generation = generation
    if wire.tool_choice:
        settings.tool_choice = read_choice(wire.tool_choice, overlay)
    if not is_plain:
        overlay = {**_read_rare(wire, settings, form), **overlay}
    if as_is := _as_is(settings):
        form["as_is"] = as_is
    if overlay or also or form:
        settings.provider_raw = residue(NAME, overlay, also=also, form=form)
    return settings


def _as_is(settings: Settings) -> list[str]:
    found = ["model"] if settings.model is None else []
    return [*found, "tool_choice"] if settings.tool_choice is not None and not settings.tools else found


def _read_generation(wire: ChatRequest, overlay: dict[str, Any], also: dict[str, Any], *, is_plain: bool) -> Generation:
    found = Generation()
    form: dict[str, Any] = {}
    for key, field in (_FREQUENT if is_plain else _PLAIN).items():
        if (value := getattr(wire, key)) is not UNSET:
            setattr(found, field, value)
    exact = _read_numbers(wire, found, overlay)
    if type(wire.stop) is str:
        found.stop_sequences, form["stop"] = [wire.stop], "text"
    elif type(wire.stop) is list:
        found.stop_sequences = wire.stop
        if not wire.stop:
            also["stop"] = []
    vendor = [name for name in _VENDOR if getattr(found, name) is not None]
    marks = {"vendor": vendor, "as_is": BOUNDS.broken(found), "exact": exact}
    form |= {key: mark for key, mark in marks.items() if mark}
    if form:
        found.provider_raw = residue(NAME, form=form)
    return found


def _read_numbers(wire: ChatRequest, found: Generation, overlay: dict[str, Any]) -> dict[str, str]:
    """The decimals; those that no double holds are given back with their own spelling."""
    exact: dict[str, str] = {}
    for name in _NUMBERS:
        if raw := getattr(wire, name):
            setattr(found, name, number_or_rest(raw, name, exact, overlay))
    return exact


def _read_rare(wire: ChatRequest, settings: Settings, form: dict[str, Any]) -> dict[str, Any]:
    """Read the rarer settings, such as the format of the answer; settings without a field are residue."""
    taken = _TAKEN
    if wire.parallel_tool_calls is not UNSET:
        settings.tool_choice = settings.tool_choice or ToolChoice()
        settings.tool_choice.parallel = wire.parallel_tool_calls
    if wire.metadata is not UNSET:
        settings.metadata = wire.metadata
        check_raw(ENCODER.encode(wire.metadata))
    if wire.service_tier is not UNSET:
        settings.service_tier = wire.service_tier
    if wire.reasoning_effort is not UNSET:
        settings.reasoning = Reasoning(effort=wire.reasoning_effort)
    # A word of another provider must not be sent to this API unless it was read from it.
    words = {"service_tier": (wire.service_tier, TIERS), "reasoning_effort": (wire.reasoning_effort, EFFORTS)}
    form |= {name: word for name, (word, known) in words.items() if word is not UNSET and word not in known}
    if wire.response_format is not UNSET and wire.response_format.type in _KINDS:
        settings.response_format = _read_format(wire.response_format)
        taken |= {"response_format"}
    return leftover(wire, taken)


def _read_format(wire: Format) -> ResponseFormat:
    found = ResponseFormat(_KINDS[wire.type])
    overlay = leftover(wire, ("type", "json_schema"))
    schema = wire.json_schema
    if schema is UNSET or schema is None:
        if schema is None:
            overlay["json_schema"] = None
        form: dict[str, Any] = {"lacks": ["json_schema"]} if wire.type == "json_schema" else {}
        found.provider_raw = residue(NAME, overlay, form=form)
        return found
    check_raw(schema.schema)
    found.name = None if schema.name is UNSET else schema.name
    found.description = schema.description if type(schema.description) is str else None
    found.schema = schema.schema
    found.strict = None if schema.strict is UNSET else schema.strict
    form = {} if wire.type == "json_schema" else {"json_schema": True}
    lacks = [*(["name"] if found.name is None else []), *([] if found.schema else ["schema"])]
    if lacks:
        form["lacks"] = lacks
    rest = leftover(schema, (*_SCHEMA,))
    if schema.description is None:
        rest["description"] = None
    if rest:
        overlay["json_schema"] = rest
    found.provider_raw = residue(NAME, overlay, form=form)
    return found
