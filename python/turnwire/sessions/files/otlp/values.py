"""The values of a span, each with its place: of OTLP's typed values, of JSON in a text, and of flattened names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import loads
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument
from turnwire.sessions.files.slots import JSON_INSIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.slots import Place

_LEAVES: Final = ("stringValue", "intValue", "doubleValue", "boolValue", "bytesValue")


_DEEPEST: Final = 24
"""How many dots a flattened name may have; those of the conventions have at most ten."""


class Value:
    """A value of a span.

    Attributes:
        plain: the value as JSON has it.
        place: where the span has it; for a flattened object that of its first leaf.
        members: the values of an object by their names.
        items: the values of a list, or of an object whose names are positions.
    """

    def __init__(self, plain: Any, place: Place, members: Mapping[str, Value], items: list[Value]) -> None:
        self.plain = plain
        self.place = place
        self.members = members
        self.items = items

    @property
    def text(self) -> str | None:
        """The value if it is a text."""
        return self.plain if isinstance(self.plain, str) else None

    @property
    def number(self) -> int | None:
        """The value if it is a whole number that is not negative."""
        is_count = isinstance(self.plain, int) and not isinstance(self.plain, bool) and self.plain >= 0
        return self.plain if is_count else None

    def word(self, *names: str) -> str | None:
        """Return the text of the first of these members that has one."""
        texts = (self.members[name].text for name in names if name in self.members)
        return next((text for text in texts if text is not None), None)

    def first(self, *names: str) -> Value | None:
        """Return the first of these members that is there and is not null."""
        found = (self.members[name] for name in names if name in self.members)
        return next((each for each in found if each.plain is not None), None)

    def inside(self) -> Value:
        """Return the JSON that a text holds, if it is an object or a list; otherwise the value itself."""
        text = self.text
        if text is None or text.lstrip()[:1] not in ("{", "["):
            return self
        try:
            return of_json(loads(text.encode(), FAST), (*self.place, JSON_INSIDE))
        except (InvalidDocument, UnicodeEncodeError):
            return self


def of_json(tree: Any, place: Place) -> Value:
    """Return a value of a JSON tree."""
    if isinstance(tree, dict):
        return Value(tree, place, {name: of_json(each, (*place, name)) for name, each in tree.items()}, [])
    if isinstance(tree, list):
        return Value(tree, place, {}, [of_json(each, (*place, index)) for index, each in enumerate(tree)])
    return Value(tree, place, {}, [])


def of_any(raw: Any, place: Place) -> Value:
    """Return a value of OTLP (`AnyValue`); one of an unknown kind is as JSON has it."""
    if not isinstance(raw, dict) or len(raw) != 1:
        return of_json(raw, place)
    ((kind, held),) = raw.items()
    inner = held.get("values", []) if isinstance(held, dict) else None
    if kind == "arrayValue" and isinstance(inner, list):
        items = [of_any(each, (*place, kind, "values", index)) for index, each in enumerate(inner)]
        return Value([item.plain for item in items], place, {}, items)
    if kind == "kvlistValue" and isinstance(inner, list):
        members = pairs(inner, (*place, kind, "values"))
        return Value({name: each.plain for name, each in members.items()}, place, members, [])
    if kind not in _LEAVES:
        return of_json(raw, place)
    # "intValue": 64-bit numbers are texts in JSON (protobuf's JSON mapping)
    is_number = kind == "intValue" and isinstance(held, str) and held.isdecimal() and len(held) < 20  # noqa: PLR2004
    return Value(int(held) if is_number else held, (*place, kind), {}, [])


def pairs(listed: Any, place: Place) -> dict[str, Value]:
    """Return a list of keys and values as members; the last one of equal keys."""
    found: dict[str, Value] = {}
    for index, pair in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(pair, dict) and isinstance(pair.get("key"), str):
            found[pair["key"]] = of_any(pair.get("value"), (*place, index, "value"))
    return found


def unflattened(attributes: Mapping[str, Value], prefix: str) -> Value:
    """Return the attributes below a prefix as a tree: `llm.tools.0.tool.name` has the names 0, tool, and name."""
    tree: dict[str, Any] = {}
    for key, value in attributes.items():
        if key.startswith(f"{prefix}.") and key.count(".") < _DEEPEST:
            _put(tree, key[len(prefix) + 1 :].split("."), value)
    return _of_tree(tree)


def _put(tree: dict[str, Any], names: list[str], value: Value) -> None:
    for name in names[:-1]:
        inner = tree.setdefault(name, {})
        if not isinstance(inner, dict):
            return
        tree = inner
    tree.setdefault(names[-1], value)


def _of_tree(tree: dict[str, Any]) -> Value:
    members = {name: each if isinstance(each, Value) else _of_tree(each) for name, each in tree.items()}
    plain = {name: each.plain for name, each in members.items()}
    place = next((each.place for each in members.values()), ())
    return Value(plain, place, members, list(_in_order(members)))


def _in_order(members: Mapping[str, Value]) -> Iterator[Value]:
    """Yield the members whose names are positions, in their order."""
    numbered = [(int(name), each) for name, each in members.items() if name.isdecimal() and len(name) < 10]  # noqa: PLR2004
    yield from (each for _, each in sorted(numbered, key=lambda pair: pair[0]))
