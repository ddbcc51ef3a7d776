"""What share of what people said arrives: measured by the data folder's own program, which walks the bodies.

It does not ask turnwire for its losses, so it also sees what is dropped honestly.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from tests.data import data

import turnwire
from turnwire import Keeping


class Row(NamedTuple):
    """How much of a class of texts arrived over a pair."""

    source: str
    target: str
    kind: str
    class_: str
    share: float


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
def rows(limit: int, keeping: Keeping) -> tuple[Row, ...]:
    """Every pair and class, over `limit` recordings of each endpoint."""
    kept = program()
    seen: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    arrived: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for source, kind, item in kept.recorded(kept.HERE.parent / "corpus", limit):
        envelope = {"path": item["path"]} if source == kept.G and kind == "request" else None
        document = turnwire.read(json.dumps(item[kind]).encode(), source, kind=kind, envelope=envelope)
        for target in kept.TARGETS:
            if target != source:
                written = json.loads(turnwire.write(document, target, keeping=keeping).data)
                there, here, _ = kept.arrived(item[kind], written, kind)
                seen[source, target, kind] += there
                arrived[source, target, kind] += here
    return tuple(
        Row(*pair, class_, arrived[pair][class_] / count)
        for pair, counts in sorted(seen.items())
        for class_, count in sorted(counts.items())
    )
