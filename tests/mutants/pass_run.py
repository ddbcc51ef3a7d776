"""Runs the tests of a pass on its mutants, each in a process of its own."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import tests.conftest  # noqa: F401 - imports the library once for all processes, which are copies of this one
from tests.mutants.pass_mutants import PASS_MUTANTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.mutants.pass_mutants import PassMutant

TESTS = Path(__file__).parents[1]
_PASSED, _FAILED = 0, 1
# What pytest would rewrite is imported in this process already.
_QUIET = "ignore::pytest.PytestAssertRewriteWarning"


def unsound() -> list[str]:
    """The files of tests that fail without any mutant, or are not there."""
    files = sorted({mutant.tests for mutant in PASS_MUTANTS})
    with _processes() as processes:
        codes = processes.map(_tested, files, chunksize=1)
    return [f"tests/{file} ends with {code}" for file, code in zip(files, codes, strict=True) if code != _PASSED]


def verdicts() -> Iterator[tuple[PassMutant, str | None]]:
    """Each mutant, and what is wrong with the tests; None where they catch it."""
    with _processes() as processes:
        yield from zip(PASS_MUTANTS, processes.imap(_verdict, range(len(PASS_MUTANTS))), strict=True)


def _processes() -> multiprocessing.pool.Pool:
    return multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1)


def _verdict(number: int) -> str | None:
    mutant = PASS_MUTANTS[number]
    with mutant.operation():
        code = _tested(mutant.tests)
    if code == _FAILED:
        return None
    return f"SURVIVED tests/{mutant.tests}" if code == _PASSED else f"tests/{mutant.tests} ends with {code}"


def _tested(file: str) -> int:
    """The exit status of the tests of a file."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main([str(TESTS / file), "-x", "-q", "-p", "no:cacheprovider", "-W", _QUIET]))
