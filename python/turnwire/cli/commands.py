"""Groups of commands whose modules are imported only when a command runs; the help imports none of them."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, ClassVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Mapping


class Commands(click.Group):
    """A group whose `table` has the module of each command, and its line in the help."""

    table: ClassVar[Mapping[str, tuple[str, str]]]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order of the help."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command; None if no command has this name."""
        if cmd_name not in self.table:
            return None
        module: Any = importlib.import_module(self.table[cmd_name][0])
        command = getattr(module, cmd_name, None) or module.command
        return command if isinstance(command, click.Command) else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the names of commands and options; no command is imported for its name."""
        lines = {name: line for name, (_, line) in self.table.items() if name.startswith(incomplete)}
        found = [CompletionItem(name, help=line) for name, line in lines.items()]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands of the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.table.items()])
