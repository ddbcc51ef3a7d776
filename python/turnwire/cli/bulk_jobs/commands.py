"""`turnwire bulk`: convert, check, mend or count large archives in Parquet and JSON Lines."""

from __future__ import annotations

import click

from turnwire.cli.commands import Commands

# command -> its module and attribute, and its line in the help
COMMANDS = {
    "convert": ("turnwire.cli.bulk_jobs.convert", "Convert the documents of an archive to another dialect."),
    "validate": ("turnwire.cli.bulk_jobs.validate", "Check the documents of an archive."),
    "repair": ("turnwire.cli.bulk_jobs.repair", "Mend the documents of an archive."),
    "stats": ("turnwire.cli.bulk_jobs.stats", "Count what is in an archive."),
}


class BulkCommands(Commands):
    """The commands about archives."""

    table = COMMANDS

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command; None if no command has this name."""
        try:
            return super().get_command(ctx, cmd_name)
        except ModuleNotFoundError as missing:
            if missing.name != "pyarrow":
                raise
            ctx.fail("bulk needs the package pyarrow: pip install 'turnwire[arrow]'")


@click.group("bulk", cls=BulkCommands)
def bulk() -> None:
    """Convert, check, mend or count archives of any size: Parquet and JSON Lines, also packed (.gz, .zst).

    The input is cut into units, which worker processes do. OUT is a folder with one part for each unit, and a
    manifest of what is done: run the same command again to go on after an interruption.
    """
