"""`turnwire thread reply`: add the reply of a provider, read from its own format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnwire.cli.completing import FILE, complete_dialect
from turnwire.cli.options import QUIET, known_dialect
from turnwire.cli.thread_store import about_threads, new_ids, opened, refuse, tell_losses
from turnwire.cli.words import data
from turnwire.detect import detected
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind
    from turnwire.model import Completion


@click.command("reply")
@click.argument("source", metavar="FILE|-", type=FILE, default="-")
@click.option(
    "--from",
    "dialect",
    metavar="DIALECT",
    callback=known_dialect,
    shell_complete=complete_dialect,
    help="The dialect of the reply; detected if not given.",
)
@click.option("--continues", "-c", metavar="HEADISH", help="The turn that it answers; by default the latest.")
@QUIET
@about_threads
def command(source: str, dialect: str | None, continues: str | None, folder: Path, *, report: str, quiet: bool) -> None:
    """Add the reply of a provider as the turn of the assistant, and print its id.

    The reply is the JSON body that the provider answered with, in any dialect. What a turn has no place for is listed
    on standard error. A reply without content is refused.
    """
    from turnwire.convert import write
    from turnwire.systems.gpt2099.threads import reply_turn
    from turnwire.systems.gpt2099.threads.frames import encode
    from turnwire.systems.gpt2099.threads.resolve import last_id

    if source == "-" and sys.stdin.isatty():
        refuse("name the file of the reply, or pipe it in")
    text = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    written = write(_reply(text, dialect), "gpt2099")
    with opened(folder) as store:
        frame = store.add(
            new_ids(), lambda turn_id: reply_turn(store, written.data, continues or last_id(store), turn_id)
        )
    data(frame.id if report == "text" else encode(frame).decode())
    tell_losses(written.losses, report=report, quiet=quiet)


def _reply(text: bytes, dialect: str | None) -> Completion:
    """Return a reply that says something.  Raises InvalidDocument."""
    from turnwire.convert import read
    from turnwire.model import Completion

    other = _looks_like(text, "response")
    if other is None and _looks_like(text, "error") is not None:
        hint = "send the request again; nothing was added to the thread"
        raise invalid("thread.content", "the provider answered with an error", hint=hint)
    document = read(text, dialect, kind="response")
    if not isinstance(document, Completion):
        raise invalid("thread.content", "not a reply", hint="give the body that a provider answered with")
    if any(message.content for message in document.candidates):
        return document
    if dialect is not None and other not in (None, dialect):
        message = f"read as {dialect}, the reply has no content; it looks like {other}"
        raise invalid("thread.content", message, hint=f"say `--from {other}`, or leave `--from` out")
    hint = "give the body of a reply with content; nothing was added to the thread"
    raise invalid("thread.content", "the reply has no content", hint=hint)


def _looks_like(text: bytes, kind: Kind) -> str | None:
    """Return the dialect that a document of this kind most likely has; None if it looks like none."""
    try:
        found = detected(text, None, kind)
    except InvalidDocument:
        return None
    return found[0][0] if found else None
