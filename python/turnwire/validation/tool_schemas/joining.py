"""Join two schemas that both apply: for `allOf`, and for the siblings of a `$ref`.

The joined schema accepts every input that both accept.  If it has to accept more, that is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from turnwire.validation.tool_schemas.nodes import Node, Said, Told, key_of

Join: TypeAlias = Callable[[str, Said, Said, Told], Said]


def both(one: Node, other: Node, told: Told) -> Node:
    """Join two schemas; a keyword that can have only one value keeps that of `one`."""
    _report_closed(one, other, told)
    joined = dict(one)
    for word, said in other.items():
        mine = one.get(word)
        if mine is None:
            joined[word] = said
        else:
            joined[word] = _JOINS.get(word, _the_first)(word, mine, said, told).with_places_of((mine, said))
    return joined


def _report_closed(one: Node, other: Node, told: Told) -> None:
    """Report a closed object that gets properties of the other schema: joined, all of them are its own."""
    names = [set(node["properties"].value) if "properties" in node else set() for node in (one, other)]
    for node, beside in ((one, names[1] - names[0]), (other, names[0] - names[1])):
        closed = node.get("additionalProperties")
        if closed is not None and closed.value is False and beside:
            told.each("degraded", "additionalProperties", closed)


def _the_first(word: str, mine: Said, said: Said, told: Told) -> Said:
    if key_of(mine.value) != key_of(said.value):
        told.gone(word, said)
    return mine


def listed(value: Any) -> list[str]:
    """Return the types of a schema as a list."""
    return value if isinstance(value, list) else [value]


def one_or_list(words: list[str]) -> str | list[str]:
    """Return one type as a text, several as a list."""
    return words[0] if len(words) == 1 else words


def _types(word: str, mine: Said, said: Said, told: Told) -> Said:
    some, others = listed(mine.value), listed(said.value)
    # "integer" is a number without a fraction, so the intersection of "integer" and "number" is "integer".
    kept = [each for each in some if each in others or (each == "integer" and "number" in others)]
    kept += ["integer"] if "number" in some and "integer" in others and "integer" not in some + kept else []
    if not kept:
        told.each("degraded", word, said)
        return mine
    for each in (mine, said):
        if set(listed(each.value)) != set(kept):
            told.each("reshaped", word, each)
    return Said(one_or_list(kept) if kept != some else mine.value, mine.place)


def _choices(word: str, mine: Said, said: Said, told: Told) -> Said:
    theirs = {key_of(each) for each in said.value}
    kept = [each for each in mine.value if key_of(each) in theirs]
    if not kept:
        told.each("degraded", word, said)
        return mine
    for each in (mine, said):
        if len(each.value) != len(kept):
            told.each("reshaped", word, each)
    return Said(kept, mine.place)


def _names(word: str, mine: Said, said: Said, told: Told) -> Said:  # noqa: ARG001 - one shape for all
    return Said([*mine.value, *(each for each in said.value if each not in set(mine.value))], mine.place)


def _properties(word: str, mine: Said, said: Said, told: Told) -> Said:  # noqa: ARG001 - one shape for all
    joined = dict(mine.value)
    for name, node in said.value.items():
        joined[name] = both(joined[name], node, told) if name in joined else node
    return Said(joined, mine.place)


def _items(word: str, mine: Said, said: Said, told: Told) -> Said:  # noqa: ARG001 - one shape for all
    return Said(both(mine.value, said.value, told), mine.place)


def _closed(word: str, mine: Said, said: Said, told: Told) -> Said:
    if mine.value == said.value:
        return mine
    opened, closed = (mine, said) if mine.value else (said, mine)
    told.each("reshaped", word, opened)
    return closed


def _narrower(choose: Callable[[Any, Any], Any]) -> Join:
    def join(word: str, mine: Said, said: Said, told: Told) -> Said:
        if choose(mine.value, said.value) == mine.value:
            kept, other = mine, said
        else:
            kept, other = said, mine
        if kept.value != other.value:
            told.each("reshaped", word, other)
        return kept

    return join


_JOINS: Final[dict[str, Join]] = {
    "type": _types,
    "enum": _choices,
    "required": _names,
    "properties": _properties,
    "items": _items,
    "additionalProperties": _closed,
    **dict.fromkeys(("minimum", "minLength", "minItems"), _narrower(max)),
    **dict.fromkeys(("maximum", "maxLength", "maxItems"), _narrower(min)),
}
