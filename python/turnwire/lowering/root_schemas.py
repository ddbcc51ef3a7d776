"""Fold the alternatives at the root of a tool's schema into one object, for servers that refuse them there.

Servers of the Model Context Protocol often say "one of these members" so:
`{"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}`.  The members of all alternatives become
members of the root; those that every alternative requires are required.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from msgspec import Raw, Struct, structs

from turnwire.codec.values import items_of, members_of, names_of, object_with, text_of
from turnwire.codec.wire import ENCODER
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import SCHEMA_WORDS
from turnwire.lowering.settings import when_tool

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Pass
    from turnwire.model import ToolDefinition

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
    """One schema on its way to a plain object."""

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
