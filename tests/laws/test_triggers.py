"""A pass that its triggers leave out would change nothing: triggers save time, and are no part of the rules."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import pytest
from tests.cases import case
from tests.laws.subjects import TARGETS

from turnwire import read, write
from turnwire.errors import InvalidDocument
from turnwire.lowering.draft import NO_MAX_TOKENS, NO_MODEL, Lowering, bits_of

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind
    from turnwire.lowering.draft import Rule
    from turnwire.model import Document


@functools.cache
def documents(kind: Kind) -> list[tuple[str, Document]]:
    """The document of each case of a kind, with the name of the case."""
    found = []
    for each in (each for file in case.files() for each in case.load(file)):
        if each.case.kind == kind and each.case.refused is None:
            document = read(bytes(each.case.wire), each.source, kind=kind)
            found.append((f"{each.folder}: {each.case.name}", document))
    return found


def written(document: Document, target: str) -> tuple[object, ...]:
    """What a document becomes, or why it does not become anything."""
    try:
        found = write(document, target)
    except InvalidDocument as refused:
        return (str(refused),)
    return (found.data, found.losses, found.envelope)


# A pass that adds what a document lacks takes its trigger as given.
ABSENT = bits_of(NO_MODEL, NO_MAX_TOKENS)


def every_rule(lowering: Lowering, features: int, _model: str | None) -> tuple[Rule, ...]:
    """The passes of a target without a look at their triggers, nor at the models that they concern."""
    return tuple(
        each.rule for each in lowering.passes if each.when & features or each.when & ABSENT == 0 or each.when == -1
    )


@pytest.mark.parametrize(("target", "kind"), [pair for pair in TARGETS if pair[1] != "error"])
def test_passes_without_a_trigger_change_nothing(target: str, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    triggered = [written(document, target) for _, document in documents(kind)]
    monkeypatch.setattr(Lowering, "rules_for", every_rule)
    names = [name for name, _ in documents(kind)]
    every = [written(document, target) for _, document in documents(kind)]
    assert len(names) > 100
    assert [name for name, some, all_ in zip(names, triggered, every, strict=True) if some != all_] == []
