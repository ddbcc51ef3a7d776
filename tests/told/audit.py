"""One conversion under audit: what of a sample is neither in the output nor among the losses."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from tests.told.leaves import Leaf, parse, silent

import turnwire
from turnwire.testing.pointers import NowhereError, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.told.samples import Sample

    from turnwire.model import Loss


def faults(sample: Sample) -> list[str]:
    """Every silent scalar of a sample, by target."""
    return [
        f"{one.target}: {place(leaf)} = {leaf.value!r}"
        for one in _conversions(sample)
        for leaf in one.silent(one.losses)
    ]


def heard_without(sample: Sample) -> list[bool]:
    """For each thing that is told as dropped, whether the audit misses it when that is kept from it."""
    return [
        bool(one.silent([other for other in one.losses if other is not loss]))
        for one in _conversions(sample)
        for loss in one.losses
        if loss.kind == "dropped" and loss.feature != "message"
    ]


class Conversion(NamedTuple):
    """What a sample says, what it has become, and what was told."""

    target: str
    source: Any
    native: Any
    carried: list[Any]
    losses: list[Loss]

    def silent(self, losses: list[Loss]) -> list[Leaf]:
        """The scalars that are neither carried nor among these losses."""
        told = [each for loss in losses for each in _told(loss, self.native)]
        return silent(self.source, self.carried, told)


def _conversions(sample: Sample) -> Iterator[Conversion]:
    document = turnwire.read(sample.body, sample.dialect, kind=sample.kind)
    source, native = parse(sample.body), parse(turnwire.write(document, "turnwire").data)
    for target in sample.targets():
        written = turnwire.write(document, target)
        carried = [parse(written.data), parse(json.dumps(dict(written.envelope)))]
        losses = [loss for loss in written.losses if loss.kind != "invented"]
        yield Conversion(target, source, native, carried, losses)


def place(leaf: Leaf) -> str:
    """The pointer of a leaf, whichever item of its lists it is in."""
    return re.sub(r"/\d+(?=/|$)", "/*", leaf.pointer)


def _told(loss: Loss, native: Any) -> Iterator[dict[str, Any]]:
    """What stands at the place of a loss, at that place; and its value where that says more."""
    try:
        standing = resolve(native, loss.path)
    except NowhereError:
        return  # what is told of nothing accounts for nothing
    yield _at(loss.path, standing)
    value = parse(msgspec.json.encode(loss.value))
    if isinstance(standing, dict) and isinstance(value, dict):
        yield _at(loss.path, {key: each for key, each in value.items() if key not in standing})


def _at(path: str, value: Any) -> Any:
    for name in reversed(path.split("/")[1:]):
        value = {name: value}
    return value
