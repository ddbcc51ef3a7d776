"""Reports for people: one line for each finding, or the finding with its line and a caret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from turnwire.cli.reports.excerpts import excerpt
from turnwire.cli.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.reports.records import DocumentReport
    from turnwire.model import Diagnostic

_COLOURS: Final = {"error": "red", "warning": "yellow", "info": "cyan"}


class Concise:
    """One line for each finding: `FILE:LINE:COLUMN: SEVERITY: POINTER: MESSAGE (HINT) [CODE]`."""

    def begin(self) -> Iterator[str]:
        """Nothing comes first."""
        yield from ()

    def document(self, report: DocumentReport) -> Iterator[str]:
        """Yield the lines of a document's findings."""
        yield from map(_line, report.diagnostics)

    def end(self) -> Iterator[str]:
        """Nothing comes last."""
        yield from ()


def _line(found: Diagnostic) -> str:
    where = ":".join(plain(str(part)) for part in (found.file, found.line, found.column) if part is not None)
    severity = click.style(found.severity, fg=_COLOURS[found.severity])
    pointer = f"{plain(found.pointer)}: " if found.pointer else ""
    hint = f" ({plain(found.hint)})" if found.hint else ""
    return f"{click.style(where, bold=True)}: {severity}: {pointer}{plain(found.message)}{hint} [{found.code}]"


class Text:
    """Each finding as a compiler shows it: what is wrong, where, the line with a caret, and what to do."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def begin(self) -> Iterator[str]:
        """Nothing comes first."""
        yield from ()

    def document(self, report: DocumentReport) -> Iterator[str]:
        """Yield the lines of a document's findings, with an empty line after each."""
        for found in report.diagnostics:
            yield from self._finding(report, found)
            yield ""
        yield from self._taken_for(report)

    def end(self) -> Iterator[str]:
        """Nothing comes last: the command prints the counts."""
        yield from ()

    def _taken_for(self, report: DocumentReport) -> Iterator[str]:
        """Name the other formats that a document fits nearly as well: once, since archives have many alike."""
        reason = next((part.reason for part in report.coverage if part.layer == "schema" and part.checked), None)
        if report.diagnostics and reason and reason not in self._told:
            self._told.add(reason)
            yield f"{click.style('note', bold=True)}: {plain(report.file)}: {plain(reason)}"
            yield ""

    def _finding(self, report: DocumentReport, found: Diagnostic) -> Iterator[str]:
        label = f"{found.severity}[{found.code}]"
        yield f"{click.style(label, fg=_COLOURS[found.severity], bold=True)}: {plain(found.message)}"
        place = ":".join(plain(str(part)) for part in (found.file, found.line, found.column) if part is not None)
        pointer = f"  {plain(found.pointer)}" if found.pointer else ""
        shown = excerpt(report.text, found, report.first_line, report.column) if report.text else None
        margin = " " * (len(str(shown.number)) if shown else 1)
        yield f"{margin}{click.style('-->', fg='blue')} {place}{pointer}"
        if shown is not None:
            bar = click.style("|", fg="blue")
            yield f"{margin} {bar}"
            yield f"{shown.number} {bar} {shown.line}"
            yield f"{margin} {bar} {click.style(shown.caret, fg=_COLOURS[found.severity])}"
        if found.expected and found.expected not in found.message:
            yield f"{margin} = expected {plain(found.expected)}"
        if found.hint:
            yield f"{margin} = help: {plain(found.hint)}"
        for fix in found.fixes:
            yield f"{margin} = fix{'' if fix.safe else ' (unsafe)'}: {plain(fix.message)}"
