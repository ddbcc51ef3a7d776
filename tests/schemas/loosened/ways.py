"""Documents that fit a schema and reach each of its parts, and changes of them that one part each refuses."""

from __future__ import annotations

import copy
from collections import Counter, deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.schemas.loosened.implied import steps_inside, with_known
from tests.schemas.loosened.rows import REMOVED, Change, changed
from tests.schemas.loosened.sample import Guard, Part, sample

from turnwire.validation import schema_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.schemas.loosened.implied import Known

ROUTES: Final = 4
"""So many ways to one part of a schema are tried: on some of them another part refuses the same."""
_UNKNOWN: Final = "x_unknown"
_OTHERS: Final[tuple[Any, ...]] = (None, True, 7, 1.5, "x", [], {}, "unlisted", 0, -1)
_TEXTS: Final = ("", "?", "x", " ", "x y", "\N{LATIN SMALL LETTER A WITH DIAERESIS}", "yesterday", "1x")


class _Position(NamedTuple):
    """A place in a document, the schema of its value that is looked at, and others that the value fits as well."""

    document: Any
    path: tuple[str | int, ...]
    part: Part
    also: Known


def candidates(base: str) -> Iterator[tuple[Any, Change]]:
    """Yield documents and changes of them; whether the document fits, and what is found after, is for the caller.

    Args:
        base: the `$id` of the schema.
    """
    root = Part(schema_files.tree(base), base)
    compiled = schema_files.compiled(base)
    row = deque([_Position(sample([root]), (), root, ())])
    seen: Counter[int] = Counter()
    expanded: Counter[int] = Counter()
    while row:
        position = row.popleft()
        seen[id(position.part.node)] += 1
        if seen[id(position.part.node)] > ROUTES:
            continue
        for part, known, value in _values(position):
            document = changed(position.document, Change(position.path, value))
            if not compiled.is_valid(document):
                continue
            for path, new in _changes(part, value):
                # Where the value itself is another one, it need not be there before.
                is_other = bool(position.path) and not path
                yield position.document if is_other else document, Change((*position.path, *path), new)
            expanded[id(part.node)] += 1
            if expanded[id(part.node)] <= ROUTES:
                row.extend(_inner(position, part, known, value))


def _values(position: _Position) -> Iterator[tuple[Part, Known, Any]]:
    """Yield the schemas that the value at a place is compared with, what is known there, and a value for each."""
    parts = [position.part, *position.also]
    for part, known, guards in with_known(position.part, position.also):
        for shape in _shapes(part.node):
            yield part, known, sample(parts, guards + shape)


def _shapes(node: dict[str, Any]) -> list[tuple[Guard, ...]]:
    """Return the conditions that the value is of one of the JSON types that the keywords are about."""
    kinds = [kind for keywords, kind in _KINDS if not keywords.isdisjoint(node)]
    return [(Guard(Part({"type": kind}, ""), holds=True),) for kind in kinds] or [()]


_KINDS: Final = (
    (frozenset(("required", "properties", "additionalProperties", "maxProperties", "minProperties")), "object"),
    (frozenset(("items", "minItems", "maxItems")), "array"),
    (frozenset(("pattern", "minLength", "maxLength", "format")), "string"),
)


def _inner(position: _Position, part: Part, known: Known, value: Any) -> Iterator[_Position]:
    for step, inner in steps_inside(part):
        if isinstance(value, list if step == 0 else dict):
            also = tuple(other for each in known for name, other in steps_inside(each) if name == step)
            path = (*position.path, "key" if step is None else step)
            holder = value
            if isinstance(step, str) and step not in value and "maxProperties" in part.node:
                only = Guard(Part({"required": [step]}, ""), holds=True)
                holder = sample([position.part, *position.also], (only, *_shapes(part.node)[0]))
            document = changed(position.document, Change(position.path, holder))
            if step == 0:
                document = changed(document, Change(path, sample([inner, *also])))
            yield _Position(document, path, inner, also)


def _changes(part: Part, value: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield what one keyword of a schema refuses in a value: where, and what is put there."""
    node = part.node
    yield from (((), other) for other in (*_beyond(part, value), *_OTHERS))
    if isinstance(value, dict):
        yield from (((name,), REMOVED) for name in node.get("required", ()) if name in value)
        yield ((_UNKNOWN,), 0)
        yield from _about_words(node, value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield from (((), value + 0.5), ((), value - 0.5))
    yield from (((), text) for text in _TEXTS if isinstance(value, str))


def _about_words(node: dict[str, Any], value: dict[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    refused = node.get("not", {})
    for name, inner in refused.get("properties", {}).items():
        yield from (((name,), word) for word in inner.get("enum", [inner.get("const")]))
    yield from (((name,), True) for name in refused.get("required", ()) if name not in value)
    alternatives = [name for branch in node.get("anyOf", ()) for name in branch.get("required", ())]
    yield from (((name,), REMOVED) for name in alternatives if name in value)


def _beyond(part: Part, value: Any) -> Iterator[Any]:
    """Yield the values that are just outside of the bounds."""
    for keyword, bound in part.node.items():
        if keyword in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"):
            yield from (bound, bound + (-1 if keyword.endswith("inimum") else 1))
        elif keyword.startswith(("minL", "minI", "minP", "maxL", "maxI", "maxP")):
            yield _of_length(value, bound + (-1 if keyword.startswith("min") else 1), part)


def _of_length(value: Any, length: int, part: Part) -> Any:
    if isinstance(value, str):
        return (value or "x") * length if len(value) <= 1 else value.ljust(length, value[-1])[:length]
    if isinstance(value, list):
        return [copy.deepcopy(value[0]) if value else _item(part)] * length
    if isinstance(value, dict):
        members = part.node.get("properties", {})
        names = [*dict.fromkeys((*value, *members, *(f"x{n}" for n in range(length))))][:length]
        made = {name: sample([part.at("properties", name)]) for name in members}
        return {name: value.get(name, made.get(name, "x")) for name in names}
    return value


def _item(part: Part) -> Any:
    return sample([part.at("items")]) if "items" in part.node else "x"
