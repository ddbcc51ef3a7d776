"""A value that a schema allows, made from the schema: the smallest that has what is required."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from turnwire.validation.schema_files import absolute, node_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TEXTS = (
    "x",
    "1",
    "1s",
    "2026-01-02T03:04:05Z",
    "srvtoolu_1",
    "s3://bucket/key",
    "123456789012",
    "tu_01HZ0000000000000000000100",
    "data:audio/wav;base64,UklGRg==",
    "",
)
"""Texts of which one has each pattern and each format of the schemas."""
_DEEPEST = 12


class Part(NamedTuple):
    """A schema inside a file, with the `$id` of the file."""

    node: Any
    base: str

    def at(self, *steps: str | int) -> Part:
        """Return the schema further inside."""
        node = self.node
        for step in steps:
            node = node[step]
        return Part(node, self.base)

    def target(self) -> Part:
        """Return what the `$ref` leads to."""
        base, _, pointer = absolute(self.node["$ref"], self.base).partition("#")
        return Part(node_at(base, pointer), base)


class Guard(NamedTuple):
    """A condition, and whether it holds."""

    part: Part
    holds: bool


def in_place(part: Part, guards: tuple[Guard, ...] = ()) -> Iterator[tuple[Part, tuple[Guard, ...]]]:
    """Yield the schemas that one and the same value is compared with, and under which conditions."""
    node = part.node
    if not isinstance(node, dict):
        return
    yield part, guards
    if "$ref" in node:
        yield from in_place(part.target(), guards)
    for keyword in ("allOf", "anyOf"):
        for at in range(len(node.get(keyword, ()))):
            inner = part.at(keyword, at)
            yield from in_place(inner, (*guards, Guard(inner, holds=True)) if keyword == "anyOf" else guards)
    for keyword, holds in (("then", True), ("else", False)):
        if keyword in node:
            yield from in_place(part.at(keyword), (*guards, Guard(part.at("if"), holds)))


@dataclass
class _Merged:
    """What several schemas demand of one value."""

    types: tuple[str, ...] | None = None
    words: list[Any] | None = None
    required: dict[str, None] = field(default_factory=dict)
    members: dict[str, list[Part]] = field(default_factory=dict)
    items: list[Part] = field(default_factory=list)
    free: list[Part] = field(default_factory=list)
    bounds: dict[str, Any] = field(default_factory=dict)
    patterns: list[str] = field(default_factory=list)

    def add(self, part: Part) -> None:
        """Demand what the schema itself says, without what it leads to."""
        node = part.node
        if "type" in node:
            wanted = (node["type"],) if isinstance(node["type"], str) else tuple(node["type"])
            self.types = wanted if self.types is None else tuple(each for each in self.types if each in wanted)
        if "const" in node or "enum" in node:
            words = [node["const"]] if "const" in node else node["enum"]
            self.words = words if self.words is None else [each for each in self.words if each in words]
        self.required |= dict.fromkeys(node.get("required", ()))
        for name in node.get("properties", {}):
            self.members.setdefault(name, []).append(part.at("properties", name))
        self.items += [part.at("items")] if "items" in node else []
        self.free += [part.at("additionalProperties")] if isinstance(node.get("additionalProperties"), dict) else []
        self.bounds |= {name: node[name] for name in node if name.startswith(("min", "max", "exclusive"))}
        self.patterns += [node["pattern"]] if "pattern" in node else []

    def may(self, condition: Any) -> bool:
        """Whether a value can satisfy a condition as well."""
        wanted = condition.get("type", self.types)
        types = (wanted,) if isinstance(wanted, str) else wanted
        if self.types is not None and types is not None and not set(self.types) & set(types):
            return False
        return all(self._may_be(name, inner) for name, inner in condition.get("properties", {}).items())

    def _may_be(self, name: str, inner: Any) -> bool:
        words = [inner["const"]] if "const" in inner else inner.get("enum")
        if words is None or name not in self.members:
            return True
        return bool(_merged(self.members[name], ()).allowed(words))

    def allowed(self, words: list[Any]) -> list[Any]:
        """Return those of the words that fit."""
        return words if self.words is None else [each for each in self.words if each in words]


def sample(parts: Sequence[Part], guards: tuple[Guard, ...] = (), depth: int = 0) -> Any:
    """Return a value that all the schemas allow and for which the guards hold, where there is one.

    What is returned may not fit where the schemas are intricate: whoever uses it compares it with the schema.
    """
    if depth > _DEEPEST:
        return None
    merged = _merged(parts, guards)
    if merged.words:
        return merged.words[0]
    kind = next((each for each in merged.types or () if each != "null"), None)
    if kind is None:
        kind = "null" if merged.types else _likely(merged)
    return _MAKERS[kind](merged, depth)


def _merged(parts: Sequence[Part], guards: tuple[Guard, ...]) -> _Merged:
    merged = _Merged()
    decided = {id(guard.part.node): guard.holds for guard in guards}
    for guard in guards:
        if guard.holds:
            _collect(guard.part, merged, decided)
    for part in parts:
        _collect(part, merged, decided)
    return merged


def _collect(part: Part, merged: _Merged, decided: dict[int, bool]) -> None:
    node = part.node
    if not isinstance(node, dict):
        return
    merged.add(part)
    if "$ref" in node:
        _collect(part.target(), merged, decided)
    for at in range(len(node.get("allOf", ()))):
        _collect(part.at("allOf", at), merged, decided)
    if "anyOf" in node:
        _collect(part.at("anyOf", _branch(node["anyOf"], merged, decided)), merged, decided)
    if "if" in node:
        holds = decided.get(id(node["if"]), merged.may(node["if"]))
        if holds:
            _collect(part.at("if"), merged, decided)
        if ("then" if holds else "else") in node:
            _collect(part.at("then" if holds else "else"), merged, decided)


def _branch(branches: list[Any], merged: _Merged, decided: dict[int, bool]) -> int:
    places = range(len(branches))
    taken = [at for at in places if decided.get(id(branches[at]))]
    fulfilled = [at for at in places if merged.required.keys() & branches[at].get("required", ())]
    return (taken or fulfilled or [at for at in places if merged.may(branches[at])] or [0])[0]


def _likely(merged: _Merged) -> str:
    if merged.items or "minItems" in merged.bounds:
        return "array"
    if merged.patterns or "minLength" in merged.bounds or "maxLength" in merged.bounds:
        return "string"
    return "number" if "minimum" in merged.bounds or "maximum" in merged.bounds else "object"


def _text(merged: _Merged, _: int) -> str:
    fitting = (each for each in _TEXTS if all(re.search(pattern, each) for pattern in merged.patterns))
    text: str = next(fitting, "x")
    return text.ljust(int(merged.bounds.get("minLength", 0)), "x")


def _number(merged: _Merged, _: int) -> float:
    """Return 1, or the number in the bounds that is next to it."""
    least = merged.bounds.get("minimum", merged.bounds.get("exclusiveMinimum", -1) + 1)
    found = min(max(least, 1), merged.bounds.get("maximum", 1)) if least <= 1 else least
    return int(found) if found == int(found) else found


def _object(merged: _Merged, depth: int) -> dict[str, Any]:
    made = {name: sample(merged.members.get(name, [Part({}, "")]), (), depth + 1) for name in merged.required}
    names = itertools.chain(merged.members, (f"x{n}" for n in itertools.count()))
    while len(made) < merged.bounds.get("minProperties", 0):
        name = next(names)
        made.setdefault(name, sample(merged.members.get(name, merged.free or [Part({}, "")]), (), depth + 1))
    return made


def _array(merged: _Merged, depth: int) -> list[Any]:
    parts = merged.items or [Part({}, "")]
    return [sample(parts, (), depth + 1) for _ in range(merged.bounds.get("minItems", 0))]


_MAKERS = {
    "object": _object,
    "array": _array,
    "string": _text,
    "integer": _number,
    "number": _number,
    "boolean": lambda *_: True,
    "null": lambda *_: None,
}
