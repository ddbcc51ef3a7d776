"""`turnwire stream`: read the stream of a reply as it arrives, and write events, another stream, or the reply."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol, Unpack

import click
from msgspec import structs

from turnwire.cli.completing import FILE, complete_dialect
from turnwire.cli.inputs import Entry
from turnwire.cli.options import FORMAT, QUIET, known_dialect
from turnwire.cli.outputs import STDOUT, Listing
from turnwire.cli.running import AS_LINES, Run, placed, where_of
from turnwire.cli.writing import Failing, Kept, Strict, StrictCommand, Target, chosen, keeping, strict, to
from turnwire.codec.json import one_line
from turnwire.codec.limits import STRICT
from turnwire.codec.wire import ENCODER
from turnwire.convert import write
from turnwire.dialects import writer_of
from turnwire.errors import InvalidDocument, UnknownDialect, invalid
from turnwire.model import Completion, ErrorEvent
from turnwire.stream import Folding
from turnwire.stream.reader import stream_reader
from turnwire.stream.writer import stream_writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.options import Reading
    from turnwire.documents.options import Keeping
    from turnwire.model import Diagnostic, Loss, StreamEvent

_PIECE = 1 << 16
_EVENTS = "if each line is an event, write `data: ` in front of it and an empty line after it: server-sent events"


class Streaming(Kept, Strict):
    """The options of `stream`."""

    path: str
    source: str
    target: Target | None
    fold: bool
    losses: str | None


class Taking(Protocol):
    """Consumes events and returns bytes, as a `StreamWriter` does."""

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The losses; they are complete when it is closed."""

    def send(self, event: StreamEvent) -> bytes:
        """Return the bytes for an event."""

    def close(self) -> bytes:
        """Return the last bytes."""


class Events:
    """Writes the events, one per line."""

    losses: tuple[Loss, ...] = ()

    def send(self, event: StreamEvent) -> bytes:
        """Return the event as native JSON."""
        return one_line(ENCODER.encode(event)) + b"\n"

    def close(self) -> bytes:
        """Return no bytes."""
        return b""


class Reply:
    """Collects the events and writes the reply."""

    def __init__(self, target: Target | None, kept: Keeping) -> None:
        self.dialect, self.model = (target.dialect, target.model) if target else ("turnwire", None)
        self.kept = kept
        self.folding = Folding()
        self.losses: tuple[Loss, ...] = ()

    def send(self, event: StreamEvent) -> bytes:
        """Collect the event, and return no bytes."""
        self.folding.add(event)
        return b""

    def close(self) -> bytes:
        """Return the reply, in its dialect."""
        written = write(self.folding.completion(), self.dialect, model=self.model, keeping=self.kept)
        self.losses = written.losses
        return one_line(written.data) + b"\n"


@click.command("stream", cls=StrictCommand)
@click.argument("path", default="-", type=FILE)
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
@click.option("--fold", is_flag=True, help="Write the complete reply instead of a stream.")
@click.option("--losses", metavar="FILE", type=FILE, help="Write all losses as JSON Lines.")
@strict
@keeping
@FORMAT
@QUIET
def stream(**given: Unpack[Streaming]) -> int:
    """Read the stream of a reply as it arrives, and write it in another form.

    PATH is a file with the data of a provider (server-sent events, or lines of JSON), or - for standard input. Each
    piece is written as soon as it is complete, so the command works in a pipe.

    Without --to the events are written as native JSON, one per line; with it the stream of another dialect; with
    --fold the complete reply.

    Ends with 1 if the stream is refused, breaks off, or contains an error.
    """
    if given["losses"] == STDOUT:
        raise click.UsageError("--losses - and the output cannot share standard output: name a file")
    taking, failing = _taking(given), Failing(given)
    run = Run(_reading(given))
    if len(run.sources) > 1 or Path(given["path"]).is_dir():
        raise click.UsageError("a stream is one file, or standard input")
    run.losses_listed = given["losses"] is not None
    with Listing(given["losses"]) as listed:
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
        "exclude": (),
        "each": None,
    }


def _taking(given: Streaming) -> Taking:
    """Return the consumer of the events.  Raises UsageError for a dialect without streams."""
    try:
        stream_reader(given["source"])
        target, kept = given["target"], chosen(given)
        if given["fold"]:
            reply = Reply(target, kept)
            writer_of(reply.dialect, Completion)
            return reply
        return Events() if target is None else stream_writer(target.dialect, keeping=kept, model=target.model)
    except UnknownDialect as refusal:
        raise click.UsageError(str(refusal)) from None


def _pass_on(run: Run, entry: Entry, taking: Taking, given: Streaming) -> None:
    """Read everything, and write each piece as it arrives; events before a refusal are written."""
    try:
        with _opened(entry) as pieces:
            for event in _events(pieces, given["source"]):
                _put(taking.send(event))
                if isinstance(event, ErrorEvent):
                    found = invalid(event.code or "stream.error", event.message or "the provider reported an error")
                    run.refuse(entry, placed(entry, found.diagnostics))
    except InvalidDocument as refusal:
        run.refuse(entry, [_with_hint(found) for found in placed(entry, refusal.diagnostics)])
    except Unreadable as error:
        run.trouble(f"{entry.source.name}: cannot be read: {error}")
        return
    try:
        _put(taking.close())
    except InvalidDocument as refusal:
        run.refuse(entry, placed(entry, refusal.diagnostics))


def _with_hint(found: Diagnostic) -> Diagnostic:
    """Return a finding; this command has no option for the lines of JSON that its hint may name."""
    is_lines = found.hint == AS_LINES
    return structs.replace(found, hint=_EVENTS) if is_lines else found


def _events(pieces: BinaryIO, dialect: str) -> Iterator[StreamEvent]:
    reader = stream_reader(dialect, limits=STRICT)
    while piece := _piece(pieces):
        yield from reader.feed(piece)
    yield from reader.close()


class Unreadable(Exception):
    """The system cannot read the stream."""


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
