"""A store of threads on disk: `frames.jsonl`, which only grows, and `contents/`, named by what they hold.

A turn is on the disk before it is given back: its content is written, synced and moved to its name, then its line is
appended and synced.  A process killed at any instant leaves every turn that it gave back, and no half one.

    frames.jsonl    a frame a line, in the order they were added
    contents/ab/…   what their hashes name
    index.sqlite    where each frame begins; made anew where it is not there or does not fit
    lock            held while a turn is added
"""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Self, TypeVar

from turnwire.errors import InvalidDocument, invalid
from turnwire.model import Diagnostic
from turnwire.sessions.fsync import sync_folder
from turnwire.systems.gpt2099.threads.catching_up import catch_up, is_line_of
from turnwire.systems.gpt2099.threads.disk import Contents, append, read_at
from turnwire.systems.gpt2099.threads.frames import decode, encode
from turnwire.systems.gpt2099.threads.index import Index
from turnwire.systems.gpt2099.threads.lock import locked
from turnwire.systems.gpt2099.threads.scru128 import is_turn_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from turnwire.systems.gpt2099.threads.adding import NewTurn
    from turnwire.systems.gpt2099.threads.frames import Frame
    from turnwire.systems.gpt2099.threads.scru128 import Generator

    T = TypeVar("T")

LOG, CONTENTS, INDEX, LOCK = "frames.jsonl", "contents", "index.sqlite", "lock"

MOST_FINDINGS = 20
"""Lines that are no frames, of those that are said."""


class Store:
    """The turns of one folder, looked up as the protocol Turns says.  Every method raises OSError.

    Any number of processes may use a folder at once, one thread each an opened store.
    """

    def __init__(self, folder: Path, *, create: bool = False) -> None:
        """Raises InvalidDocument (`thread.store`) where no store is and none is to be made."""
        self.folder = folder
        self._log = folder / LOG
        self._contents = Contents(folder / CONTENTS)
        self._torn: Diagnostic | None = None
        self._seen = (0, 0)
        self._held = False
        if not self._log.is_file():
            if self._log.exists():
                hint = f"a store keeps its turns in the file {LOG}: name another folder"
                raise invalid("thread.store", f"{str(self._log)!r} is no file", hint=hint)
            if not create:
                hint = "adding a turn makes a store; name its folder"
                raise invalid("thread.store", f"there is no store of threads in {str(folder)!r}", hint=hint)
            self._create()
        with self._alone() as writable:
            self._index = self._open_index() if writable else Index(None)
            self._catch_up()

    def _create(self) -> None:
        (self.folder / CONTENTS).mkdir(parents=True, exist_ok=True)
        self._log.touch()
        sync_folder(self.folder)
        sync_folder(self.folder.absolute().parent)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[bool]:
        """No other process adds meanwhile; False for who may only read, and must take the log as it is."""
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(self._lock())
            except OSError:
                yield False
            else:
                yield True

    @contextlib.contextmanager
    def _lock(self) -> Iterator[None]:
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
        with contextlib.suppress(sqlite3.Error):
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

    def _catch_up(self) -> None:
        state = self._log.stat()
        try:
            self._torn = catch_up(self._index, self._log)
        except sqlite3.Error:
            self._index.close()
            self._index = self._renewed_index()
            self._torn = catch_up(self._index, self._log)
        self._seen = (state.st_size, state.st_mtime_ns)

    def _asked(self, question: Callable[[Index], T]) -> T:
        """What the index says after it took in what others have added."""
        state = self._log.stat()
        if self._seen != (state.st_size, state.st_mtime_ns):
            with self._alone():
                self._catch_up()
        with contextlib.suppress(sqlite3.Error):
            return question(self._index)
        self._renew()
        return question(self._index)

    def _renew(self) -> None:
        """Make the index anew from the log."""
        with self._alone():
            self._index.close()
            self._index = self._renewed_index()
            self._catch_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        self._index.close()

    @property
    def findings(self) -> list[Diagnostic]:
        """What is odd about the log, none of which was ever given back: a torn end, and the first lines of no frame."""
        hint = "the other lines are read; take this one out"
        lines = [
            Diagnostic("thread.line", f"{size} bytes at byte {at} of {LOG} are no frame: {why}", "warning", hint=hint)
            for at, size, why in self._asked(lambda index: index.refused(MOST_FINDINGS))
        ]
        return [*([self._torn] if self._torn else []), *lines]

    def frame(self, turn_id: str) -> Frame | None:
        """See Turns.  Raises InvalidDocument for a line that says what no frame says."""
        data = self._line(turn_id.lower())
        if data is None:
            return None
        try:
            return decode(data)
        except InvalidDocument as refusal:
            found = refusal.diagnostics[0]
            message = f"turn {turn_id}: {found.message}"
            raise invalid(found.code, message, pointer=found.pointer, hint=found.hint) from None

    def _line(self, key: str) -> bytes | None:
        """The line of a frame; where the index points elsewhere, it is made anew once.  Raises InvalidDocument."""
        for is_last in (False, True):
            place = self._asked(lambda index: index.place(key))
            if place is None:
                return None
            data = read_at(self._log, *place)
            if is_line_of(key, data):
                return data
            if not is_last:
                self._renew()
        hint = f"remove {INDEX}: it is made anew from {LOG}"
        raise invalid("thread.index", f"the frame {key} does not stand where the index says", hint=hint)

    def bookmarked(self, bookmark: str, before: str | None = None) -> str | None:
        """See Turns."""
        below = before.lower() if before else None
        return self._spelled(self._asked(lambda index: index.bookmarked(bookmark, below)))

    def last(self) -> str | None:
        """See Turns."""
        return self._spelled(self._asked(Index.last))

    def _spelled(self, key: str | None) -> str | None:
        """The id as its frame spells it: "match without regard to case, do not lower-case on write"."""
        frame = None if key is None else self.frame(key)
        return frame.id if frame else None

    def content(self, address: str) -> bytes:
        """See Turns."""
        return self._contents.read(address)

    def bookmarks(self) -> list[tuple[str, str, int]]:
        """Each bookmark, the id of its latest turn, and how many turns have it."""
        return [(name, self._spelled(key) or key, count) for name, key, count in self._asked(Index.bookmarks)]

    def latest(self, most: int) -> list[str]:
        """The ids of the latest turns in lower case, the oldest first."""
        return self._asked(lambda index: index.turn_keys(most))

    def add(self, ids: Generator, make: Callable[[str], NewTurn]) -> Frame:
        """Add the turn that `make` makes for a new id, and give its frame back when it is on the disk.

        No other process adds to the store while `make` runs.  Raises what `make` raises.
        """
        with self._writing():
            return self._put([make(ids.after(self._asked(Index.greatest) or ""))])[0]

    def put(self, turns: Iterable[NewTurn]) -> list[Frame]:
        """Add turns that have their ids, and give their frames back when they are on the disk.

        A process killed meanwhile leaves the first of them, or none.  Raises InvalidDocument, and has added nothing:
        `thread.exists`, `thread.id`.
        """
        with self._writing():
            return self._put(list(turns))

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock():
            self._catch_up()
            yield

    def _put(self, turns: list[NewTurn]) -> list[Frame]:
        frames = [turn.frame for turn in turns]
        self._check_new(frames)
        lines = b"".join(encode(frame) + b"\n" for frame in frames)
        self._contents.put([turn.content for turn in turns if turn.frame.hash])
        append(self._log, lines, self._index.covered().upto)
        self._catch_up()
        return frames

    def _check_new(self, frames: list[Frame]) -> None:
        seen: set[str] = set()
        for frame in frames:
            if not is_turn_id(frame.id):
                hint = "an id is 25 letters and digits"
                raise invalid("thread.id", f"{frame.id[:60]!r} is no SCRU128", hint=hint)
            if frame.key in seen or self._index.place(frame.key):
                raise invalid("thread.exists", f"there is a turn {frame.id} already", hint="take another id")
            seen.add(frame.key)
