"""`turnwire redact`: documents without keys, personal data and media, for sharing."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypedDict, Unpack

import click

from turnwire.cli.codes import CANNOT_RUN, CLEAN, FINDINGS
from turnwire.cli.files import replacing
from turnwire.cli.options import Reading, reading, with_options
from turnwire.cli.outputs import explained
from turnwire.cli.rewriting.outputs import output_for
from turnwire.cli.rewriting.pieces import Piece, pieces
from turnwire.cli.running import Run
from turnwire.cli.words import count, json_line, words
from turnwire.errors import InvalidDocument
from turnwire.validation.redaction import KINDS, Redacted, Redactor, patterns_of
from turnwire.validation.redaction import redact as redacted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.cli.inputs import Source
    from turnwire.dialects.dialect import Kind
    from turnwire.validation.redaction import Pattern


class Redacting(TypedDict):
    """The options of `turnwire redact` besides those of reading."""

    output: str | None
    check: bool
    only: tuple[str, ...]
    skip: tuple[str, ...]
    patterns: str | None
    manifest: str | None


class Given(Reading, Redacting):
    """All options of `turnwire redact`."""


_NAMES = tuple(kind.lower().replace("_", "-") for kind in KINDS)

_OPTIONS = (
    click.option("--output", "-o", metavar="FILE|FOLDER", help="Where to write; a folder for several inputs."),
    click.option("--check", is_flag=True, help="Write nothing, and end with 1 if anything would be replaced."),
    click.option("--only", multiple=True, metavar="KIND", help=f"Replace only this; repeatable: {', '.join(_NAMES)}."),
    click.option("--skip", multiple=True, metavar="KIND", help="Leave this kind; repeatable."),
    click.option(
        "--patterns",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False),
        help='A JSON object of more kinds and their regular expressions: {"employee": "E-[0-9]{6}"}.',
    ),
    click.option(
        "--manifest",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help="Write there, as lines of JSON, where something was replaced, and of which kind.",
    ),
)


class _Redaction:
    """Redacts the documents of one run: the same secret has one placeholder in all of them."""

    def __init__(self, given: Given) -> None:
        self.dialect = given["source"]
        self.kind: Kind | None = given["kind"]
        more = _patterns(given["patterns"])
        known = {*KINDS, *(pattern.kind for pattern in more)}
        self._redactor = Redactor(_kinds(given["only"], known), _kinds(given["skip"], known), more)

    def __call__(self, text: bytes) -> Redacted:
        """Redact a document, given as JSON."""
        return redacted(text, self._redactor)


def _patterns(path: str | None) -> Sequence[Pattern]:
    """Return the patterns of a file; none without a file.  Raises UsageError."""
    try:
        return [] if path is None else patterns_of(Path(path).read_text("utf-8"))
    except (ValueError, InvalidDocument) as error:
        raise click.UsageError(f"--patterns {path}: {error}") from None


def _kinds(names: Sequence[str], known: set[str]) -> list[str]:
    """Return the kinds that are named.  Raises UsageError for a name that no kind has."""
    kinds = [name.upper().replace("-", "_") for name in names]
    for name, kind in zip(names, kinds, strict=True):
        if kind not in known:
            listed = ", ".join(sorted(each.lower().replace("_", "-") for each in known))
            raise click.UsageError(f"there is no kind {name!r}; there are {listed}")
    return kinds


class Redactions(Run):
    """One run of the command, and what was replaced."""

    def __init__(self, given: Given, manifest: BinaryIO | None) -> None:
        super().__init__(given)
        self.manifest = manifest
        self.kinds: Counter[str] = Counter()
        self._redact = _Redaction(given)

    def pieces_of_file(self, source: Source) -> Iterator[Piece[Redacted]]:
        """Yield the pieces of a file, and count what was replaced.

        Raises:
            _NotRedacted: a document cannot be read, so that what is secret in it cannot be found.
        """
        try:
            for piece in pieces(source, self._redact):
                self.documents += len(piece.done)
                for done in piece.done:
                    self._count(piece, done)
                yield piece
        except InvalidDocument as refusal:
            self.refused += 1
            self.show(refusal.diagnostics)
            words(f"{source.name}: is not written, since what is secret in it cannot be found")
            raise _NotRedacted from None
        except OSError as error:
            self.trouble(f"{source.name}: cannot be read: {error.strerror}")
            raise _NotRedacted from None

    def closing(self) -> str:
        """Return the counts of the run."""
        kinds = {kind.lower().replace("_", "-"): number for kind, number in sorted(self.kinds.items())}
        if self.given["report"] == "json":
            counts = {"documents": self.documents, "replaced": kinds, "not_readable": self.refused}
            return json_line({"summary": counts})
        listed = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
        told = f"{count(self.kinds.total(), 'replacement')}{f' ({listed})' if listed else ''}"
        return f"{count(self.documents, 'document')}: {told}; {self.refused} not readable"

    def _count(self, piece: Piece[Redacted], done: Redacted) -> None:
        where = {"file": piece.entry.source.name} | ({} if piece.entry.line is None else {"line": piece.entry.line})
        for each in done.replaced:
            self.kinds.update(each.kinds)
            if self.manifest is not None:
                line = where | {"pointer": each.pointer, "kinds": each.kinds}
                self.manifest.write(json_line(line).encode() + b"\n")


class _NotRedacted(Exception):
    """A file is not written, since something in it could not be redacted."""


@click.command("redact")
@reading
@with_options(*_OPTIONS)
def redact(**given: Unpack[Given]) -> int:
    """Replace keys, tokens, personal data and media in documents by placeholders, for sharing them.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml and .yml), a quoted glob, or - for standard
    input. The documents go to standard output, or to -o; no file is replaced, since the originals would be gone.

    The same secret has the same placeholder in all documents of a run. Ids, signatures and sealed contents stay, so
    that the documents still fit together. What was replaced is counted on standard error, and listed in --manifest,
    which says where it was, and not what. Read what you share: no list of patterns knows every secret.

    Ends with 1 if a document cannot be read, or with --check if anything would be replaced.
    """
    if given["check"] and given["output"] is not None:
        raise click.UsageError("--check and -o exclude each other")
    with contextlib.ExitStack() as stack:
        stream = None
        if given["manifest"] is not None:
            with explained(given["manifest"]):
                stream = stack.enter_context(replacing(Path(given["manifest"])))
        run = Redactions(given, stream)
        _run(run, given)
    if not given["quiet"]:
        words(run.closing())
    if run.troubles:
        return CANNOT_RUN
    return FINDINGS if run.refused or (given["check"] and run.kinds) else CLEAN


def _run(run: Redactions, given: Given) -> None:
    if given["output"] is None:
        for source in run.sources:
            with contextlib.suppress(_NotRedacted):
                whole = [piece.after for piece in run.pieces_of_file(source)]
                sys.stdout.buffer.writelines([] if given["check"] else whole)
        sys.stdout.buffer.flush()
        return
    output = output_for(given["output"], run.sources)
    for source in run.sources:
        with contextlib.suppress(_NotRedacted), output:
            for piece in run.pieces_of_file(source):
                output.put(source, piece.after)
