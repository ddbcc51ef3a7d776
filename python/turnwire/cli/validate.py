"""`turnwire validate`: report all errors in documents, on standard output."""

from __future__ import annotations

from typing import Unpack

import click

from turnwire.cli.options import Reading, reading
from turnwire.cli.running import Run, found_in_json, record
from turnwire.cli.words import data
from turnwire.validation import validate as validated


@click.command("validate")
@click.option("--invariants", is_flag=True, help="Also check the invariants of the canonical message format.")
@reading
def validate(*, invariants: bool, **given: Unpack[Reading]) -> int:
    """Report all errors in documents: of encoding, structure and schema.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    The findings go to standard output, FILE:LINE:COLUMN: POINTER: MESSAGE [CODE], or with --format json one object
    per document. Ends with 1 if a document is not valid.
    """
    run = Run(given, say=data)
    for entry, text in run.all_documents():
        report = None
        with run.one(entry, text):
            report = validated(text, run.dialect_of(entry), kind=given["kind"], invariants=invariants)
        if report is None:
            continue
        findings = found_in_json(entry, text, report.diagnostics)
        if not report.valid:
            run.refuse(entry, findings)
        elif given["report"] == "json":
            data(record(entry, {"diagnostics": findings}))
        else:
            run.show(findings)
    return run.finish("valid")
