"""Mutants of a vendor's declaration: one thing that tells it from the base of its family is forgotten.

The laws hold for any declaration, since what is written by it is read by it too; that it is the vendor's own is what
the vendor's cases show, so these are what must fail.
"""

from __future__ import annotations

import contextlib
import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import force_setattr, replace
from tests.cases import case
from tests.mutants.surgery import part_for

from turnwire.dialects import MODULES, VENDORS
from turnwire.dialects.dialect import KINDS
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.vendor import Vendor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.lowering.draft import Pass

# Told by no document: what a vendor is called and can, how much a document looks like one of its, and which of two
# equal routes writes it (law 11).
_OF_NO_DOCUMENT = frozenset(("name", "title", "capabilities", "looks_like", "by_lane"))
# Of these each word, key or rule says something of its own.
_APART = frozenset(("lacks", "request", "reply"))


class Forgotten(NamedTuple):
    """A declaration that has forgotten one thing."""

    what: str
    declared: Vendor


def declared_by(name: str) -> Vendor:
    """What a vendor declares."""
    vendor: Vendor = importlib.import_module(MODULES[name]).VENDOR
    return vendor


def vendors() -> tuple[str, ...]:
    """The names of the vendors of the chat family that nothing but their declarations tells from its base."""
    return tuple(sorted(VENDORS["openai_chat"]))


def forgetful(vendor: Vendor) -> Iterator[Forgotten]:
    """The declaration without one of its differences from the base, for each of them."""
    base = Vendor(name=vendor.name, title=vendor.title)
    for field in (found for found in Vendor.__struct_fields__ if found not in _OF_NO_DOCUMENT):
        mine, usual = getattr(vendor, field), getattr(base, field)
        if mine == usual:
            continue
        every = _less(mine, usual) if field in _APART else [("as the base has it", usual)]
        for what, value in every:
            yield Forgotten(f"{field}: {what}", replace(vendor, **{field: value}))


def _less(mine: Any, usual: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(mine, frozenset):
        for word in sorted(mine ^ usual, key=str):
            yield str(word), mine ^ {word}
        return
    by_name = {_name_of(rule): rule for rule in usual}
    for n, rule in enumerate(mine):
        if rule not in usual:
            other = by_name.get(_name_of(rule))
            yield _name_of(rule), (*mine[:n], *([other] if other else []), *mine[n + 1 :])


def _name_of(rule: Pass) -> str:
    return str(getattr(rule.rule, "__qualname__", rule.rule))


def not_noticed(name: str) -> list[str]:
    """What a vendor's declaration may forget without any of the vendor's cases failing."""
    cases = [found for file in case.files() for found in case.load(file) if found.folder == name]
    return [found.what for found in forgetful(declared_by(name)) if not _is_noticed(found.declared, cases)]


def _is_noticed(declared: Vendor, cases: list[case.Found]) -> bool:
    with _in_place_of_its_own(declared):
        for found in cases:
            try:
                case.run(found)
            except AssertionError:
                return True
    return False


@contextlib.contextmanager
def _in_place_of_its_own(declared: Vendor) -> Iterator[None]:
    made = dialect_of(declared)
    steps = [(part_for(step, declared.name, kind), made.part(kind), step) for kind in KINDS for step in _STEPS]
    originals = [getattr(part, step) for part, _, step in steps]
    for part, other, step in steps:
        force_setattr(part, step, getattr(other, step))
    try:
        yield
    finally:
        for (part, _, step), original in zip(steps, originals, strict=True):
            force_setattr(part, step, original)


_STEPS = ("read", "lower", "write", "refused", "paired", "marks", "documented", "message_in")
