"""Files that are whole or not there: written beside their place, synced, and moved into it."""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

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
    part, stream = _open_beside(target)
    try:
        with stream:
            yield stream
            stream.flush()
            if target.exists():
                part.chmod(stat.S_IMODE(target.stat().st_mode))
            os.fsync(stream.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _open_beside(target: Path) -> tuple[Path, BinaryIO]:
    """A new file in the same folder, since a file system moves only within itself in one step."""
    for number in itertools.count():
        part = target.parent / f".turnwire-{os.getpid()}-{number}.part"
        with contextlib.suppress(FileExistsError):
            return part, part.open("xb")
    raise AssertionError


def _sync_folder(folder: Path) -> None:
    # A new name is on the disk only when its folder is.  Windows opens no folders.
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
