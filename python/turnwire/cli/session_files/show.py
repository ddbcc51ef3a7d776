"""`turnwire sessions show`: a session for reading, in the terminal or as HTML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnwire.cli.outputs import explained
from turnwire.cli.session_files.html import page
from turnwire.cli.session_files.opened import opened
from turnwire.cli.session_files.opening import SOURCE, check_places, refusals
from turnwire.cli.session_files.text import shown
from turnwire.cli.words import data
from turnwire.sessions.files import transcript
from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from turnwire.sessions.files.format import SessionFormat


@click.command("show")
@click.argument("path")
@SOURCE
@click.option("--html", metavar="FILE", help="Write one HTML file, without scripts; - is standard output.")
@click.option("--all", "everything", is_flag=True, help="Show also the lines that are no messages.")
@click.option("--full", is_flag=True, help="Do not shorten documents, and inputs and results of tools.")
def command(path: str, source: SessionFormat | None, html: str | None, *, everything: bool, full: bool) -> int:
    """Print the messages of a session in the order of the file.

    PATH is a session file, or - for standard input. The file is read line by line, so it can be of any size.
    """
    check_places(path, {"--html": html})
    with refusals(path) as failed, opened(path, source, is_brief=not everything) as file:
        entries = transcript(file.lines(), file.form)
        if html is None:
            for text in shown(entries, everything=everything, full=full):
                data(text)
        elif html == "-":
            sys.stdout.buffer.writelines(part.encode() for part in page(entries, file, everything=everything))
        else:
            with explained(html), replacing(Path(html)) as stream:
                stream.writelines(part.encode() for part in page(entries, file, everything=everything))
    return 1 if failed else 0
