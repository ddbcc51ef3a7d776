"""The options that the commands of `turnwire bulk` share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, TypedDict, TypeVar

import click

from turnwire.bulk.engines import ENGINES
from turnwire.bulk.units import UNIT
from turnwire.cli.completing import FILE, complete_dialect
from turnwire.cli.options import FORMAT, QUIET, known_dialect, with_options

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from turnwire.bulk.jobs import Output
    from turnwire.dialects.dialect import Kind

F = TypeVar("F", bound="Callable[..., Any]")
SIZES = {"KB": 1024, "MB": 1024**2, "GB": 1024**3}


def size(ctx: click.Context, param: click.Parameter, given: str) -> int:
    """Return the bytes of a size such as 32MB.  Raises BadParameter."""
    number, unit = given[:-2], given[-2:].upper()
    if not number.isdecimal() or unit not in SIZES or not int(number):
        raise click.BadParameter(f"{given!r} is no size, such as 32MB or 512KB", ctx, param)
    return int(number) * SIZES[unit]


def share(ctx: click.Context, param: click.Parameter, given: float | None) -> float | None:
    """Return a share of the rows.  Raises BadParameter for `nan`, which is in every range that click checks."""
    if given is not None and math.isnan(given):
        raise click.BadParameter("nan is no share, such as 0.01", ctx, param)
    return given


class Bulk(TypedDict):
    """The options of every command."""

    paths: tuple[str, ...]
    source: str | None
    kind: Kind | None
    column: str
    exclude: tuple[str, ...]
    limit: int | None
    sample: float | None
    on_error: Literal["row", "stop"]
    jobs: int
    engine: str
    unit_size: int
    report: str
    quiet: bool


class Written(Bulk):
    """The options of the commands that write rows."""

    output_format: Output | None


OUTPUT_FORMAT = click.option(
    "--output-format",
    type=click.Choice(["jsonl", "parquet"]),
    help="The form of the parts; by default that of the suffix of OUT, or else that of the first input.",
)

_SHARED = (
    click.argument("paths", nargs=-1, metavar="IN... OUT", type=FILE),
    click.option(
        "--from",
        "source",
        metavar="DIALECT",
        callback=known_dialect,
        shell_complete=complete_dialect,
        help="The dialect of the input; by default that of the column `dialect`, or else detected.",
    ),
    click.option(
        "--kind",
        type=click.Choice(["request", "response", "error"]),
        help="The kind of the input; by default that of the column `kind`, or else detected.",
    ),
    click.option(
        "--column",
        metavar="NAME",
        default="document",
        show_default=True,
        help="The column of Parquet files that has the documents.",
    ),
    click.option(
        "--exclude",
        metavar="GLOB",
        multiple=True,
        help="Leave out files whose name, folder, or path below the folder of IN matches; repeatable.",
    ),
    click.option("--limit", metavar="N", type=click.IntRange(min=0), help="Take only the first N rows."),
    click.option(
        "--sample",
        metavar="SHARE",
        type=click.FloatRange(0, 1, min_open=True),
        callback=share,
        help="Take a share of the rows, such as 0.01: the same rows each time.",
    ),
    click.option(
        "--on-error",
        type=click.Choice(["row", "stop"]),
        default="row",
        show_default=True,
        help="What a document is that is refused: a row like the others, or the end of the job.",
    ),
    click.option(
        "--jobs",
        "-j",
        metavar="N",
        type=click.IntRange(min=0),
        default=0,
        help="Do N units at the same time; 0, the default, takes one for each processor, or as many as the engine can.",
    ),
    click.option(
        "--engine",
        type=click.Choice(list(ENGINES)),
        default="local",
        show_default=True,
        help="What does the units: processes of this machine, or a cluster that sees IN and OUT.",
    ),
    click.option(
        "--unit-size",
        metavar="SIZE",
        default=f"{UNIT // SIZES['MB']}MB",
        show_default=True,
        callback=size,
        help="About how much of a file is one unit of work, and one part; of Parquet, before compression.",
    ),
    QUIET,
    FORMAT,
)


def shared(command: F) -> F:
    """Add the options of `Bulk`."""
    return with_options(*_SHARED)(command)
