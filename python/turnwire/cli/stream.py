"""`turnwire stream`: the stream of a reply goes in as it comes; events, another stream, or the reply come out."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol, Unpack

import click
import msgspec

from turnwire.cli.inputs import Entry
from turnwire.cli.options import FORMAT, QUIET, complete_dialect, known_dialect
from turnwire.cli.outputs import STDOUT, LossList
from turnwire.cli.running import Run, placed, where_of
from turnwire.cli.writing import Failing, Kept, Strict, StrictCommand, Target, chosen, keeping, strict, to
from turnwire.codec.json import one_line
from turnwire.codec.limits import STRICT
from turnwire.codec.wire import ENCODER
from turnwire.convert import write
from turnwire.dialects import writer_of
from turnwire.errors import InvalidDocument, UnknownDialect, invalid
from turnwire.model import Completion, ErrorEvent, StartEvent
from turnwire.stream import Folding
from turnwire.stream.reader import stream_reader
from turnwire.stream.writer import stream_writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.options import Reading
    from turnwire.documents.options import Keeping
    from turnwire.model import Loss, StreamEvent

_PIECE = 1 << 16


class Streaming(Kept, Strict):
    """What `stream` is told."""

    path: str
    source: str
    target: Target | None
    fold: bool
    losses: str | None


class Taking(Protocol):
    """What becomes of the events, as a `StreamWriter` does it."""

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What was lost; all of it when it is closed."""

    def send(self, event: StreamEvent) -> bytes:
        """The bytes for an event."""

    def close(self) -> bytes:
        """The last bytes."""


class Events:
    """The events, one in a line."""

    losses: tuple[Loss, ...] = ()

    def send(self, event: StreamEvent) -> bytes:
        """The event as native JSON."""
        return one_line(ENCODER.encode(event)) + b"\n"

    def close(self) -> bytes:
        """Nothing."""
        return b""


class Reply:
    """The reply that the events make up."""

    def __init__(self, dialect: str, kept: Keeping) -> None:
        self.dialect, self.kept = dialect, kept
        self.folding = Folding()
        self.losses: tuple[Loss, ...] = ()

    def send(self, event: StreamEvent) -> bytes:
        """Nothing yet."""
        self.folding.add(event)
        return b""

    def close(self) -> bytes:
        """The reply, in its dialect."""
        written = write(self.folding.completion(), self.dialect, keeping=self.kept)
        self.losses = written.losses
        return one_line(written.data) + b"\n"


@click.command("stream", cls=StrictCommand)
@click.argument("path", default="-")
@click.option(
    "--from",
    "source",
    metavar="DIALECT",
    required=True,
    callback=known_dialect,
    shell_complete=complete_dialect,
    help="The dialect of the stream.",
)
@to("The dialect to write, and the model that it names; events as native JSON if not given.")
@click.option("--fold", is_flag=True, help="Write the reply that the stream makes up, and no stream.")
@click.option("--losses", metavar="FILE", help="Write all losses as JSON Lines.")
@strict
@keeping
@FORMAT
@QUIET
def stream(**given: Unpack[Streaming]) -> int:
    """Read the stream of a reply as it comes, and write what it says.

    PATH is a file with what a provider sent (server-sent events, or lines of JSON), or - for standard input. Each
    piece is written as soon as it is known, so that the command can stand in a pipe.

    Without --to the events are written as native JSON, one in a line; with it the stream of another dialect; with
    --fold the one reply.

    Ends with 1 where the stream is refused, broke off, or tells an error.
    """
    if given["losses"] == STDOUT:
        raise click.UsageError("--losses - and what is written cannot share standard output: name a file")
    taking, failing = _taking(given), Failing(given)
    run = Run(_reading(given))
    if len(run.sources) > 1 or Path(given["path"]).is_dir():
        raise click.UsageError("a stream is one file, or standard input")
    run.losses_listed = given["losses"] is not None
    with LossList(given["losses"]) as listed:
        for source in run.sources:
            entry = Entry(source, None, b"")
            run.documents += 1
            _pass_on(run, entry, taking, given)
            listed.put(where_of(entry), taking.losses)
            run.tell(entry, taking.losses)
            failing.add(taking.losses)
    return run.finish("streamed", silent=True, failed=failing.any())


def _reading(given: Streaming) -> Reading:
    return {
        "paths": (given["path"],),
        "source": given["source"],
        "kind": "response",
        "input_format": "json",
        "stdin_filename": None,
        "report": given["report"],
        "quiet": given["quiet"],
    }


def _taking(given: Streaming) -> Taking:
    """Raises UsageError for a dialect without streams."""
    try:
        stream_reader(given["source"])
        target, kept = given["target"], chosen(given)
        if given["fold"]:
            dialect = target.dialect if target else "turnwire"
            writer_of(dialect, Completion)
            return Reply(dialect, kept)
        return Events() if target is None else stream_writer(target.dialect, keeping=kept)
    except UnknownDialect as refusal:
        raise click.UsageError(str(refusal)) from None


def _pass_on(run: Run, entry: Entry, taking: Taking, given: Streaming) -> None:
    """Reads all, and writes each piece when it comes; what came before a refusal is written."""
    try:
        with _opened(entry) as pieces:
            for event in _events(pieces, given["source"]):
                _put(taking.send(_of_model(event, given["target"])))
                if isinstance(event, ErrorEvent):
                    found = invalid(event.code or "stream.error", event.message or "the provider told an error")
                    run.refuse(entry, placed(entry, found.diagnostics))
    except InvalidDocument as refusal:
        run.refuse(entry, placed(entry, refusal.diagnostics))
    except Unreadable as error:
        run.trouble(f"{entry.source.name}: cannot be read: {error}")
        return
    try:
        _put(taking.close())
    except InvalidDocument as refusal:
        run.refuse(entry, placed(entry, refusal.diagnostics))


def _of_model(event: StreamEvent, target: Target | None) -> StreamEvent:
    """The event, with the model that the caller wants the reply to name."""
    if isinstance(event, StartEvent) and target is not None and target.model is not None:
        return msgspec.structs.replace(event, model=target.model)
    return event


def _events(pieces: BinaryIO, dialect: str) -> Iterator[StreamEvent]:
    reader = stream_reader(dialect, limits=STRICT)
    while piece := _piece(pieces):
        yield from reader.feed(piece)
    yield from reader.close()


class Unreadable(Exception):
    """The system does not let the stream be read."""


def _piece(pieces: BinaryIO) -> bytes:
    try:
        piece: bytes = pieces.read1(_PIECE)  # type: ignore[attr-defined]
    except OSError as error:
        raise Unreadable(error.strerror) from None
    return piece


@contextlib.contextmanager
def _opened(entry: Entry) -> Iterator[BinaryIO]:
    if entry.source.path is None:
        yield sys.stdin.buffer
        return
    try:
        pieces = entry.source.path.open("rb")
    except OSError as error:
        raise Unreadable(error.strerror) from None
    with pieces:
        yield pieces


def _put(data: bytes) -> None:
    if data:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
