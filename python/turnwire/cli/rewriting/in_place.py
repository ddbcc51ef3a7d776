"""Replace the files that change by whole new ones."""

from __future__ import annotations

import contextlib
import os
import shutil
from typing import TYPE_CHECKING, BinaryIO, Final, Self

from turnwire.cli.archives.written import Written
from turnwire.cli.files import part_of
from turnwire.cli.outputs import GONE, CannotWrite, explained
from turnwire.cli.words import plain
from turnwire.codec.packed import pack
from turnwire.sessions.fsync import sync_folder
from turnwire.sessions.replacing import complete, open_beside

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from turnwire.cli.inputs import Source

ORIGINAL: Final = ".orig"
"""What is put behind the name of a file that is kept as it was."""


class _File:
    """A file that is written anew beside itself."""

    def __init__(self, source: Source, run: str | None) -> None:
        if source.path is None:
            raise TypeError("standard input is not replaced")
        self.path: Path = source.path
        self.is_changed = False
        self.is_abandoned = False
        self._target = self.path.resolve()
        self._packed = source.packed
        self._part = part_of(self._target, run) if run else None
        self._stream: BinaryIO | None = None
        self._held = bytearray()
        self._may_begin = True

    @property
    def is_wanted(self) -> bool:
        """Whether the new file takes the place of the old one."""
        return self.is_changed and not self.is_abandoned

    @property
    def is_there(self) -> bool:
        """Whether the new file is still beside the old one."""
        return self._part is not None and self._part.exists()

    def write(self, text: bytes) -> None:
        """Write some bytes.  Raises OSError, CannotWrite."""
        stream = self._stream or self._begun()
        if self._packed:
            self._held += text
        else:
            stream.write(text)

    def written(self) -> Written | None:
        """Return how far the new file is, after writing what is still in memory; None if it is not begun."""
        if self._stream is None:
            return None
        if self._packed and self._held:
            # What is packed by itself can be cut off after it when a run goes on.
            self._stream.write(pack(bytes(self._held), self._packed))
            self._held.clear()
        self._stream.flush()
        return Written(str(self.path), self._stream.tell(), is_array=False)

    def go_on(self, length: int) -> None:
        """Go on with what an interrupted run has written, if it did not already discard it."""
        self._may_begin = False
        if self._part is not None and self._part.exists():
            self._stream = self._part.open("r+b")
            self._stream.truncate(length)
            self._stream.seek(length)

    def end(self) -> None:
        """Complete the new file, or remove it if it is not wanted.  Raises OSError."""
        self.written()
        if self._stream is not None and self._part is not None:
            with self._stream:
                if self.is_wanted:
                    complete(self._stream, self._part, self._target, is_synced=True)
        if not self.is_wanted:
            self.leave(is_kept=False)

    def leave(self, *, is_kept: bool) -> None:
        """Close the new file, and remove it unless it is kept for a run that goes on."""
        if self._stream is not None:
            with contextlib.suppress(OSError):  # a full disk refuses what is still in memory, as it refused a write
                self._stream.close()
        if self._part is not None and not is_kept:
            self._part.unlink(missing_ok=True)

    def replace(self, *, backup: bool) -> None:
        """Put the new file into the place of the old one.  Raises OSError."""
        if backup:
            _keep(self.path, self._target)
        if self._part is not None:
            self._part.replace(self._target)
        sync_folder(self._target.parent)

    def _begun(self) -> BinaryIO:
        if not self._may_begin:
            raise CannotWrite(f"{plain(str(self.path))}: {GONE}")
        if self._part is None:
            self._part, self._stream = open_beside(self._target)
        else:
            self._stream = self._part.open("wb")
        return self._stream


class InPlace:
    """Writes files anew, each beside the old one, and replaces the old one if anything changed.

    With a journal the files are replaced at the end, all together: until then the input is what it was, so that the
    run can go on.

    Args:
        backup: whether the old files are kept beside the new ones.
    """

    place: Final = "--write"

    def __init__(self, *, backup: bool) -> None:
        self._backup = backup
        self._run: str | None = None
        self._at: _File | None = None
        self._whole: list[_File] = []
        self.is_done = False
        """Whether what is put was written before, by the run that goes on."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the file that is not whole, unless the run can go on."""
        if self._at is not None:
            self._at.leave(is_kept=self._run is not None)

    def put(self, source: Source, text: bytes) -> None:
        """Write some bytes of a file.  Raises CannotWrite."""
        file = self._file(source)
        if not self.is_done and not file.is_abandoned:
            with explained(source.name):
                file.write(text)

    def mark(self, source: Source) -> None:
        """Remember that something in a file changed.  Raises CannotWrite."""
        self._file(source).is_changed = True

    def abandon(self, source: Source) -> None:
        """Leave a file as it is: something in it cannot be read.  Raises CannotWrite."""
        self._file(source).is_abandoned = True

    def keep_parts(self, run: str) -> None:
        """Let unfinished files stay if the run is interrupted, and replace files only at the end."""
        self._run = run

    def written(self) -> Written | None:
        """Return how far the file is that is being written.  Raises CannotWrite."""
        if self._at is None:
            return None
        with explained(str(self._at.path)):
            return self._at.written()

    def go_on(self, written: Written) -> None:
        """Go on with the file that an interrupted run was writing.  Raises CannotWrite."""
        if self._at is not None and str(self._at.path) == written.path:
            with explained(written.path):
                self._at.go_on(written.length)

    def end(self, note: Callable[[], None] | None) -> None:
        """Replace what is left to be replaced.  Raises CannotWrite."""
        self._end_file()
        if note:
            note()
        for file in self._whole:
            if file.is_there:
                with explained(str(file.path)):
                    file.replace(backup=self._backup)
            elif not self.is_done:  # a run that was interrupted here has replaced some of them
                raise CannotWrite(f"{plain(str(file.path))}: {GONE}")

    def _file(self, source: Source) -> _File:
        if self._at is None or self._at.path != source.path:
            self._end_file()
            self._at = _File(source, self._run)
        return self._at

    def _end_file(self) -> None:
        file = self._at
        if file is None:
            return
        with explained(str(file.path)):
            file.end()
            if file.is_wanted and self._run:
                self._whole.append(file)
            elif file.is_wanted:
                file.replace(backup=self._backup)
        self._at = None


def _keep(path: Path, target: Path) -> None:
    """Keep a file beside itself, whole or not at all; an older copy stays, for it is the older original."""
    kept = path.with_name(path.name + ORIGINAL)
    if kept.exists():
        return
    try:
        os.link(target, kept)  # the new file takes the other name
    except OSError:  # the file system has no such links
        part, stream = open_beside(kept)
        stream.close()
        with contextlib.ExitStack() as failed:
            failed.callback(part.unlink, missing_ok=True)
            shutil.copy2(target, part)
            part.replace(kept)
