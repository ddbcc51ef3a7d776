"""A store of threads on disk: `frames.jsonl`, which only grows, and `contents/`, named by what they hold.

A turn is on the disk before it is given back: its content is written, synced and moved to its name, then its line is
appended and synced.  A process killed at any instant leaves every turn that it gave back, and no half one.

    frames.jsonl    a frame a line, in the order they were added
    contents/ab/…   what their hashes name
    frames.sha256   the digest of each line of frames.jsonl
    index.sqlite    where each frame begins; made anew where it is not there or does not fit
    lock            held while a turn is added
"""

from __future__ import annotations

import contextlib
import errno
from typing import TYPE_CHECKING, Self

from turnwire.errors import InvalidDocument, invalid
from turnwire.model import Diagnostic
from turnwire.systems.gpt2099.threads.catching_up import is_line_of
from turnwire.systems.gpt2099.threads.disk import Contents, append, read_at
from turnwire.systems.gpt2099.threads.frames import TURN, decode, encode
from turnwire.systems.gpt2099.threads.index import Index
from turnwire.systems.gpt2099.threads.line_digests import LineDigests
from turnwire.systems.gpt2099.threads.log import CONTENTS, DIGESTS, INDEX, LOG, Log
from turnwire.systems.gpt2099.threads.scru128 import is_turn_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from turnwire.systems.gpt2099.threads.adding import NewTurn
    from turnwire.systems.gpt2099.threads.frames import Frame
    from turnwire.systems.gpt2099.threads.scru128 import Generator

_FULL = {errno.ENOSPC, errno.EDQUOT}
MOST_FINDINGS = 20
"""The maximum number of invalid lines that are reported."""


class Store:
    """The turns of one folder; implements the protocol Turns.  Every method raises OSError.

    Any number of processes may use a folder at once, with one thread for each opened store.
    """

    def __init__(self, folder: Path, *, create: bool = False) -> None:
        """Raises InvalidDocument (`thread.store`) if there is no store and `create` is False."""
        self.folder = folder
        self._log = Log(folder, create=create)
        self._contents = Contents(folder / CONTENTS)
        self.digests = LineDigests(folder / DIGESTS, self._log.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        self._log.close()

    @property
    def findings(self) -> list[Diagnostic]:
        """Return the findings about the log: a torn end, and the first lines that are not frames."""
        hint = "the other lines are read; take this one out"
        lines = [
            Diagnostic(
                "thread.line", f"{size} bytes at byte {at} of {LOG} are not a frame: {why}", "warning", hint=hint
            )
            for at, size, why in self._log.ask(lambda index: index.refused(MOST_FINDINGS))
        ]
        return [*([self._log.torn] if self._log.torn else []), *lines]

    def frame(self, turn_id: str) -> Frame | None:
        """Return a frame (see Turns).  Raises InvalidDocument for an invalid line."""
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
        """Return the line of a frame; if the index is wrong, it is rebuilt once.  Raises InvalidDocument."""
        for is_last in (False, True):
            place = self._log.ask(lambda index: index.place(key))
            if place is None:
                return None
            data = read_at(self._log.path, *place)
            if is_line_of(key, data):
                return data
            if not is_last:
                self._log.renew()
        hint = f"remove {INDEX}: it is made anew from {LOG}"
        raise invalid("thread.index", f"the frame {key} is not where the index has it", hint=hint)

    def bookmarked(self, bookmark: str, before: str | None = None) -> str | None:
        """See Turns."""
        below = before.lower() if before else None
        return self._spelled(self._log.ask(lambda index: index.bookmarked(bookmark, below)))

    def last(self, topic: str = TURN) -> str | None:
        """See Turns."""
        return self._spelled(self._log.ask(lambda index: index.last(topic)))

    def _spelled(self, key: str | None) -> str | None:
        """The id as its frame spells it: "match without regard to case, do not lower-case on write"."""
        frame = None if key is None else self.frame(key)
        return frame.id if frame else None

    def content(self, address: str) -> bytes:
        """See Turns."""
        return self._contents.read(address)

    def bookmarks(self) -> list[tuple[str, str, int]]:
        """Each bookmark, the id of its latest turn, and how many turns have it."""
        return [(name, self._spelled(key) or key, count) for name, key, count in self._log.ask(Index.bookmarks)]

    def latest(self, most: int | None = None) -> list[str]:
        """The ids of the latest turns, or of all, in lower case, the oldest first."""
        return self._log.ask(lambda index: index.turn_keys(most))

    def keys(self) -> list[str]:
        """The ids of all frames in lower case, the oldest first."""
        return self._log.ask(Index.keys)

    def add(self, ids: Generator, make: Callable[[str], NewTurn]) -> Frame:
        """Add the turn that `make` makes for a new id, and give its frame back when it is on the disk.

        No other process adds to the store while `make` runs.  Raises what `make` raises.
        """
        with self._writing():
            return self._put([make(ids.after(self._log.ask(Index.greatest) or ""))])[0]

    def put(self, turns: Iterable[NewTurn]) -> list[Frame]:
        """Add turns that have their ids, and give their frames back when they are on the disk.

        A process killed meanwhile leaves the first of them, or none.  Raises InvalidDocument, and has added nothing:
        `thread.exists`, `thread.id`.
        """
        with self._writing():
            return self._put(list(turns))

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with self._log.lock():
                self._log.catch_up()
                yield
        except OSError as error:
            if error.errno not in _FULL:
                raise
            hint = "make room, and add it once more; nothing of this was added"
            raise invalid("thread.full", f"the disk of {str(self.folder)!r} is full", hint=hint) from error

    def _put(self, turns: list[NewTurn]) -> list[Frame]:
        frames = [turn.frame for turn in turns]
        self._check_new(frames)
        lines = b"".join(encode(frame) + b"\n" for frame in frames)
        self._contents.put([turn.content for turn in turns if turn.frame.hash])
        append(self._log.path, lines, self._log.index.covered().upto)
        # The frames are on the disk: if it is full now, the next writer adds their digests.
        with contextlib.suppress(OSError):
            self.digests.note()
        self._log.catch_up()
        return frames

    def accept_changes(self) -> None:
        """Take the lines of the log as they are now for right, after they were changed on purpose."""
        with self._writing():
            self.digests.renew()

    def _check_new(self, frames: list[Frame]) -> None:
        seen: set[str] = set()
        for frame in frames:
            if not is_turn_id(frame.id):
                hint = "an id is 25 letters and digits"
                raise invalid("thread.id", f"{frame.id[:60]!r} is not a SCRU128", hint=hint)
            if frame.key in seen or self._log.index.place(frame.key):
                raise invalid("thread.exists", f"there is a turn {frame.id} already", hint="take another id")
            seen.add(frame.key)
