"""The record of a job in its output folder: a line for the job, the columns of its parts, each file, each unit done.

A unit's line is written and synced after its part is whole, on the disk and under its name.  A job that is killed
between the two does the unit again, and replaces the part by an equal one.  So the lines are true at any time, and the
last of them may be cut, and is then forgotten.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Final, Self

import msgspec
from msgspec import Struct

from turnwire import __version__
from turnwire.bulk.columns import Columns
from turnwire.bulk.jobs import Done
from turnwire.bulk.spawned import APART
from turnwire.bulk.units import Input, Range, Unit
from turnwire.sessions.fsync import sync_folder
from turnwire.sessions.replacing import UNFINISHED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

NAME: Final = "_manifest.jsonl"
"""Engines skip names that begin with `_` when they read the output."""


class CannotGoOn(Exception):
    """The job cannot begin or go on in this folder; the message says why, and what to do."""


class Header(Struct, frozen=True, tag="job"):
    """The first line.

    Args:
        turnwire: the version that wrote it.
        job: what is done, with all options that change the output.
    """

    turnwire: str
    job: str


class Planned(Struct, frozen=True, tag="input"):
    """A file of the input, and the units into which it is divided.

    Args:
        input: the file.
        first: the number of its first unit.
        ranges: what each unit has.
    """

    input: Input
    first: int
    ranges: list[Range]

    def units(self) -> Iterator[Unit]:
        """Yield the units."""
        for number, (begin, end, weight, rows) in enumerate(self.ranges, self.first):
            yield Unit(number, self.input, begin, end, weight, rows)


class Manifest:
    """The manifest of one output folder, which is locked against other jobs while this one runs.

    Args:
        folder: the folder of the output, which exists.
        job: what is done, with all options that change the output.

    Raises:
        CannotGoOn: the folder has the output of another job, or something else, or a job is running there.
        OSError: it cannot be read or written.
    """

    def __init__(self, folder: Path, job: str) -> None:
        self._path = folder / NAME
        self._folder = folder
        self.planned: list[Planned] = []
        """The files that are planned."""
        self.columns: Columns | None = None
        """The columns of the parts in Parquet; None before the first file is planned."""
        self.done: dict[int, Done] = {}
        """The units that are done, by number."""
        if not self._path.exists() and any(folder.iterdir()):
            raise CannotGoOn(f"{folder}: is not empty and has no {NAME}: name a new folder for the output")
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        APART.add(self._file)
        try:
            self._lock()
            self._clear()
            self._read(job)
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._clear()
        self._close()

    def _close(self) -> None:
        APART.discard(self._file)
        os.close(self._file)

    def _clear(self) -> None:
        """Remove the temporary files of workers that were killed.

        A worker that has outlived its job cannot move such a file to its name any more, and ends.
        """
        for path in self._folder.rglob(UNFINISHED):
            path.unlink(missing_ok=True)

    def _lock(self) -> None:
        with contextlib.suppress(ImportError):  # Windows has no such locks
            import fcntl  # noqa: PLC0415 - not everywhere

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CannotGoOn(f"{self._folder}: another job is writing there now") from None

    def _read(self, job: str) -> None:
        text = self._path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        os.ftruncate(self._file, len(whole))
        lines = whole.splitlines()
        if not lines:
            self._write([Header(__version__, job)])
            sync_folder(self._folder)
            return
        try:
            self._check(msgspec.json.decode(lines[0], type=Header), job)
            for each in map(msgspec.json.Decoder(Planned | Columns | Done).decode, lines[1:]):
                if isinstance(each, Planned):
                    self.planned.append(each)
                elif isinstance(each, Columns):
                    self.columns = each
                else:
                    self.done[each.unit.number] = each
        except msgspec.MsgspecError as fault:
            raise CannotGoOn(f"{self._path}: is not a manifest of turnwire: {fault}") from None

    def _check(self, header: Header, job: str) -> None:
        if header.turnwire != __version__:
            raise CannotGoOn(
                f"{self._path}: was written by turnwire {header.turnwire}, which may give other results: "
                "name another folder for the output"
            )
        if header.job != job:
            raise CannotGoOn(
                f"{self._folder}: has the output of a job with other options: name another folder, or the same options"
            )

    def plan(self, planned: Sequence[Planned], columns: Columns | None = None) -> None:
        """Note files that are divided into units, and the columns of the parts, before any of the units is done.

        Raises:
            OSError: it cannot be written.
        """
        if planned:
            self.planned += planned
            new = [] if columns is None or columns == self.columns else [columns]
            self.columns = columns
            self._write([*new, *planned])

    def note(self, done: Done) -> None:
        """Note that a unit is done.  Raises OSError."""
        if self.done.get(done.unit.number) != done:
            self.done[done.unit.number] = done
            self._write([done])

    def _write(self, lines: Sequence[Struct]) -> None:
        left = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        while left:
            left = left[os.write(self._file, left) :]
        os.fsync(self._file)
