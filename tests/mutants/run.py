"""Tries the laws on mutants, in each dialect with the trials of that alone, on as many processors as there are."""

from __future__ import annotations

import itertools
import multiprocessing
import os
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from tests.mutants.catalogue import MUTANTS
from tests.mutants.spared import SPARED
from tests.mutants.trials import Trial, trials

from turnwire.dialects import FAMILY, VENDORS
from turnwire.lane.settings import REMEMBERED

if TYPE_CHECKING:
    import contextlib
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tests.mutants.mutant import Mutant

    Trials = Mapping[str, list[Trial]]


EVERY: Final = "all"
"""Instead of the name of a dialect: each mutant in each dialect that it harms."""
SHARING: Final = FAMILY.keys() | {name for vendors in VENDORS.values() for name in vendors}
"""The dialects that share the code of another one, such as the vendors of the chat format."""
ONE_IN: Final = 3


class Verdict(NamedTuple):
    """What the trials of one dialect say of a mutant."""

    dialect: str
    fault: str | None
    """The law that catches it, and how; None where it survives."""
    reason: str | None
    """Why there is nothing to catch; None where it must be caught."""

    @property
    def complaint(self) -> str | None:
        """What is wrong with the laws, or with the list of what is spared."""
        if self.fault is None and self.reason is None:
            return f"SURVIVED in {self.dialect}"
        if self.fault is not None and self.reason is not None:
            return f"STALE: {self.dialect} is spared because {self.reason}, but {self.fault}"
        return None


class Court:
    """Trials that mutants are put to.

    Each mutant has a process of its own, which begins as a copy of this one: what a mutant does to the documents of
    the trials or leaves in a cache of the library is gone with that process, and no other mutant is caught by it.
    """

    def __init__(self, only: str | None = None) -> None:
        """`only` is the dialect whose trials there are, or `EVERY`; None for a sample of those in `SHARING`."""
        found = by_dialect(trials())
        if only not in (None, EVERY, *found):
            raise SystemExit(f"there are no trials of {only}; there are of {', '.join(sorted(found))}")
        self._trials = {only: found[only]} if only in found else found
        self._asked = partial(_sample if only is None else _all_of, frozenset(self._trials))

    @property
    def count(self) -> int:
        """How many trials there are."""
        return sum(map(len, self._trials.values()))

    def unsound(self) -> list[str]:
        """The trials that fail without any mutant."""
        with self._processes() as processes:
            return [fault for found in processes.imap(_unsound, self._trials) for fault in found]

    def verdicts(self) -> Iterator[tuple[Mutant, list[Verdict]]]:
        """What the dialects say of each mutant, in the order of the catalogue."""
        with self._processes() as processes:
            yield from zip(MUTANTS, processes.imap(partial(_verdicts, self._asked), range(len(MUTANTS))), strict=True)

    def _processes(self) -> contextlib.AbstractContextManager[multiprocessing.pool.Pool]:
        fork = multiprocessing.get_context("fork")
        return fork.Pool(os.cpu_count(), _begin, (self._trials,), maxtasksperchild=1)


_held: dict[str, list[Trial]] = {}


def _begin(held: Trials) -> None:
    """Begin a process with these trials, and without what the library remembers of requests before the mutant."""
    _held.update(held)
    REMEMBERED.clear()


def _unsound(dialect: str) -> list[str]:
    return [f"{trial.case}: {fault}" for trial in _held[dialect] if (fault := _fault(trial))]


def _all_of(held: frozenset[str], mutant: Mutant) -> frozenset[str]:
    """The dialects that a mutant harms; without their trials there is an error."""
    return mutant.harms if len(held) > 1 else mutant.harms & held


def _sample(_: frozenset[str], mutant: Mutant) -> frozenset[str]:
    """The dialects that a mutant harms, and of those that share the code of another one about one in `ONE_IN`.

    The checksum is the same on every machine.
    """
    found = {
        name for name in mutant.harms if name not in SHARING or crc32(f"{mutant.name} {name}".encode()) % ONE_IN == 0
    }
    return frozenset(found) or mutant.harms


def _verdicts(asked: Callable[[Mutant], frozenset[str]], number: int) -> list[Verdict]:
    mutant = MUTANTS[number]
    spared = SPARED.get(mutant.name, {})
    return [Verdict(each, _caught(mutant, _held[each]), spared.get(each)) for each in sorted(asked(mutant))]


def _caught(mutant: Mutant, every: Iterable[Trial]) -> str | None:
    with mutant.operation():
        return next((fault for trial in every if (fault := _fault(trial))), None)


def _fault(trial: Trial) -> str | None:
    try:
        found = trial.faults()
    except Exception as error:  # noqa: BLE001 - a converter that crashes is caught too
        found = [f"{type(error).__name__}: {error}"]
    return f"{trial.law}: {found[0][:100]}" if found else None


def by_dialect(every: Iterable[Trial]) -> dict[str, list[Trial]]:
    """The trials of each dialect, those of its kinds and laws by turns: what one does not notice, another may."""
    found: dict[str, dict[tuple[str, str], list[Trial]]] = {}
    for trial in every:
        found.setdefault(trial.dialect, {}).setdefault((trial.kind, trial.law), []).append(trial)
    return {
        dialect: [trial for row in itertools.zip_longest(*held.values()) for trial in row if trial is not None]
        for dialect, held in found.items()
    }
