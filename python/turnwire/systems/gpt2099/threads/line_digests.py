"""Digests of the lines of a log, by which a letter that something other than a store has changed is found.

The file has a record for each line: the SHA-256 of its bytes, and the byte after it, in hexadecimal.  All records have
the same length, so that the last one is found without reading the others.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, NamedTuple

from turnwire.model import Diagnostic
from turnwire.systems.gpt2099.threads.disk import append, lines, read_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from turnwire.systems.gpt2099.threads.disk import Line

_SIZE = 64 + 1 + 16 + 1
_HINT = "restore a backup; if it was changed on purpose: turnwire thread verify --accept"


class _Record(NamedTuple):
    digest: str
    end: int


class LineDigests:
    """The digests of one log.  Every method raises OSError."""

    def __init__(self, path: Path, log: Path) -> None:
        self._path = path
        self._log = log

    def note(self) -> None:
        """Add records for the lines of the log that have none; nothing if lines with records are missing.

        The caller holds the lock of the store, and the log has no torn end.
        """
        size = self._size()
        covered = self._last(size).end
        if covered <= self._log.stat().st_size:
            append(self._path, b"".join(map(_record, lines(self._log, covered))), size)

    def renew(self) -> None:
        """Make the records of the log as it is now.  The caller holds the lock of the store."""
        self._path.unlink(missing_ok=True)
        self.note()

    def check(self) -> Iterator[Diagnostic]:
        """Yield a finding for each line that was changed, put in or taken out since it was written.

        Lines without a record at the end of the log are no finding: a process was killed before it wrote the record.
        """
        records = list(self._records())
        places = {record.digest: n for n, record in enumerate(records)}
        at = 0
        odd: list[int] = []
        for line in lines(self._log, 0):
            digest = _digest(line)
            # A line may come twice: the next one that is expected goes first.
            is_next = at < len(records) and records[at].digest == digest
            found = at if is_next else places.get(digest, -1)
            if found < at:
                odd.append(line.at)
                continue
            yield from _differences(odd, found - at, line.at)
            at, odd = found + 1, []
        left = len(records) - at
        yield from _differences(odd[:left], left, self._log.stat().st_size)

    def _records(self) -> Iterator[_Record]:
        for at in range(0, self._size(), _SIZE):
            yield _parsed(read_at(self._path, at, _SIZE))

    def _size(self) -> int:
        """The bytes of all whole records; the file is made if there is none."""
        if not self._path.exists():
            os.close(os.open(self._path, os.O_CREAT | os.O_WRONLY, 0o600))
        size = self._path.stat().st_size
        return size - size % _SIZE

    def _last(self, size: int) -> _Record:
        return _parsed(read_at(self._path, size - _SIZE, _SIZE)) if size else _Record("", 0)


def _record(line: Line) -> bytes:
    return f"{_digest(line)} {line.end:016x}\n".encode()


def _digest(line: Line) -> str:
    return hashlib.sha256(line.data).hexdigest()


def _parsed(data: bytes) -> _Record:
    text = data.decode("ascii", "replace")
    try:
        return _Record(text[:64], int(text[65:81], 16))
    except ValueError:  # a damaged record fits no line
        return _Record(text[:64], 0)


def _differences(odd: list[int], expected: int, before: int) -> Iterator[Diagnostic]:
    """Yield the findings about lines before a byte: so many were expected there, and others are at these bytes."""
    for n, at in enumerate(odd):
        words = "is not as turnwire wrote it" if n < expected else "was put in by something else"
        yield Diagnostic("thread.changed", f"the line at byte {at} {words}", "error", hint=_HINT)
    if missing := max(0, expected - len(odd)):
        words = "line is" if missing == 1 else "lines are"
        yield Diagnostic("thread.gap", f"{missing} {words} missing before byte {before}", "error", hint=_HINT)
