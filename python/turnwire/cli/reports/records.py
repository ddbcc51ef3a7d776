"""What a report is made of: one record for each document that was checked."""

from __future__ import annotations

import functools
import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import quote

from msgspec import Struct

from turnwire.dialects.dialect import Kind, OtherKind
from turnwire.model import Diagnostic
from turnwire.validation import Coverage

if TYPE_CHECKING:
    from collections.abc import Iterable


_INDEX: Final = re.compile(r"(?<=/)\d+\b|(?<=\[)\d+(?=\])")
"""The position of an entry: in a pointer, or in a name such as `messages[3]`."""


class DocumentReport(Struct, frozen=True):
    """The findings about one document."""

    where: Mapping[str, object]
    """The document: `file`, and `line` and `item` where the file has several."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """The findings, with `file`, and lines of the file."""
    coverage: tuple[Coverage, ...] = ()
    dialect: str | None = None
    kind: Kind | OtherKind | None = None
    suppressed: tuple[Diagnostic, ...] = ()
    """Findings that a baseline knows already."""
    on_disk: Path | None = None
    """The path of the file as the system has it; `file` shows bytes that are not UTF-8 as `\\xff`."""
    text: bytes = b""
    """The document as its file has it, for excerpts and for fixes; empty if the report has neither."""
    column: int = 0
    """How many characters are before the document on its first line."""

    @property
    def file(self) -> str:
        """The name of the file."""
        return str(self.where["file"])

    @property
    def path(self) -> str:
        """The path of the file, relative to the working directory if the file is below it, with slashes."""
        here = Path.cwd()
        return (below(self.file, here, here) or Path(self.file)).as_posix()

    @property
    def uri(self) -> str:
        """The URI of the file, percent-encoded: relative where `path` is, or else with the scheme `file`."""
        here = Path.cwd()
        path = below(str(self.on_disk or self.file), here, here) or self.on_disk or Path(self.file)
        return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))

    @property
    def first_line(self) -> int:
        """The line of the file on which the document begins."""
        line = self.where.get("line")
        return line if isinstance(line, int) else 1

    @property
    def valid(self) -> bool:
        """Whether no finding is an error."""
        return all(found.severity != "error" for found in self.diagnostics)


class ReportWriter(Protocol):
    """Makes a report of many documents, piece by piece; the pieces are lines without line ends."""

    def begin(self) -> Iterable[str]:
        """Yield what comes first."""

    def document(self, report: DocumentReport) -> Iterable[str]:
        """Yield the report of one document."""

    def end(self) -> Iterable[str]:
        """Yield what comes last."""


@functools.lru_cache(maxsize=64)
def below(file: str, here: Path, folder: Path) -> Path | None:
    """Return the path of a file from a folder; None if it is not below the folder.

    Args:
        file: the name of the file, relative to `here` unless it is absolute.
        here: the working directory.
        folder: an absolute path.
    """
    path = Path(os.path.normpath(here / file))
    return path.relative_to(folder) if path.is_relative_to(folder) else None


def fingerprint(found: Diagnostic, path: str) -> str:
    """Return a name of a finding that stays the same when lines and entries of lists move.

    Two findings of the same kind in one file have the same fingerprint: whoever compares them has to count.

    Args:
        found: the finding.
        path: the path of its file (`DocumentReport.path`).
    """
    parts = (path, found.code, _INDEX.sub("*", found.pointer or ""), _INDEX.sub("*", found.message))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]
