"""The constraints of a schema file, and what each becomes when it is loosened by the smallest step."""

from __future__ import annotations

import contextlib
import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.documents import schemas
from turnwire.validation import schema_files

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES: Final = Path(__file__).parents[3] / "schemas" / "tables"
_TAKEN_OUT: Final = frozenset(
    ("enum", "const", "pattern", "format", "$ref", "anyOf", "oneOf", "not", "uniqueItems", "contains")
)
"""Keywords that are removed."""
_LESS: Final = frozenset(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"))
_MORE: Final = frozenset(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"))
_BRANCHES: Final = ("allOf", "anyOf", "oneOf")
_INNER: Final = ("then", "else", "items", "additionalProperties", "unevaluatedProperties")
_NAMED: Final = ("properties", "$defs", "patternProperties")


class Constraint(NamedTuple):
    """One thing that a schema demands."""

    base: str
    """The `$id` of the file."""
    place: str
    """The JSON Pointer of the schema object that has the keyword."""
    keyword: str
    item: str = ""
    """Which of several: the name of a required member, or the type that is allowed in addition."""

    @property
    def name(self) -> str:
        """How the constraint is called in a report."""
        short = self.base.removeprefix("https://turnwire.dev/schemas/")
        return f"{short}#{self.place}/{self.keyword}{f' {self.item}' if self.item else ''}"

    @contextlib.contextmanager
    def loosened(self) -> Iterator[None]:
        """Change the schema in memory, for as long as the context lasts."""
        node = schema_files.node_at(self.base, self.place)
        before = dict(node)
        changed = _loosened(node, self.keyword, self.item)
        node.clear()
        node.update(changed)
        try:
            yield
        finally:
            node.clear()
            node.update(before)


def _loosened(node: dict[str, Any], keyword: str, item: str) -> dict[str, Any]:
    value = node[keyword]
    if keyword == "required":
        return node | {keyword: [name for name in value if name != item]}
    if keyword == "type":
        return node | {keyword: _wider(value, item)}
    if keyword in _LESS:
        return node | {keyword: value - 1}
    if keyword in _MORE:
        return node | {keyword: value + 1}
    return {name: inner for name, inner in node.items() if name != keyword}


def _wider(value: str | list[str], item: str) -> list[str]:
    types = [value] if isinstance(value, str) else value
    return [each for each in types if (each, item) != ("integer", "number")] + [item]


def constraints_of(base: str) -> Iterator[Constraint]:
    """Yield all constraints of the file with an `$id`; conditions of branches are none."""
    row: list[tuple[Any, str]] = [(schema_files.tree(base), "")]
    while row:
        node, place = row.pop()
        if isinstance(node, dict):
            yield from _of_node(node, base, place)
            row.extend(_inside(node, place))


def _of_node(node: dict[str, Any], base: str, place: str) -> Iterator[Constraint]:
    for keyword, value in node.items():
        if keyword == "required":
            yield from (Constraint(base, place, keyword, name) for name in value)
        elif keyword == "type":
            yield from (Constraint(base, place, keyword, item) for item in _added(value))
        elif keyword in _TAKEN_OUT | _LESS | _MORE or (_is_closing(keyword) and value is False):
            yield Constraint(base, place, keyword)


def _is_closing(keyword: str) -> bool:
    return keyword in ("additionalProperties", "unevaluatedProperties")


def _added(value: str | list[str]) -> Iterator[str]:
    types = [value] if isinstance(value, str) else value
    yield from ("null",) if "null" not in types else ()
    yield from ("number",) if "integer" in types else ()
    yield from ("boolean",) if "null" in types and len(types) > 1 and "boolean" not in types else ()


def _inside(node: dict[str, Any], place: str) -> Iterator[tuple[Any, str]]:
    for keyword in _NAMED:
        for name, inner in node.get(keyword, {}).items():
            yield inner, f"{place}/{keyword}/{escaped(name)}"
    for keyword in _BRANCHES:
        yield from ((inner, f"{place}/{keyword}/{at}") for at, inner in enumerate(node.get(keyword, ())))
    yield from ((node[keyword], f"{place}/{keyword}") for keyword in _INNER if keyword in node)


def escaped(step: str | int) -> str:
    """Return a step of a JSON Pointer."""
    return str(step).replace("~", "~0").replace("/", "~1")


@functools.cache
def own_constraints(name: str) -> tuple[Constraint, ...]:
    """Return the constraints of a schema that its table does not take over from the table that it extends."""
    found = tuple(constraints_of(schemas.id_of(name)))
    extended = _extended(name)
    if extended is None:
        return found
    base = schemas.id_of(extended)
    theirs = {each[1:]: _said(each) for each in constraints_of(base)}
    return tuple(each for each in found if theirs.get(each[1:]) != _said(each))


def _said(constraint: Constraint) -> Any:
    value = schema_files.node_at(constraint.base, constraint.place)[constraint.keyword]
    return None if constraint.keyword == "required" else value


@functools.cache
def _extended(name: str) -> str | None:
    """Return the name of the schema of the same kind that a dialect's table extends."""
    dialect, _, kind = name.rpartition("/")
    table = TABLES / f"{dialect}.yaml"
    found = re.search(r"^extends: (\w+)$", table.read_text("utf-8"), re.MULTILINE) if table.exists() else None
    other = f"{found[1]}/{kind}" if found else ""
    return other if other in schemas.every_name() else None
