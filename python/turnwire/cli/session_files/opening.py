"""Find and open session files."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from turnwire.cli.inputs import unpacked_suffix
from turnwire.cli.outputs import explained
from turnwire.cli.words import finding_text, plain, words
from turnwire.codec.limits import STRICT
from turnwire.codec.packed import PACKED, Feed, NoUnpacker
from turnwire.errors import InvalidDocument, UnknownDialect, invalid
from turnwire.sessions.files import conversations_of
from turnwire.sessions.files.formats import (
    LOOKED_AT,
    have_documents,
    recognise,
    recognise_document,
    recognise_documents,
    session_format,
    session_formats,
    unrecognised,
)
from turnwire.sessions.files.items import is_list, items
from turnwire.sessions.files.mending import MARK, read_numbered
from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from turnwire.model import Loss
    from turnwire.sessions.files import Line
    from turnwire.sessions.files.format import SessionFormat

STDIN: Final = "-"


def known_session_format(_: click.Context, __: click.Parameter, name: str | None) -> SessionFormat | None:
    """Return the format with this name.  Raises BadParameter."""
    if name is None:
        return None
    try:
        return session_format(name)
    except UnknownDialect as unknown:
        raise click.BadParameter(str(unknown)) from None


SOURCE = click.option(
    "--from",
    "source",
    metavar="FORMAT",
    callback=known_session_format,
    help="The format of the file, such as claude_code; recognised if not given.",
)


class Opened:
    """A session file that is being read: its format, and the lines of its conversations with their numbers."""

    def __init__(self, name: str, form: SessionFormat, lines: Iterator[Iterable[tuple[int, bytes]]]) -> None:
        self.name = name
        self.form = form
        self.conversations = lines

    def lines(self) -> Iterator[Line]:
        """Yield each line of the file that is not blank, with what it is."""
        for numbered in self.conversations:
            yield from (line for line in read_numbered(numbered, self.form) if line.text.strip())


@contextlib.contextmanager
def opened(name: str, form: SessionFormat | None) -> Iterator[Opened]:
    """Open a session file and recognise its format.

    A file of lines is read line by line, a list of conversations one by one; any other document is read as a whole.

    Raises InvalidDocument for a file that is no session file, and OSError.
    """
    with contextlib.ExitStack() as stack:
        stream: BinaryIO = sys.stdin.buffer if name == STDIN else stack.enter_context(Path(name).open("rb"))
        chunks = _Kept(Feed(stream, PACKED.get(Path(name).suffix.lower())))
        listed = _listed(name, form, chunks)
        if listed is not None:
            yield listed
            return
        lines = cut(chunks.again())
        first = list(itertools.islice(lines, LOOKED_AT))
        form = form or recognise(first) or recognise_documents(first)
        by_line = _by_line(form, first, lines)
        if form is not None and by_line is not None:
            yield Opened(name, form, by_line)
            return
        data = b"\n".join([*first, *lines])
        form = form or recognise_document(data)
        if form is None:
            raise unrecognised()
        yield Opened(name, form, conversations_of(data, form))


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
    return form.messages.of_lines(itertools.chain([first[0].removeprefix(MARK)], first[1:], others))


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
        """Yield all chunks, from the first one."""
        self.keeps = False
        return itertools.chain(self._read, self._chunks)


def _listed(name: str, form: SessionFormat | None, chunks: _Kept) -> Opened | None:
    """Open a list of conversations; None for any other file.

    A list that can be the messages of one conversation is read as a whole.
    """
    first = next(iter(chunks), b"")
    if not is_list(first):
        return None
    found = items(itertools.chain([first], chunks))
    try:
        item = next(found, b"")
    except InvalidDocument:
        return None
    form = form or recognise_document(b"[%b]" % item)
    if form is None or form.messages is None or not item:
        return None
    conversations = form.messages.of_items(itertools.chain([item], found))
    if conversations is None:
        return None
    chunks.keeps = False
    return Opened(name, form, conversations)


def cut(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file, without their line feeds.

    Raises InvalidDocument for a line that is longer than a document may be.
    """
    rest: list[bytes] = []
    size = 0
    for chunk in chunks:
        first, *others = chunk.split(b"\n")
        size += len(first)
        if size > STRICT.max_bytes:
            message = f"a line is longer than {STRICT.max_bytes:,} bytes, the most that turnwire reads"
            raise invalid("session.line", message)
        rest.append(first)
        if others:
            yield b"".join(rest)
            yield from others[:-1]
            rest, size = [others[-1]], len(others[-1])
    yield b"".join(rest)


def whole(name: str) -> bytes:
    """Return a whole file, unpacked.  Raises InvalidDocument, OSError."""
    if name == STDIN:
        return sys.stdin.buffer.read()
    with Path(name).open("rb") as stream:
        return b"".join(Feed(stream, PACKED.get(Path(name).suffix.lower())))


def put(data: bytes, out: str | None) -> None:
    """Write to a file, which is replaced as a whole, or to standard output.  Raises CannotWrite."""
    if out is None or out == STDIN:
        with explained(STDIN):
            sys.stdout.buffer.write(data)
        return
    with explained(out), replacing(Path(out)) as stream:
        stream.write(data)


def tally(losses: Iterable[Loss]) -> None:
    """Print how often each feature was lost; `--losses` writes each loss."""
    counted = Counter((loss.kind, loss.feature) for loss in losses)
    for (kind, feature), times in counted.most_common():
        words(f"  {times:>6}  {kind} {plain(feature)}")


@contextlib.contextmanager
def refusals(name: str) -> Iterator[list[bool]]:
    """Report why a file cannot be read; the list that is yielded has an entry afterwards if it could not."""
    failed: list[bool] = []
    try:
        yield failed
    except InvalidDocument as refused:
        for found in refused.diagnostics:
            words(f"{plain(name)}: {finding_text(found)}")
        failed.append(True)
    except NoUnpacker as missing:
        words(f"{plain(name)}: cannot be read: {missing}")
        failed.append(True)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        words(f"{plain(name)}: cannot be read: {error.strerror}")
        failed.append(True)


def found(paths: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield the files that the arguments name, and whether an argument names the file itself.

    Folders are searched for .jsonl and .json files.  Without arguments, the folders of the agents are searched.
    """
    for path in paths or _homes():
        if path == STDIN or not Path(path).is_dir():
            yield path, True
            continue
        for folder, names, files in os.walk(path):
            names.sort()
            for name in sorted(files):
                if unpacked_suffix(name) in (".jsonl", ".json"):
                    yield str(Path(folder, name)), False


def _homes() -> list[str]:
    """Return the folders in which the agents keep their sessions, as far as they exist."""
    homes = []
    for form in session_formats().values():
        if not form.folder:
            continue
        first, *below = Path(form.folder).parts
        top = Path((form.home and os.environ.get(form.home)) or Path.home() / first)
        homes.append(top.joinpath(*below))
    return [str(home) for home in homes if home.is_dir()]
