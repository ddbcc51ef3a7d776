"""Add `"additionalProperties": false` to schemas, for servers that require it on every object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import pointer_part
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import ODD_TOOLS, RESPONSE_FORMAT, Draft, when

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.model import ResponseFormat, ToolDefinition

_CLOSED: Final = "additionalProperties"
_FALSE: Final = Raw(b"false")
# The keywords in which a schema holds others: by name, in a list, or alone.
_MAPS: Final = ("properties", "$defs", "definitions")
_LISTS: Final = ("anyOf", "allOf", "oneOf", "prefixItems")
_SINGLE: Final = ("items", "not", "if", "then", "else")
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ARRAY = msgspec.json.Decoder(list[Raw])
_NAMES = msgspec.json.Decoder(list[str])
_WORDS = msgspec.json.Decoder(str | list[str])

Tell = tuple[str, "Raw | None"]
"""The path of a changed object, and the previous value of `additionalProperties`."""


def closed(schema: Raw, place: str, told: list[Tell]) -> Raw:
    """Return the schema with `"additionalProperties": false` at every object in it; the same object if nothing changes.

    Each place that is closed is added to `told`.
    """
    members = _members(schema)
    changed: dict[str, Raw] = {}
    for name, raw in members.items():
        new = raw
        if name in _MAPS:
            new = _map(raw, f"{place}/{pointer_part(name)}", told)
        elif name in _LISTS:
            new = _list(raw, f"{place}/{name}", told)
        elif name in _SINGLE:
            new = closed(raw, f"{place}/{name}", told)
        if new is not raw:
            changed[name] = new
    if _is_object(members) and members.get(_CLOSED) != _FALSE:
        told.append((f"{place}/{_CLOSED}", members.get(_CLOSED)))
        changed[_CLOSED] = _FALSE
    return Raw(ENCODER.encode(members | changed)) if changed else schema


def _members(schema: Raw) -> dict[str, Raw]:
    try:
        return _OBJECT.decode(schema)
    except msgspec.DecodeError:
        return {}


def _map(raw: Raw, place: str, told: list[Tell]) -> Raw:
    members = _members(raw)
    new = {name: closed(each, f"{place}/{pointer_part(name)}", told) for name, each in members.items()}
    return raw if all(new[name] is each for name, each in members.items()) else Raw(ENCODER.encode(new))


def _list(raw: Raw, place: str, told: list[Tell]) -> Raw:
    try:
        items = _ARRAY.decode(raw)
    except msgspec.DecodeError:
        return raw
    new = [closed(each, f"{place}/{n}", told) for n, each in enumerate(items)]
    same = all(one is other for one, other in zip(new, items, strict=True))
    return raw if same else Raw(ENCODER.encode(new))


def _is_object(members: dict[str, Raw]) -> bool:
    """Whether a schema is of objects, by its type or since it names their members."""
    if "type" not in members:
        return "properties" in members
    try:
        words = _WORDS.decode(members["type"])
    except msgspec.DecodeError:
        return False
    return words == "object" or "object" in (words if isinstance(words, list) else ())


def close_objects(schema: Raw, place: str, feature: str, losses: Losses) -> Raw:
    """Close a schema: a missing `additionalProperties` is reported as invented, another value as degraded."""
    told: list[Tell] = []
    new = closed(schema, place, told)
    for path, before in told:
        if before is None:
            losses.invented(path, f"{feature}.{_CLOSED}", _FALSE)
        else:
            losses.degraded(path, f"{feature}.{_CLOSED}", before)
    return new


def has_optional(schema: Raw) -> bool:
    """Whether an object in a schema has a member that it does not require."""
    members = _members(schema)
    try:
        required = _NAMES.decode(members.get("required", b"[]"))
    except msgspec.DecodeError:
        required = []
    inside = [members[name] for name in _SINGLE if name in members]
    for name in _MAPS:
        inside += _members(members.get(name, Raw(b"{}"))).values()
    for name in _LISTS:
        inside += _items(members.get(name, Raw(b"[]")))
    missing = set(_members(members.get("properties", Raw(b"{}")))) - set(required)
    return bool(missing) or any(map(has_optional, inside))


def _items(raw: Raw) -> list[Raw]:
    try:
        return _ARRAY.decode(raw)
    except msgspec.DecodeError:
        return []


@when(RESPONSE_FORMAT)
def close_the_answer(draft: Draft, losses: Losses) -> Draft:
    """The schema of an answer is closed.

    "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false" (Anthropic,
    a refusal)
    """
    return _with_answer(draft, lambda wanted: _closed_answer(draft, wanted, losses))


def _with_answer(draft: Draft, change: Callable[[ResponseFormat], ResponseFormat]) -> Draft:
    settings = draft.settings
    wanted = settings.response_format if settings is not None else None
    if settings is None or wanted is None or wanted.kind != "json_schema" or not wanted.schema:
        return draft
    new = change(wanted)
    return draft if new is wanted else structs.replace(draft, settings=structs.replace(settings, response_format=new))


def _closed_answer(draft: Draft, wanted: ResponseFormat, losses: Losses) -> ResponseFormat:
    if was_read_so(draft, wanted.provider_raw, losses.dialect, "schema"):
        return wanted
    place = "/settings/response_format/schema"
    schema = close_objects(wanted.schema, place, "response_format.schema", losses)
    return wanted if schema is wanted.schema else structs.replace(wanted, schema=schema)


@when(RESPONSE_FORMAT)
def strict_answers_are_closed(draft: Draft, losses: Losses) -> Draft:
    """The schema of a strict answer is closed and requires every member; one with optional members is not strict.

    "'additionalProperties' is required to be supplied and to be false." and "'required' is required to be supplied and
    to be an array including every key in properties." (OpenAI, refusals of a strict schema)
    """
    return _with_answer(draft, lambda wanted: _strict_answer(draft, wanted, losses))


def _strict_answer(draft: Draft, wanted: ResponseFormat, losses: Losses) -> ResponseFormat:
    if not wanted.strict or was_read_so(draft, wanted.provider_raw, losses.dialect, "strict"):
        return wanted
    if has_optional(wanted.schema):
        losses.degraded("/settings/response_format/strict", "response_format.strict", wanted.strict)
        return structs.replace(wanted, strict=False)
    return _closed_answer(draft, wanted, losses)


@when(ODD_TOOLS)
def strict_tools_are_closed(draft: Draft, losses: Losses) -> Draft:
    """The schema of a strict tool's input is closed and requires every member, as that of a strict answer is."""
    settings = draft.settings
    if settings is None or not any(tool.strict and tool.input_schema for tool in settings.tools):
        return draft
    tools = [_strict_tool(draft, tool, f"/settings/tools/{n}", losses) for n, tool in enumerate(settings.tools)]
    return structs.replace(draft, settings=structs.replace(settings, tools=tools))


def _strict_tool(draft: Draft, tool: ToolDefinition, place: str, losses: Losses) -> ToolDefinition:
    raw, dialect = tool.provider_raw, losses.dialect
    if not tool.strict or not tool.input_schema or was_read_so(draft, raw, dialect, "strict"):
        return tool
    if has_optional(tool.input_schema):
        losses.degraded(f"{place}/strict", "tool.strict", tool.strict)
        return structs.replace(tool, strict=False)
    if was_read_so(draft, raw, dialect, "input_schema"):
        return tool
    schema = close_objects(tool.input_schema, f"{place}/input_schema", "tool.input_schema", losses)
    return tool if schema is tool.input_schema else structs.replace(tool, input_schema=schema)
