"""One conversion under audit: what of a sample is neither in the output nor among the losses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from tests.told.leaves import Leaf, parse, silent
from tests.told.reasons import REASONS, Reason

import turnwire
from turnwire.testing.pointers import NowhereError, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.told.samples import Sample

    from turnwire.documents.written import Written
    from turnwire.model import Loss


class Conversion(NamedTuple):
    """What a sample says, what it has become, and what was told."""

    sample: Sample
    target: str
    source: Any
    native: Any
    written: Written
    carried: list[Any]
    losses: list[Loss]

    def back(self) -> Any:
        """What the output says when it is read, as native JSON."""
        sent = self.written
        document = turnwire.read(sent.data, self.target, kind=self.sample.kind, envelope=sent.envelope)
        return parse(turnwire.write(document, "turnwire").data)


Audit = Callable[[Conversion, "list[Loss]"], "list[Leaf]"]
"""The scalars that are neither carried nor among some losses."""
Used = dict[Reason, tuple[Conversion, Leaf]]
"""Reasons that were needed, and for what."""


def ours(one: Conversion, losses: list[Loss]) -> list[Leaf]:
    """The audit of `leaves.py`."""
    told = [each for loss in losses for each in _told(loss, one.native)]
    return silent(one.source, one.carried, told)


def conversions(sample: Sample) -> Iterator[Conversion]:
    """What a sample becomes in each of its targets."""
    document = turnwire.read(sample.body, sample.dialect, kind=sample.kind)
    source, native = parse(sample.body), parse(turnwire.write(document, "turnwire").data)
    for target in sample.targets():
        written = turnwire.write(document, target)
        carried = [parse(written.data), parse(json.dumps(dict(written.envelope)))]
        losses = [loss for loss in written.losses if loss.kind != "invented"]
        yield Conversion(sample, target, source, native, written, carried, losses)


def faults(sample: Sample, audit: Audit = ours, used: Used | None = None) -> list[str]:
    """Every scalar of a sample that is silent and has no reason, by target; notes an example of each reason."""
    found = []
    for one in conversions(sample):
        for leaf in audit(one, one.losses):
            reason = next((each for each in REASONS if each.holds(one, leaf)), None)
            if reason is None:
                found.append(f"{one.target}: {place(leaf)} = {leaf.value!r}")
            elif used is not None:
                used.setdefault(reason, (one, leaf))
    return found


def heard_without(sample: Sample, audit: Audit = ours) -> list[bool]:
    """For each thing that is told as dropped, whether the audit misses it when that is kept from it."""
    return [
        len(audit(one, [other for other in one.losses if other is not loss])) > silent_anyway
        for one in conversions(sample)
        for silent_anyway in [len(audit(one, one.losses))]
        for loss in one.losses
        if loss.kind == "dropped" and loss.feature != "message"
    ]


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
