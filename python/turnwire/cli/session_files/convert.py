"""`turnwire sessions convert`: a session as a session file of another agent, or of the same one from its export."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwire.cli.completing import FILE, complete_session_format
from turnwire.cli.options import QUIET
from turnwire.cli.outputs import Listing
from turnwire.cli.session_files.opening import SOURCE, check_places, known_session_format, put, refusals, tally
from turnwire.cli.session_files.reading import histories, left_out, picked
from turnwire.cli.words import count, words
from turnwire.sessions.files import NewFile, came_from, new_session, session_bytes

if TYPE_CHECKING:
    from turnwire.sessions.files.format import SessionFormat


@click.command("convert")
@click.argument("path", type=FILE)
@SOURCE
@click.option(
    "--to",
    "target",
    metavar="FORMAT",
    required=True,
    callback=known_session_format,
    shell_complete=complete_session_format,
    help="The format to write: claude_code, codex, atif, or that of the session.",
)
@click.option("--thread", metavar="ID", default="main", show_default=True, help="The thread to write.")
@click.option("--out", "-o", metavar="FILE", type=FILE, help="Where to write; standard output if not given.")
@click.option("--losses", metavar="FILE", type=FILE, help="Write all losses as JSON Lines.")
@QUIET
def command(
    path: str,
    source: SessionFormat | None,
    target: SessionFormat,
    thread: str,
    out: str | None,
    losses: str | None,
    *,
    quiet: bool,
) -> int:
    """Write one thread of a session as a new session file of another agent, and report what that file does not hold.

    PATH is a session file, or what `turnwire sessions export` wrote, or any file of conversations. The export of a
    session becomes the same session file again, with all its threads.
    """
    check_places(path, {"-o": out, "--losses": losses})
    with refusals(path) as failed, Listing(losses) as listed:
        threads = histories(path, source)
        if came_from(threads, target):
            made, others = NewFile(session_bytes(threads, target), ()), ""
        else:
            chosen = picked(threads, thread)[:1]
            made, others = new_session(chosen[0], target), left_out(threads, chosen)
        put(made.data, out)
        listed.put({"file": path}, made.losses)
        if not quiet:
            tally(made.losses)
            words(f"written for {target.title}, {count(len(made.losses), 'loss')}")
            if others:
                words(f"left out: {others}; --thread ID writes another thread")
    return 1 if failed else 0
