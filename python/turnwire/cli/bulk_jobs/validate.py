"""`turnwire bulk validate`: check the documents of an archive."""

from __future__ import annotations

from typing import Unpack

import click

from turnwire.arrow import ValidateSpec
from turnwire.cli.bulk_jobs.options import OUTPUT_FORMAT, Written, shared
from turnwire.cli.bulk_jobs.running import run
from turnwire.cli.writing import Target, to


class Validating(Written):
    """The options of `bulk validate`."""

    target: Target | None
    strict: bool


@click.command("validate")
@shared
@to("Also report what this dialect, or this model, would refuse or lose.")
@OUTPUT_FORMAT
@click.option("--strict", is_flag=True, help="Also report unknown members.")
def validate(**given: Unpack[Validating]) -> int:
    """Check the documents of an archive.

    IN is a file (.parquet, .jsonl, .ndjson, .jsonl.gz, .jsonl.zst) or a folder with such files; OUT is a folder with
    the findings of each row.
    """
    target = given["target"]
    spec = ValidateSpec(
        dialect=given["source"],
        kind=given["kind"],
        column=given["column"],
        target=None if target is None else ":".join(part for part in target if part),
        strict=given["strict"],
    )
    return run(given, spec, given["output_format"])
