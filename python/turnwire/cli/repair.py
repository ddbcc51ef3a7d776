"""`turnwire repair`: mend documents, and say what was done."""

from __future__ import annotations

import contextlib
import difflib
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypedDict, Unpack

import click

from turnwire.cli.checking import tools_of
from turnwire.cli.codes import CANNOT_RUN, CLEAN, FINDINGS
from turnwire.cli.files import replacing
from turnwire.cli.options import Reading, reading, with_options
from turnwire.cli.outputs import explained
from turnwire.cli.rewriting.outputs import output_for
from turnwire.cli.rewriting.pieces import Piece, pieces
from turnwire.cli.running import Run
from turnwire.cli.words import count, data, json_line, place, plain, words
from turnwire.codec.json import loads
from turnwire.errors import InvalidDocument
from turnwire.validation.repair import Repaired
from turnwire.validation.repair import repair as repaired

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.inputs import Source
    from turnwire.dialects.dialect import Kind
    from turnwire.model import Diagnostic

ORIGINAL = ".orig"
"""What is put behind the name of a file that is kept as it was."""


class Repairing(TypedDict):
    """The options of `turnwire repair` besides those of reading."""

    check: bool
    diff: bool
    write: bool
    unsafe: bool
    backup: bool
    output: str | None
    manifest: str | None
    tools_file: str | None


class Given(Reading, Repairing):
    """All options of `turnwire repair`."""


_OPTIONS = (
    click.option("--check", is_flag=True, help="Write nothing, and end with 1 if anything would be mended."),
    click.option("--diff", is_flag=True, help="Write nothing, and print what would change."),
    click.option("--write", is_flag=True, help="Replace the files that change; the others are not touched."),
    click.option("--unsafe", is_flag=True, help="Also mend what takes something out, or guesses."),
    click.option(
        "--backup/--no-backup",
        default=True,
        show_default=True,
        help=f"With --write, keep each original beside its file, as NAME{ORIGINAL}.",
    ),
    click.option("--output", "-o", metavar="FILE|FOLDER", help="Where to write; a folder for several inputs."),
    click.option(
        "--manifest",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help="Write each repair there, as a line of JSON with its patch (RFC 6902).",
    ),
    click.option(
        "--tools",
        "tools_file",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False),
        help="A JSON list of tools, for documents that carry none.",
    ),
)


class _Repairer:
    """Repairs the documents of one run."""

    def __init__(self, given: Given) -> None:
        self.dialect = given["source"]
        self.kind: Kind | None = given["kind"]
        self._unsafe = given["unsafe"]
        self._tools = tools_of(given["tools_file"])

    def __call__(self, text: bytes) -> Repaired:
        """Repair a document, given as JSON."""
        return repaired(text, self.dialect, kind=self.kind, unsafe=self._unsafe, tools=self._tools)


class Repairs(Run):
    """One run of the command, and what was mended."""

    def __init__(self, given: Given, manifest: BinaryIO | None) -> None:
        super().__init__(given)
        self.asked = given
        self.manifest = manifest
        self.mended = 0
        self.left = 0
        self._repair = _Repairer(given)

    def pieces_of_file(self, source: Source) -> Iterator[Piece[Repaired]]:
        """Yield the pieces of a file, and report what was mended in each; one that cannot be read is reported."""
        try:
            for piece in pieces(source, self._repair):
                self.documents += len(piece.done)
                for done in piece.done:
                    self._say(piece, done)
                yield piece
        except InvalidDocument as refusal:
            self.documents += 1
            self.refused += 1
            self.show(refusal.diagnostics)
        except OSError as error:
            self.trouble(f"{source.name}: cannot be read: {error.strerror}")

    def closing(self) -> str:
        """Return the counts of the run."""
        if self.asked["report"] == "json":
            counts = {"documents": self.documents, "mended": self.mended, "errors_left": self.left}
            return json_line({"summary": counts | {"not_readable": self.refused}})
        done = f"{self.mended} mended, {self.left} with errors that are left, {self.refused} not readable"
        return f"{count(self.documents, 'document')}: {done}"

    def _say(self, piece: Piece[Repaired], done: Repaired) -> None:
        self.mended += done.changed
        self.left += any(found.severity == "error" for found in done.left)
        where = plain(place(piece.entry.source.name, piece.entry.line))
        for found in done.applied:
            line = _record(piece, done, found)
            if self.manifest is not None:
                self.manifest.write(json_line(line).encode() + b"\n")
            if self.asked["quiet"]:
                continue
            at = f"{where}: {plain(found.pointer or '')}".rstrip(": ")
            words(
                json_line(line)
                if self.asked["report"] == "json"
                else f"{at}: {plain(found.fixes[0].message)} [{found.code}]"
            )


def _record(piece: Piece[Repaired], done: Repaired, found: Diagnostic) -> dict[str, object]:
    """Return one repair for the manifest."""
    where: dict[str, object] = {"file": piece.entry.source.name}
    if piece.entry.line is not None:
        where["line"] = piece.entry.line
    fix = found.fixes[0]
    return where | {
        "dialect": done.dialect,
        "kind": done.kind,
        "code": found.code,
        "name": found.name,
        "pointer": found.pointer,
        "message": found.message,
        "fix": fix.message,
        "safe": fix.safe,
        "patch": loads(fix.patch.encode()),
    }


@click.command("repair")
@reading
@with_options(*_OPTIONS)
def repair(**given: Unpack[Given]) -> int:
    """Mend what is wrong with documents, as far as that changes nothing that they mean.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml and .yml), a quoted glob, or - for standard
    input. In a .jsonl file each line is a document.

    The repaired documents go to standard output, or to -o; --write replaces the files. What was mended goes to standard
    error. All bytes outside of the repairs stay as they are; a YAML file that changes loses its comments and layout.

    Ends with 1 if documents have errors that are left, or with --check if anything would be mended.
    """
    _refuse_together(given)
    with contextlib.ExitStack() as stack:
        manifest = given["manifest"]
        stream = None
        if manifest is not None:
            with explained(manifest):
                stream = stack.enter_context(replacing(Path(manifest)))
        run = Repairs(given, stream)
        _run(run, given)
    if not given["quiet"]:
        words(run.closing())
    if run.troubles:
        return CANNOT_RUN
    would = given["check"] and run.mended
    return FINDINGS if run.left or run.refused or would else CLEAN


def _refuse_together(given: Given) -> None:
    """Raise UsageError for options that exclude each other."""
    chosen = [f"--{name}" for name in ("check", "diff", "write") if given[name]]
    chosen += ["-o"] if given["output"] is not None else []
    if len(chosen) > 1:
        raise click.UsageError(f"{chosen[0]} and {chosen[1]} exclude each other")
    if given["write"] and "-" in given["paths"]:
        raise click.UsageError("standard input has no place to write to: --write needs files")


def _run(run: Repairs, given: Given) -> None:
    if given["output"] is not None:
        _to_output(run, given["output"])
        return
    for source in run.sources:
        if given["write"]:
            _replace(run, source)
            continue
        for piece in run.pieces_of_file(source):
            if given["diff"]:
                _show_difference(piece)
            elif not given["check"]:
                sys.stdout.buffer.write(piece.after)
    sys.stdout.buffer.flush()


def _to_output(run: Repairs, place: str) -> None:
    """Write every file, mended or not, as it is otherwise."""
    with output_for(place, run.sources, ", or say --write") as output:
        for source in run.sources:
            for piece in run.pieces_of_file(source):
                output.put(source, piece.after)


def _replace(run: Repairs, source: Source) -> None:
    """Replace a file if anything in it was mended; the new file is whole before it takes the place of the old one."""
    if source.path is None:
        return
    if source.packed is not None:
        run.trouble(f"{source.name}: is packed, and --write writes no packed files: name a folder with -o")
        return
    mended, refused = run.mended, run.refused + run.troubles
    with contextlib.suppress(_UnchangedError), explained(source.name), replacing(source.path) as stream:
        stream.writelines(piece.after for piece in run.pieces_of_file(source))
        if run.mended == mended or run.refused + run.troubles > refused:
            raise _UnchangedError
        if run.asked["backup"]:
            _keep(source.path)


class _UnchangedError(Exception):
    """A file needs no repair, or cannot be read to its end: the new one is discarded."""


def _keep(path: Path) -> None:
    """Copy a file beside itself; an older copy stays, for it is the older original."""
    kept = path.with_name(path.name + ORIGINAL)
    if not kept.exists():
        shutil.copy2(path, kept)


def _show_difference(piece: Piece[Repaired]) -> None:
    if piece.after == piece.entry.data:
        return
    name = plain(place(piece.entry.source.name, piece.entry.line))
    before, after = (text.decode("utf-8", "replace").splitlines() for text in (piece.entry.data, piece.after))
    for line in difflib.unified_diff(before, after, name, f"{name} (repaired)", lineterm=""):
        data(line)
