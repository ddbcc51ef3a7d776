"""`turnwire geppetto`: a server of the Geppetto messages."""

from __future__ import annotations

import click

from turnwire.cli.commands import Commands

# command -> its module and attribute, and its line in the help
COMMANDS = {
    "serve": ("turnwire.cli.geppetto_serve", "Answer queries about the documents of a folder, and store uploads."),
}


class GeppettoCommands(Commands):
    """The commands about Geppetto."""

    table = COMMANDS


@click.group("geppetto", cls=GeppettoCommands)
def geppetto() -> None:
    """Serve documents in file drawers, as the Geppetto server definition has it (docs/geppetto.md)."""
