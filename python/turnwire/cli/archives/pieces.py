"""Cut files into pieces of bounded size: blocks of lines, single documents, and findings about what cannot be read."""

from __future__ import annotations

import contextlib
import io
import itertools
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.cli.archives.elements import Splitter
from turnwire.cli.inputs import Entry, Source
from turnwire.codec.packed import CHUNK, Feed, NoUnpacker
from turnwire.dialects.several import documents_in
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import BinaryIO

    from turnwire.cli.archives.elements import Element
    from turnwire.model import Diagnostic

_BUFFER: Final = 256 * 1024
LARGE: Final = 8 * CHUNK
"""A JSON file up to this size is read whole.  A larger array of documents is read document by document."""
_SAMPLE: Final = 100
"""Elements that show whether a large array is one document or holds documents."""


_SHORT: Final = 500
"""Lines of fewer bytes are counted by `bytes.count`."""
_BEGIN: Final = 16 * 1024
"""The bytes that show how long the lines are."""


class Lines(NamedTuple):
    """Whole lines of a JSON Lines file, and the number of the first.

    `begin` is the byte of the file at which they begin; None if they cannot be read there again.
    """

    source: Source
    first: int
    data: bytes
    begin: int | None = None

    def in_file(self) -> Lines | Range:
        """Return where the lines are, if they can be read again."""
        if self.begin is None or self.source.path is None:
            return self
        return Range(self.source, self.source.path, self.first, self.begin, len(self.data))

    def entries(self) -> Iterator[Entry]:
        """Yield the documents; blank lines are none."""
        # `split` looks at byte after byte; a stream finds the ends of lines in a third of the time.
        for number, line in enumerate(io.BytesIO(self.data), self.first):
            text = line.rstrip(b"\r\n")
            if text.strip(b" \t"):
                yield Entry(self.source, number, text)


class Range(NamedTuple):
    """Lines that are still in their file, and the number of the first: what is sent to another process."""

    source: Source
    path: Path
    first: int
    begin: int
    size: int

    def read(self) -> Lines | Unreadable:
        """Read the lines."""
        try:
            with self.path.open("rb") as stream:
                stream.seek(self.begin)
                data = stream.read(self.size)
        except OSError as error:
            return Unreadable(self.source, f"{self.source.name}: cannot be read: {error.strerror}")
        if len(data) < self.size:
            return Unreadable(self.source, f"{self.source.name}: was cut to fewer bytes while it was read")
        return Lines(self.source, self.first, data, self.begin)


class Broken(NamedTuple):
    """A part of a file that cannot be read as a document, and why."""

    entry: Entry
    finding: Diagnostic


class Gap(NamedTuple):
    """The text after the last element of an array."""

    source: Source
    data: bytes


Piece = Lines | Entry | Broken | Gap


class Unreadable(NamedTuple):
    """A file that cannot be read, or not to its end, and the sentence that says why."""

    source: Source
    what: str


class Cut(NamedTuple):
    """How files are cut.

    `most`: the bytes of the largest document.  `each`: whether the elements of an array are documents; None finds out.
    `dialect`: the dialect of the documents, if it is known.
    """

    most: int
    each: bool | None = None
    dialect: str | None = None


class Meter:
    """Counts the bytes that were read of all files."""

    def __init__(self) -> None:
        self._before = 0
        self._feed: Feed | None = None

    def follow(self, feed: Feed) -> Feed:
        """Count the bytes of one more file."""
        self._before, self._feed = self.consumed, feed
        return feed

    @property
    def consumed(self) -> int:
        """The bytes that were read so far, of packed files as they are stored."""
        return self._before + (self._feed.consumed if self._feed else 0)


def pieces(source: Source, cut: Cut, meter: Meter) -> Iterator[Piece | Unreadable]:
    """Yield the pieces of a source."""
    try:
        if source.path is None:
            yield from _pieces(source, sys.stdin.buffer, cut, meter)
            return
        with source.path.open("rb", buffering=_BUFFER) as stream:
            yield from _pieces(source, stream, cut, meter)
    except OSError as error:
        yield Unreadable(source, f"{source.name}: cannot be read: {error.strerror}")
    except NoUnpacker as missing:
        yield Unreadable(source, f"{source.name}: cannot be read: {missing}")


def _pieces(source: Source, stream: BinaryIO, cut: Cut, meter: Meter) -> Iterator[Piece]:
    feed = meter.follow(Feed(stream, source.packed))
    if source.encoding == "jsonl":
        is_in_file = source.path is not None and source.packed is None and stream.seekable()
        yield from _Blocks(source, cut.most, is_in_file=is_in_file).pieces(feed)
        return
    try:
        chunks = iter(feed)
        begin = _read(chunks, LARGE)
        if len(begin) >= LARGE and source.encoding == "json" and _is_array(begin, cut):
            yield from _elements(source, itertools.chain([begin], chunks), cut.most)
        else:
            yield Entry(source, None, (begin + _read(chunks, cut.most - len(begin) + 1))[: cut.most + 1])
    except InvalidDocument as refusal:
        yield Broken(Entry(source, None, b""), refusal.diagnostics[0])


def _read(chunks: Iterator[bytes], most: int) -> bytes:
    """Return at least `most` bytes, if there are so many."""
    found, size = [], 0
    while size < most and (chunk := next(chunks, b"")):
        found.append(chunk)
        size += len(chunk)
    return b"".join(found)


def _is_array(begin: bytes, cut: Cut) -> bool:
    """Return whether a text that begins so is an array of documents."""
    if begin.lstrip(b" \t\r\n")[:1] != b"[":
        return False
    if cut.each is not None:
        return cut.each
    texts: list[bytes] = []
    # The text goes on after its beginning.
    with contextlib.suppress(InvalidDocument):
        sample = itertools.islice(Splitter(cut.most).elements([begin]), _SAMPLE)
        texts.extend(element.text or b"null" for element in sample)
    return documents_in(b"[" + b",".join(texts) + b"]", cut.dialect) is not None


def _elements(source: Source, chunks: Iterable[bytes], most: int) -> Iterator[Piece]:
    """Yield the elements of an array, each with the line and column at which it begins."""
    element: Element | None = None
    splitter = Splitter(most)
    try:
        for element in splitter.elements(chunks):
            at = source.at(element.number)
            if element.text is None:
                yield Broken(Entry(at, element.line, b"", column=element.column), too_long("element", most))
            else:
                yield Entry(at, element.line, element.text, element.before, column=element.column)
        yield Gap(source, splitter.between)
    except InvalidDocument as refusal:
        at = source.at(element.number + 1 if element else 0)
        yield Broken(Entry(at, None, b""), refusal.diagnostics[0])


def too_long(what: str, most: int) -> Diagnostic:
    """Return the finding that a line, an element or a document is too long."""
    return invalid("json.size", f"the {what} is longer than {most:,} bytes, the most that is read here").diagnostics[0]


class _Blocks:
    """Cuts the chunks of a JSON Lines file where lines end.

    Args:
        source: the file.
        most: the bytes of the longest line.
        is_in_file: whether the chunks are the bytes of a file that can be read again.
    """

    def __init__(self, source: Source, most: int, *, is_in_file: bool) -> None:
        self._source = source
        self._most = most
        self._line = 1
        self._read = 0
        self._is_in_file = is_in_file
        self._held: list[bytes] = []
        self._size = 0
        self._is_long = False

    def pieces(self, chunks: Iterable[bytes]) -> Iterator[Piece]:
        """Yield blocks of whole lines; a line that is too long is a finding, and so is a packed file that ends."""
        try:
            for chunk in chunks:
                yield from self._fed(chunk)
        except InvalidDocument as refusal:
            yield Broken(Entry(self._source, self._line, b""), refusal.diagnostics[0])
            return
        if self._is_long:
            yield self._long()
        elif self._size:
            yield self._lines(b"".join(self._held), 0)

    def _fed(self, chunk: bytes) -> Iterator[Piece]:
        self._read += len(chunk)
        if self._is_long:
            end = chunk.find(b"\n") + 1
            if not end:
                return
            yield self._long()
            self._is_long = False
            self._line += 1
            chunk = chunk[end:]
        end = chunk.rfind(b"\n") + 1
        if end:
            block = b"".join((*self._held, memoryview(chunk)[:end]))
            yield self._lines(block, len(chunk) - end)
            self._line += _line_ends(block)
            self._held, self._size = [], 0
        self._held.append(chunk[end:])
        self._size += len(chunk) - end
        if self._size > self._most:
            self._is_long, self._held, self._size = True, [], 0

    def _lines(self, data: bytes, after: int) -> Lines:
        """Return lines, after which so many bytes have been read."""
        begin = self._read - after - len(data)
        return Lines(self._source, self._line, data, begin if self._is_in_file else None)

    def _long(self) -> Broken:
        return Broken(Entry(self._source, self._line, b""), too_long("line", self._most))


def _line_ends(data: bytes) -> int:
    """Count the line ends.

    `bytes.count` looks at byte after byte; `bytes.find` is ten times as fast, but a call for each line costs more than
    that if lines are short.
    """
    if data.count(b"\n", 0, _BEGIN) * _SHORT > min(len(data), _BEGIN):
        return data.count(b"\n")
    number, end = 0, data.find(b"\n")
    while end >= 0:
        number, end = number + 1, data.find(b"\n", end + 1)
    return number
