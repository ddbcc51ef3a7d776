"""Law 3 asked of the vendors of one format together: most of them write most documents alike, which is judged once.

Every vendor writes and reads every document.  What comes of that is an outcome, and the law is a function of the
outcome and the vendor's name: one that differs from a judged outcome in the name alone is as right or wrong as that.
To judge takes four times as long as to write and to read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.laws.checks import encode

import turnwire
from fidelity_rows import document_for, rows
from turnwire.testing.accounts import read_back, unaccounted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.laws.subjects import Subject

    from turnwire.model import Document

    Placings = Callable[[Document], Iterator[tuple[str, Document]]]

_A_VENDOR = b"a_vendor"


class Outcomes:
    """The judgements of law 3, by outcome."""

    def __init__(self) -> None:
        self.judged: dict[tuple[bytes, ...], list[str]] = {}

    def faults(self, document: Document, dialect: str) -> list[str]:
        """What `checks.losses_account_for_everything` says."""
        written = turnwire.write(document, dialect)
        back = read_back(written, document, dialect)
        parts = (document, back, written.losses)
        outcome = tuple(encode(part).replace(dialect.encode(), _A_VENDOR) for part in parts)
        if outcome not in self.judged:
            self.judged[outcome] = unaccounted(document, back, written.losses, dialect)
        return self.judged[outcome]


def faults_of_rows(subject: Subject, placings: Placings) -> dict[str, list[str]]:
    """What is wrong with each row of the cost table in each of its placings, by dialect, row and place."""
    found: dict[str, list[str]] = {}
    for row, case in rows().items():
        for document, dialects in documents_of_row(case, subject):
            outcomes = Outcomes()
            for place, moved in placings(document):
                found |= {f"{dialect}: {row}, {place}": outcomes.faults(moved, dialect) for dialect in dialects}
    return found


def documents_of_row(case: dict[str, object], subject: Subject) -> list[tuple[Document, list[str]]]:
    """The document of a row and the dialects it is for; where it says a dialect's own state, each has its own."""
    shared: dict[int, tuple[Document, list[str]]] = {}
    for dialect in subject.dialects:
        kind, document = document_for(case, dialect)
        if kind == subject.kind:
            shared.setdefault(id(document), (document, []))[1].append(dialect)
    return list(shared.values())
