"""`turnwire lsp`: a language server, which shows findings and their fixes in an editor."""

from __future__ import annotations

import os
import sys

import click

from turnwire.cli.codes import CLEAN, FINDINGS
from turnwire.cli.completing import complete_dialect
from turnwire.cli.options import known_dialect


@click.command("lsp")
@click.option(
    "--from",
    "source",
    metavar="DIALECT",
    callback=known_dialect,
    shell_complete=complete_dialect,
    help="The dialect of the files; detected if not given.",
)
def lsp(source: str | None) -> int:
    """Run a language server over standard input and output, for editors.

    It shows what is wrong with JSON, JSONL and YAML files while they are edited, offers the changes that mend it, and
    explains a finding where the pointer rests. It ends with 0 if the editor sent `shutdown`, and with 1 if the editor
    left without it.
    """
    try:
        from turnwire.cli.editor.server import server_for
    except ImportError as error:
        message = f"turnwire lsp needs the package {error.name}: pip install 'turnwire[lsp]'"
        raise click.UsageError(message) from None
    # The server closes the streams that it is given; the command still flushes its own at the end.
    with os.fdopen(os.dup(sys.stdin.fileno()), "rb") as asked, os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answered:
        server = server_for(source)
        server.start_io(asked, answered)
    # "The server should exit with success code 0 if the shutdown request has been received before; otherwise with error
    # code 1." (LSP 3.17, "Exit Notification"); pygls computes this code, but keeps it for itself.
    return CLEAN if server.asked_to_shut_down else FINDINGS
