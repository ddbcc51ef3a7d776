"""Reports for programs: JSON Lines with one object for each document, or one JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.cli.words import json_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.reports.records import DocumentReport


class JsonLines:
    """One JSON object for each document."""

    def begin(self) -> Iterator[str]:
        """Nothing comes first."""
        yield from ()

    def document(self, report: DocumentReport) -> Iterator[str]:
        """Yield the object of a document."""
        yield json_line(fields_of(report))

    def end(self) -> Iterator[str]:
        """Nothing comes last."""
        yield from ()


class Json:
    """One JSON list with an object for each document."""

    def __init__(self) -> None:
        self._count = 0

    def begin(self) -> Iterator[str]:
        """Open the list."""
        yield "["

    def document(self, report: DocumentReport) -> Iterator[str]:
        """Yield the object of a document."""
        comma = "," if self._count else ""
        self._count += 1
        yield comma + json_line(fields_of(report))

    def end(self) -> Iterator[str]:
        """Close the list."""
        yield "]"


def fields_of(report: DocumentReport) -> dict[str, object]:
    """Return what a report says of a document, as members of a JSON object."""
    fields: dict[str, object] = {
        **report.where,
        "dialect": report.dialect,
        "kind": report.kind,
        "valid": report.valid,
        "diagnostics": report.diagnostics,
        "coverage": report.coverage,
    }
    return fields | {"suppressed": report.suppressed} if report.suppressed else fields
