"""Add `"additionalProperties": false` to schemas, for servers that require it on every object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.codec.values import items_of, members_of, names_of, object_with, text_of
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import pointer_part
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import ODD_TOOLS
from turnwire.lowering.settings import when_set, when_tool

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ResponseFormat, ToolDefinition

_CLOSED: Final = "additionalProperties"
_FALSE: Final = Raw(b"false")
# The keywords in which a schema holds others: by name, in a list, or alone.
_MAPS: Final = ("properties", "$defs", "definitions")
_LISTS: Final = ("anyOf", "allOf", "oneOf", "prefixItems")
_SINGLE: Final = ("items", "not", "if", "then", "else")
Tell = tuple[str, "Raw | None"]
"""The path of a changed object, and the previous value of `additionalProperties`."""


def closed(schema: Raw, place: str, told: list[Tell]) -> Raw:
    """Return the schema with `"additionalProperties": false` at every object in it; the same object if nothing changes.

    Each place that is closed is added to `told`.
    """
    members = members_of(schema)
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
    return object_with(members | changed) if changed else schema


def _map(raw: Raw, place: str, told: list[Tell]) -> Raw:
    members = members_of(raw)
    new = {name: closed(each, f"{place}/{pointer_part(name)}", told) for name, each in members.items()}
    return raw if all(new[name] is each for name, each in members.items()) else object_with(new)


def _list(raw: Raw, place: str, told: list[Tell]) -> Raw:
    items = items_of(raw)
    new = [closed(each, f"{place}/{n}", told) for n, each in enumerate(items)]
    same = all(one is other for one, other in zip(new, items, strict=True))
    return raw if same else Raw(ENCODER.encode(new))


def _is_object(members: dict[str, Raw]) -> bool:
    """Whether a schema is of objects, by its type or since it names their members."""
    kind = members.get("type")
    return "properties" in members if kind is None else text_of(kind) == "object" or "object" in names_of(kind)


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
    members = members_of(schema)
    inside = [members[name] for name in _SINGLE if name in members]
    for name in _MAPS:
        inside += members_of(members.get(name)).values()
    for name in _LISTS:
        inside += items_of(members.get(name))
    missing = members_of(members.get("properties")).keys() - set(names_of(members.get("required")))
    return bool(missing) or any(map(has_optional, inside))


@when_set("response_format")
def close_the_answer(wanted: ResponseFormat, draft: Draft, losses: Losses) -> ResponseFormat:
    """The schema of an answer is closed.

    "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false" (Anthropic,
    a refusal)
    """
    return _closed_answer(draft, wanted, losses) if _has_schema(wanted) else wanted


def _has_schema(wanted: ResponseFormat) -> bool:
    return wanted.kind == "json_schema" and bool(wanted.schema)


def _closed_answer(draft: Draft, wanted: ResponseFormat, losses: Losses) -> ResponseFormat:
    if was_read_so(draft, wanted.provider_raw, losses.dialect, "schema"):
        return wanted
    place = "/settings/response_format/schema"
    schema = close_objects(wanted.schema, place, "response_format.schema", losses)
    return wanted if schema is wanted.schema else structs.replace(wanted, schema=schema)


@when_set("response_format")
def strict_answers_are_closed(wanted: ResponseFormat, draft: Draft, losses: Losses) -> ResponseFormat:
    """The schema of a strict answer is closed and requires every member; one with optional members is not strict.

    "'additionalProperties' is required to be supplied and to be false." and "'required' is required to be supplied and
    to be an array including every key in properties." (OpenAI, refusals of a strict schema)
    """
    if not _has_schema(wanted) or not wanted.strict:
        return wanted
    if was_read_so(draft, wanted.provider_raw, losses.dialect, "strict"):
        return wanted
    if has_optional(wanted.schema):
        losses.degraded("/settings/response_format/strict", "response_format.strict", wanted.strict)
        return structs.replace(wanted, strict=False)
    return _closed_answer(draft, wanted, losses)


@when_tool(ODD_TOOLS)
def strict_tools_are_closed(tool: ToolDefinition, place: str, draft: Draft, losses: Losses) -> ToolDefinition:
    """The schema of a strict tool's input is closed and requires every member, as that of a strict answer is."""
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
