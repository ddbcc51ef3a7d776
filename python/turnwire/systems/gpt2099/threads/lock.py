"""One writer at a time, across processes."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Waits until no other process is in such a block for the same path.  The system ends a lock with its process.

    Raises OSError.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(handle)
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        # It gives up after ten seconds.
        while True:
            with contextlib.suppress(OSError):
                msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
                return

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)
