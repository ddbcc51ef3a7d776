"""`turnwire bulk repair`: mend the documents of an archive."""

from __future__ import annotations

from typing import Unpack

import click

from turnwire.arrow import RepairSpec
from turnwire.cli.bulk_jobs.options import OUTPUT_FORMAT, Written, shared
from turnwire.cli.bulk_jobs.running import run


class Repairing(Written):
    """The options of `bulk repair`."""

    unsafe: bool


@click.command("repair")
@shared
@OUTPUT_FORMAT
@click.option("--unsafe", is_flag=True, help="Also make the repairs that change what a document means.")
def repair(**given: Unpack[Repairing]) -> int:
    """Mend the documents of an archive, as far as that changes nothing that they mean.

    IN is a file (.parquet, .jsonl, .ndjson, .jsonl.gz, .jsonl.zst) or a folder with such files; OUT is a folder with
    all documents, mended or not. JSON Lines have no place for what is no document: that is in OUT/_refused.
    """
    spec = RepairSpec(dialect=given["source"], kind=given["kind"], column=given["column"], unsafe=given["unsafe"])
    return run(given, spec, given["output_format"])
