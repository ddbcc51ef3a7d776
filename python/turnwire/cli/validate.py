"""`turnwire validate`: report all that is wrong in documents, on standard output."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click
from msgspec import structs

from turnwire.cli.checking import CHECKING, REPORT, Checking, tools_of
from turnwire.cli.codes import CLEAN, FINDINGS
from turnwire.cli.options import Reading, reading_without_format, with_options
from turnwire.cli.reports import WRITERS
from turnwire.cli.reports.baseline import Recording, read_baseline
from turnwire.cli.reports.records import DocumentReport
from turnwire.cli.reports.redacted import redacted
from turnwire.cli.running import Run, found_in_json, where_of
from turnwire.cli.words import count, data, plain, table, words
from turnwire.validation import validate as validated
from turnwire.validation.rules import rules
from turnwire.validation.selection import Selection
from turnwire.validation.syntax_rules import refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.model import Diagnostic
    from turnwire.validation import Report


class Given(Reading, Checking):
    """All options of `turnwire validate`."""


class Validation(Run):
    """One run of the command: what is asked for, and what was found."""

    def __init__(self, given: Reading, asked: Checking) -> None:
        super().__init__(given, say=data)
        self.asked = asked
        self.writer = WRITERS[given["report"]]()
        settings, self.folder = asked["configured"]
        self.selection = Selection(
            asked["select"],
            asked["ignore"],
            asked["severity"],
            asked["strict"],
            settings.severity,
            settings.per_file_ignores,
        )
        self.tools = tools_of(asked["tools_file"])
        self.counts: Counter[str] = Counter()
        written, known = asked["write_baseline"], asked["baseline"]
        self.recording = Recording() if written else None
        self.baseline = read_baseline(Path(known)) if known and not written else None

    def check(self) -> int:
        """Check all documents, print the report, and return the exit code."""
        _print(self.writer.begin())
        for entry, text in self.all_documents():
            with self.one(entry, text):
                report = self._checked(entry, text)
                self._report(entry, found_in_json(entry, text, report.diagnostics), report, text)
        _print(self.writer.end())
        if self.asked["statistics"]:
            rows = [(str(count), code, rules()[code].name) for code, count in self.counts.most_common()]
            table(("count", "code", "name"), rows)
        code = self.finish("valid")
        self._end_baseline()
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

    def fault(self, entry: Entry, fault: Exception) -> None:
        """Report a bug of turnwire; with `--redact` without its message, which may have content."""
        super().fault(entry, type(fault)() if self.asked["redact"] else fault)

    def _end_baseline(self) -> None:
        path = self.asked["write_baseline"]
        if self.recording and path:
            number = self.recording.write(Path(path))
            if not self.given["quiet"]:
                words(f"{plain(path)}: {count(number, 'known finding')} written")
        elif self.baseline and not self.given["quiet"]:
            words(self.baseline.summary(self.given["report"]))

    def _report(self, entry: Entry, findings: Sequence[Diagnostic], report: Report | None, text: bytes = b"") -> None:
        made = DocumentReport(
            where_of(entry),
            tuple(findings),
            report.coverage if report else (),
            report.dialect if report else None,
            report.kind if report else None,
            text=_text_for(self.given["report"], entry),
        )
        made = self._selected(self.baseline.apply(made) if self.baseline else made)
        made = self.recording.apply(made) if self.recording else made
        made = redacted(made, text) if self.asked["redact"] else made
        self.counts.update(found.code for found in made.diagnostics)
        self.refused += not made.valid
        _print(self.writer.document(made))

    def _selected(self, report: DocumentReport) -> DocumentReport:
        path = Path(os.path.normpath(Path(report.file).absolute()))
        below = path.relative_to(self.folder) if path.is_relative_to(self.folder) else path
        new, known = (self.selection.of(each, below) for each in (report.diagnostics, report.suppressed))
        return structs.replace(report, diagnostics=new, suppressed=known)


def _text_for(report: str, entry: Entry) -> bytes:
    """Return the text that a format of reports shows or edits; nothing if it has no use for it."""
    source = entry.source
    is_in_place = source.item is None or entry.line is not None
    is_edited = source.encoding in ("json", "jsonl") and source.packed is None and is_in_place
    return entry.data if report == "text" or (report == "sarif" and is_edited) else b""


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        data(line)


@click.command("validate")
@with_options(*CHECKING, REPORT)
@reading_without_format
def validate(**given: Unpack[Given]) -> int:
    """Report all errors in documents: of syntax, of structure, and of the conversation.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    A document is checked as it stands, against the schema of its format and the rules of conversations. Each finding
    has a code; `turnwire explain CODE` says more. Ends with 1 if a document has an error.
    """
    return Validation(given, given).check()
