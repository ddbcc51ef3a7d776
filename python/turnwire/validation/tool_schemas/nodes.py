"""A schema while it is reduced: each keyword with its places in the original schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from msgspec import Raw

from turnwire.codec.json import dumps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.losses import Losses


class Said(NamedTuple):
    """The value of a keyword, and its places in the original schema.

    For `properties` the value is nodes by name, for `items` a node.
    """

    value: Any
    place: str
    also: tuple[str, ...] = ()
    """Other places with the same keyword, or a part of it."""

    @property
    def places(self) -> tuple[str, ...]:
        """All places."""
        return (self.place, *self.also)

    def with_places_of(self, others: Iterable[Said]) -> Said:
        """Return the same value with the places of these too."""
        places = dict.fromkeys(place for said in (self, *others) for place in said.places)
        return self if len(places) == 1 + len(self.also) else self._replace(also=tuple(places)[1:])


Node: TypeAlias = dict[str, Said]

FEATURE: Final = "tool.input_schema"
ANNOTATIONS: Final = frozenset({"description", "title", "default", "examples"})


def plain(node: Node) -> dict[str, Any]:
    """Return the schema of a node."""
    return {word: plain_value(word, said) for word, said in node.items()}


def plain_value(word: str, said: Said) -> Any:
    """Return the value of a keyword as it is in a schema."""
    if word == "properties":
        return {name: plain(inner) for name, inner in said.value.items()}
    return plain(said.value) if word == "items" else said.value


def key_of(value: Any) -> bytes:
    """Return a key that is equal for equal JSON: 1 and 1.0 are the same number, 1 and true are not."""
    return dumps(_with_one_spelling(value))


def _with_one_spelling(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_one_spelling(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [_with_one_spelling(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


class Told:
    """Reports the losses of a reduction, each once: a definition may be referred to many times."""

    def __init__(self, losses: Losses, schema: Any, above: str) -> None:
        self._losses = losses
        self._schema = schema
        self._above = above
        self._seen: set[tuple[str, str]] = set()

    def dropped(self, place: str, word: str, value: Any) -> None:
        """Report a keyword that is not in the reduced schema."""
        self._report("dropped", place, word, value)

    def degraded(self, place: str, word: str, value: Any) -> None:
        """Report a keyword that means less in the reduced schema."""
        self._report("degraded", place, word, value)

    def reshaped(self, place: str, word: str, value: Any) -> None:
        """Report a keyword that means the same in another form."""
        self._report("reshaped", place, word, value)

    def each(self, kind: str, word: str, said: Said) -> None:
        """Report what happened to a keyword, at each of its places."""
        for place in said.places:
            self._report(kind, place, word, standing_at(place, self._schema))

    def gone(self, word: str, said: Said) -> None:
        """Report a keyword that is left out of a node, with everything merged into it from other places."""
        places = [place for place in said.places if ("dropped", place) not in self._seen]
        for place in places:
            self.dropped(place, word, standing_at(place, self._schema))
        if places:
            for inner_word, inner in _inside(word, said):
                self.gone(inner_word, inner)

    def _report(self, kind: str, place: str, word: str, value: Any) -> None:
        if (kind, place) in self._seen or self._is_dropped_above(place):
            return
        self._seen.add((kind, place))
        feature = f"{FEATURE}.{word}" if word else FEATURE
        tell = {"dropped": self._losses.dropped, "degraded": self._losses.degraded}.get(kind, self._losses.reshaped)
        tell(self._above + place, feature, Raw(dumps(value)))

    def _is_dropped_above(self, place: str) -> bool:
        above = place.rpartition("/")[0]
        while above:
            if ("dropped", above) in self._seen:
                return True
            above = above.rpartition("/")[0]
        return False


def standing_at(place: str, tree: Any) -> Any:
    """Return the value at a JSON Pointer.

    Raises:
        LookupError: there is none.
    """
    for part in place.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        is_position = re.fullmatch("0|[1-9][0-9]{0,8}", name)
        if not isinstance(tree, dict | list) or (isinstance(tree, list) and not is_position):
            raise LookupError(place)
        tree = tree[int(name)] if isinstance(tree, list) else tree[name]
    return tree


def _inside(word: str, said: Said) -> list[tuple[str, Said]]:
    nodes = said.value.values() if word == "properties" else [said.value] if word == "items" else []
    return [
        pair for node in nodes for own_word, own in node.items() for pair in ((own_word, own), *_inside(own_word, own))
    ]
