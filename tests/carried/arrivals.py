"""Which texts of all that was said arrive in another format: counted by the data folder's own program.

It does not ask turnwire for its losses, so it also sees what is dropped honestly.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.data import data

import turnwire

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from turnwire import Keeping

_SHOWN = 80
"""How much of a missing text the program gives."""


class Arrival(NamedTuple):
    """What of one body a target has."""

    source: str
    target: str
    kind: str
    item: str
    said: Counter[str]
    """Class of texts -> how many the source has."""
    arrived: Counter[str]
    missing: tuple[tuple[str, tuple[str, ...]], ...]
    """The class of each text that did not arrive, and its places in the source."""


@functools.cache
def program() -> Any:
    """The data folder's program."""
    spec = importlib.util.spec_from_file_location("kept_of_the_data_folder", data("tools/kept.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def arrivals(limit: int, keeping: Keeping) -> tuple[Arrival, ...]:
    """Every pair, over `limit` recordings of each endpoint; kept, because two measures look at each."""
    kept = program()
    found = []
    for source, kind, item in kept.recorded(kept.HERE.parent / "corpus", limit):
        body = item[kind]
        envelope = {"path": item["path"]} if source == kept.G and kind == "request" else None
        document = turnwire.read(json.dumps(body).encode(), source, kind=kind, envelope=envelope)
        for target in kept.TARGETS:
            if target != source:
                written = json.loads(turnwire.write(document, target, keeping=keeping).data)
                said, arrived, texts = kept.arrived(body, written, kind)
                places = _places_of(body) if texts else {}
                missing = tuple((class_, tuple(sorted(places.get(text, ())))) for class_, text in texts)
                found.append(Arrival(source, target, kind, item["id"], said, arrived, missing))
    return tuple(found)


def _places_of(body: Any) -> dict[str, set[str]]:
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
