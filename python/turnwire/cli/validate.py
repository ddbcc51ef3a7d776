"""`turnwire validate`: report all that is wrong in documents, on standard output."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import click

from turnwire.cli.codes import CLEAN, FINDINGS
from turnwire.cli.options import Reading, reading_without_format, with_options
from turnwire.cli.reports import WRITERS
from turnwire.cli.reports.records import DocumentReport
from turnwire.cli.running import Run, found_in_json, where_of
from turnwire.cli.words import data, table
from turnwire.validation import validate as validated
from turnwire.validation.rules import LAYERS, LayerName, rules
from turnwire.validation.selection import Selection, unknown_rules
from turnwire.validation.syntax_rules import refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.model import Diagnostic
    from turnwire.validation import Report
    from turnwire.validation.engines import EngineName
    from turnwire.validation.rules import SeverityName


class Checking(TypedDict):
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


class Given(Reading, Checking):
    """All options of `turnwire validate`."""


def known_rules(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Return codes and names of rules, which may be given with commas between them.  Raises BadParameter."""
    wanted = tuple(part.strip() for each in given for part in each.split(",") if part.strip())
    for sentence in unknown_rules(wanted):
        raise click.BadParameter(f"{sentence}\n`turnwire explain` lists all.", ctx, param)
    return wanted


_CHECKING = (
    click.option("--target", metavar="DIALECT[:MODEL]", help="Also check whether this provider or model takes it."),
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
    click.option("--select", multiple=True, metavar="RULES", callback=known_rules, help="Report only these rules."),
    click.option("--ignore", multiple=True, metavar="RULES", callback=known_rules, help="Do not report these rules."),
    click.option(
        "--severity",
        type=click.Choice(["error", "warning", "info"]),
        default="info",
        show_default=True,
        help="Report findings of this severity and above.",
    ),
    click.option("--strict", is_flag=True, help="Warnings are errors."),
    click.option("--statistics", is_flag=True, help="End with a table of how often each rule was found."),
    click.option("--exit-zero", is_flag=True, help="End with 0 although documents are not valid."),
)

_FORMAT = click.option(
    "--format",
    "report",
    type=click.Choice(list(WRITERS)),
    default="text",
    show_default=True,
    help="The format of the report.",
)


class Validation(Run):
    """One run of the command: what is asked for, and what was found."""

    def __init__(self, given: Reading, asked: Checking) -> None:
        super().__init__(given, say=data)
        self.asked = asked
        self.writer = WRITERS[given["report"]]()
        self.selection = Selection(asked["select"], asked["ignore"], asked["severity"], asked["strict"])
        self.tools = _tools(asked["tools_file"])
        self.counts: Counter[str] = Counter()

    def check(self) -> int:
        """Check all documents, print the report, and return the exit code."""
        _print(self.writer.begin())
        for entry, text in self.all_documents():
            with self.one(entry, text):
                report = self._checked(entry, text)
                self._report(entry, found_in_json(entry, text, report.diagnostics), report)
        _print(self.writer.end())
        if self.asked["statistics"]:
            rows = [(str(count), code, rules()[code].name) for code, count in self.counts.most_common()]
            table(("count", "code", "name"), rows)
        code = self.finish("valid")
        return CLEAN if code == FINDINGS and self.asked["exit_zero"] else code

    def refuse(self, entry: Entry, findings: Sequence[Diagnostic]) -> None:
        """Report a document that cannot be decoded, or not be checked."""
        self._report(entry, [refused(found) for found in findings], None)

    def _checked(self, entry: Entry, text: bytes) -> Report:
        asked = self.asked
        return validated(
            text,
            self.dialect_of(entry),
            kind=self.given["kind"],
            invariants=asked["invariants"],
            target=asked["target"],
            tools=self.tools,
            layers=asked["layers"] or None,
            engine=asked["engine"],
        )

    def _report(self, entry: Entry, findings: Sequence[Diagnostic], report: Report | None) -> None:
        made = DocumentReport(
            where_of(entry),
            self.selection.of(findings),
            report.coverage if report else (),
            report.dialect if report else None,
            report.kind if report else None,
            text=entry.data if self.given["report"] == "text" else b"",
        )
        self.counts.update(found.code for found in made.diagnostics)
        self.refused += not made.valid
        _print(self.writer.document(made))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        data(line)


def _tools(path: str | None) -> Sequence[Any]:
    if path is None:
        return ()
    from pathlib import Path

    from turnwire.codec.json import loads
    from turnwire.errors import InvalidDocument

    try:
        tools = loads(Path(path).read_bytes())
    except InvalidDocument as refusal:
        raise click.UsageError(f"{path}: {refusal}") from None
    if not isinstance(tools, list):
        raise click.UsageError(f"{path}: tools are a JSON list")
    return tools


@click.command("validate")
@with_options(*_CHECKING, _FORMAT)
@reading_without_format
def validate(**given: Unpack[Given]) -> int:
    """Report all errors in documents: of syntax, of structure, and of the conversation.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    A document is checked as it stands, against the schema of its format and the rules of conversations. Each finding
    has a code; `turnwire explain CODE` says more. Ends with 1 if a document has an error.
    """
    return Validation(given, given).check()
