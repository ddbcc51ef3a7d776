"""`turnwire sessions`: the session files that agents leave on a machine."""

from __future__ import annotations

import click

from turnwire.cli.commands import Commands

# command -> its module and attribute, and its line in the help
COMMANDS = {
    "list": ("turnwire.cli.session_files.listing", "List the sessions in files and folders."),
    "show": ("turnwire.cli.session_files.show", "Print a session for reading, or write it as one HTML file."),
    "export": ("turnwire.cli.session_files.export", "Write the messages of a session in another format."),
    "convert": ("turnwire.cli.session_files.convert", "Write a session as a session file of another agent."),
}


class SessionCommands(Commands):
    """The commands about session files."""

    table = COMMANDS


@click.group("sessions", cls=SessionCommands)
def sessions() -> None:
    """List, read, export and convert the session files of coding agents, such as Claude Code and Codex.

    A file may be packed (.gz, .zst), standard input too. No command changes the file that it reads.
    """
