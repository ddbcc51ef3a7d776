"""`turnwire sessions export`: the messages of a session in the format of a provider, or as canonical histories."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwire.cli.completing import FILE
from turnwire.cli.options import QUIET
from turnwire.cli.outputs import Listing
from turnwire.cli.session_files.opening import SOURCE, check_places, put, refusals, tally
from turnwire.cli.session_files.reading import histories, left_out, picked, replaced
from turnwire.cli.words import count, words
from turnwire.cli.writing import to
from turnwire.codec.json import one_line
from turnwire.convert import write

if TYPE_CHECKING:
    from turnwire.cli.writing import Target
    from turnwire.model import Loss
    from turnwire.sessions.files.format import SessionFormat


@click.command("export")
@click.argument("path", type=FILE)
@SOURCE
@to("The format to write, and the model that it names; native JSON if not given, which keeps everything.")
@click.option("--thread", metavar="ID", help="The thread to write: main, all, or an id.  [default: all in native JSON]")
@click.option("--out", "-o", metavar="FILE", type=FILE, help="Where to write; standard output if not given.")
@click.option("--losses", metavar="FILE", type=FILE, help="Write all losses as JSON Lines.")
@QUIET
def command(
    path: str,
    source: SessionFormat | None,
    target: Target | None,
    thread: str | None,
    out: str | None,
    losses: str | None,
    *,
    quiet: bool,
) -> int:
    """Write the messages of a session as JSON Lines, one thread per line, and report what is lost.

    In native JSON, `turnwire sessions convert` makes the session file again.  Towards a provider the main thread is
    written: the conversation without its other branches and without those of subagents.
    """
    check_places(path, {"-o": out, "--losses": losses})
    dialect, model = (target.dialect, target.model) if target else ("turnwire", None)
    wanted = thread or ("all" if dialect == "turnwire" else "main")
    found: list[Loss] = []
    with refusals(path) as failed, Listing(losses) as listed:
        lines = []
        threads = histories(path, source)
        chosen = picked(threads, wanted)
        for history in chosen:
            written = write(history, dialect, model=model)
            lines.append(one_line(written.data) + b"\n")
            listed.put({"file": path, "thread": history.id}, written.losses)
            found += written.losses
        put(b"".join(lines), out)
        if not quiet:
            tally(found)
            words(f"{count(len(lines), 'thread')} written, {count(len(found), 'loss')}")
            if dialect != "turnwire" and (before := sum(map(replaced, chosen))):
                messages = f"{count(before, 'message')} before the last summary"
                words(f"{messages} {'is' if before == 1 else 'are'} written, too; the agent no longer sent them")
            if others := left_out(threads, chosen):
                words(f"left out: {others}; --thread all writes every thread")
    return 1 if failed else 0
