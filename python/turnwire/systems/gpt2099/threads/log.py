"""The log of a store of threads, and its index."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Final, TypeVar

from turnwire.errors import invalid
from turnwire.sessions.fsync import sync_folder
from turnwire.systems.gpt2099.threads.catching_up import catch_up
from turnwire.systems.gpt2099.threads.index import Index
from turnwire.systems.gpt2099.threads.lock import locked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from turnwire.model import Diagnostic

    T = TypeVar("T")

LOG: Final = "frames.jsonl"
CONTENTS: Final = "contents"
INDEX: Final = "index.sqlite"
DIGESTS: Final = "frames.sha256"
LOCK: Final = "lock"


class Log:
    """The log of one folder.  The index follows it: it is made anew if it is damaged.  Every method raises OSError."""

    def __init__(self, folder: Path, *, create: bool = False) -> None:
        """Raises InvalidDocument (`thread.store`) if there is no store and `create` is False."""
        self.folder = folder
        self.path = folder / LOG
        self.torn: Diagnostic | None = None
        """What is wrong with the end of the log, after a program was killed while it wrote."""
        self._seen = (0, 0)
        self._held = False
        if not self.path.is_file():
            if self.path.exists():
                hint = f"a store keeps its turns in the file {LOG}: name another folder"
                raise invalid("thread.store", f"{str(self.path)!r} is no file", hint=hint)
            if not create:
                hint = "adding a turn makes a store; name its folder"
                raise invalid("thread.store", f"there is no store of threads in {str(folder)!r}", hint=hint)
            self._create()
        with self.alone() as writable:
            self.index = self._open_index() if writable else Index(None)
            self.catch_up()

    def _create(self) -> None:
        # What people say to a model is their own: no other user of the machine reads it.
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self.folder / CONTENTS).mkdir(exist_ok=True, mode=0o700)
        self.path.touch(mode=0o600)
        sync_folder(self.folder)
        sync_folder(self.folder.absolute().parent)

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """Lock the log against other processes; yields False if it is read-only, so that others may append."""
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(self.lock())
            except OSError:
                yield False
            else:
                yield True

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the lock under which turns are added."""
        # Taken twice by one process, a lock waits for itself.
        if self._held:
            yield
            return
        with locked(self.folder / LOCK):
            self._held = True
            try:
                yield
            finally:
                self._held = False

    def _open_index(self) -> Index:
        with contextlib.suppress(sqlite3.Error, OSError):
            return Index(self.folder / INDEX)
        return self._renewed_index()

    def _renewed_index(self) -> Index:
        """A new index for one that is damaged, or is not to be written: it holds nothing that the log does not."""
        try:
            # Its parts first: a new index must never meet the write-ahead log of an old one.
            for suffix in ("-wal", "-shm", ""):
                (self.folder / (INDEX + suffix)).unlink(missing_ok=True)
            return Index(self.folder / INDEX)
        except (sqlite3.Error, OSError):
            return Index(None)

    def catch_up(self) -> None:
        """Take in what was added to the log since it was last read."""
        state = self.path.stat()
        try:
            self.torn = catch_up(self.index, self.path)
        except sqlite3.Error:
            self.index.close()
            self.index = self._renewed_index()
            self.torn = catch_up(self.index, self.path)
        self._seen = (state.st_size, state.st_mtime_ns)

    def ask(self, question: Callable[[Index], T]) -> T:
        """Ask the index after updating it with what others have appended."""
        state = self.path.stat()
        if self._seen != (state.st_size, state.st_mtime_ns):
            with self.alone():
                self.catch_up()
        with contextlib.suppress(sqlite3.Error):
            return question(self.index)
        self.renew()
        return question(self.index)

    def renew(self) -> None:
        """Make the index anew from the log."""
        with self.alone():
            self.index.close()
            self.index = self._renewed_index()
            self.catch_up()

    def close(self) -> None:
        """Let go of the files."""
        self.index.close()
