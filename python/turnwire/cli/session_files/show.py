"""`turnwire sessions show`: a session for reading, in the terminal or as HTML."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnwire.cli.completing import FILE
from turnwire.cli.outputs import explained
from turnwire.cli.session_files.beside import with_subagents
from turnwire.cli.session_files.html import page
from turnwire.cli.session_files.opened import opened
from turnwire.cli.session_files.opening import SOURCE, STDIN, at_hand, check_places, refusals
from turnwire.cli.session_files.text import shown
from turnwire.cli.words import data
from turnwire.errors import InvalidDocument
from turnwire.sessions.files import transcript
from turnwire.sessions.files.main_branch import MainBranches, marked
from turnwire.sessions.files.transcript import without_messages
from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.cli.session_files.opened import Opened
    from turnwire.sessions.files.format import SessionFormat
    from turnwire.sessions.files.main_branch import MainBranch
    from turnwire.sessions.files.transcript import Shown


@click.command("show")
@click.argument("path", type=FILE)
@SOURCE
@click.option("--html", metavar="FILE", type=FILE, help="Write one HTML file, without scripts; - is standard output.")
@click.option("--all", "everything", is_flag=True, help="Show also the lines that are no messages.")
@click.option("--full", is_flag=True, help="Do not shorten documents, and inputs and results of tools.")
def command(path: str, source: SessionFormat | None, html: str | None, *, everything: bool, full: bool) -> int:
    """Print the messages of a session in the order of the file.

    PATH is a session file, or - for standard input. The file is read line by line, twice, so it can be of any size.
    """
    check_places(path, {"--html": html})
    with refusals(path) as failed, at_hand(path) as place:
        _show(path, place, source, html, everything=everything, full=full)
    return 1 if failed else 0


def _show(
    path: str, place: str, source: SessionFormat | None, html: str | None, *, everything: bool, full: bool
) -> None:
    with opened(place, source, is_brief=True) as file:
        mains = _main_branches(file)
    with opened(place, source, is_brief=not everything) as file:
        file.name = path
        entries = _entries(file, iter(mains))
        if path != STDIN:
            entries = with_subagents(entries, file)
        if html is None:
            for text in shown(entries, everything=everything, full=full):
                data(text)
        elif html == "-":
            sys.stdout.buffer.writelines(part.encode() for part in page(entries, file, everything=everything))
        else:
            with explained(html), replacing(Path(html)) as stream:
                stream.writelines(part.encode() for part in page(entries, file, everything=everything))


def _main_branches(file: Opened) -> MainBranches:
    """Return the main branch of each conversation, as far as the file can be read."""
    found = MainBranches()
    with contextlib.suppress(InvalidDocument):
        for lines in file.lines():
            found.add(_readable(without_messages(lines)))
    return found


def _readable(entries: Iterable[Shown]) -> Iterator[Shown]:
    try:
        yield from entries
    except InvalidDocument:
        return


def _entries(file: Opened, mains: Iterator[MainBranch | None]) -> Iterator[Shown]:
    for lines in file.lines():
        yield from marked(transcript(lines, file.form), next(mains, None))
