"""A journal of a run: what was done, so that a run that was interrupted can go on.

The first line identifies the run by its options and its files, and has what it did not read.  Each line after it is a
task: what became of its documents, and how far the output was.  A line is written after the output of its task, in one
call of the system, so that it is true even if the process is killed at once.  A command that replaces its input writes
a last line before it does: from then on the files are no longer those of the first line, and none is read again.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

import click
import msgspec
from msgspec import Raw, Struct

from turnwire import __version__
from turnwire.cli.archives.outcomes import Between, Fault, Made, Refused, Trouble
from turnwire.cli.archives.written import Written
from turnwire.cli.inputs import Entry
from turnwire.cli.outputs import explained

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from turnwire.cli.archives.written import Destination
    from turnwire.cli.inputs import Source

M = TypeVar("M", bound=Made)

_APART: Final = frozenset({"journal", "resume", "jobs"})
"""Options that may differ when a run goes on."""


class _Header(Struct, frozen=True):
    turnwire: str
    run: str
    files: str = ""
    unread: dict[str, int] = {}
    existing: list[str] = []


class _Document(Struct, frozen=True, array_like=True):
    source: int
    item: int | None
    line: int | None
    column: int
    data: bytes
    outcome: Raw


class _Task(Struct, frozen=True, array_like=True):
    documents: list[_Document]
    written: Written | None


_COMPLETE: Final = b'"complete"'
"""The line that says that all files are read."""


class Beside(NamedTuple):
    """What a run leaves out: what it does not read, by its kind, and outputs that exist and stay."""

    unread: Counter[str]
    existing: list[str]


class Journal(Generic[M]):
    """The journal of one run.

    Args:
        path: its file.
        sources: the files of the run.
        options: the options of the command, by name.
        made: what the command makes of documents.
        beside: what the run leaves out; of a run that goes on it becomes what was left out when it began.
    """

    def __init__(
        self, path: Path, sources: Sequence[Source], options: Mapping[str, Any], made: type[M], beside: Beside
    ) -> None:
        self._path = path
        self._sources = sources
        self._numbers = {source.path: number for number, source in enumerate(sources)}
        self._outcome = msgspec.json.Decoder(Refused | Fault | Trouble | Between | made)
        left = (dict(beside.unread), beside.existing)
        self._header = _Header(__version__, _digest(options, sources), _digest_of_files(sources), *left)
        self._lines: list[bytes] = []
        self.done = 0
        """Tasks that were done before."""
        self.written: Written | None = None
        """How far the output was."""
        self.is_complete = False
        """Whether all files were read before."""
        with explained(str(path)):
            self._begin(is_resumed=bool(options["resume"]))
        beside.unread.clear()
        beside.unread.update(self._header.unread)

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
            self.is_complete = self._lines[-1] == _COMPLETE
            self._lines = self._lines[: -1 if self.is_complete else None]
            self._header = self._checked(self._lines[0])
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        os.ftruncate(self._file, len(whole))
        if not self._lines:
            self._write(self._header)

    def _checked(self, line: bytes) -> _Header:
        """Return the first line of an interrupted run, if this one may go on with it."""
        header = _header_of(self._path, line)
        if header.turnwire != self._header.turnwire:
            raise click.UsageError(f"--journal {self._path}: was written by turnwire {header.turnwire}: remove it")
        if header.run != self._header.run or (header.files != self._header.files and not self.is_complete):
            raise click.UsageError(
                f"--journal {self._path}: is of other options, or files were added, removed or changed since: remove it"
            )
        return header

    def before(self) -> Iterator[tuple[Entry, Made]]:
        """Yield what became of the documents that were done before."""
        for line in self._lines[1:]:
            task = msgspec.json.decode(line, type=_Task)
            for each in task.documents:
                source = self._sources[each.source]
                source = source if each.item is None else source.at(each.item)
                yield Entry(source, each.line, each.data, column=each.column), self._outcome.decode(each.outcome)
            self.done += 1
            self.written = task.written or self.written
        self._lines = []

    def noted(self, outcomes: Iterable[tuple[Entry, Made]], output: Destination | None) -> Iterator[tuple[Entry, Made]]:
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
                entry.column,
                entry.data if outcome.keeps_bytes else b"",
                Raw(msgspec.json.encode(outcome)),
            )
            for entry, outcome in documents
        ]
        self._write(_Task(rows, written))

    def complete(self) -> None:
        """Note that all files are read, before any of them is replaced.  Raises CannotWrite."""
        if not self.is_complete:
            self._write(_COMPLETE)

    def _write(self, line: Struct | bytes) -> None:
        with explained(str(self._path)):
            left = (line if isinstance(line, bytes) else msgspec.json.encode(line)) + b"\n"
            while left:
                left = left[os.write(self._file, left) :]

    def remove(self) -> None:
        """Remove the journal of a run that is complete."""
        os.close(self._file)
        self._path.unlink(missing_ok=True)


def existing_before(path: Path) -> list[str] | None:
    """Return the outputs that existed when the run of a journal began; None if there is no journal."""
    if not path.is_file():  # a line of a device may never end
        return None
    try:
        with path.open("rb") as stream:
            return msgspec.json.decode(stream.readline(), type=_Header).existing
    except (OSError, msgspec.DecodeError):
        return None


def _header_of(path: Path, line: bytes) -> _Header:
    try:
        return msgspec.json.decode(line, type=_Header)
    except msgspec.DecodeError:
        raise click.UsageError(f"--journal {path}: is not a journal of turnwire") from None


def _digest(options: Mapping[str, Any], sources: Sequence[Source]) -> str:
    """Identify a run by its options, and by the names of its files."""
    found = hashlib.sha256()
    for name in sorted(options.keys() - _APART):
        value = options[name]
        found.update(f"{name}={sorted(value) if isinstance(value, frozenset) else value!r}\n".encode())
    for source in sources:
        found.update(f"{source.name}\n".encode())
    return found.hexdigest()


def _digest_of_files(sources: Sequence[Source]) -> str:
    """Identify the files of a run by their sizes and times."""
    found = hashlib.sha256()
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
