"""How a mutant gets into the converters: a step of every dialect is wrapped, or a function replaced."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any

import msgspec
from tests.laws.subjects import PARTS

from turnwire.dialects import part_of, writer_of
from turnwire.losses import Losses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from msgspec import Struct

    from turnwire.dialects.dialect import Kind, Part
    from turnwire.model import Loss

Operation = contextlib.AbstractContextManager[None]


@contextlib.contextmanager
def writing(edit: Callable[[Any], Any]) -> Iterator[None]:
    """Every writer gets the document after an edit that nobody reports."""
    with _wrapped("draft", lambda draft: lambda document: draft(edit(document))):
        yield


@contextlib.contextmanager
def reading(edit: Callable[[Any], Any]) -> Iterator[None]:
    """Every reader gives the document after an edit."""
    with _wrapped("read", lambda read: lambda wire, envelope: edit(read(wire, envelope))):
        yield


@contextlib.contextmanager
def reporting(change: Callable[[Loss], list[Loss]]) -> Iterator[None]:
    """Every loss is reported as `change` makes it: otherwise, more than once, or not at all."""
    original = Losses._add  # noqa: SLF001 - the one place where every loss passes

    def add(self: Losses, kind: Any, path: str, feature: str, value: Any) -> None:
        before = len(self.found)
        original(self, kind, path, feature, value)
        self.found[before:] = [new for loss in self.found[before:] for new in change(loss)]

    Losses._add = add  # type: ignore[method-assign]  # noqa: SLF001
    try:
        yield
    finally:
        Losses._add = original  # type: ignore[method-assign]  # noqa: SLF001


@contextlib.contextmanager
def telling_twice() -> Iterator[None]:
    """Every loss of a document is returned twice; what passes report twice on the way is put together before that."""
    original = Losses.told

    def told(self: Losses, document: Struct) -> tuple[Loss, ...]:
        return (*original(self, document), *original(self, document))

    Losses.told = told  # type: ignore[method-assign]
    try:
        yield
    finally:
        Losses.told = original  # type: ignore[method-assign]


@contextlib.contextmanager
def replaced(function: Any, mutant: Any) -> Iterator[None]:
    """One function is another one in every module of turnwire that has bound it."""
    places = [
        (module, name)
        for label, module in list(sys.modules.items())
        if label.startswith("turnwire")
        for name, value in list(vars(module).items())
        if value is function
    ]
    if not places:
        raise LookupError(f"{function} is bound nowhere: the mutant does not apply any more")
    for module, name in places:
        setattr(module, name, mutant)
    try:
        yield
    finally:
        for module, name in places:
            setattr(module, name, function)


@contextlib.contextmanager
def patched(owner: Any, name: str, wrap: Callable[[Any], Any]) -> Iterator[None]:
    """A method of a class, or a name in one module, is what `wrap` makes of it."""
    original = vars(owner)[name]
    setattr(owner, name, wrap(original))
    try:
        yield
    finally:
        setattr(owner, name, original)


def part_for(step: str, dialect: str, kind: Kind) -> Part:
    """The part whose step a conversion calls: readers and writers get one each."""
    part = part_of(dialect, kind)
    return part if step in _OF_READING else writer_of(dialect, part.document)


_OF_READING = frozenset(("read", "refused", "paired", "marks", "message_in"))


@contextlib.contextmanager
def _wrapped(step: str, wrap: Callable[[Any], Any]) -> Iterator[None]:
    parts = [part_for(step, dialect, kind) for dialect, kind in PARTS]
    originals = [getattr(part, step) for part in parts]
    for part, original in zip(parts, originals, strict=True):
        msgspec.structs.force_setattr(part, step, wrap(original))
    try:
        yield
    finally:
        for part, original in zip(parts, originals, strict=True):
            msgspec.structs.force_setattr(part, step, original)
