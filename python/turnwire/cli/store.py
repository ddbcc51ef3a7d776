"""`turnwire store`: sessions in SQLite or PostgreSQL."""

from __future__ import annotations

import click

from turnwire.cli.commands import Commands

# command -> its module and attribute, and its line in the help
COMMANDS = {
    "import": ("turnwire.cli.store_import", "Store conversations of any dialect."),
    "export": ("turnwire.cli.store_export", "Write sessions as conversations of any dialect."),
    "list": ("turnwire.cli.store_list", "List the sessions."),
    "show": ("turnwire.cli.store_show", "Show one session, or one message."),
    "reprice": ("turnwire.cli.store_reprice", "Price stored sessions by another table."),
    "verify": ("turnwire.cli.store_verify", "Check a store for errors."),
    "backup": ("turnwire.cli.store_backup", "Copy the store to a new file, and check the copy."),
    "restore": ("turnwire.cli.store_backup", "Make a store of a backup."),
}


class StoreCommands(Commands):
    """The commands about a store."""

    table = COMMANDS


@click.group("store", cls=StoreCommands)
def store() -> None:
    """Store sessions in SQLite or PostgreSQL, in the tables of the canonical message format.

    A store is a file, or the URL of a database: postgresql://user@host/database. Needs turnwire[store], and
    turnwire[postgresql] for PostgreSQL.
    """
