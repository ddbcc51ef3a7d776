"""The two engines that compare a tree with a JSON Schema, and what both of them say.

`jsonschema_rs` is the fast one.  `jsonschema` is slower and pure Python, for machines without a wheel of the first;
the tests hold both to the same findings.  Neither fetches anything.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from turnwire.validation import schema_files

if TYPE_CHECKING:
    from collections.abc import Iterator

EngineName: TypeAlias = Literal["jsonschema_rs", "jsonschema"]

ENGINES: Final[tuple[EngineName, ...]] = ("jsonschema_rs", "jsonschema")


class Mismatch(NamedTuple):
    """One keyword of a schema that a value does not satisfy."""

    path: tuple[str | int, ...]
    keyword: str
    schema: dict[str, Any]
    """The schema object that has the keyword."""
    base: str
    """The `$id` of the document that `schema` is in."""


class Engine(Protocol):
    """A compiled schema."""

    def is_valid(self, tree: Any) -> bool:
        """Whether the tree fits."""

    def mismatches(self, tree: Any) -> Iterator[Mismatch]:
        """Yield what does not fit, in no particular order; a union is one mismatch."""


def engine_of(name: EngineName, place: str) -> Engine:
    """Return the compiled schema at a place; it is made once.

    Args:
        name: the engine.
        place: the `$id` of a schema, or that and a JSON Pointer behind `#`.

    Raises:
        ImportError: the package of the engine is not installed.
    """
    return _rust(place) if name == "jsonschema_rs" else _python(place)


@functools.cache
def _rust(place: str) -> Engine:
    return _Rust(place)


@functools.cache
def _python(place: str) -> Engine:
    return _Python(place)


class _Rust:
    """Compiled by jsonschema-rs."""

    def __init__(self, place: str) -> None:
        self._compiled = schema_files.compiled(place)
        self.is_valid = self._compiled.is_valid

    def mismatches(self, tree: Any) -> Iterator[Mismatch]:
        for error in self._compiled.iter_errors(tree):
            base, _, pointer = (error.absolute_keyword_location or "").partition("#")
            around, _, keyword = pointer.rpartition("/")
            path = tuple(_steps(error.instance_path, tree))
            yield Mismatch(path, keyword, schema_files.node_at(base, around), base)


class _Endless:
    """A number beyond the largest double: no number for jsonschema-rs, and so for jsonschema neither."""


def _bounded(node: Any) -> Any:
    """Return a tree in which no number is beyond the largest double."""
    if isinstance(node, dict):
        return {name: _bounded(value) for name, value in node.items()}
    if isinstance(node, list):
        return [_bounded(value) for value in node]
    return _Endless() if isinstance(node, float) and math.isinf(node) else node


def _steps(path: list[str | int], tree: Any) -> Iterator[str | int]:
    """Yield a path with texts for the keys of objects: jsonschema-rs gives "5", "05" and "+5" as the number 5."""
    for step in path:
        key = _key(step, tree) if isinstance(tree, dict) and isinstance(step, int) else step
        yield key
        tree = tree[key]


def _key(number: int, tree: dict[str, Any]) -> str:
    digits = str(number)
    return digits if digits in tree else next(k for k in tree if k.removeprefix("+").lstrip("0") == digits.lstrip("0"))


class _Python:
    """Compiled by the package jsonschema."""

    def __init__(self, place: str) -> None:
        import jsonschema  # noqa: PLC0415 - an optional package
        import referencing  # noqa: PLC0415 - comes with it

        def resource(uri: str) -> referencing.Resource[Any]:
            return referencing.Resource.from_contents(schema_files.tree(uri))

        registry: referencing.Registry[Any] = referencing.Registry(retrieve=resource)  # type: ignore[call-arg]
        self._compiled = jsonschema.Draft202012Validator({"$ref": place}, registry=registry)
        self._base = place.partition("#")[0]

    def is_valid(self, tree: Any) -> bool:
        return bool(self._compiled.is_valid(_bounded(tree)))

    def mismatches(self, tree: Any) -> Iterator[Mismatch]:
        for error in self._compiled.iter_errors(_bounded(tree)):
            yield Mismatch(tuple(error.absolute_path), error.validator, error.schema, self._base)
