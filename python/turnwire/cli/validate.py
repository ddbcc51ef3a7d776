"""`turnwire validate`: report all that is wrong in documents, on standard output."""

from __future__ import annotations

import functools
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import click
from msgspec import structs

from turnwire.cli.archives.bulk import Bulk, bulk, worked
from turnwire.cli.archives.outcomes import Made
from turnwire.cli.batch_names import BatchNames, name_of
from turnwire.cli.checking import CHECKING, REPORT, Checking, tools_of
from turnwire.cli.codes import CLEAN, FINDINGS
from turnwire.cli.configuring import settings_of
from turnwire.cli.encodings import new_fields
from turnwire.cli.options import Reading, reading_without_format, with_options
from turnwire.cli.reports import writer_of
from turnwire.cli.reports.baseline import read_baseline, recording
from turnwire.cli.reports.records import DocumentReport, below
from turnwire.cli.reports.redacted import redacted
from turnwire.cli.running import Decoder, Run, found_in_json, placed, where_of
from turnwire.cli.words import count, data, plain, table, words
from turnwire.cli.yaml_keys import repeated_keys
from turnwire.dialects.dialect import Kind, OtherKind
from turnwire.model import Diagnostic
from turnwire.validation import Coverage
from turnwire.validation import validate as validated
from turnwire.validation.rules import rules
from turnwire.validation.selection import Selection
from turnwire.validation.syntax_rules import refused
from turnwire.validation.target import unknown_model

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.validation.engines import EngineName
    from turnwire.validation.rules import LayerName


class Given(Reading, Bulk, Checking):
    """All options of `turnwire validate`."""


class Checked(Made, frozen=True, tag=True):
    """What was found in a document, and what was checked."""

    diagnostics: tuple[Diagnostic, ...]
    coverage: tuple[Coverage, ...]
    dialect: str | None
    kind: Kind | OtherKind | None
    json: bytes = b""
    """The JSON of the document, if it is needed to redact what was found."""
    batch_name: str = ""
    """The `custom_id` of a request of a batch."""

    @property
    def keeps_bytes(self) -> bool:
        """Whether something was found, or may be found once the other requests of the batch are known."""
        return bool(self.diagnostics or self.batch_name)


# One object for many documents is sent to another process once.
_clean = functools.lru_cache(maxsize=64)(functools.partial(Checked, ()))


class Check(NamedTuple):
    """What is done with each document."""

    asked: Asked
    kind: Kind | None
    tools: Sequence[Any]
    is_redacted: bool

    def __call__(self, decoder: Decoder, entry: Entry, text: bytes) -> Checked:
        """Check a document.  Raises InvalidDocument, UnknownDialect."""
        found = validated(
            text,
            decoder.dialect_of(entry),
            kind=self.kind,
            invariants=self.asked.invariants,
            target=self.asked.target,
            tools=self.tools,
            layers=self.asked.layers,
            engine=self.asked.engine,
        )
        name = name_of(entry, text, found.kind)
        new = self._new_fields(decoder, entry, text)
        if not (found.diagnostics or new or name):
            return _clean(found.coverage, found.dialect, found.kind)
        findings = (*new, *found_in_json(entry, text, found.diagnostics))
        return Checked(findings, found.coverage, found.dialect, found.kind, text if self.is_redacted else b"", name)

    def _new_fields(self, decoder: Decoder, entry: Entry, text: bytes) -> Sequence[Diagnostic]:
        """Return what is unknown in Protobuf, which the checks of its JSON do not report."""
        layers = self.asked.layers
        found = new_fields(entry, self.kind, decoder.source, text) if layers is None or "schema" in layers else ()
        return placed(entry, map(refused, found)) if found else ()


class Asked(NamedTuple):
    """What `turnwire.validate` is asked for."""

    target: str | None
    layers: tuple[LayerName, ...] | None
    invariants: bool
    engine: EngineName


class Validation(Run):
    """One run of the command: what is asked for, and what was found."""

    def __init__(self, given: Reading, bulk: Bulk, asked: Checking) -> None:
        super().__init__(given, say=data)
        self.asked = asked
        self.bulk = bulk
        self.writer = writer_of(given["report"])
        settings, self.folder = settings_of(asked)
        self.selection = Selection(
            asked["select"],
            asked["ignore"],
            asked["severity"],
            asked["strict"],
            settings.severity,
            settings.per_file_ignores,
        )
        wanted = Asked(asked["target"], asked["layers"] or None, asked["invariants"], asked["engine"])
        self.step = Check(wanted, given["kind"], tools_of(asked["tools_file"]), asked["redact"])
        self.counts: Counter[str] = Counter()
        self.batch_names = BatchNames()
        written, known = asked["write_baseline"], asked["baseline"]
        self.recording = recording(Path(written)) if written else None
        self.baseline = read_baseline(Path(known)) if known and not written else None
        self._leave_out({Path(path).resolve() for path in (written, known) if path})

    def check(self) -> int:
        """Check all documents, print the report, and return the exit code."""
        _print(self.writer.begin())
        for entry, checked in worked(self, self.bulk, self.step, Checked):
            self._report(entry, self._compared(entry, checked) if checked.batch_name else checked)
        _print(self.writer.end())
        if self.asked["statistics"]:
            rows = [(str(count), code, rules()[code].name) for code, count in self.counts.most_common()]
            table(("count", "code", "name"), rows)
        self._write_baseline()
        self._tell_of_model()
        code = self.finish("valid")
        if self.baseline and not self.given["quiet"]:
            words(self.baseline.summary(self.given["report"]))
        return CLEAN if code == FINDINGS and self.asked["exit_zero"] else code

    def _tell_of_model(self) -> None:
        """Say that nothing is known of the model of the target; in JSON each document's coverage says so."""
        is_text = not self.given["quiet"] and self.given["report"] not in ("json", "jsonl")
        told = unknown_model(self.asked["target"]) if is_text and self.asked["target"] else None
        if told:
            words(f"--target: {plain(told)}")

    def _compared(self, entry: Entry, checked: Checked) -> Checked:
        """Add what is found by a comparison with the lines before."""
        layers = self.step.asked.layers
        more = self.batch_names.found(entry, checked.batch_name) if layers is None or "meaning" in layers else []
        return structs.replace(checked, diagnostics=(*placed(entry, more), *checked.diagnostics)) if more else checked

    def refuse(self, entry: Entry, findings: Sequence[Diagnostic]) -> None:
        """Report a document that cannot be decoded, or not be checked."""
        found = repeated_keys(entry, findings, self.given["source"])
        is_one = found and [each for each, _ in self.decoder.parts(entry, found.json)] == [entry]
        if found is None or not is_one:
            self._report(entry, Checked(tuple(map(refused, findings)), (), None, None))
            return
        with self.one(entry, found.json):
            checked = self.step(self.decoder, entry, found.json)
            self._report(entry, structs.replace(checked, diagnostics=tuple(found.and_also(checked.diagnostics))))

    def fault(self, entry: Entry, what: str) -> None:
        """Report a bug of turnwire; with `--redact` without its message, which may have content."""
        super().fault(entry, f"{what.partition('(')[0]}()" if self.asked["redact"] else what)

    def _leave_out(self, baselines: set[Path]) -> None:
        """Do not read the baselines as documents, where they are in a folder that is checked."""
        names = {path.name for path in baselines}
        is_one = [
            each.path is not None and each.path.name in names and each.path.resolve() in baselines
            for each in self.sources
        ]
        self.sources = [each for each, baseline in zip(self.sources, is_one, strict=True) if not baseline]
        if any(is_one):
            self.unread["baseline"] += sum(is_one)

    def _write_baseline(self) -> None:
        path = self.asked["write_baseline"]
        if self.recording is None or path is None:
            return
        try:
            number = self.recording.write(Path(path))
        except OSError as error:
            self.trouble(f"{plain(path)}: cannot be written: {error.strerror}")
        else:
            if not self.given["quiet"]:
                words(f"{plain(path)}: {count(number, 'known finding')} written")

    def _report(self, entry: Entry, checked: Checked) -> None:
        text = _text_for(self.given["report"], entry)
        made = DocumentReport(
            where_of(entry),
            tuple(map(self.asked_for, checked.diagnostics)),
            checked.coverage,
            checked.dialect,
            checked.kind,
            on_disk=entry.source.path,
            text=text,
            column=entry.column,
        )
        made = self._selected(self.baseline.apply(made) if self.baseline else made)
        made = self.recording.apply(made) if self.recording else made
        made = redacted(made, checked.json) if self.asked["redact"] else made
        self.counts.update(found.code for found in made.diagnostics)
        if not made.valid:
            self.refused += 1
            if self.set_aside:
                self.set_aside(entry, made.diagnostics)
        _print(self.writer.document(made))

    def _selected(self, report: DocumentReport) -> DocumentReport:
        if not (report.diagnostics or report.suppressed):
            return report
        file = Path(report.file)
        path = (below(report.file, Path.cwd(), self.folder) or file) if self.selection.per_file else file
        new, known = (self.selection.of(each, path) for each in (report.diagnostics, report.suppressed))
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
@bulk
@reading_without_format
def validate(**given: Unpack[Given]) -> int:
    """Report all errors in documents: of syntax, of structure, and of the conversation.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    A document is checked as it stands, against the schema of its format and the rules of conversations. Each finding
    has a code; `turnwire explain CODE` says more. Ends with 1 if a document has an error.
    """
    if given["watch"]:
        from turnwire.cli.watching import watch

        watch(given, given, lambda: Validation(given, given, given).check())
    return Validation(given, given, given).check()
