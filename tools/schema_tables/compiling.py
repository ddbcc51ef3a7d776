"""Compiles the definitions of a table to JSON Schema 2020-12.

The definition of an object has no `type`: it stands where the object is referred to, so that a value of another type is
one finding and not two.  There is no `anyOf` over types and no `oneOf`, so that each finding has its exact place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schema_tables.nodes import (
    Alternative,
    Bounds,
    Choice,
    Constant,
    Entries,
    Items,
    Member,
    Named,
    Object,
    Scalar,
    TableError,
    Tagged,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from schema_tables.nodes import Definition

Schema = dict[str, Any]

_TYPES = {"text": "string", "integer": "integer", "number": "number", "boolean": "boolean", "object": "object"}


class Compiler:
    """Compiles expressions over one table's definitions, and collects the definitions that are referred to."""

    def __init__(self, objects: Mapping[str, Definition]) -> None:
        self._objects = objects
        self._inside: list[str] = []
        """The expressions whose alternatives are being compiled in the place of their names."""
        self.definitions: dict[str, Schema] = {}

    def root(self, choice: Choice) -> Schema:
        """Return the schema of a whole document, with what it refers to in `$defs`."""
        found = self.choice(choice, "root")
        name = found.get("$ref", "").removeprefix("#/$defs/")
        if name and not self._is_used(name):
            found = {**{k: v for k, v in found.items() if k != "$ref"}, **self.definitions.pop(name)}
        return {**found, "$defs": dict(sorted(self.definitions.items()))}

    def choice(self, choice: Choice, place: str) -> Schema:
        """Return the schema of an expression."""
        depth = len(self._inside)
        found = self._compiled(self._flat(choice, place), place)
        del self._inside[depth:]
        return found

    def _compiled(self, found: Choice, place: str) -> Schema:
        if Scalar("any") in found.alternatives:
            return {}
        constants = [each.value for each in found.alternatives if isinstance(each, Constant)]
        others = [each for each in found.alternatives if not isinstance(each, Constant)]
        null = [None] if found.null else []
        if not others:
            return _one_of([*constants, *null])
        types = _distinct([_type(each) for each in others], place)
        words = _words(constants, place)
        if words and "string" in types:
            raise TableError(f"{place}: words beside `text` allow nothing more; write `text` alone")
        keywords: Schema = {}
        for each in others:
            keywords |= self._keywords(each, place)
        if words:
            keywords = _words_beside(words, keywords)
        named = [*(["string"] if words else []), *types, *(["null"] if found.null else [])]
        return {"type": named[0] if len(named) == 1 else named, **keywords}

    def _is_used(self, name: str) -> bool:
        return f"'#/$defs/{name}'" in repr(self.definitions)

    def _flat(self, choice: Choice, place: str) -> Choice:
        """Return an expression with the alternatives of other expressions in the place of their names."""
        alternatives: list[Alternative] = []
        null = choice.null
        for each in choice.alternatives:
            inner = self._inlined(each, place)
            alternatives += inner.alternatives
            null = null or inner.null
        if Scalar("any") in alternatives and len(alternatives) > 1:
            raise TableError(f"{place}: `any` stands alone")
        if Scalar("null") in alternatives and len(alternatives) > 1:
            alternatives.remove(Scalar("null"))
            null = True
        if alternatives == [Scalar("null")]:
            return Choice((), null=True)
        return Choice(tuple(alternatives), null)

    def _inlined(self, each: Alternative, place: str) -> Choice:
        if not isinstance(each, Named):
            return Choice((each,))
        found = self._definition(each.name, place)
        if isinstance(found, Object) or _is_union(found):
            return Choice((each,))
        if each.name in self._inside:
            raise TableError(f"{place}: {each.name} is defined by itself")
        self._inside.append(each.name)
        return self._flat(found, place)

    def _definition(self, name: str, place: str) -> Definition:
        found = self._objects.get(name)
        if found is None:
            raise TableError(f"{place}: there is no object {name}")
        return found

    def _keywords(self, each: Alternative, place: str) -> Schema:
        if isinstance(each, Scalar):
            return _of_scalar(each)
        if isinstance(each, Items):
            return {"items": self.choice(each.item, place), **_within(each.bounds, "Items")}
        if isinstance(each, Entries):
            return {"additionalProperties": self.choice(each.value, place), **_within(each.bounds, "Properties")}
        if isinstance(each, Named):
            return self._reference(each.name, place)
        if isinstance(each, Tagged):
            return self._tagged(each, place)
        raise TypeError(each)

    def _reference(self, name: str, place: str) -> Schema:
        if name not in self.definitions:
            self.definitions[name] = {}  # an object may hold itself
            found = self._definition(name, place)
            outside, self._inside = self._inside, []
            if isinstance(found, Object):
                self.definitions[name] = self._object(name, found)
            else:
                self.definitions[name] = self._keywords(found.alternatives[0], name)
            self._inside = outside
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, name: str, found: Object) -> Schema:
        required = [key for key, member in found.members.items() if member.required]
        properties = {key: self._member(f"{name}.{key}", member) for key, member in found.members.items()}
        schema: Schema = {"properties": properties}
        if required:
            schema["required"] = required
        if found.others is not None:
            schema["additionalProperties"] = self.choice(found.others, f"{name}....") or True
        return schema

    def _member(self, place: str, member: Member) -> Schema:
        schema = self.choice(member.type, place)
        return schema if member.sentence is None else {"description": member.sentence, **schema}

    def _tagged(self, union: Tagged, place: str) -> Schema:
        if union.extends:
            raise TableError(f"{place}: `...` stands first in a definition of its own, in a table that extends another")
        words = [word for word, _ in union.branches]
        if len(set(words)) < len(words):
            raise TableError(f"{place}: a word is there twice among the branches")
        schema = self._otherwise(union, words, place)
        for target, chosen in reversed(_by_target(union)):
            schema = {"if": _condition(union.member, chosen), "then": self._branch(target, place), "else": schema}
        if union.optional:
            del schema["if"]["required"]  # it holds without the member, too
        return schema

    def _otherwise(self, union: Tagged, words: list[str], place: str) -> Schema:
        if union.other is not None:
            return self._branch(union.other, place)
        if union.member is None:
            return {"anyOf": [{"required": [word]} for word in words]}
        return {"required": [union.member], "properties": {union.member: _one_of(words)}}

    def _branch(self, name: str, place: str) -> Schema:
        if name in {"any", "object"}:
            return {}
        found = self._definition(name, place)
        if not isinstance(found, Object) and not _is_union(found):
            raise TableError(f"{place}: {name} is no object")
        return self._reference(name, place)


def _type(each: Alternative) -> str:
    if isinstance(each, Scalar):
        return _TYPES[each.name]
    return "array" if isinstance(each, Items) else "object"


def _is_union(found: Choice) -> bool:
    return len(found.alternatives) == 1 and isinstance(found.alternatives[0], Tagged) and not found.null


def _by_target(union: Tagged) -> list[tuple[str, list[str]]]:
    """The objects of a union in their order, each with its words; members are looked for one by one."""
    if union.member is None:
        return [(target, [word]) for word, target in union.branches]
    found: dict[str, list[str]] = {}
    for word, target in union.branches:
        found.setdefault(target, []).append(word)
    return list(found.items())


def _condition(member: str | None, words: list[str]) -> Schema:
    if member is None:
        return {"required": words}
    return {"required": [member], "properties": {member: _one_of(words)}}


def _one_of(values: list[Any]) -> Schema:
    return {"const": values[0]} if len(values) == 1 else {"enum": values}


def _words(constants: list[str | bool], place: str) -> list[str]:
    words = [each for each in constants if isinstance(each, str)]
    if len(words) < len(constants):
        raise TableError(f"{place}: `true` and `false` stand beside words only")
    return words


def _words_beside(words: list[str], keywords: Schema) -> Schema:
    """Return what holds for texts, which are words, and for the other types."""
    chosen = {"if": {"type": "string"}, "then": _one_of(words)}
    return {**chosen, "else": keywords} if "if" in keywords else {**chosen, **keywords}


def _distinct(types: list[str], place: str) -> list[str]:
    number = {"integer", "number"} <= set(types)
    if len(set(types)) < len(types) or number:
        raise TableError(f"{place}: alternatives must differ in their JSON type; use `by` or `one of` for objects")
    return types


def _of_scalar(each: Scalar) -> Schema:
    if each.name == "text":
        pattern = {} if each.pattern is None else {"pattern": each.pattern}
        return {**_within(each.bounds, "Length"), **pattern}
    return dict(_limits(each.bounds))


def _limits(bounds: Bounds | None) -> Iterator[tuple[str, float]]:
    if bounds is None:
        return
    if bounds.least is not None:
        yield "exclusiveMinimum" if bounds.above else "minimum", bounds.least
    if bounds.greatest is not None:
        yield "exclusiveMaximum" if bounds.below else "maximum", bounds.greatest


def _within(bounds: Bounds | None, what: str) -> Schema:
    if bounds is None:
        return {}
    limits = {f"min{what}": bounds.least, f"max{what}": bounds.greatest}
    return {key: value for key, value in limits.items() if value is not None}
