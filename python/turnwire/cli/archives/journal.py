"""A journal of a run: what was done, so that a run that was interrupted can go on.

The first line identifies the run by its options and its files.  Each line after it is a task: what became of its
documents, and how far the output was.  A line is written after the output of its task, in one call of the system, so
that it is true even if the process is killed at once.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import click
import msgspec
from msgspec import Raw, Struct

from turnwire import __version__
from turnwire.cli.archives.outcomes import Fault, Made, Refused, Trouble
from turnwire.cli.archives.written import Written
from turnwire.cli.inputs import Entry
from turnwire.cli.outputs import explained

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from turnwire.cli.inputs import Source
    from turnwire.cli.outputs import Output

M = TypeVar("M", bound=Made)

_APART: Final = frozenset({"journal", "resume", "jobs"})
"""Options that may differ when a run goes on."""


class _Header(Struct, frozen=True):
    turnwire: str
    run: str


class _Document(Struct, frozen=True, array_like=True):
    source: int
    item: int | None
    line: int | None
    data: bytes
    outcome: Raw


class _Task(Struct, frozen=True, array_like=True):
    documents: list[_Document]
    written: Written | None


class Journal(Generic[M]):
    """The journal of one run.

    Args:
        path: its file.
        sources: the files of the run.
        options: the options of the command, by name.
        made: what the command makes of documents.
    """

    def __init__(self, path: Path, sources: Sequence[Source], options: Mapping[str, Any], made: type[M]) -> None:
        self._path = path
        self._sources = sources
        self._numbers = {source.path: number for number, source in enumerate(sources)}
        self._outcome = msgspec.json.Decoder(Refused | Fault | Trouble | made)
        self._header = _Header(__version__, _digest(sources, options))
        self._lines: list[bytes] = []
        self.done = 0
        """Tasks that were done before."""
        self.written: Written | None = None
        """How far the output was."""
        with explained(str(path)):
            self._begin(is_resumed=bool(options["resume"]))

    @property
    def name(self) -> str:
        """A name for this run's temporary files, the same when it goes on."""
        return hashlib.sha256(f"{self._path.absolute()} {self._header.run}".encode()).hexdigest()[:12]

    def _begin(self, *, is_resumed: bool) -> None:
        before = self._path.read_bytes() if self._path.exists() else b""
        if before and not is_resumed:
            raise click.UsageError(f"--journal {self._path}: exists: add --resume to go on, or remove it")
        # What follows the last line break was being written when the run was killed.
        whole = before[: before.rfind(b"\n") + 1]
        self._lines = whole.splitlines()
        if self._lines:
            self._check(self._lines[0])
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        os.ftruncate(self._file, len(whole))
        if not self._lines:
            self._write(self._header)

    def _check(self, line: bytes) -> None:
        try:
            header = msgspec.json.decode(line, type=_Header)
        except msgspec.DecodeError:
            raise click.UsageError(f"--journal {self._path}: is not a journal of turnwire") from None
        if header.turnwire != self._header.turnwire:
            raise click.UsageError(f"--journal {self._path}: was written by turnwire {header.turnwire}: remove it")
        if header != self._header:
            raise click.UsageError(
                f"--journal {self._path}: is of other options, or files were added, removed or changed since: remove it"
            )

    def before(self) -> Iterator[tuple[Entry, Made]]:
        """Yield what became of the documents that were done before."""
        for line in self._lines[1:]:
            task = msgspec.json.decode(line, type=_Task)
            for each in task.documents:
                source = self._sources[each.source]
                source = source if each.item is None else source.at(each.item)
                yield Entry(source, each.line, each.data), self._outcome.decode(each.outcome)
            self.done += 1
            self.written = task.written or self.written
        self._lines = []

    def noted(self, outcomes: Iterable[tuple[Entry, Made]], output: Output | None) -> Iterator[tuple[Entry, Made]]:
        """Yield the outcomes of a task; note that it is done once the last was processed.  Raises CannotWrite."""
        noted: list[tuple[Entry, Made]] = []
        for entry, outcome in outcomes:
            yield entry, outcome
            noted.append((entry, outcome.for_journal()))
        self._add(noted, output.written() if output else None)

    def _add(self, documents: Iterable[tuple[Entry, Made]], written: Written | None) -> None:
        rows = [
            _Document(
                self._numbers[entry.source.path],
                entry.source.item,
                entry.line,
                entry.data if outcome.keeps_bytes else b"",
                Raw(msgspec.json.encode(outcome)),
            )
            for entry, outcome in documents
        ]
        self._write(_Task(rows, written))

    def _write(self, line: Struct) -> None:
        with explained(str(self._path)):
            left = msgspec.json.encode(line) + b"\n"
            while left:
                left = left[os.write(self._file, left) :]

    def remove(self) -> None:
        """Remove the journal of a run that is complete."""
        os.close(self._file)
        self._path.unlink(missing_ok=True)


def _digest(sources: Sequence[Source], options: Mapping[str, Any]) -> str:
    """Identify a run by its options, and by the names, sizes and times of its files."""
    found = hashlib.sha256()
    for name in sorted(options.keys() - _APART):
        value = options[name]
        found.update(f"{name}={sorted(value) if isinstance(value, frozenset) else value!r}\n".encode())
    for source in sources:
        if source.path is None:
            raise click.UsageError("standard input cannot be read again: --journal needs files")
        try:
            about = source.path.stat()
        except OSError:
            found.update(f"{source.name} cannot be read\n".encode())
        else:
            found.update(f"{source.name} {about.st_size} {about.st_mtime_ns}\n".encode())
    return found.hexdigest()
