"""What every dialect can say, and what each other one makes of it, by trying: the goldens of the cost table.

A dialect can say a row where it has all that makes it; what is tried is then its own document, as it is read back.
Native JSON can say every row, so its outcomes are what each dialect makes of them.
What a plain document of the kind loses there too is told once, and not charged to a row that is about something else.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import turnwire
from fidelity_goldens import HELD, NATIVE, NO_SUCH, SILENT, Goldens, Loss, Outcomes, losses_of, outcome_of
from fidelity_rows import PLAIN, document_for, feature_of, places
from turnwire.dialects import get, names
from turnwire.testing.accounts import read_back
from turnwire.testing.pointers import NowhereError, resolve
from turnwire.testing.sameness import normal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fidelity_rows import Case
    from turnwire.dialects.dialect import Kind
    from turnwire.model import Document

IDS = frozenset({("degraded", "tool_use.id"), ("degraded", "tool_result.tool_use_id"), ("invented", "tool_use.id")})
"""What becomes of ids has rows of its own; in all others a target's rule for ids says nothing about the row."""


class Said(NamedTuple):
    """A document as its source says it, in native JSON: most sources say the same, and it is tried once."""

    kind: Kind
    native: bytes


def made(rows: Mapping[str, Case], dialects: tuple[str, ...] = names()) -> Goldens:
    """The goldens of today's converters, with these dialects as sources and as targets."""
    given = _outcomes({row: {target: _given(case, target) for target in dialects} for row, case in _all(rows).items()})
    found = {NATIVE: given}
    for source in dialects:
        if source != NATIVE:
            said = {row: each for row, case in _all(rows).items() if (each := _said(row, case, source, given[row]))}
            found[source] = _outcomes({row: dict.fromkeys(dialects, each) for row, each in said.items()})
    return found


def _said(row: str, case: Case, source: str, given: Mapping[str, str]) -> Said | None:
    """A row's document as a dialect says it; None where the dialect cannot say what the row has."""
    if given[source] in (NO_SUCH, SILENT):
        return None
    before, after = _given(case, source), _read_back(case, source)
    if row in PLAIN or all(_is_there(loss, row, before, after, source) for loss in losses_of(given[source])):
        return after
    return None


def _is_there(loss: Loss, row: str, before: Said, after: Said, source: str) -> bool:
    """Whether a row's thing is there in spite of a loss: more had to be invented, or reading puts it back in place."""
    if loss.kind == "reshaped":
        return bool(_at(loss.path, before, source) == _at(loss.path, after, source))
    return loss.kind == "invented" and loss.feature != feature_of(row)


def _at(path: str, said: Said, source: str) -> Any:
    """What stands at a place, in its normal form; None for nothing."""
    try:
        return resolve(normal(_document(said), source), path)
    except NowhereError:
        return None


def _all(rows: Mapping[str, Case]) -> dict[str, Case]:
    return {**PLAIN, **rows}


def _outcomes(said: Mapping[str, Mapping[str, Said]]) -> Outcomes:
    """What becomes of each row's document in each target; the plain ones are among them."""
    return {
        row: {
            target: _outcome(row, each, target, [said[plain][target] for plain in PLAIN if plain in said])
            for target, each in by_target.items()
        }
        for row, by_target in said.items()
    }


def _given(case: Case, dialect: str) -> Said:
    kind, document = document_for(case, dialect)
    return Said(kind, turnwire.write(document, NATIVE).data)


def _read_back(case: Case, source: str) -> Said:
    """A row's document written in a dialect and read back."""
    kind, document = document_for(case, source)
    written = turnwire.write(document, source)
    again = read_back(written, document, source)
    return Said(kind, turnwire.write(again, NATIVE).data)


def _outcome(row: str, said: Said, target: str, plain: Sequence[Said]) -> str:
    if get(target).part(said.kind) is None:
        return NO_SUCH
    losses = _losses(said, target)
    if losses is None:
        return SILENT
    if row not in PLAIN:
        usual = IDS.union(*(_told(each, target) for each in plain if each.kind == said.kind))
        losses = tuple(loss for loss in losses if loss[:2] not in usual or _is_about(loss, feature_of(row), said))
    return outcome_of(losses)


@functools.cache
def _told(said: Said, target: str) -> frozenset[tuple[str, str]]:
    """(kind, feature) of what a plain document loses in a target."""
    return frozenset(loss[:2] for loss in _losses(said, target) or ())


def _is_about(loss: Loss, feature: str, said: Said) -> bool:
    """Whether a loss that all documents of the kind have is of this feature, or of what it stands in."""
    at = _places(feature, said)
    return loss.is_of(at) if at else loss.feature == feature


@functools.cache
def _losses(said: Said, target: str) -> tuple[Loss, ...] | None:
    """What a document loses in a target; None where it reports nothing, and something else comes back."""
    document = _document(said)
    written = turnwire.write(document, target)
    if not written.losses:
        again = read_back(written, document, target)
        if normal(again, target) != normal(document, target):
            return None
    return tuple(Loss(loss.kind, loss.feature, loss.path) for loss in written.losses)


@functools.cache
def _places(feature: str, said: Said) -> list[str]:
    return places(feature, _document(said))


@functools.cache
def _document(said: Said) -> Document:
    return turnwire.read(said.native, NATIVE, kind=said.kind)


def forget() -> None:
    """Forget what was tried, as after a change of a converter."""
    for remembered in (_losses, _told):
        remembered.cache_clear()


def faults(goldens: Goldens) -> Iterator[str]:
    """What would make the pages wrong: a silent loss, or one on the way to native JSON or back to where it is from."""
    for source, outcomes in goldens.items():
        for row, cells in outcomes.items():
            for target, outcome in cells.items():
                if outcome == SILENT or (target in (source, NATIVE) and outcome != HELD):
                    yield f"{source} to {target}: {row}: {outcome}"
