"""Schemas that servers refuse: open objects where they are strict, and alternatives at the root of a tool's schema."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from msgspec import Raw, Struct, structs

from turnwire.codec.values import items_of, members_of, names_of, object_with, text_of
from turnwire.codec.wire import ENCODER
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import ODD_TOOLS, SCHEMA_WORDS
from turnwire.lowering.schema_walk import LISTS, MAPS, SINGLE, rewritten
from turnwire.lowering.settings import when_set, when_tool

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Pass
    from turnwire.model import ResponseFormat, ToolDefinition


_CLOSED: Final = "additionalProperties"
_FALSE: Final = Raw(b"false")


def _is_object(members: dict[str, Raw]) -> bool:
    """Whether a schema is of objects, by its type or since it names their members."""
    kind = members.get("type")
    return "properties" in members if kind is None else text_of(kind) == "object" or "object" in names_of(kind)


def close_objects(schema: Raw, place: str, feature: str, losses: Losses) -> Raw:
    """Close a schema: a missing `additionalProperties` is reported as invented, another value as degraded."""

    def change(members: dict[str, Raw], at: str) -> dict[str, Raw]:
        before = members.get(_CLOSED)
        if not _is_object(members) or before == _FALSE:
            return members
        if before is None:
            losses.invented(f"{at}/{_CLOSED}", f"{feature}.{_CLOSED}", _FALSE)
        else:
            losses.degraded(f"{at}/{_CLOSED}", f"{feature}.{_CLOSED}", before)
        return members | {_CLOSED: _FALSE}

    return rewritten(schema, place, change)


def has_optional(schema: Raw) -> bool:
    """Whether an object in a schema has a member that it does not require."""
    members = members_of(schema)
    inside = [members[name] for name in SINGLE if name in members]
    for name in MAPS:
        inside += members_of(members.get(name)).values()
    for name in LISTS:
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


ALTERNATIVES: Final = ("anyOf", "oneOf", "allOf")
_IS_OBJECT: Final = Raw(b'"object"')
_DEFS: Final = ("#/$defs/", "#/definitions/")
_DEEPEST: Final = 8


@functools.cache
def plain_roots(*words: str) -> Pass:
    """Make a pass that leaves these words out at the root of each function's schema.

    Args:
        words: the refused words: those of `ALTERNATIVES`, and others such as `not`, which are left out.
    """

    @when_tool(SCHEMA_WORDS)
    def rule(tool: ToolDefinition, place: str, draft: Draft, losses: Losses) -> ToolDefinition:
        members = _refused(tool, words)
        if not members or was_read_so(draft, tool.provider_raw, losses.dialect, "input_schema"):
            return tool
        for word in words:
            if word in members:
                losses.degraded(f"{place}/input_schema/{word}", "tool.input_schema", members[word])
        if members.get("type") != _IS_OBJECT:
            losses.invented(f"{place}/input_schema/type", "tool.input_schema.type", "object")
        folded = {name: raw for name, raw in folded_root(members).items() if name not in words}
        return structs.replace(tool, input_schema=object_with(folded | {"type": _IS_OBJECT}))

    return rule


def _refused(tool: ToolDefinition, words: tuple[str, ...]) -> dict[str, Raw]:
    """The members of a schema's root, if any of them is refused."""
    if tool.provider_tool is not None or not tool.input_schema:
        return {}
    text = bytes(tool.input_schema)
    if not any(word.encode() in text for word in words):
        return {}
    members = members_of(tool.input_schema)
    return members if any(word in members for word in words) else {}


def folded_root(members: dict[str, Raw]) -> dict[str, Raw]:
    """Return the members of an object's schema, with the members of its alternatives."""
    fold = _Fold(members, frozenset(members_of(members.get("properties"))))
    required = fold.take(members, 0)
    changed: dict[str, Raw] = {}
    if fold.properties:
        changed["properties"] = object_with({name: fold.schema_of(name) for name in fold.properties})
    if required:
        changed["required"] = Raw(ENCODER.encode(list(required)))
    return members | changed


class _Fold(Struct):
    """One schema while it is made a plain object."""

    root: dict[str, Raw]
    own: frozenset[str]
    """The root's own members: its word on them holds for every alternative."""
    properties: dict[str, dict[bytes, Raw]] = {}
    """The schemas of each member, without those that are equal."""
    followed: set[str] = set()
    """The definitions that a reference led to: each is read once."""

    def take(self, members: dict[str, Raw], depth: int) -> dict[str, None]:
        """Take the members of a schema and of its alternatives, and return the names of those that it requires."""
        for name, schema in members_of(members.get("properties")).items():
            if not depth or name not in self.own:
                self.properties.setdefault(name, {}).setdefault(bytes(schema), schema)
        required = dict.fromkeys(names_of(members.get("required")))
        for word in ALTERNATIVES if depth < _DEEPEST else ():
            found = [self.take(self._resolved(each), depth + 1) for each in items_of(members.get(word))]
            if word == "allOf":
                for names in found:
                    required |= names
            elif found:
                required |= {name: None for name in found[0] if all(name in names for names in found)}
        return required

    def schema_of(self, name: str) -> Raw:
        """The schema of a member: one of several, where alternatives differ."""
        schemas = list(self.properties[name].values())
        return schemas[0] if len(schemas) == 1 else object_with({"anyOf": schemas})

    def _resolved(self, schema: Raw) -> dict[str, Raw]:
        """The members of an alternative; a reference into the definitions of the root is followed."""
        members = members_of(schema)
        target = text_of(members.get("$ref")) or ""
        for start in _DEFS:
            if target.startswith(start) and target not in self.followed:
                self.followed.add(target)
                defined = members_of(self.root.get(start.strip("#/")))
                return members_of(defined.get(target.removeprefix(start)))
        return members
