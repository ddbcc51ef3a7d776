"""Reduce any schema to one that keeps to the rules, and report the losses.

The reduced schema accepts every input that the original accepts, so no valid input becomes invalid.
Therefore constraints that cannot be expressed are left out, never guessed; a tool still checks its input against its
own schema.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from turnwire.codec.limits import FREE_DEPTH
from turnwire.documents.residue import pointer_part
from turnwire.losses import Losses
from turnwire.validation.tool_schemas.checking import tree_of
from turnwire.validation.tool_schemas.joining import both
from turnwire.validation.tool_schemas.nodes import Node, Said, Told, plain
from turnwire.validation.tool_schemas.references import Base, Names, base_at, referred
from turnwire.validation.tool_schemas.rules import SETS, is_sound
from turnwire.validation.tool_schemas.unions import either, is_exact

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import Loss
    from turnwire.validation.tool_schemas.rules import KeywordSet, Rules

TARGET: Final = "portable"
"""The dialect named in a loss."""

MOST_INLINED: Final = 20_000
"""Schemas that references may put into one: definitions that double each other have no other end."""

DEEPEST: Final = 64
"""Levels down to which references are followed."""


class Here(Struct, frozen=True):
    """The context of a walk: the base of references, the level, and the levels of JSON above."""

    base: Base
    level: int
    depth: int

    def inside(self, levels: int) -> Here:
        """Return the context of a schema inside, so many levels of JSON deeper."""
        return Here(self.base, self.level + 1, self.depth + levels)


class At(Struct):
    """One schema while its keywords are reduced."""

    schema: dict[str, Any]
    place: str
    here: Here
    words: Node = {}

    def of(self, word: str) -> str:
        """Return the place of a keyword."""
        return f"{self.place}/{pointer_part(word)}"


class Reduction:
    """The reduction of one schema."""

    def __init__(self, known: KeywordSet, told: Told) -> None:
        self.allowed = known.allowed
        self.told = told
        self.following = [""]
        self.names: dict[str, Names] = {}
        self.inlined: set[str] = set()
        self.definitions: dict[str, tuple[str, Any]] = {}
        self._count = 0

    def node(self, schema: Any, place: str, here: Here) -> Node:
        """Reduce a schema and report its losses; a value that is not a schema becomes one that accepts everything."""
        if schema is True:
            self.told.reshaped(place, "", schema)
            return {}
        if not isinstance(schema, dict):
            self.told.dropped(place, "", schema)
            return {}
        self._count += len(self.following) > 1
        at = At(schema, place, Here(base_at(schema, place, here.base), here.level, here.depth))
        for word, value in schema.items():
            if word not in _RULES:
                self._plain(at, word, value)
        for word, rule in _RULES.items():
            if word in schema:
                rule(self, at, word, schema[word])
        # In the order of the original schema, as far as possible.
        return {word: at.words[word] for word in (*schema, *at.words) if word in at.words}

    def _plain(self, at: At, word: str, value: Any) -> None:
        if word in self.allowed and is_sound(word, value):
            at.words[word] = Said(value, at.of(word))
        else:
            self.told.dropped(at.of(word), word, value)

    def may_follow(self, target: Any, place: str, here: Here) -> bool:
        """Return whether a reference can be replaced by its target: it is not recursive, and not too deep."""
        if place in self.following or here.level > DEEPEST or self._count > MOST_INLINED:
            return False
        return here.depth + _depth(target) <= FREE_DEPTH

    def report_definitions(self) -> None:
        """Report the definitions, which are now inlined where they were referred to, or gone."""
        for place, (word, value) in self.definitions.items():
            tell = self.told.reshaped if place in self.inlined else self.told.dropped
            tell(place, word, value)


def _depth(tree: Any) -> int:
    """Return the levels of objects and lists."""
    levels, row = 0, [tree]
    while row := [node for node in row if isinstance(node, dict | list)]:
        levels += 1
        row = [child for node in row for child in (node.values() if isinstance(node, dict) else node)]
    return levels


def portable(schema: Any, rules: Rules = "documented", *, path: str = "") -> tuple[dict[str, Any], tuple[Loss, ...]]:
    """Reduce a schema to one that passes `check` by these rules, and return it with the losses.

    `schema` is a tree of plain JSON, or JSON text as bytes or msgspec.Raw; it is not changed.
    Each loss has the place in the original schema, with `path` before it, and the value that was there.
    Numbers that no double holds are `decimal.Decimal`, so that `turnwire.codec.json.dumps` writes them to the digit.

    Raises:
        InvalidDocument: it is not JSON, or deeper than a document may be.
    """
    tree = tree_of(schema)
    losses = Losses(TARGET)
    reduction = Reduction(SETS[rules], Told(losses, tree, path))
    base = Base(tree if isinstance(tree, dict) else {}, "")
    reduced = plain(reduction.node(tree, "", Here(base, 0, 0)))
    reduction.report_definitions()
    return reduced, tuple(losses.found)


def _properties(reduction: Reduction, at: At, word: str, value: Any) -> None:
    if not isinstance(value, dict):
        reduction.told.dropped(at.of(word), word, value)
        return
    nodes = {}
    for name, inner in value.items():
        place = f"{at.of(word)}/{pointer_part(name)}"
        if inner is False:  # it may not be there; without its name it may be anything
            reduction.told.dropped(place, word, inner)
        else:
            nodes[name] = reduction.node(inner, place, at.here.inside(2))
    at.words[word] = Said(nodes, at.of(word))


def _items(reduction: Reduction, at: At, word: str, value: Any) -> None:
    prefix = at.schema.get("prefixItems")
    if isinstance(value, list):
        _tuple(reduction, at, word, value)
    elif isinstance(prefix, list) and prefix:
        pass  # it is about the rest of a tuple
    elif value is False or not isinstance(value, dict | bool):
        reduction.told.dropped(at.of(word), word, value)
    else:
        at.words[word] = Said(reduction.node(value, at.of(word), at.here.inside(1)), at.of(word))


def _prefix(reduction: Reduction, at: At, word: str, value: Any) -> None:
    if isinstance(value, list) and value and not isinstance(at.schema.get("items"), list):
        _tuple(reduction, at, word, value)
    else:
        reduction.told.dropped(at.of(word), word, value)


def _tuple(reduction: Reduction, at: At, word: str, value: list[Any]) -> None:
    """Reduce a tuple to one schema for all items, if the items after the first ones are limited too."""
    rest_word = "additionalItems" if word == "items" else "items"
    rest = at.schema.get(rest_word, True)
    if rest_word in at.schema and not isinstance(rest, dict):
        reduction.told.dropped(at.of(rest_word), rest_word, rest)
    if not isinstance(rest, dict) and not (rest is False and value):
        # Any item may follow, so that no schema holds for all.
        reduction.told.dropped(at.of(word), word, value)
        return
    reduction.told.degraded(at.of(word), word, value)
    nodes = [reduction.node(each, f"{at.of(word)}/{n}", at.here.inside(1)) for n, each in enumerate(value)]
    if isinstance(rest, dict):
        nodes.append(reduction.node(rest, at.of(rest_word), at.here.inside(1)))
    at.words["items"] = Said(either(nodes, reduction.told), at.of(word))


def _rest(reduction: Reduction, at: At, word: str, value: Any) -> None:
    items = at.schema.get("items")
    if not (isinstance(items, list) and isinstance(value, dict)):
        reduction.told.dropped(at.of(word), word, value)


def _additional(reduction: Reduction, at: At, word: str, value: Any) -> None:
    place, patterns = at.of(word), at.schema.get("patternProperties")
    if value == {}:
        reduction.told.reshaped(place, word, value)
        value = True
    # Without the patterns, "no others" would refuse what they take.
    if not isinstance(value, bool) or (value is False and patterns):
        reduction.told.dropped(place, word, value)
    else:
        at.words[word] = Said(value, place)


def _definitions(reduction: Reduction, at: At, word: str, value: Any) -> None:
    if not isinstance(value, dict) or not value:
        reduction.told.dropped(at.of(word), word, value)
        return
    for name, inner in value.items():
        reduction.definitions.setdefault(f"{at.of(word)}/{pointer_part(name)}", (word, inner))


def _const(reduction: Reduction, at: At, word: str, value: Any) -> None:
    said = Said(value, at.of(word))
    if word in reduction.allowed:
        at.words[word] = said
    elif not _has_room_for_list(at, value):
        reduction.told.dropped(said.place, word, value)
    else:
        reduction.told.reshaped(said.place, word, value)
        at.words = both(at.words, {"enum": Said([value], said.place)}, reduction.told)


def _has_room_for_list(at: At, value: Any) -> bool:
    """Return whether a value can be put into a list of one, which is one level deeper."""
    return at.here.depth + 2 + _depth(value) <= FREE_DEPTH


def _nullable(reduction: Reduction, at: At, word: str, value: Any) -> None:
    # OpenAPI 3.0.3, Schema Object: "A true value adds "null" to the allowed type specified by the type keyword, only
    # if type is explicitly defined within the same Schema Object."
    const = at.words.get("const")
    if value is not True or not at.words.keys() & {"type", "enum", "const"}:
        reduction.told.dropped(at.of(word), word, value)
        return
    reduction.told.reshaped(at.of(word), word, value)
    if const is not None:
        del at.words["const"]
        if _has_room_for_list(at, const.value):
            reduction.told.reshaped(const.place, "const", const.value)
            at.words = both(at.words, {"enum": Said([const.value], const.place)}, reduction.told)
        else:
            reduction.told.gone("const", const)
    own: Node = {each: at.words[each] for each in ("type", "enum") if each in at.words}
    null: Node = {"type": Said("null", at.of(word))} if "type" in own else {"enum": Said([None], at.of(word))}
    at.words |= either([own, null], reduction.told)


def _exclusive(reduction: Reduction, at: At, word: str, value: Any) -> None:
    bound = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[word]
    if bound not in reduction.allowed or not is_sound(bound, value):
        reduction.told.dropped(at.of(word), word, value)
        return
    beside, types = at.words.get(bound), at.words.get("type")
    step = 1 if bound == "minimum" else -1
    if beside is not None and _is_narrower(beside.value, value, bound):
        reduction.told.reshaped(at.of(word), word, value)  # the members beside it say more
        return
    if types is not None and types.value == "integer" and isinstance(value, int) and abs(value) < _MOST_EXACT:
        reduction.told.reshaped(at.of(word), word, value)
        value += step
    else:
        reduction.told.degraded(at.of(word), word, value)
    if beside is not None and beside.value != value:
        reduction.told.reshaped(beside.place, bound, beside.value)
    at.words[bound] = Said(value, at.of(word)).with_places_of([beside] if beside is not None else ())


def _is_narrower(value: Any, than: Any, bound: str) -> bool:
    return bool(value > than if bound == "minimum" else value < than)


_MOST_EXACT: Final = 2**53


def _reference(reduction: Reduction, at: At, word: str, value: Any) -> None:
    found = referred(value, at.here.base, reduction.names)
    if found is None:
        reduction.told.dropped(at.of(word), word, value)
        return
    target, place = found
    if not reduction.may_follow(target, place, at.here):
        reduction.told.degraded(at.of(word), word, value)
        kind = target.get("type") if isinstance(target, dict) else None
        node: Node = {"type": Said(kind, f"{place}/type")} if is_sound("type", kind) else {}
    else:
        reduction.told.reshaped(at.of(word), word, value)
        reduction.inlined.add(place)
        reduction.following.append(place)
        node = reduction.node(target, place, at.here.inside(0))
        reduction.following.pop()
    at.words = both(at.words, node, reduction.told)


def _all_of(reduction: Reduction, at: At, word: str, value: Any) -> None:
    if not isinstance(value, list):
        reduction.told.dropped(at.of(word), word, value)
        return
    reduction.told.reshaped(at.of(word), word, value)
    for position, part in enumerate(value):
        node = reduction.node(part, f"{at.of(word)}/{position}", at.here.inside(0))
        at.words = both(at.words, node, reduction.told)


def _any_of(reduction: Reduction, at: At, word: str, value: Any) -> None:
    parts = list(enumerate(value)) if isinstance(value, list) else []
    possible = [(position, part) for position, part in parts if part is not False]
    if not possible:
        reduction.told.dropped(at.of(word), word, value)
        return
    nodes = [reduction.node(part, f"{at.of(word)}/{position}", at.here.inside(0)) for position, part in possible]
    for position, part in parts:
        if part is False:
            reduction.told.reshaped(f"{at.of(word)}/{position}", word, part)
    exact = is_exact(nodes, one_only=word == "oneOf")
    (reduction.told.reshaped if exact else reduction.told.degraded)(at.of(word), word, value)
    at.words = both(at.words, either(nodes, reduction.told), reduction.told)


_RULES: Final[dict[str, Callable[[Reduction, At, str, Any], None]]] = {
    "properties": _properties,
    "items": _items,
    "prefixItems": _prefix,
    "additionalItems": _rest,
    "additionalProperties": _additional,
    "$defs": _definitions,
    "definitions": _definitions,
    "const": _const,
    "exclusiveMinimum": _exclusive,
    "exclusiveMaximum": _exclusive,
    "nullable": _nullable,
    "$ref": _reference,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _any_of,
}
"""The keywords that more is done about than keeping or dropping them, in the order in which it is done."""
