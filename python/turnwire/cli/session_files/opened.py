"""Open a session file: a file of lines, or a document of any size."""

from __future__ import annotations

import codecs
import contextlib
import io
import itertools
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from turnwire.cli.session_files.cutting import Cut
from turnwire.cli.session_files.opening import STDIN
from turnwire.codec.lenient import BOM
from turnwire.codec.limits import STRICT
from turnwire.codec.packed import feed_of
from turnwire.errors import InvalidDocument
from turnwire.sessions.files import conversations_of
from turnwire.sessions.files.formats import (
    first_lines,
    have_documents,
    not_read,
    recognise,
    recognise_document,
    recognise_documents,
    recognise_large,
    unrecognised,
)
from turnwire.sessions.files.large import WHOLE, too_large
from turnwire.sessions.files.mending import read_numbered
from turnwire.sessions.files.outline import CHUNK, Source
from turnwire.sessions.files.unread import LOOKED_AT as BEGINNING
from turnwire.sessions.files.unread import program_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    from turnwire.sessions.files import Line
    from turnwire.sessions.files.format import SessionFormat

LARGE: Final = 8 * CHUNK
"""A document with more bytes is not held in memory."""

_DAMAGED: Final = frozenset({"archive.truncated", "archive.corrupt"})


class Opened:
    """A session file that is being read: its format, and the lines of its conversations with their numbers."""

    def __init__(self, name: str, form: SessionFormat, lines: Iterator[Iterable[tuple[int, bytes]]]) -> None:
        self.name = name
        self.form = form
        self.conversations = lines

    def lines(self) -> Iterator[Iterator[Line]]:
        """Yield the lines of each conversation that are not blank, with what they are."""
        for numbered in self.conversations:
            yield (line for line in read_numbered(numbered, self.form) if line.text.strip())


@contextlib.contextmanager
def opened(
    name: str, form: SessionFormat | None, *, is_brief: bool = False, longest: int = STRICT.max_bytes
) -> Iterator[Opened]:
    """Open a session file and recognise its format.

    A file of lines is read line by line, and the messages of a large document one by one.  A packed file is read as far
    as it can be unpacked.  Of a line that is too long only the beginning is read; after the last line this is an error.

    Args:
        name: the path of the file, or `-`.
        form: its format; None to recognise it.
        is_brief: read a large document without the members that neither a list nor a transcript shows.
        longest: the most bytes that a line may have.

    Raises InvalidDocument for a file that is no session file, and OSError.
    """
    with contextlib.ExitStack() as stack:
        stream: BinaryIO = sys.stdin.buffer if name == STDIN else stack.enter_context(Path(name).open("rb"))
        feed = feed_of(stream, Path(name).suffix)
        unpacked = _Unpacked(feed)

        def source(chunks: Iterator[bytes]) -> Source:
            if name != STDIN and not feed.is_packed and stream.seekable():
                return Source(stream, is_brief=is_brief)
            copy = stack.enter_context(tempfile.TemporaryFile())
            copy.writelines(chunks)
            return Source(copy, is_brief=is_brief)

        with unpacked.explained():
            found = _opened(name, form, _Kept(unpacked), source, longest)
        yield Opened(name, found.form, unpacked.all_of(found.conversations))


class _Unpacked:
    """The chunks of a file, as far as it can be unpacked; `damage` is the error that ended them."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = chunks
        self.damage: InvalidDocument | None = None

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from self._chunks
        except InvalidDocument as refused:
            if refused.diagnostics[0].code not in _DAMAGED:
                raise
            self.damage = refused

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Raise the damage of the file instead of an error that it caused."""
        try:
            yield
        except InvalidDocument:
            if self.damage is not None:
                raise self.damage from None
            raise

    def all_of(self, found: Iterable[Iterable[tuple[int, bytes]]]) -> Iterator[Iterable[tuple[int, bytes]]]:
        """Yield the conversations, and then raise the damage of the file, if it has any."""
        with self.explained():
            yield from found
        if self.damage is not None:
            raise self.damage


def _opened(
    name: str, form: SessionFormat | None, chunks: _Kept, source: Callable[[Iterator[bytes]], Source], longest: int
) -> Opened:
    """Open a session file.

    Args:
        name: the name of the file.
        form: its format; None recognises it.
        chunks: its unpacked bytes.
        source: a function that copies chunks into a file in which one can seek.
        longest: the most bytes of a line.
    """
    if (form is None or form.messages is not None) and _is_long_line(chunks):
        held = source(chunks.once())
        if (of_line := _of_one_line(name, form, held)) is not None:
            return of_line
        chunks = _Kept(held.chunks())
    return _of_lines(name, form, chunks, source, longest) or _document(name, form, chunks.once(), source)


class _Kept:
    """The chunks of a file; those that were read are kept until it is known how the file is cut."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._read: list[bytes] = []
        self.keeps = True

    def __iter__(self) -> Iterator[bytes]:
        """Yield the chunks that were not read yet."""
        for chunk in self._chunks:
            if self.keeps:
                self._read.append(chunk)
            yield chunk

    def again(self) -> Iterator[bytes]:
        """Yield all chunks, from the first one; they are kept once more."""
        read, self._read = self._read, []
        self._chunks = itertools.chain(_emptied(read), self._chunks)
        return iter(self)

    def once(self) -> Iterator[bytes]:
        """Yield all chunks, from the first one, and keep none of them."""
        read, chunks = self._read, self._chunks
        self._read, self._chunks = [], iter(())
        return itertools.chain(_emptied(read), chunks)

    def begin_again(self, chunks: Iterable[bytes]) -> None:
        """Yield these chunks, which are all of the file, and keep them."""
        self._chunks, self._read = iter(chunks), []

    def forget(self) -> None:
        """Keep no chunks any more."""
        self.keeps = False
        self._read = []


def _emptied(read: list[bytes]) -> Iterator[bytes]:
    """Yield the items of a list, and remove each of them from it."""
    read.reverse()
    while read:
        yield read.pop()


def _is_long_line(chunks: _Kept) -> bool:
    """Return whether a file begins with an object in a line that is longer than a document that is held in memory."""
    size = 0
    for chunk in chunks.again():
        if b"\n" in chunk or (size == 0 and chunk.removeprefix(BOM).lstrip()[:1] != b"{"):
            return False
        size += len(chunk)
        if size > LARGE:
            return True
    return False


def _of_one_line(name: str, form: SessionFormat | None, held: Source) -> Opened | None:
    """Open a document in one line; None for a file that has more lines, or is of no known format."""
    has_ended = False
    for chunk in held.chunks():
        _, feed, rest = (b"", b"\n", chunk) if has_ended else chunk.partition(b"\n")
        has_ended = bool(feed)
        if rest.strip():
            return None
    try:
        form = form or recognise_large(held)
    except InvalidDocument:
        return None
    return Opened(name, form, form.messages.large(held)) if form.messages else None


def _of_lines(
    name: str, form: SessionFormat | None, chunks: _Kept, source: Callable[[Iterator[bytes]], Source], longest: int
) -> Opened | None:
    """Open a file of lines; None for a file that is one document."""
    if (form is None or form.messages is not None) and _is_long_list(next(chunks.again(), b"")):
        return None
    lines = Cut(chunks.again(), longest)
    others = iter(lines)
    first: list[bytes] = []
    for line in first_lines(others):
        first.append(line)
        if lines.too_long:  # the chunks with the rest of the line would be kept
            break
    form = form or recognise(first) or recognise_documents(first)
    if form is None and lines.too_long:
        held = source(chunks.once())
        form = recognise(Cut(held.chunks(), longest))
        chunks.begin_again(held.chunks())
        return None if form is None else _of_lines(name, form, chunks, source, longest)
    by_line = _by_line(form, first, others)
    if form is None or by_line is None:
        return None
    chunks.forget()
    return Opened(name, form, lines.explained(by_line))


def _is_long_list(chunk: bytes) -> bool:
    """Return whether a file begins with a list that goes on behind its first chunk: no file of lines does."""
    return len(chunk) == CHUNK and chunk.removeprefix(BOM).lstrip()[:1] == b"[" and b"\n" not in chunk


def _by_line(
    form: SessionFormat | None, first: list[bytes], others: Iterator[bytes]
) -> Iterator[Iterable[tuple[int, bytes]]] | None:
    """Cut a file of lines, given those that were read already; None for a file that is one document."""
    if form is None:
        return None
    if form.messages is None:
        return iter([enumerate(itertools.chain(first, others), 1)])
    if form.messages.of_lines is None or not have_documents(first):
        return None
    return form.messages.of_lines(itertools.chain([first[0].removeprefix(BOM)], first[1:], others))


def _document(
    name: str,
    form: SessionFormat | None,
    chunks: Iterator[bytes],
    source: Callable[[Iterator[bytes]], Source],
) -> Opened:
    """Open a file that is a document.

    Raises InvalidDocument for one of no known format.
    """
    data = b"".join(_begun(chunks))
    begin = data.removeprefix(BOM).lstrip()[:1]
    is_large = len(data) > LARGE and begin in (b"{", b"[")
    if not is_large:
        data = b"".join([data, *_rest(chunks, WHOLE - len(data))])
        form = form or recognise_document(data)
    if form is None:
        _check(data)
    held = source(itertools.chain([data], chunks)) if is_large else Source(io.BytesIO(data))
    form = form or recognise_large(held)
    if not is_large and begin != b"[":
        return Opened(name, form, conversations_of(data, form))
    return Opened(name, form, form.messages.large(held) if form.messages else iter([]))


def _check(data: bytes) -> None:
    """Raise InvalidDocument if the beginning of a file shows why it is not read."""
    if not data.strip():
        raise unrecognised("the file is empty")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise unrecognised("it is text in UTF-16, and session files are in UTF-8")
    if (program := program_of(data[:BEGINNING])) is not None:
        raise not_read(program)


def _rest(chunks: Iterator[bytes], most: int) -> Iterator[bytes]:
    """Yield the chunks of a file that is read as a whole.  Raises InvalidDocument if it is too large."""
    for chunk in chunks:
        most -= len(chunk)
        if most < 0:
            raise too_large()
        yield chunk


def _begun(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield chunks until they have more bytes than a document may have that is held in memory."""
    size = 0
    for chunk in chunks:
        size += len(chunk)
        yield chunk
        if size > LARGE:
            return
