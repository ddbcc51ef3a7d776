"""The options of `turnwire validate`."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from msgspec import structs

from turnwire.cli.completing import complete_dialect, complete_rule
from turnwire.cli.configuring import Configurable, config_options
from turnwire.cli.options import F, known_dialect
from turnwire.cli.reports import WRITERS
from turnwire.validation.rules import LAYERS, LayerName
from turnwire.validation.selection import unknown_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.model import Diagnostic
    from turnwire.validation.engines import EngineName
    from turnwire.validation.rules import SeverityName


class Checking(Configurable):
    """The options of `turnwire validate` besides those of reading."""

    target: str | None
    layers: tuple[LayerName, ...]
    invariants: bool
    tools_file: str | None
    engine: EngineName
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    severity: SeverityName
    strict: bool
    statistics: bool
    exit_zero: bool
    watch: bool
    baseline: str | None
    write_baseline: str | None
    redact: bool


def known_rules(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Return codes and names of rules, which may be given with commas between them.  Raises BadParameter."""
    wanted = tuple(part.strip() for each in given for part in each.split(",") if part.strip())
    for sentence in unknown_rules(wanted):
        raise click.BadParameter(f"{sentence}\n`turnwire explain` lists all.", ctx, param)
    return wanted


def known_target(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
    """Return the target as it is given, if its dialect exists.  Raises BadParameter."""
    if given is not None:
        known_dialect(ctx, param, given.partition(":")[0])
    return given


def rules_option(name: str, text: str) -> Callable[[F], F]:
    """Make an option that takes rules, by code, beginning of codes, or name."""
    return click.option(
        name, multiple=True, metavar="RULES", callback=known_rules, shell_complete=complete_rule, help=text
    )


CHECKING: Final = (
    click.option(
        "--target",
        metavar="DIALECT[:MODEL]",
        callback=known_target,
        shell_complete=complete_dialect,
        help="Also check whether this provider or model takes it.",
    ),
    click.option(
        "--layer", "layers", multiple=True, type=click.Choice(LAYERS), help="Check only this part; may be given again."
    ),
    click.option("--invariants", is_flag=True, help="Also check the invariants of the canonical message format."),
    click.option(
        "--tools",
        "tools_file",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False),
        help="A JSON list of tools, for documents that carry none.",
    ),
    click.option(
        "--engine",
        type=click.Choice(["jsonschema_rs", "jsonschema"]),
        default="jsonschema_rs",
        show_default=True,
        help="What compares documents with their schemas.",
    ),
    rules_option("--select", "Report only these rules."),
    rules_option("--ignore", "Do not report these rules."),
    click.option(
        "--severity",
        type=click.Choice(["error", "warning", "info"]),
        default="info",
        show_default=True,
        help="Report findings of this severity and above.",
    ),
    click.option("--strict", is_flag=True, help="Warnings are errors."),
    click.option("--statistics", is_flag=True, help="End with a table of how often each rule was found."),
    click.option(
        "--baseline",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help="Do not report the findings that this file names.",
    ),
    click.option(
        "--write-baseline",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help="Write all findings into this file, and report none.",
    ),
    click.option(
        "--redact", is_flag=True, help="Report no content of the documents: no values, and no names of their own."
    ),
    click.option("--exit-zero", is_flag=True, help="End with 0 although documents are not valid."),
    click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C."),
    *config_options(
        "select",
        "ignore",
        "target",
        "layers",
        "invariants",
        "strict",
        "exclude",
        "report",
        "baseline",
    ),
)
"""The options of `Checking`."""

REPORT: Final = click.option(
    "--format",
    "report",
    type=click.Choice(list(WRITERS)),
    default="text",
    show_default=True,
    help="The format of the report.",
)
"""How `turnwire validate` reports; its parameter is `report`."""


def tools_of(path: str | None) -> Sequence[Any]:
    """Return the definitions of tools in a file of JSON; none without a file.  Raises UsageError."""
    if path is None:
        return ()
    from turnwire.codec.json import loads
    from turnwire.errors import InvalidDocument
    from turnwire.validation.outline.offered import tools_given

    text = Path(path).read_bytes()
    try:
        tools = loads(text)
        if not isinstance(tools, list):
            raise click.UsageError(f"{path}: tools are a JSON list")
        tools_given(tools)
    except InvalidDocument as refusal:
        raise click.UsageError(_refused(path, text, refusal.diagnostics[0])) from None
    return tools


def _refused(path: str, text: bytes, found: Diagnostic) -> str:
    from turnwire.codec.json import positions
    from turnwire.errors import sentence
    from turnwire.validation.locating import located

    (found,) = located([found], functools.partial(positions, text))
    hint = "" if found.hint is None else f" ({found.hint})"
    return f"{sentence(structs.replace(found, file=path))}{hint}"
