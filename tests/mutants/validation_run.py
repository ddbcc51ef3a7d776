"""Runs the tests of validation on mutants of its rules, each in a process of its own."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.mutants.sources import mutants_of
from tests.mutants.validation_mutants import SPARED, TESTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.mutants.sources import SourceMutant

TESTS = Path(__file__).parents[1]
_PASSED = 0
_SECONDS = 60
"""Of CPU after which a mutant that loops is ended: on a busy machine the tests of another one take longer, too."""
_QUIET = "ignore::pytest.PytestAssertRewriteWarning"


def every() -> list[tuple[SourceMutant, tuple[str, ...]]]:
    """Return all mutants of the rules, with the tests that must notice each."""
    return [(mutant, tests) for module, tests in TESTED.items() for mutant in mutants_of(module)]


def unsound() -> list[str]:
    """Return the tests that fail without any mutant: they prove nothing."""
    groups = sorted(set(TESTED.values()))
    with _processes() as processes:
        codes = processes.map(_tested, groups, chunksize=1)
    return [f"{' '.join(tests)} ends with {code}" for tests, code in zip(groups, codes, strict=True) if code != _PASSED]


def verdicts() -> Iterator[tuple[str, str | None]]:
    """Yield the name of each mutant, and what is wrong; None where the tests notice it, or it is spared."""
    made = every()
    with _processes() as processes:
        caught = processes.imap(_is_caught, range(len(made)))
        for (mutant, _), is_caught in zip(made, caught, strict=True):
            yield mutant.name, _complaint(mutant.name, is_caught=is_caught)
    for name in sorted(SPARED.keys() - {mutant.name for mutant, _ in made}):
        yield name, "STALE: there is no such mutant"


def _complaint(name: str, *, is_caught: bool) -> str | None:
    if is_caught:
        return f"STALE: spared because {SPARED[name]}, but it is caught" if name in SPARED else None
    return None if name in SPARED else "SURVIVED"


def _processes() -> multiprocessing.pool.Pool:
    return multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1)


def _is_caught(number: int) -> bool:
    mutant, tests = every()[number]
    mutant.apply()
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        return _tested(tests) != _PASSED
    except KeyboardInterrupt:
        return True


def _tested(tests: tuple[str, ...]) -> int:
    """Return the exit status of tests."""
    places = [str(TESTS / each) for each in tests]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main([*places, "-x", "-q", "-p", "no:cacheprovider", "-W", _QUIET]))
