"""`turnwire price`: compute what conversations cost, and write the documents with these costs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import click
import msgspec

from turnwire.catalogue.pricing import default_table, load_table, reprice, text_of
from turnwire.cli.codes import CANNOT_RUN, CLEAN, FINDINGS
from turnwire.cli.completing import FILE
from turnwire.cli.options import Reading, reading
from turnwire.cli.outputs import Output
from turnwire.cli.placing import Placing, placed_apart, placing
from turnwire.cli.running import Run, found_in_json, placed, record
from turnwire.cli.suffixes import ENCODINGS
from turnwire.cli.words import data, finding_text, place, plain, words
from turnwire.codec.limits import STRICT
from turnwire.convert import read, write
from turnwire.detect import guess
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.catalogue.pricing import Priced, PriceTable, Repriced
    from turnwire.cli.inputs import Entry
    from turnwire.cli.suffixes import Encoding
    from turnwire.documents.written import Written

SHOWN = 10
"""Changes that a person wants to see of one document before the whole report is handier."""


class Pricing(Reading, Placing):
    """The options of `price`."""

    table: str | None
    overlays: tuple[str, ...]
    reprice: bool
    output: str | None
    output_format: Encoding | None
    pretty: bool


class _Done(NamedTuple):
    """One document: its costs, and the document with these costs if it is to be written."""

    costs: Repriced[Any]
    written: Written | None


@click.command("price")
@reading
@click.option("--table", metavar="FILE", type=FILE, help="A price table in YAML; default: that of the specification.")
@click.option(
    "--overlay",
    "overlays",
    metavar="FILE",
    type=FILE,
    multiple=True,
    help="A table that overrides entries of the first; the last one wins.",
)
@click.option("--reprice", is_flag=True, help="Write the documents, in their own dialects, with these costs.")
@click.option(
    "--output", "-o", metavar="FILE|FOLDER", type=FILE, help="Where --reprice writes; a folder for several inputs."
)
@click.option(
    "--output-format", type=click.Choice(ENCODINGS), help="The encoding to write; by default that of the suffix of -o."
)
@placing
@click.option("--pretty", is_flag=True, help="Indent the JSON that --reprice writes.")
@click.option("--json", "report", flag_value="json", help="Short for --format json.")
def price(**given: Unpack[Pricing]) -> int:
    """Compute the exact cost of conversations and replies from their token counts and a price table.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    With --reprice, the documents go to standard output, or to -o, with the cost and the version of the table in
    every usage, and the changes go to standard error. Without it, nothing is written.

    Ends with 1 if a usage could not be priced or a document cannot be read, and with 2 if a table cannot be read.
    """
    if not given["reprice"]:
        for option in ("output", "output_format", "pretty", "force", "no_clobber"):
            if given[option]:
                raise click.UsageError(f"--{option.replace('_', '-')} needs --reprice")
    table = table_of(given["table"], given["overlays"])
    if table is None:
        return CANNOT_RUN
    if given["table"] is None and not given["quiet"] and given["report"] == "text":
        words(f"prices of version {table.version}, illustrative in the specification; --table FILE gives others")
    run = Run(given)
    output = Output(given["output"], run.sources, given["output_format"], pretty=given["pretty"])
    run.fills_screen = given["reprice"] and output.place is None
    is_left = placed_apart(run, output, given)
    code = _price_all(run, table, output)
    return FINDINGS if code == CLEAN and is_left else code


def _price_all(run: Run, table: PriceTable, output: Output) -> int:
    unpriced = priced = 0
    with output:
        for entry, text in run.all_documents():
            done = _priced(run, entry, text, table)
            if done is None or (done.written and not _put(run, entry, done, output)):
                continue
            unpriced += not done.costs.complete
            priced += done.costs.total is not None
            _say(run, entry, done, table)
    code = run.finish("priced", silent=True, good=priced)
    return FINDINGS if code == CLEAN and unpriced else code


def table_of(name: str | None, overlays: Sequence[str]) -> PriceTable | None:
    """Read the table with all overlays; None, after an error message, if one of them cannot be read."""
    table = default_table() if name is None else _loaded(name)
    for each in overlays:
        overlay = _loaded(each)
        table = None if table is None or overlay is None else table.overlaid(overlay)
    return table


def _loaded(name: str) -> PriceTable | None:
    try:
        return load_table(Path(name).read_bytes())
    except OSError as error:
        words(f"{plain(name)}: cannot be read: {error.strerror}")
    except InvalidDocument as refusal:
        for found in refusal.diagnostics:
            words(finding_text(msgspec.structs.replace(found, file=name)))
    return None


def _priced(run: Run, entry: Entry, text: bytes, table: PriceTable) -> _Done | None:
    with run.one(entry, text):
        dialect, kind = run.dialect_of(entry), run.given["kind"]
        if dialect is None or kind is None:
            dialect, kind = guess(text, dialect, kind)
        costs: Repriced[Any] = reprice(read(text, dialect, kind=kind, limits=STRICT), table)
        return _Done(costs, write(costs.document, dialect) if run.given.get("reprice") else None)
    return None


def _put(run: Run, entry: Entry, done: _Done, output: Output) -> bool:
    assert done.written is not None  # noqa: S101 - only what was written is put
    try:
        encoded = output.encoder.encoded(entry.source, done.written.data, done.costs.document)
    except InvalidDocument as refusal:
        run.refuse(entry, found_in_json(entry, done.written.data, refusal.diagnostics))
        return False
    output.put(entry.source, encoded)
    return True


def _say(run: Run, entry: Entry, done: _Done, table: PriceTable) -> None:
    """Report the costs: on standard output if no documents are written, else on standard error."""
    costs, quiet = done.costs, run.given["quiet"]
    findings = placed(entry, costs.findings)
    if run.given["report"] == "json":
        _say_json(entry, done, table, quiet=quiet)
    elif done.written is None:
        where = click.style(plain(place(entry.source.name, entry.line)), bold=True)
        data(f"{where}: {_sum(costs, table)}")
        for each in costs.prices:
            data(f"  {plain(each.path)}  {plain(each.model)}  {_now(each)}")
        run.show(findings)
    else:
        run.show([found for found in findings if not quiet or found.severity == "error"])
        if not quiet:
            _say_changes(entry, costs)
    if done.written is not None:
        run.tell(entry, done.written.losses)


def _sum(costs: Repriced[Any], table: PriceTable) -> str:
    """Format the sum, `0.0007 USD by version NEW`; without any price it is a sentence, since no price is not 0."""
    if costs.total is None and costs.complete:
        return "no usage to price"
    told = "no price" if costs.total is None else f"{text_of(costs.total)} USD"
    return f"{told} by version {plain(table.version)}"


def _say_json(entry: Entry, done: _Done, table: PriceTable, *, quiet: bool) -> None:
    costs = done.costs
    told = {
        "pricing_version": table.version,
        "total_usd": None if costs.total is None else text_of(costs.total),
        "prices": costs.prices,
        "findings": costs.findings,
    }
    if done.written is None:
        data(record(entry, {"pricing": told}))
    elif not quiet or not costs.complete:
        words(record(entry, {"pricing": told}))


def _say_changes(entry: Entry, costs: Repriced[Any]) -> None:
    where = click.style(plain(place(entry.source.name, entry.line)), bold=True)
    for each in costs.changes[:SHOWN]:
        words(f"{where}: {plain(each.path)}: {_now(each, each.new_version)}")
    if len(costs.changes) > SHOWN:
        words(f"{where}: {len(costs.changes) - SHOWN} more changes; --format json lists all")


def _now(each: Priced, version: str = "") -> str:
    """Format the change of a cost: `0.0007, was 0.0006 by OLD`; with a version, `0.0007 by NEW, was ...`."""
    now = f"{each.new_cost} by {plain(version)}" if version else each.new_cost
    if not each.changed or each.old_cost is None:
        return now
    by = "" if each.old_version is None else f" by {plain(each.old_version)}"
    return f"{now}, was {plain(each.old_cost)}{by}"
