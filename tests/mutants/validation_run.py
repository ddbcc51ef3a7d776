"""Runs the tests of validation on mutants of its rules, each in a process of its own."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import multiprocessing
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
import tests.conftest  # noqa: F401 - imports the library once for all processes, which are copies of this one
from tests.mutants.sources import mutants_of
from tests.mutants.validation_mutants import SPARED, TESTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.mutants.sources import SourceMutant

T = TypeVar("T")
TESTS = Path(__file__).parents[1]
NOTICED = Path(__file__).with_name("noticed.json")
"""The first test that noticed each mutant when it was last made; it is tried first, since all tests take minutes."""
_PASSED, _FAILED = 0, 1
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


def noticed() -> Iterator[tuple[str, str]]:
    """Yield the name of each mutant that a test notices, and the first such test."""
    made = every()
    with _processes() as processes:
        found = processes.imap(_noticed_by, range(len(made)))
        for (mutant, _), test in zip(made, found, strict=True):
            if test:
                yield mutant.name, test


def _noticed_by(number: int) -> str:
    mutant, tests = every()[number]
    return _asked(mutant, lambda: _run(tests)[1], "")


def _is_caught(number: int) -> bool:
    mutant, tests = every()[number]
    first = _first().get(mutant.name)

    def ask() -> bool:
        # That the test is not there any more is another status.
        is_noticed = first is not None and _tested((first,)) == _FAILED
        return is_noticed or _tested(tests) != _PASSED

    return _asked(mutant, ask, True)  # noqa: FBT003 - a mutant that loops is caught


def _asked(mutant: SourceMutant, ask: Callable[[], T], it_loops: T) -> T:
    """Apply a mutant in this process, and ask the tests; end what takes too long."""
    mutant.apply()
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        return ask()
    except KeyboardInterrupt:
        return it_loops


@functools.cache
def _first() -> dict[str, str]:
    found: dict[str, str] = json.loads(NOTICED.read_bytes())
    return found


class _Failed:
    """A plugin of pytest that has the name of the first test that failed."""

    name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid.removeprefix(f"{TESTS.name}/")


def _tested(tests: tuple[str, ...]) -> int:
    return _run(tests)[0]


def _run(tests: tuple[str, ...]) -> tuple[int, str]:
    """Return the exit status of tests, and the name of the first that failed."""
    places, failed = [str(TESTS / each) for each in tests], _Failed()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = pytest.main([*places, "-x", "-q", "-p", "no:cacheprovider", "-W", _QUIET], plugins=[failed])
    return int(code), failed.name
