"""One run over many documents: an invalid document is reported and the others are processed; everything is counted."""

from __future__ import annotations

import functools
import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import click
import msgspec

from turnwire.cli import encodings
from turnwire.cli.archives.outcomes import Between, Fault, Refused
from turnwire.cli.archives.pieces import LARGE, Broken, Cut, Gap, Lines, Meter, Unreadable, pieces
from turnwire.cli.archives.tasks import bytes_of
from turnwire.cli.codes import CANNOT_RUN, CLEAN, FINDINGS
from turnwire.cli.inputs import Entry, find, parts_of
from turnwire.cli.progress import Progress, is_shown, watched
from turnwire.cli.suffixes import PROTO
from turnwire.cli.words import count, finding_text, json_line, loss_text, losses_text, place, plain, words
from turnwire.codec.json import check
from turnwire.codec.limits import SPLIT, STRICT
from turnwire.detect import NAME_BOTH
from turnwire.dialects.several import documents_in, items_of
from turnwire.errors import InvalidDocument, UnknownDialect, invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from msgspec import Raw

    from turnwire.cli.archives.pieces import Piece
    from turnwire.cli.inputs import Source
    from turnwire.cli.options import Reading
    from turnwire.dialects.dialect import Kind
    from turnwire.model import Diagnostic, Loss

_JSON = ("json", "jsonl")
SHOWN = 10
"""Losses that a person wants to see of one document before a file of them is handier."""

_NAME_BOTH = "name its dialect and kind with --from and --kind"
_UNDETECTED = ("detect.none", "detect.ambiguous", "TW110", "TW111")
_AFTER_THE_END = "after the end of the document"
AS_LINES = "where each line is a document, add --jsonl"
"""The hint for several documents in a file of one."""


class Run:
    """The documents that a command line names, and the findings so far.

    `say` takes each line about a refused document.
    """

    def __init__(self, given: Reading, say: Callable[[str], None] = words) -> None:
        self.given = given
        self.say = say
        found = find(given["paths"], given["input_format"], given["stdin_filename"], given["exclude"])
        self.sources = found.sources
        self.unread = found.unread
        self.existing: list[str] = []
        """Outputs that are left as they are."""
        self.decoder = Decoder(given["kind"], given["source"], given["each"])
        self.meter = Meter()
        self.documents = 0
        self.refused = 0
        self.troubles = 0
        self.losses: Counter[str] = Counter()
        self.losses_listed = False
        self.fills_screen = False
        """Whether standard output gets documents or losses, among which there is no place for a progress bar."""
        self.set_aside: Callable[[Entry, Sequence[Diagnostic]], None] | None = None
        """Takes invalid documents, with what was found in them."""
        self.pass_on: Callable[[Source, bytes], None] | None = None
        """Takes the bytes between the documents of a file, for a command that keeps them."""
        self.at_end: list[Callable[[], None]] = []
        """What is called when the run is complete."""
        self._check_kinds()
        for argument in found.missing:
            self.trouble(f"{plain(argument)}: nothing here to read")

    @property
    def many(self) -> bool:
        """Whether there may be more than one document."""
        may_be = len(self.sources) > 1 or any(source.encoding == "jsonl" for source in self.sources)
        return may_be or (bytes_of(self.sources) or 0) >= LARGE

    def _check_kinds(self) -> None:
        """Raise UsageError if no document can tell its kind; a single such document among others is refused alone."""
        canonical = [source.name for source in self.sources if source.encoding in PROTO]
        if (
            len(canonical) == len(self.sources) > 0
            and encodings.own_encodings(self.given["source"]) is None
            and (self.given["kind"] is None or self.given["source"] not in (None, "turnwire"))
        ):
            from turnwire.dialects import told_apart

            others = [name for name in told_apart() if encodings.own_encodings(name)]
            told = "".join(f"; for a file of {name} say --from {name}" for name in others)
            raise click.UsageError(
                f"{canonical[0]} holds a document of turnwire's own model: give its --kind, and no other --from{told}"
            )

    def dialect_of(self, entry: Entry) -> str | None:
        """Return the dialect of a document's JSON, if it is known."""
        return self.decoder.dialect_of(entry)

    def documents_of(self, sources: Iterable[Source]) -> Iterator[tuple[Entry, bytes]]:
        """Yield each document with its JSON; report and skip documents that cannot be opened or decoded."""
        for piece in self.pieces_of(sources):
            yield from self.documents_in(piece)

    def pieces_of(self, sources: Iterable[Source]) -> Iterator[Piece]:
        """Yield the pieces of the files; report files that cannot be opened or read."""
        for source in sources:
            for piece in pieces(source, self.decoder.cut, self.meter):
                if isinstance(piece, Unreadable):
                    self.unreadable(piece.source, piece.what)
                else:
                    yield piece

    def documents_in(self, piece: Piece) -> Iterator[tuple[Entry, bytes]]:
        """Yield the documents of a piece, each with its JSON; report and skip those that cannot be decoded."""
        for entry, text in self.decoder.documents(piece):
            if isinstance(text, Between):
                continue
            self.documents += 1
            if isinstance(text, Refused):
                self.refuse(entry, text.findings)
            else:
                yield entry, text

    def all_documents(self) -> Iterator[tuple[Entry, bytes]]:
        """Yield the documents of all sources."""
        documents = self.documents_of(self.sources)
        if not self.is_watched:
            return documents
        return watched(documents, bytes_of(self.sources), lambda: self.progress(self.meter.consumed))

    @property
    def is_watched(self) -> bool:
        """Whether the run shows its progress."""
        is_free = not (self.fills_screen and sys.stdout.isatty())
        return self.many and not self.given["quiet"] and is_free and is_shown()

    def progress(self, consumed: int) -> Progress:
        """Return how far the run is, after so many bytes of its files."""
        return Progress(consumed, self.documents, self.losses.total())

    def trouble(self, text: str) -> None:
        """Report an error that is not about the content of a document."""
        self.troubles += 1
        words(text)

    def unreadable(self, _: Source, what: str) -> None:
        """Report a file that cannot be read, or not to its end."""
        self.trouble(what)

    def fault(self, entry: Entry, what: str) -> None:
        """Report a bug of turnwire with a document, and count it as trouble; the other documents are processed."""
        self.refused += 1
        self.trouble(f"{plain(place(entry.source.name, entry.line))}: internal fault, please report it: {what}")

    def one(self, entry: Entry, text: bytes) -> One:
        """Make a context for the processing of one document, which reports its refusal or a bug of turnwire."""
        return One(self, entry, text)

    def refuse(self, entry: Entry, findings: Sequence[Diagnostic]) -> None:
        """Report why a document cannot be used."""
        self.refused += 1
        findings = [self.asked_for(found) for found in findings]
        if self.set_aside:
            self.set_aside(entry, findings)
        if self.given["report"] == "json":
            self.say(record(entry, {"diagnostics": findings}))
            return
        self.show(findings)

    def asked_for(self, found: Diagnostic) -> Diagnostic:
        """Return the finding without a hint at an option that the user has given."""
        missing = [option for option, name in (("--from", "source"), ("--kind", "kind")) if not self.given[name]]  # type: ignore[literal-required]
        if found.hint != _NAME_BOTH or len(missing) == len(("--from", "--kind")):
            return found
        hint = f"say what it is with {missing[0]}" if missing else "check --from and --kind"
        return msgspec.structs.replace(found, hint=hint)

    def show(self, findings: Iterable[Diagnostic]) -> None:
        """Print one line for each finding, and its hint."""
        for found in findings:
            self.say(finding_text(found))

    def count_losses(self, losses: Iterable[Loss]) -> None:
        """Add the losses of one document to the counts."""
        self.losses.update(loss.kind for loss in losses)

    def tell(self, entry: Entry, losses: Sequence[Loss]) -> None:
        """Count the losses of one document, and print them unless they go to a file."""
        self.count_losses(losses)
        if self.given["quiet"] or self.losses_listed or not losses:
            return
        if self.given["report"] == "json":
            words(record(entry, {"losses": losses}))
            return
        where = place(entry.source.name, entry.line)
        for loss in losses[:SHOWN]:
            words(loss_text(where, loss))
        if len(losses) > SHOWN:
            words(f"{where}: {len(losses) - SHOWN} more losses; --losses FILE lists all")

    def finish(self, done: str, *, failed: bool = False, silent: bool = False, good: int | None = None) -> int:
        """Print the counts, or with `silent` only if something was found; return the exit code.

        `failed`: whether the run fails by a rule of the caller.
        `good`: the number of documents that `done` describes; by default those that were not refused.
        """
        for call in self.at_end:
            call()
        told = silent and self.documents == 1 and not self.unread and self.given["report"] == "text"
        if not self.given["quiet"] and (not told or (self.losses_listed and self.losses)):
            words(closing(self, done, self.documents - self.refused if good is None else good))
        if self.troubles:
            return CANNOT_RUN
        return FINDINGS if self.refused or failed else CLEAN


class One(NamedTuple):
    """The context in which one document of a run is processed."""

    run: Run
    entry: Entry
    text: bytes

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, fault: BaseException | None, trace: object) -> bool:
        if isinstance(fault, BrokenPipeError):  # whoever reads the report has left
            return False
        if not isinstance(fault, Exception):
            return False
        outcome = failed(self.entry, self.text, fault)
        if isinstance(outcome, Refused):
            self.run.refuse(self.entry, outcome.findings)
        else:
            self.run.fault(self.entry, outcome.what)
        return True


class Decoder(NamedTuple):
    """How a run decodes documents: their kind and dialect, if they are known, and whether arrays hold documents."""

    kind: Kind | None
    source: str | None
    each: bool | None

    @property
    def cut(self) -> Cut:
        """How files are cut."""
        return Cut(STRICT.max_bytes, self.each, self.source)

    def dialect_of(self, entry: Entry) -> str | None:
        """Return the dialect of a document's JSON, if it is known."""
        is_canonical = entry.source.encoding in PROTO and encodings.own_encodings(self.source) is None
        return "turnwire" if is_canonical else self.source

    def documents(self, piece: Piece) -> Iterator[tuple[Entry, bytes | Refused | Between]]:
        """Yield the documents of a piece, each with its JSON, or with the reason why it has none."""
        if isinstance(piece, Broken):
            yield piece.entry, Refused(tuple(placed(piece.entry, [piece.finding])))
        elif isinstance(piece, Gap):
            yield Entry(piece.source, None, b""), Between(piece.data)
        elif isinstance(piece, Lines):
            yield from ((entry, entry.data) for entry in piece.entries())
        else:
            yield from self.decoded(piece)

    def decoded(self, entry: Entry) -> Iterator[tuple[Entry, bytes | Refused | Between]]:
        """Yield the JSON of a document, or of each document of an array, or the reason why it has none."""
        try:
            text = encodings.as_json(entry, self.kind, self.source)
        except InvalidDocument as refusal:
            yield entry, Refused(tuple(placed(entry, refusal.diagnostics)))
        else:
            yield from self.parts(entry, text)

    def parts(self, entry: Entry, text: bytes) -> Iterator[tuple[Entry, bytes | Refused | Between]]:
        """Yield the document, or the documents of an array."""
        several = None if entry.line or entry.source.item is not None else self._several(entry, text)
        if several is None:
            yield entry, text
            return
        items = [bytes(each) for each in several] if entry.source.encoding == "yaml" else None
        if items is not None and (cut := self.yaml_items(entry, items)):
            yield from zip(cut, items, strict=True)
            return
        for each in parts_of(entry, text, several):
            yield each, each.data

    def yaml_items(self, entry: Entry, items: Sequence[bytes]) -> list[Entry] | None:
        """Cut a list in YAML, if its items are whole by themselves."""
        from turnwire.cli.yaml_items import flow_items, yaml_items

        return yaml_items(entry, items) or flow_items(entry, items)

    def _several(self, entry: Entry, text: bytes) -> Sequence[Raw] | None:
        if self.each is None:
            return documents_in(text, self.dialect_of(entry))
        return items_of(text) if self.each else None


def failed(entry: Entry, text: bytes, fault: Exception) -> Refused | Fault:
    """Return what an exception says of a document: it is refused, or turnwire has a bug.

    `text` is the JSON made from the document.
    """
    if isinstance(fault, UnknownDialect):
        fault = invalid("convert.no-place", str(fault))
    if isinstance(fault, InvalidDocument):
        return Refused(tuple(found_in_json(entry, text, fault.diagnostics)))
    return Fault(repr(fault))  # our own fault with one document must not stop the others


def closing(run: Run, done: str, good: int) -> str:
    """Return the counts of a run: the documents are the `good` and the refused ones."""
    if run.given["report"] in _JSON:
        counts = {"documents": run.documents, done: good, "refused": run.refused, "losses": run.losses}
        return json_line({"summary": counts | ({"unread": run.unread} if run.unread else {})})
    parts = [f"{count(run.documents, 'document')}: {good} {done}, {run.refused} refused"]
    if run.losses:
        parts.append(losses_text(run.losses))
    if run.unread:
        named = (f"{number} {plain(what)}" for what, number in sorted(run.unread.items()))
        parts.append(f"not read: {', '.join(named)}")
    return "; ".join(parts)


def where_of(entry: Entry) -> dict[str, object]:
    """Identify a document in JSON: its file, and its item and its line if the file has several documents."""
    source = entry.source
    where: dict[str, object] = {"file": source.file.name}
    if source.item is not None:
        where["item"] = source.item
    if entry.line is not None:
        where["line"] = entry.line
    return where


def record(entry: Entry, fields: dict[str, object]) -> str:
    """Make one JSON Line about a document."""
    return json_line(where_of(entry) | fields)


def _hint(found: Diagnostic, entry: Entry) -> str | None:
    """Return the hint for a command line: the library's hints name arguments of Python."""
    if found.code.endswith(".size") or found.hint == SPLIT:  # `validate` has codes of its own
        return "split it"
    if found.hint == NAME_BOTH:
        return _NAME_BOTH
    if found.message.endswith(_AFTER_THE_END) and (found.line or 1) > 1 and entry.line is None:
        return AS_LINES
    return found.hint


def placed(entry: Entry, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings of a document with its file, and with lines of that file.

    The lines of the findings count within the document; in JSON Lines that is one line of its file.  A document of an
    array of which only the position is known has no lines: its own are not those of the file.
    """
    first = (entry.line or 1) - 1
    is_lost = entry.source.item is not None and entry.line is None
    return [
        msgspec.structs.replace(
            found,
            file=entry.source.name,
            line=None if is_lost else entry.line if found.line is None else found.line + first,
            column=None if is_lost or found.column is None else found.column + entry.indent(found.line),
            hint=_hint(found, entry),
        )
        for found in findings
    ]


def found_in_json(entry: Entry, text: bytes, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Place findings in `text`, the JSON made from a document: other encodings have their own lines, or none."""
    if findings and all(found.code in _UNDETECTED for found in findings):
        # A broken document fits no format, but the more helpful message is that it is broken.
        try:
            check(text, STRICT)
        except InvalidDocument as broken:
            findings = broken.diagnostics
    if entry.source.encoding in ("json", "jsonl"):
        return placed(entry, findings)
    from turnwire.validation.locating import located

    unplaced = (msgspec.structs.replace(found, line=None, column=None) for found in findings)
    return placed(entry, located(unplaced, functools.partial(encodings.places, entry)))
