"""Merge alternative schemas into one: for `anyOf` and `oneOf`, and for the members of a tuple.

The merged schema accepts whatever any of them accepts, with one documented exception: a property that only some of
them declare keeps its schema.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.tool_schemas.joining import listed, one_or_list
from turnwire.validation.tool_schemas.nodes import ANNOTATIONS, Node, Said, Told, key_of
from turnwire.validation.tool_schemas.rules import TYPES, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# "minLength [...] A string instance is valid against this keyword if": instances of other types are not looked at
# (JSON Schema 2020-12, Validation, 6).
_OF_TYPES: Final = {
    **dict.fromkeys(("minimum", "maximum"), frozenset({"integer", "number"})),
    **dict.fromkeys(("minLength", "maxLength", "pattern"), frozenset({"string"})),
    **dict.fromkeys(("minItems", "maxItems", "items"), frozenset({"array"})),
    **dict.fromkeys(("properties", "required", "additionalProperties"), frozenset({"object"})),
    "format": frozenset(TYPES) - {"null"},
}
_WIDEST: Final[dict[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("minimum", "minLength", "minItems"), min),
    **dict.fromkeys(("maximum", "maxLength", "maxItems"), max),
}


def either(branches: list[Node], told: Told) -> Node:
    """Merge the branches into one schema, and report what it leaves out."""
    if len(branches) == 1:
        return branches[0]
    joined: Node = {}
    for word in dict.fromkeys(word for branch in branches for word in branch if word not in ("enum", "const")):
        said = _word(word, branches, told)
        if said is not None:
            joined[word] = said.with_places_of(branch[word] for branch in branches if word in branch)
    return joined | _choices(branches, told)


def is_exact(branches: list[Node], *, one_only: bool) -> bool:
    """Return whether `either` is equivalent to `anyOf` of these, or with `one_only` to `oneOf` of these."""
    if len(branches) == 1:
        return True
    if all(choices(branch) is not None and _says_choices(branch) for branch in branches):
        keys = [{key_of(each) for each in choices(branch) or []} for branch in branches]
        return not one_only or sum(map(len, keys)) == len(set().union(*keys))
    if any("enum" in branch or "const" in branch for branch in branches):
        return False
    if _are_apart(branches):
        return sum("format" in branch for branch in branches) <= 1
    return not one_only and all(branch.keys() <= {"type", *ANNOTATIONS} and "type" in branch for branch in branches)


def _are_apart(branches: list[Node]) -> bool:
    if len(branches) > len(TYPES) or not all("type" in branch for branch in branches):
        return False
    return not any(_overlap(*pair) for pair in combinations(map(_types, branches), 2))


def choices(branch: Node) -> list[Any] | None:
    """Return the values that a schema lists; null alone is one value."""
    if "enum" in branch:
        found: list[Any] = branch["enum"].value
        return found
    if "const" in branch:
        return [branch["const"].value]
    return [None] if "type" in branch and listed(branch["type"].value) == ["null"] else None


def _says_choices(branch: Node) -> bool:
    """Return whether the list is the schema's only constraint: its types fit the values in it."""
    if not branch.keys() <= {"type", "enum", "const", *ANNOTATIONS} or {"enum", "const"} <= branch.keys():
        return False
    return all(_type_of(value) & _types(branch) for value in choices(branch) or [])


def _type_of(value: Any) -> set[str]:
    if is_number(value):
        is_fraction = isinstance(value, float) and not value.is_integer()
        return {"number"} if is_fraction else {"number", "integer"}
    kinds = {bool: "boolean", str: "string", list: "array", dict: "object"}
    return {kinds.get(type(value), "null")}


def _types(branch: Node) -> set[str]:
    return set(listed(branch["type"].value)) if "type" in branch else set(TYPES)


def _overlap(some: set[str], others: set[str]) -> bool:
    numbers = {"integer", "number"}
    return bool(some & others or (some & numbers and others & numbers))


def _choices(branches: list[Node], told: Told) -> Node:
    found = [(word, branch[word]) for branch in branches for word in ("enum", "const") if word in branch]
    values = [choices(branch) for branch in branches]
    if not found:
        return {}
    if any(value is None for value in values):
        for word, said in found:
            told.gone(word, said)
        return {}
    kept = {key_of(each): each for value in values for each in value or []}
    first = Said(list(kept.values()), found[0][1].place)
    return {"enum": first.with_places_of(said for _, said in found)}


def _word(word: str, branches: list[Node], told: Told) -> Said | None:
    kinds = _OF_TYPES.get(word)
    concerned = [branch for branch in branches if kinds is None or kinds & _types(branch)]
    found = [branch[word] for branch in branches if word in branch]
    if word in ANNOTATIONS:
        return _the_first(word, found, told)
    # A keyword that a branch lacks, or that cannot apply to it, does not hold for all.
    silent = not concerned or any(word not in branch for branch in concerned)
    if silent and word != "properties":
        _leave_out(word, found, told)
        return None
    return _WORDS.get(word, _all_equal)(word, found, told)


def _leave_out(word: str, found: Iterable[Said], told: Told) -> None:
    for said in found:
        told.gone(word, said)


def _the_first(word: str, found: list[Said], told: Told) -> Said:
    for said in found[1:]:
        if key_of(said.value) != key_of(found[0].value):
            told.gone(word, said)
    return found[0]


def _all_equal(word: str, found: list[Said], told: Told) -> Said | None:
    if len({key_of(said.value) for said in found}) == 1:
        return found[0]
    if word in _WIDEST:
        return _the_widest(word, found, told)
    _leave_out(word, found, told)
    return None


def _the_widest(word: str, found: list[Said], told: Told) -> Said:
    value = _WIDEST[word](said.value for said in found)
    for said in found:
        if said.value != value:
            told.each("degraded", word, said)
    return next(said for said in found if said.value == value)


def _all_types(word: str, found: list[Said], told: Told) -> Said:
    words = list(dict.fromkeys(each for said in found for each in listed(said.value)))
    if "number" in words and "integer" in words:
        words.remove("integer")
        for said in found:
            if "integer" in listed(said.value):
                told.each("degraded", word, said)
    return Said(one_or_list(words), found[0].place)


def _properties(word: str, found: list[Said], told: Told) -> Said:  # noqa: ARG001 - one shape for all
    nodes: dict[str, list[Node]] = {}
    for said in found:
        for name, node in said.value.items():
            nodes.setdefault(name, []).append(node)
    return Said({name: either(each, told) for name, each in nodes.items()}, found[0].place)


def _items(word: str, found: list[Said], told: Told) -> Said:  # noqa: ARG001 - one shape for all
    return Said(either([said.value for said in found], told), found[0].place)


def _required(word: str, found: list[Said], told: Told) -> Said | None:
    kept = [name for name in found[0].value if all(name in said.value for said in found)]
    for said in found:
        if set(said.value) != set(kept):
            told.each("degraded", word, said)
    return Said(kept, found[0].place) if kept else None


_WORDS: Final[dict[str, Callable[[str, list[Said], Told], Said | None]]] = {
    "type": _all_types,
    "properties": _properties,
    "items": _items,
    "required": _required,
}
