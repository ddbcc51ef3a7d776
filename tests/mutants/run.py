"""Tries the laws on a mutant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.mutants.trials import Trial, trials

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def _fault(trial: Trial) -> str | None:
    try:
        found = trial.faults()
    except Exception as error:  # noqa: BLE001 - a converter that crashes is caught too
        return f"{type(error).__name__}: {error}"
    return found[0] if found else None
