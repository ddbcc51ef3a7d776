"""The options that several commands share."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar

import click

from turnwire.cli.encodings import ENCODINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.cli.encodings import Encoding
    from turnwire.dialect import Kind

F = TypeVar("F", bound="Callable[..., Any]")


def known_dialect(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    """Refuses a name that is no dialect's; the registry is asked only when one is given."""
    if name is None:
        return None
    from turnwire.dialects import names

    dialect, _, model = name.partition(":")
    if model and dialect in names():
        raise click.BadParameter(f"{name!r} names a model, which only `plan` takes; say {dialect!r}", ctx, param)
    if name not in names():
        raise click.BadParameter(f"no dialect is called {name!r}; there are {', '.join(names())}", ctx, param)
    return name


def complete_dialect(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """What a shell may complete a name to."""
    from turnwire.dialects import names

    return [name for name in names() if name.startswith(incomplete)]


class Reading(TypedDict):
    """What the commands that read documents are told."""

    paths: tuple[str, ...]
    source: str | None
    kind: Kind | None
    input_format: Encoding | None
    stdin_filename: str | None
    report: Literal["text", "json"]
    quiet: bool


FORMAT = click.option(
    "--format",
    "report",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to report: for people, or as JSON Lines.",
)
"""How a command reports; its parameter is `report`."""

_READING = (
    click.argument("paths", nargs=-1, metavar="[PATH]...", callback=lambda ctx, _, given: _default_paths(ctx, given)),
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
        help="What the input is: a conversation, a reply, or an error body; detected if not given.",
    ),
    click.option(
        "--input-format",
        type=click.Choice(ENCODINGS),
        help="The encoding of the input; told from the suffix if not given, JSON if it says nothing.",
    ),
    click.option("--jsonl", "input_format", flag_value="jsonl", help="Short for --input-format jsonl."),
    click.option("--stdin-filename", metavar="NAME", help="What to call standard input; its suffix counts."),
    FORMAT,
    click.option("--quiet", "-q", is_flag=True, help="No losses, counts or progress on standard error."),
)


def reading(command: F) -> F:
    """Add the options of `Reading`."""
    for option in reversed(_READING):
        command = option(command)
    return command


def _default_paths(ctx: click.Context, given: tuple[str, ...]) -> tuple[str, ...]:
    if given or ctx.resilient_parsing:
        return given
    if sys.stdin.isatty():
        raise click.UsageError("say which files, or pipe a document in", ctx)
    return ("-",)
