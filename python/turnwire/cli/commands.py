"""Commands by name, each imported only when it runs; the help names them without importing any."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, ClassVar

import click

if TYPE_CHECKING:
    from collections.abc import Mapping


class Commands(click.Group):
    """A group whose `table` says where each command is, and its line in the help."""

    table: ClassVar[Mapping[str, tuple[str, str]]]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order of the help."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, or None where there is none of this name."""
        if cmd_name not in self.table:
            return None
        module: Any = importlib.import_module(self.table[cmd_name][0])
        command = getattr(module, cmd_name, None) or module.command
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.table.items()])
