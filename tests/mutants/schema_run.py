"""Loosens each constraint of each schema in turn: a document of the tables in tests/schemas/loosened must notice."""

from __future__ import annotations

import multiprocessing
import os
from typing import TYPE_CHECKING

from tests.schemas.loosened.catalogue import constraints_in, out_of_reach
from tests.schemas.loosened.noticing import complaints

from turnwire.documents import schemas

if TYPE_CHECKING:
    from collections.abc import Iterator


def verdicts() -> Iterator[tuple[str, str | None]]:
    """Yield the name of each constraint, and what is wrong; None where a document notices, or none can."""
    yield from ((each.name, "documents of no schema are compared with it") for each in out_of_reach())
    largest_first = sorted(schemas.every_name(), key=lambda name: -len(constraints_in(name)))
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as processes:
        for found in processes.imap_unordered(_verdicts, largest_first, chunksize=1):
            yield from found


def _verdicts(name: str) -> list[tuple[str, str | None]]:
    return [(constraint.name, complaint) for constraint, complaint in complaints(name)]
