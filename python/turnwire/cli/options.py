"""The options that several commands share."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from turnwire.cli.completing import FILE, complete_dialect
from turnwire.cli.suffixes import ENCODINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.cli.suffixes import Encoding
    from turnwire.dialects.dialect import Kind

F = TypeVar("F", bound="Callable[..., Any]")


def known_dialect(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    """Return the full name of a dialect; the registry is loaded only if a name is given.  Raises BadParameter."""
    if name is None:
        return None
    from turnwire.dialects import full_name
    from turnwire.errors import UnknownDialect

    dialect, _, model = name.partition(":")
    try:
        known = full_name(dialect)
    except UnknownDialect as unknown:
        raise click.BadParameter(f"{unknown}\n`turnwire dialects` lists all.", ctx, param) from None
    if model:
        raise click.BadParameter(f"{name!r} names a model, which only --to takes; say {dialect!r}", ctx, param)
    return known


class Reading(TypedDict):
    """The options of the commands that read documents."""

    paths: tuple[str, ...]
    source: str | None
    kind: Kind | None
    input_format: Encoding | None
    stdin_filename: str | None
    report: str
    quiet: bool
    exclude: tuple[str, ...]
    each: bool | None


FORMAT = click.option(
    "--format",
    "report",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The format of reports: text, or JSON Lines.",
)
"""How a command reports; its parameter is `report`."""

QUIET = click.option("--quiet", "-q", is_flag=True, help="No losses, counts or progress on standard error.")
"""Whether a command leaves out what is no refusal; its parameter is `quiet`."""

_READING = (
    click.argument(
        "paths", nargs=-1, metavar="[PATH]...", type=FILE, callback=lambda ctx, _, given: _default_paths(ctx, given)
    ),
    click.option(
        "--from",
        "source",
        metavar="DIALECT",
        callback=known_dialect,
        shell_complete=complete_dialect,
        help="The dialect of the input; detected if not given.",
    ),
    click.option(
        "--kind",
        type=click.Choice(["request", "response", "error"]),
        help="The kind of the input: a conversation, a reply, or an error body; detected if not given.",
    ),
    click.option(
        "--input-format",
        type=click.Choice(ENCODINGS),
        help="The encoding of the input; by default that of the suffix, or else JSON.",
    ),
    click.option("--jsonl", "input_format", flag_value="jsonl", help="Short for --input-format jsonl."),
    click.option(
        "--stdin-filename", metavar="NAME", help="The name of standard input; its suffix chooses the encoding."
    ),
    click.option(
        "--exclude",
        metavar="GLOB",
        multiple=True,
        help="Leave out files whose name, folder, or path below the folder of PATH matches; repeatable.",
    ),
    click.option(
        "--each/--whole",
        default=None,
        help="In a JSON file with an array, each element is a document, or the array is one; detected if not given.",
    ),
    QUIET,
)


def with_options(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Make a decorator that adds options to a command, in this order."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def reading(command: F) -> F:
    """Add the options of `Reading`."""
    return with_options(*_READING, FORMAT)(command)


def reading_without_format(command: F) -> F:
    """Add the options of `Reading` but `--format`, for a command that reports in more formats."""
    return with_options(*_READING)(command)


def _default_paths(ctx: click.Context, given: tuple[str, ...]) -> tuple[str, ...]:
    if given or ctx.resilient_parsing:
        return given
    if sys.stdin.isatty():
        raise click.UsageError("name the files, or pipe a document in", ctx)
    return ("-",)
