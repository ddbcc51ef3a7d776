"""Tries the laws on a mutant."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from tests.mutants.trials import Trial, trials

from turnwire.dialect import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tests.mutants.catalogue import Mutant


def sound_trials() -> tuple[list[Trial], list[tuple[Trial, str]]]:
    """The trials that pass without any mutant, and those that do not with what is wrong."""
    sound, unsound = [], []
    for trial in trials():
        fault = _fault(trial)
        if fault is None:
            sound.append(trial)
        else:
            unsound.append((trial, fault))
    return sound, unsound


def caught_by(mutant: Mutant, sound: Iterable[Trial]) -> str | None:
    """The law and the case that catch a mutant; None where it survives."""
    with mutant.operation():
        for trial in sound:
            fault = _fault(trial)
            if fault is not None:
                return f"{trial.law}: {fault[:100]}"
    return None


def by_dialect(sound: Iterable[Trial]) -> dict[str, list[Trial]]:
    """The trials of each dialect, those of its requests, replies and errors by turns."""
    kinds: dict[str, dict[str, list[Trial]]] = {}
    for trial in sound:
        kind = next((kind for kind in KINDS if f" {kind} " in trial.case), "request")
        kinds.setdefault(trial.dialect, {}).setdefault(kind, []).append(trial)
    return {
        dialect: [trial for row in itertools.zip_longest(*held.values()) for trial in row if trial is not None]
        for dialect, held in kinds.items()
    }


def survives_in(mutant: Mutant, trials: Mapping[str, list[Trial]]) -> list[str]:
    """The dialects in which no trial of the dialect's own catches a mutant, though it has something to harm there."""
    with mutant.operation():
        asked = [dialect for dialect in trials if dialect not in mutant.spares]
        return [dialect for dialect in asked if not any(_fault(trial) for trial in trials[dialect])]


def _fault(trial: Trial) -> str | None:
    try:
        found = trial.faults()
    except Exception as error:  # noqa: BLE001 - a converter that crashes is caught too
        return f"{type(error).__name__}: {error}"
    return found[0] if found else None
