"""`turnwire repair`: mend documents, and say what was done."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Unpack

import click

from turnwire.cli.archives.bulk import Bulk, bulk
from turnwire.cli.checking import rules_option, tools_of
from turnwire.cli.completing import FILE
from turnwire.cli.configuring import Configurable, config_options, settings_of
from turnwire.cli.options import Reading, reading, with_options
from turnwire.cli.outputs import Listing, Output
from turnwire.cli.placing import NO_CLOBBER, left_existing
from turnwire.cli.rewriting.in_place import ORIGINAL, InPlace
from turnwire.cli.rewriting.mending import Mended, Mending
from turnwire.cli.rewriting.outputs import output_for
from turnwire.cli.rewriting.runs import Rewriting
from turnwire.cli.running import where_of
from turnwire.cli.words import count, data, json_line, place, plain, words
from turnwire.codec.json import loads
from turnwire.validation.selection import Selection
from turnwire.validation.syntax_rules import refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.model import Diagnostic


class Repairing(Configurable):
    """The options of `turnwire repair` besides those of reading and of archives."""

    check: bool
    diff: bool
    write: bool
    unsafe: bool
    backup: bool
    output: str | None
    no_clobber: bool
    manifest: str | None
    tools_file: str | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]


class Given(Reading, Bulk, Repairing):
    """All options of `turnwire repair`."""


_OPTIONS = (
    click.option("--check", is_flag=True, help="Write nothing, and end with 1 if anything would be mended."),
    click.option("--diff", is_flag=True, help="Write nothing, and print what would change."),
    click.option("--write", is_flag=True, help="Replace the files that change; the others are not touched."),
    click.option("--unsafe", is_flag=True, help="Also mend what takes something out, or guesses."),
    rules_option("--select", "Mend only what breaks these rules."),
    rules_option("--ignore", "Do not mend what breaks these rules."),
    click.option(
        "--backup/--no-backup",
        default=True,
        show_default=True,
        help=f"With --write, keep each original beside its file, as NAME{ORIGINAL}.",
    ),
    click.option(
        "--output", "-o", metavar="FILE|FOLDER", type=FILE, help="Where to write; a folder for several inputs."
    ),
    NO_CLOBBER,
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


class Repairs(Rewriting):
    """One run of the command, and what was mended."""

    def __init__(self, given: Given) -> None:
        super().__init__(given)
        self.asked = given
        self.mended = 0
        self.partly = 0
        self.left = 0

    def mend(self, output: Output | InPlace | None) -> None:
        """Mend all documents, and report what was mended in each."""
        given = self.asked
        settings, folder = settings_of(given)
        # Plain tables, because views of tables cannot be sent to other processes.
        severities, per_file = dict(settings.severity), dict(settings.per_file_ignores)
        selection = Selection(given["select"], given["ignore"], severities=severities, per_file=per_file)
        step = Mending(
            given["kind"],
            given["unsafe"],
            tools_of(given["tools_file"]),
            selection,
            folder,
            is_written=output is not None,
            is_in_place=given["write"],
            is_shown=given["diff"],
            is_set_aside=given["quarantine"] is not None,
        )
        documents = closing(self.rewritten(given, step, Mended, output))
        with Listing(given["manifest"], given["journal"]) as manifest, documents as each:
            for entry, done in each:
                self._count(entry, done)
                records = [_record(done, found) for found in done.applied]
                manifest.put(where_of(entry), records)
                if not given["quiet"]:
                    self._say(entry, done, records)
                for line in done.difference:
                    data(line)

    def refuse(self, entry: Entry, findings: Sequence[Diagnostic]) -> None:
        """Report why a document cannot be used, with the codes that `validate` has for it."""
        super().refuse(entry, [refused(found) for found in findings])

    def closing(self) -> str:
        """Return the counts of the run; together they are its documents."""
        well = self.documents - self.mended - self.left - self.refused
        if self.asked["report"] == "json":
            counts = {"documents": self.documents, "unchanged": well, "mended": self.mended, "errors_left": self.left}
            more = {"mended_in_part": self.partly, "not_readable": self.refused}
            return json_line({"summary": counts | more | ({"unread": self.unread} if self.unread else {})})
        mended = "would be mended" if _only_shows(self.asked) else "mended"
        left = f"{self.left} with errors that are left" + (f" ({self.partly} {mended} in part)" if self.partly else "")
        done = f"{well} without errors, {self.mended} {mended}, {left}, {self.refused} not readable"
        return f"{count(self.documents, 'document')}: {done}{self.unread_text()}"

    def _count(self, entry: Entry, done: Mended) -> None:
        if done.left:
            self.left += 1
            self.partly += done.is_changed
            if self.set_aside:
                self.set_aside(entry._replace(data=done.whole), done.left)
        else:
            self.mended += done.is_changed

    def _say(self, entry: Entry, done: Mended, records: Sequence[dict[str, object]]) -> None:
        where = plain(place(entry.source.name, entry.line))
        for found, record in zip(done.applied, records, strict=True):
            at = f"{where}: {plain(found.pointer or '')}".rstrip(": ")
            words(
                json_line(where_of(entry) | record)
                if self.asked["report"] == "json"
                else f"{at}: {plain(found.fixes[0].message)} [{found.code}]"
            )
        if done.is_changed and entry.source.encoding == "yaml" and self.asked["report"] == "text":
            words(f"{where}: YAML is written anew, without its comments and its layout")
        errors = [found for found in done.left if found.severity == "error"]
        if errors and self.asked["report"] == "json":
            words(json_line(where_of(entry) | {"left": errors}))
        elif errors:
            self.show(errors)


def _record(done: Mended, found: Diagnostic) -> dict[str, object]:
    """Return one repair for the manifest."""
    fix = found.fixes[0]
    return {
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
@bulk
@with_options(*config_options("exclude", "select", "ignore"))
def repair(**given: Unpack[Given]) -> int:
    """Mend what is wrong with documents, as far as that changes nothing that they mean.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml and .yml), a quoted glob, or - for standard
    input. In a .jsonl file each line is a document.

    The repaired documents go to standard output, or to -o; --write replaces the files. What was mended goes to standard
    error. All bytes outside of the repairs stay as they are; a YAML file that changes loses its comments and layout.

    Ends with 1 if documents have errors that are left, or with --check if anything would be mended.
    """
    _refuse_together(given)
    run = Repairs(given)
    output = _output(run, given)
    is_left = given["no_clobber"] and isinstance(output, Output) and left_existing(run, output, given)
    run.mend(output)
    would = given["check"] and bool(run.mended or run.partly)
    return run.ended(failed=bool(run.left or would or is_left))


def _only_shows(given: Given) -> bool:
    return given["check"] or given["diff"]


def _output(run: Repairs, given: Given) -> Output | InPlace | None:
    if _only_shows(given):
        return None
    if given["write"]:
        return InPlace(backup=given["backup"])
    return output_for(given["output"], run.sources, ", or say --write")


def _refuse_together(given: Given) -> None:
    """Raise UsageError for options that exclude or need each other."""
    chosen = [f"--{name}" for name in ("check", "diff", "write") if given[name]]
    chosen += ["-o"] if given["output"] is not None else []
    if len(chosen) > 1:
        raise click.UsageError(f"{chosen[0]} and {chosen[1]} exclude each other")
    if given["write"] and "-" in given["paths"]:
        raise click.UsageError("standard input has no place to write to: --write needs files")
    if given["no_clobber"] and given["output"] is None:
        raise click.UsageError("--no-clobber needs -o: without it no other file is written")
    if given["journal"] is not None and (given["diff"] or not chosen):
        raise click.UsageError("--journal needs -o, --write or --check: what was printed cannot be taken back")
