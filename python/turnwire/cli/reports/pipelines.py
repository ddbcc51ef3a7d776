"""Reports for pipelines: annotations of GitHub, and the code quality report of GitLab."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.cli.reports.records import fingerprint
from turnwire.cli.words import json_line, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.reports.records import DocumentReport
    from turnwire.model import Diagnostic

_COMMANDS: Final = {"error": "error", "warning": "warning", "info": "notice"}
_SEVERITIES: Final = {"error": "major", "warning": "minor", "info": "info"}


class GitHub:
    """Workflow commands, which GitHub shows beside the lines of a pull request.

    "::error file={name},line={line},endLine={endLine},title={title}::{message}": GitHub, workflow commands.
    """

    def begin(self) -> Iterator[str]:
        """Nothing comes first."""
        yield from ()

    def document(self, report: DocumentReport) -> Iterator[str]:
        """Yield a command for each finding."""
        for found in report.diagnostics:
            members = (("file", report.path), ("line", found.line), ("col", found.column), ("title", _title(found)))
            given = ",".join(f"{name}={_member(str(value))}" for name, value in members if value is not None)
            yield f"::{_COMMANDS[found.severity]} {given}::{_escaped(_sentence(found))}"

    def end(self) -> Iterator[str]:
        """Nothing comes last."""
        yield from ()


class GitLab:
    """One JSON list of code quality findings ("description", "check_name", "fingerprint", "severity", "location")."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def begin(self) -> Iterator[str]:
        """Open the list."""
        yield "["

    def document(self, report: DocumentReport) -> Iterator[str]:
        """Yield an object for each finding."""
        for found in report.diagnostics:
            comma = "," if self._seen else ""
            # "A unique fingerprint to identify the code quality violation": equal findings are numbered.
            name = fingerprint(found, report.path)
            self._seen[name] = self._seen.get(name, 0) + 1
            yield comma + json_line(
                {
                    "description": _sentence(found),
                    "check_name": found.code,
                    "fingerprint": f"{name}-{self._seen[name]}",
                    "severity": _SEVERITIES[found.severity],
                    "location": {"path": report.path, "lines": {"begin": found.line or 1}},
                }
            )

    def end(self) -> Iterator[str]:
        """Close the list."""
        yield "]"


def _title(found: Diagnostic) -> str:
    return f"{found.code} {found.name}" if found.name else found.code


def _sentence(found: Diagnostic) -> str:
    hint = f" ({found.hint})" if found.hint else ""
    place = f"{found.pointer}: " if found.pointer else ""
    return plain(f"{place}{found.message}{hint}")


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _member(text: str) -> str:
    return _escaped(plain(text)).replace(":", "%3A").replace(",", "%2C")
