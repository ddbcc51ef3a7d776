"""Which texts do not arrive in another format, where they stand in the source, and why.

`missing.json` has rows of source (or "*" for each), kind, class, place, targets (or "all" that are not the source) and
reason.  Positions in a place are "*"; what stands in free JSON has the place of that JSON.  A "*" of a row stands for
any characters.
"""

from __future__ import annotations

import functools
import json
from collections import defaultdict
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.carried.kept import program

import turnwire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire import Keeping

REASONS = json.loads(Path(__file__).with_name("missing.json").read_text("utf-8"))
_SHOWN = 80
"""How much of a missing text the program gives."""


class Missing(NamedTuple):
    """A text that a target does not have."""

    source: str
    target: str
    kind: str
    class_: str
    places: tuple[str, ...]
    """Each place of the source that has the text."""
    item: str

    def fits(self, row: list[Any]) -> bool:
        """Whether a row of `missing.json` is about this."""
        source, kind, class_, place, targets, _ = row
        if (kind, class_) != (self.kind, self.class_) or source not in ("*", self.source):
            return False
        is_target = targets == "all" or self.target in targets
        return is_target and any(fnmatchcase(each, place) for each in self.places)


@functools.cache
def missing(limit: int, keeping: Keeping) -> tuple[Missing, ...]:
    """The texts that do not arrive, over `limit` recordings of each endpoint."""
    kept = program()
    found = []
    for source, kind, item in kept.recorded(kept.HERE.parent / "corpus", limit):
        envelope = {"path": item["path"]} if source == kept.G and kind == "request" else None
        document = turnwire.read(json.dumps(item[kind]).encode(), source, kind=kind, envelope=envelope)
        for target in kept.TARGETS:
            if target != source:
                written = json.loads(turnwire.write(document, target, keeping=keeping).data)
                texts = kept.arrived(item[kind], written, kind)[2]
                places = places_of(item[kind]) if texts else {}
                found += [
                    Missing(source, target, kind, class_, tuple(sorted(places.get(text, ()))), item["id"])
                    for class_, text in texts
                ]
    return tuple(found)


def places_of(body: Any) -> dict[str, set[str]]:
    """The places of each text of a body."""
    found: dict[str, set[str]] = defaultdict(set)
    for place, text in _texts(body, ""):
        found[text[:_SHOWN]].add(place)
        if text[:1] in "{[":
            try:
                inside = program().flat(json.loads(text))
            except ValueError:
                continue
            for each in inside:
                found[each[:_SHOWN]].add(place)
    return found


def _texts(node: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for name, value in node.items():
            yield from _texts(value, f"{place}/{name}" if name not in FREE else f"{place}/{name}/")
    elif isinstance(node, list):
        for value in node:
            yield from _texts(value, place if place.endswith("/") else f"{place}/*")
    elif isinstance(node, str):
        yield place.partition("//")[0] if "//" in place else place.rstrip("/"), node


FREE = frozenset(("parameters", "input_schema", "response", "responseJsonSchema", "headers", "arguments"))
"""Members whose value is free JSON: what stands in it has no place of its own."""
