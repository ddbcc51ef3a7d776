"""Ask what files there are, and name the temporary files of runs with a journal."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from pathlib import Path


def part_of(path: Path, run: str) -> Path:
    """Return the temporary file of a run with a journal for a file: the same when the run goes on."""
    return path.parent / f".turnwire-{run}-{crc32(path.name.encode()):08x}.part"


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
