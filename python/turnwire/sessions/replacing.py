"""Replace files atomically: write a temporary file in the same folder, sync it, and move it into place."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from turnwire.sessions.fsync import sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

_BUFFER = 256 * 1024
UNFINISHED = ".turnwire-*.part"
"""The names of temporary files that `replacing` makes."""


def is_replaced(path: Path) -> bool:
    """Return whether a file can be put into the place of `path`: of a pipe or a device it cannot."""
    return path.is_file() or not path.exists()


@contextlib.contextmanager
def replacing(path: Path, *, is_synced: bool = True) -> Iterator[BinaryIO]:
    """Open a stream whose content replaces `path` if the block succeeds, and is discarded if it raises.

    Readers see the old file or the new one, never a part.  The mode of an existing file is kept, and a symbolic
    link stays a link.  Pipes and devices are written directly, since they cannot be replaced.  With `is_synced` the
    content is on the disk when the block ends, which takes long for many files.

    Raises OSError.
    """
    if not is_replaced(path):
        with path.open("wb") as device:
            yield device
        return
    target = Path(os.path.realpath(path))
    with _named(path):
        part, stream = open_beside(target)
    try:
        with stream:
            yield stream
            with _named(path):
                complete(stream, part, target, is_synced=is_synced)
        with _named(path):
            part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    if is_synced:
        sync_folder(target.parent)


@contextlib.contextmanager
def continuing(path: Path, part: Path, length: int) -> Iterator[BinaryIO]:
    """Open a stream like `replacing`, whose temporary file stays if the block raises, so that a later run can go on.

    Args:
        path: the file that is replaced.
        part: the temporary file, in the same folder.
        length: how many bytes of the temporary file are kept; 0 makes it anew.

    Raises:
        OSError: the file cannot be written, or `path` is a pipe or a device, where nothing can be continued.
    """
    if not is_replaced(path):
        raise OSError(errno.EINVAL, "a pipe or a device keeps nothing that a later run could continue", str(path))
    target = Path(os.path.realpath(path))
    with _named(path):
        stream = part.open("r+b" if length else "wb", buffering=_BUFFER)
    with stream:
        stream.truncate(length)
        stream.seek(length)
        yield stream
        with _named(path):
            complete(stream, part, target, is_synced=False)
    with _named(path):
        part.replace(target)


def complete(stream: BinaryIO, part: Path, target: Path, *, is_synced: bool) -> None:
    """Write what is left, and give the temporary file the mode of the file that it replaces."""
    stream.flush()
    if target.exists():
        part.chmod(stat.S_IMODE(target.stat().st_mode))
    if is_synced:
        os.fsync(stream.fileno())


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Return an OSError that names the file that the user gave instead of the temporary file."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def open_beside(target: Path) -> tuple[Path, BinaryIO]:
    """Make a temporary file in the same folder, since a move is atomic only within a file system."""
    for number in itertools.count():
        part = target.parent / f".turnwire-{os.getpid()}-{number}.part"
        with contextlib.suppress(FileExistsError):
            return part, part.open("xb", buffering=_BUFFER)
    raise AssertionError
