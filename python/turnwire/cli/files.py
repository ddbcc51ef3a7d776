"""Replace files atomically: write a temporary file in the same folder, sync it, and move it into place."""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from turnwire.sessions.fsync import sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

_BUFFER = 256 * 1024


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a stream whose content replaces `path` if the block succeeds, and is discarded if it raises.

    Readers see the old file or the new one, never a part.  The mode of an existing file is kept, and a symbolic
    link stays a link.  Pipes and devices are written directly, since they cannot be replaced.

    Raises OSError.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            yield device
        return
    target = Path(os.path.realpath(path))
    with _named(path):
        part, stream = _open_beside(target)
    try:
        with stream:
            yield stream
            with _named(path):
                stream.flush()
                if target.exists():
                    part.chmod(stat.S_IMODE(target.stat().st_mode))
                os.fsync(stream.fileno())
        with _named(path):
            part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def is_there(path: Path) -> bool:
    """Return whether a file of this name exists; False if its folder cannot be read, for which pathlib raises."""
    try:
        return path.exists()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Return whether the path is a folder; False if it cannot be read."""
    try:
        return path.is_dir()
    except OSError:
        return False


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Return an OSError that names the file that the user gave instead of the temporary file."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _open_beside(target: Path) -> tuple[Path, BinaryIO]:
    """Make a temporary file in the same folder, since a move is atomic only within a file system."""
    for number in itertools.count():
        part = target.parent / f".turnwire-{os.getpid()}-{number}.part"
        with contextlib.suppress(FileExistsError):
            return part, part.open("xb", buffering=_BUFFER)
    raise AssertionError
