"""Join the documents of files again, with the bytes between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.cli.archives.written import Destination, Written
    from turnwire.cli.inputs import Entry, Source
    from turnwire.cli.rewriting.outcomes import Rewritten

    class Bytes(Destination, Protocol):
        """Where the bytes of files go."""

        def put(self, source: Source, text: bytes) -> None:
            """Write some bytes of a file."""


_ARRAY_END = b"\n]\n"


class Joined:
    """Writes the documents of files and the bytes between them.

    A document that is refused is left out: an array has no comma for it, and one that breaks off is closed.

    Args:
        to: where the bytes go.
        is_one: whether those of all files go to one place, so that each file begins on a line of its own there.
    """

    def __init__(self, to: Bytes, *, is_one: bool) -> None:
        self._to = to
        self._is_one = is_one
        self._at: Source | None = None
        self._in_array = False
        self._last = b""

    @property
    def place(self) -> str | None:
        """What `-o` names; None for standard output."""
        return self._to.place

    @property
    def is_done(self) -> bool:
        """Whether what is put was written before, by the run that goes on."""
        return self._to.is_done

    @is_done.setter
    def is_done(self, value: bool) -> None:
        self._to.is_done = value

    def put(self, entry: Entry, made: Rewritten) -> None:
        """Write one document.  Raises CannotWrite, BrokenPipeError."""
        self._go_to(entry.source.file)
        before = made.before
        if entry.source.item is not None and entry.source.encoding != "yaml" and not self._in_array:
            self._in_array = True
            before = before if b"[" in before else b"[" + before.replace(b",", b"", 1)
        self._write(entry.source.file, before + made.text)

    def between(self, source: Source, text: bytes) -> None:
        """Write bytes between documents: blank lines, or the end of an array.  Raises CannotWrite, BrokenPipeError."""
        self._go_to(source.file)
        if source.encoding != "jsonl" and not self._in_array:
            return  # the end of an array whose elements were all refused
        self._in_array = False
        self._write(source.file, text)

    def keep_parts(self, run: str) -> None:
        """Let unfinished files stay if the run is interrupted."""
        self._to.keep_parts(run)

    def written(self) -> Written | None:
        """Return how far the output is.  Raises CannotWrite."""
        return self._to.written()

    def go_on(self, written: Written) -> None:
        """Go on with the file that an interrupted run was writing.  Raises CannotWrite."""
        self._to.go_on(written)

    def end(self, note: Callable[[], None] | None) -> None:
        """End the last file.  Raises CannotWrite."""
        self._end_array()
        self._to.end(note)

    def _go_to(self, source: Source) -> None:
        if self._at is not None and self._at.path == source.path:
            return
        self._end_array()
        if self._is_one and self._last not in (b"", b"\n"):
            self._write(source, b"\n")
        self._at = source

    def _end_array(self) -> None:
        if self._in_array and self._at is not None:
            self._write(self._at, _ARRAY_END)
        self._in_array = False

    def _write(self, source: Source, text: bytes) -> None:
        self._last = text[-1:] or self._last
        self._to.put(source, text)
