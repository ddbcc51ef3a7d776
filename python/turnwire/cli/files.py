"""Files that are whole or not there: written beside their place, synced, and moved into it."""

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


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of `path` when the block ends well, and vanishes when it does not.

    Readers see the old file or the new one, never a part.  The mode of an existing file is kept, and a symbolic
    link stays a link.  Pipes and devices are written directly: they have no place to move into.

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
    """Whether there is anything of this name; not where a folder is closed to us, of which pathlib raises."""
    try:
        return path.exists()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """The same of a folder."""
    try:
        return path.is_dir()
    except OSError:
        return False


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """An OSError names the file that the user gave, and not the one beside it that nobody has heard of."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _open_beside(target: Path) -> tuple[Path, BinaryIO]:
    """A new file in the same folder, since a file system moves only within itself in one step."""
    for number in itertools.count():
        part = target.parent / f".turnwire-{os.getpid()}-{number}.part"
        with contextlib.suppress(FileExistsError):
            return part, part.open("xb")
    raise AssertionError
