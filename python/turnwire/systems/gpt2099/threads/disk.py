"""The two kinds of file in a store: an append-only log, and contents named by their address.

When these functions return, their changes are on the disk; if the process is killed before, there is either no change,
or a torn end of the log that the next writer cuts off.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from turnwire.codec.limits import FAST
from turnwire.errors import invalid
from turnwire.sessions.fsync import sync_folder
from turnwire.systems.gpt2099.threads.hashes import digest, integrity
from turnwire.systems.gpt2099.threads.resolve import missing_content

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST_LINE = FAST.max_bytes


class Line(NamedTuple):
    """A line of the log: the byte it starts at, its bytes, the byte after it, and whether its end is there."""

    at: int
    data: bytes
    end: int
    whole: bool


def lines(path: Path, at: int) -> Iterator[Line]:
    """Yield the lines of the log from a byte on; a line too long for a frame is cut.  Raises OSError."""
    with path.open("rb") as stream:
        stream.seek(at)
        while data := stream.readline(LONGEST_LINE):
            start, last = at, data
            at += len(data)
            while not last.endswith(b"\n") and (more := stream.readline(LONGEST_LINE)):
                last = more
                at += len(more)
            yield Line(start, data, at, last.endswith(b"\n"))


def read_at(path: Path, at: int, size: int) -> bytes:
    """So many bytes of the log; fewer where it ends.  Raises OSError."""
    with path.open("rb", buffering=0) as stream:
        stream.seek(at)
        return stream.read(size)


def append(path: Path, data: bytes, at: int) -> None:
    """Append lines to the log, which ends at byte `at`; a torn end after it is cut off.

    Raises OSError, and then has written nothing.
    """
    handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.ftruncate(handle, at)
        # A whole frame may have lost nothing but the end of its line, or was never given one by an editor.
        os.lseek(handle, max(at - 1, 0), os.SEEK_SET)
        if at and os.read(handle, 1) != b"\n":
            data = b"\n" + data
        try:
            _write(handle, data)
            os.fsync(handle)
        except OSError:
            os.ftruncate(handle, at)
            raise
    finally:
        os.close(handle)


def _write(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


class Contents:
    """A folder of contents: `ab/cdef…`, the digest of the content in hexadecimal."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._start = f"{folder}{os.sep}"

    def name(self, address: str) -> str:
        """The file of an address.  Raises InvalidDocument (`thread.hash`): no address names a file elsewhere."""
        name = digest(address).hex()
        return f"{self._start}{name[:2]}{os.sep}{name[2:]}"

    def read(self, address: str) -> bytes:
        """The bytes of an address.  Raises InvalidDocument: `thread.content-missing`, `thread.content-damaged`."""
        try:
            # Called for each turn of a window: making and reading a Path takes three times as long.
            with io.FileIO(self.name(address)) as stream:
                data = stream.readall()
        except FileNotFoundError:
            raise missing_content(address) from None
        if integrity(data) != address:
            hint = "restore the file from a backup: its name is the digest of its content"
            raise invalid("thread.content-damaged", f"{address} has other bytes than its address", hint=hint)
        return data

    def put(self, contents: Sequence[bytes]) -> None:
        """Keep these bytes.  One process may do so at a time.  Raises OSError."""
        each_once = {integrity(data): data for data in contents}
        folders = {self._put_one(address, data) for address, data in each_once.items()}
        for folder in folders:
            sync_folder(folder)
        if folders:
            sync_folder(self._folder)

    def _put_one(self, address: str, data: bytes) -> Path:
        path = Path(self.name(address))
        if not _holds(path, data):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Always the same name: what a killed process left there is written over.
            part = self._folder / "incoming"
            with os.fdopen(_new_private(part), "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(path)
        return path.parent


def _new_private(path: Path) -> int:
    """Open an empty file that only its owner may read."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file is there and holds these bytes: one that is damaged is written anew."""
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except FileNotFoundError:
        return False
