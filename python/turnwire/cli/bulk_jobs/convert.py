"""`turnwire bulk convert`: convert the documents of an archive."""

from __future__ import annotations

from typing import Literal, Unpack

import click

from turnwire.arrow import ConvertSpec
from turnwire.cli.bulk_jobs.options import OUTPUT_FORMAT, Written, shared
from turnwire.cli.bulk_jobs.running import run
from turnwire.cli.writing import Kept, Target, chosen, keeping, to
from turnwire.codec.limits import Limits


class Converting(Written, Kept):
    """The options of `bulk convert`."""

    target: Target
    strict: bool
    allow: tuple[str, ...]
    repeated_keys: Literal["refuse", "last"]


@click.command("convert")
@shared
@to("The dialect to write, and the model that requests ask for.", required=True)
@OUTPUT_FORMAT
@click.option("--strict", is_flag=True, help="Refuse a document of which something would be lost.")
@click.option(
    "--allow",
    metavar="NAME",
    multiple=True,
    help="With --strict: a kind or a feature that may be lost, such as generation.seed; repeatable.",
)
@click.option(
    "--repeated-keys",
    type=click.Choice(["refuse", "last"]),
    default="refuse",
    show_default=True,
    help="Refuse a document that has a key twice, or take the last value, which saves reading each document again.",
)
@keeping
def convert(**given: Unpack[Converting]) -> int:
    """Convert the documents of an archive to another dialect.

    IN is a file (.parquet, .jsonl, .ndjson, .jsonl.gz, .jsonl.zst) or a folder with such files; OUT is a folder.

    Parquet parts have a row for each row of the input, with its losses, or with the error that refuses it, and the
    other columns of the input. JSON Lines have the converted documents; refused ones are in OUT/_refused.
    """
    if given["allow"] and not given["strict"]:
        raise click.UsageError("--allow needs --strict")
    spec = ConvertSpec(
        target=given["target"].dialect,
        model=given["target"].model,
        source=given["source"],
        kind=given["kind"],
        column=given["column"],
        keeping=chosen(given),
        strict=given["strict"],
        limits=Limits(duplicate_keys=given["repeated_keys"]),
        allow=tuple(name for names in given["allow"] for name in names.split(",")),
    )
    return run(given, spec, given["output_format"])
