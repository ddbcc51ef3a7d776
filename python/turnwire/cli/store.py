"""`turnwire store`: sessions kept in SQLite or PostgreSQL."""

from __future__ import annotations

import click

from turnwire.cli.commands import Commands

# command -> where it is, and its line in the help
COMMANDS = {
    "import": ("turnwire.cli.store_import", "Store conversations of any dialect."),
    "export": ("turnwire.cli.store_export", "Write sessions as conversations of any dialect."),
    "list": ("turnwire.cli.store_list", "List the sessions."),
    "show": ("turnwire.cli.store_show", "Show one session, or one message."),
    "reprice": ("turnwire.cli.store_reprice", "Price what is stored by another table."),
    "verify": ("turnwire.cli.store_verify", "Say what is wrong with a store."),
}


class StoreCommands(Commands):
    """What can be done with a store."""

    table = COMMANDS


@click.group("store", cls=StoreCommands)
def store() -> None:
    """Keep sessions in SQLite or PostgreSQL, in the tables of the canonical message format.

    A store is a file, or the URL of a database: postgresql://user@host/database. Needs turnwire[store], and
    turnwire[postgresql] for the latter.
    """
