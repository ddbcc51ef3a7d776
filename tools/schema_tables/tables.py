"""Reads a table: its YAML, the expressions in it, and the table that it extends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import yaml

from schema_tables.expressions import parse
from schema_tables.nodes import Choice, Definition, Member, Object, TableError, Tagged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

KINDS = ("request", "response", "error")
_KEYS = {"dialect", "title", "version", "source", "spelling", "extends", "objects", *KINDS}
_PROTOJSON = "protojson"
_REMOVED = "none"
_BASE, _OTHERS = "<<", "..."
_PAIR = 2
# PyYAML ends a text without quotes at a `?` inside of `[]`; YAML 1.2 ends it at a `?` before a blank.
_QUESTION = "\ue000"


@dataclass(frozen=True, slots=True)
class Table:
    """A whole table, with everything from the table that it extends."""

    dialect: str
    title: str
    version: str
    source: str
    roots: Mapping[str, Choice]
    objects: Mapping[str, Definition]
    spelling: str = ""
    """`protojson`: whatever a parser of ProtoJSON takes besides is allowed, too (`schema_tables.protojson`)."""


class _Loader(yaml.BaseLoader):
    """Every scalar is text, which may hold `?` in a list, too; and a repeated key is an error."""

    def __init__(self, text: str) -> None:
        super().__init__(text.replace("?", _QUESTION))

    def construct_scalar(self, node: yaml.ScalarNode) -> str:
        return str(super().construct_scalar(node)).replace(_QUESTION, "?")

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        found = super().compose_mapping_node(anchor)
        seen = set()
        for key, _ in found.value:
            if key.value in seen:
                raise TableError(f"line {key.start_mark.line + 1}: {key.value!r} is there twice")
            seen.add(key.value)
        return found


def load(dialect: str, text_of: Callable[[str], str]) -> Table:
    """Return the table of a dialect.

    Args:
        dialect: its name.
        text_of: gives the text of the table of a dialect.

    Raises:
        TableError: the table is wrong; the message names the table, the object and the member.
    """
    try:
        return _table(dialect, _parsed(text_of(dialect)), text_of)
    except (TableError, yaml.YAMLError) as error:
        raise TableError(f"{dialect}: {error}") from None


def _parsed(text: str) -> dict[str, Any]:
    found = yaml.load(text, _Loader)  # noqa: S506 - it makes texts, lists and mappings only
    if not isinstance(found, dict):
        raise TableError("a table is a mapping")
    if unknown := found.keys() - _KEYS:
        raise TableError(f"{', '.join(sorted(unknown))}: no key of a table; there are {', '.join(sorted(_KEYS))}")
    return found


def _table(dialect: str, raw: dict[str, Any], text_of: Callable[[str], str]) -> Table:
    if raw.get("dialect") != dialect:
        raise TableError(f"`dialect` must be {dialect}")
    base = load(raw["extends"], text_of) if "extends" in raw else None
    objects: dict[str, Definition] = dict(base.objects) if base else {}
    for name, given in (raw.get("objects") or {}).items():
        objects[name] = _definition(name, given, objects.get(name))
    roots = dict(base.roots) if base else {}
    roots |= {kind: _choice(kind, raw[kind]) for kind in KINDS if kind in raw}
    for name, given in (raw.get("objects") or {}).items():
        if isinstance(given, dict) and _BASE in given:
            objects[name] = _with_bases(name, given[_BASE], objects)
    return Table(
        dialect=dialect,
        title=raw.get("title", dialect),
        version=raw.get("version", "1"),
        source=raw.get("source") or (base.source if base else ""),
        roots=roots,
        objects=objects,
        spelling=_spelling(raw.get("spelling", base.spelling if base else "")),
    )


def _spelling(given: str) -> str:
    if given not in ("", _PROTOJSON):
        raise TableError(f"`spelling` is {_PROTOJSON}, or left out")
    return given


def _definition(name: str, given: Any, base: Definition | None) -> Definition:
    if isinstance(given, str):
        return _extended(name, _choice(name, given), base)
    if not isinstance(given, dict):
        raise TableError(f"{name}: an object is a mapping of members, or an expression")
    found = Object(dict(base.members), base.others) if isinstance(base, Object) else Object({})
    for key, value in given.items():
        if key == _BASE:
            continue
        if key == _OTHERS:
            found = replace(found, others=_choice(f"{name}.{key}", value))
        else:
            _add(found.members, name, key, value)
    return found


def _add(members: dict[str, Member], name: str, key: str, value: Any) -> None:
    member = key.removesuffix("!")
    if value == _REMOVED:
        if members.pop(member, None) is None:
            raise TableError(f"{name}.{member}: `none` removes a member of the extended table, which has no such one")
        return
    expression, sentence = value if isinstance(value, list) and len(value) == _PAIR else (value, None)
    if not isinstance(expression, str):
        raise TableError(f"{name}.{member}: a member has a type, or a list of a type and a sentence")
    members[member] = Member(_choice(f"{name}.{member}", expression), key.endswith("!"), sentence)


def _extended(name: str, given: Choice, base: Definition | None) -> Choice:
    """Put the branches of the extended table in front, where `...` asks for them."""
    first = given.alternatives[0]
    if not isinstance(first, Tagged) or not first.extends:
        return given
    old = base.alternatives[0] if isinstance(base, Choice) else None
    if not isinstance(old, Tagged) or old.member != first.member:
        raise TableError(f"{name}: `...` stands for the branches of the extended table, which has no such definition")
    new = dict(first.branches)
    kept = tuple((word, new.pop(word, target)) for word, target in old.branches if new.get(word) != _REMOVED)
    added = tuple((word, target) for word, target in new.items() if target != _REMOVED)
    branches = kept + added
    return Choice((replace(old, branches=branches, other=first.other or old.other),), given.null)


def _with_bases(name: str, bases: Any, objects: Mapping[str, Definition]) -> Object:
    members: dict[str, Member] = {}
    others = None
    for base in [bases] if isinstance(bases, str) else bases:
        found = objects.get(base)
        if not isinstance(found, Object):
            raise TableError(f"{name}.<<: there is no object {base}")
        members |= found.members
        others = others or found.others
    own = objects[name]
    if not isinstance(own, Object):
        raise TableError(f"{name}: only objects extend others")
    return Object(members | own.members, own.others or others)


def _choice(place: str, given: Any) -> Choice:
    if not isinstance(given, str):
        raise TableError(f"{place}: an expression is text")
    try:
        return parse(given)
    except TableError as error:
        raise TableError(f"{place}: {error}") from None
