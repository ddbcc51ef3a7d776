"""`turnwire detect`: list the dialects and kinds that documents fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from turnwire.cli.options import Reading, reading
from turnwire.cli.running import Run, record
from turnwire.cli.words import data, place
from turnwire.codec.json import check
from turnwire.codec.limits import STRICT
from turnwire.detect import detected, undetected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.dialects.dialect import Kind


@click.command("detect")
@reading
def detect(**given: Unpack[Reading]) -> int:
    """List the dialects and kinds that documents fit, best guess first.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    Ends with 1 if a document fits none of the known dialects.
    """
    run = Run(given)
    for entry, text in run.all_documents():
        found: list[tuple[str, str]] = []
        with run.one(entry, text):
            check(text, STRICT)
            found = _fitting(text, run.dialect_of(entry), given["kind"])
        if not found:
            continue
        if given["report"] == "json":
            guesses = [{"dialect": dialect, "kind": kind} for dialect, kind in found]
            data(record(entry, {"candidates": guesses}))
        else:
            data(f"{place(entry.source.name, entry.line)}: {_in_words(found)}")
    return run.finish("known", silent=True)


def _in_words(found: Sequence[tuple[str, str]]) -> str:
    """Format the best guess, and the other formats that the document fits."""
    best, *others = (" ".join(each) for each in found)
    return f"{best} (or {', or '.join(others)})" if others else best


def _fitting(text: bytes, source: str | None, wanted: Kind | None) -> list[tuple[str, str]]:
    found = detected(text, source, wanted)
    if not found:
        raise undetected(text, source, wanted)
    return [*found]
