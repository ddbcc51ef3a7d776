"""`turnwire migrate`: bring documents of older versions up to date."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple, Unpack, cast

import click

from turnwire.cli import encodings
from turnwire.cli.codes import CLEAN, FINDINGS
from turnwire.cli.completing import FILE
from turnwire.cli.options import Reading, reading
from turnwire.cli.outputs import Output, explained
from turnwire.cli.placing import check_apart
from turnwire.cli.running import Run, found_in_json, placed, record
from turnwire.cli.suffixes import ENCODINGS
from turnwire.cli.words import LONGEST_VALUE, data, finding_text, place, plain, words
from turnwire.codec.json import check
from turnwire.codec.limits import STRICT
from turnwire.convert import read
from turnwire.detect import guess
from turnwire.dialects import get
from turnwire.documents.migrations import migrate as migrated
from turnwire.errors import InvalidDocument, invalid
from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from msgspec import Raw

    from turnwire.cli.inputs import Entry, Source
    from turnwire.cli.suffixes import Encoding
    from turnwire.dialects.dialect import Kind
    from turnwire.documents.migrations import Change, Migrated
    from turnwire.model import Document


class Migrating(Reading):
    """The options of `migrate`."""

    as_version: int | None
    check: bool
    in_place: bool
    output: str | None
    output_format: Encoding | None
    pretty: bool


@click.command("migrate")
@reading
@click.option(
    "--as-version",
    type=click.IntRange(0),
    metavar="N",
    help="Treat messages as this version, whatever version they have.",
)
@click.option("--check", is_flag=True, help="Write nothing, and end with 1 if anything would change.")
@click.option("--in-place", is_flag=True, help="Replace the files that change; the others are not touched.")
@click.option(
    "--output",
    "-o",
    metavar="FILE|FOLDER",
    type=FILE,
    help="Where to write; a folder for several inputs, which keep their names and encodings in it.",
)
@click.option(
    "--output-format",
    type=click.Choice(ENCODINGS),
    help="The encoding to write; by default that of the suffix of -o, and in a folder that of each input.",
)
@click.option("--pretty", is_flag=True, help="Indent the JSON that -o writes.")
@click.option("--json", "report", flag_value="json", help="Short for --format json.")
def migrate(**given: Unpack[Migrating]) -> int:
    """Bring documents of native JSON, and messages of the canonical format, up to the current version of their form.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    Without -o or --in-place nothing is written: the changes go to standard output, value by value. With one of these
    options they go to standard error. A current document is written unchanged, and with --in-place not touched at all;
    a YAML file that changes loses its comments and layout.

    The texts of the canonical format before version 1 all have the version number 1; use --as-version 0 if you know
    that the messages are older. No message is changed twice.

    Ends with 1 if a document cannot be read, or with --check if anything would change.
    """
    _refuse_together(given)
    run = Run(given)
    if given["in_place"]:
        changed = sum(_in_place(run, source) for source in run.sources)
    elif given["output"] is None:
        changed = sum(bool(each.migrated.changes) for _, each in _all_migrated(run, data))
    else:
        changed = _to_output(run, given)
    code = run.finish("migrated" if _writes(given) else "to migrate", good=changed)
    return FINDINGS if code == CLEAN and given["check"] and changed else code


def _writes(given: Migrating) -> bool:
    return given["in_place"] or given["output"] is not None


def _refuse_together(given: Migrating) -> None:
    """Raise UsageError for options that exclude or need each other."""
    writes = [name for name, told in (("-o", given["output"]), ("--in-place", given["in_place"])) if told]
    if given["check"]:
        writes.append("--check")
    if len(writes) > 1:
        raise click.UsageError(f"{writes[0]} and {writes[1]} exclude each other")
    if given["in_place"] and "-" in given["paths"]:
        raise click.UsageError("standard input has no place to write to: --in-place needs files")
    for option in ("output_format", "pretty"):
        if given[option] and given["output"] is None:
            raise click.UsageError(f"--{option.replace('_', '-')} needs -o")


class _Done(NamedTuple):
    """One migrated document, and its dialect and kind."""

    migrated: Migrated
    dialect: str
    kind: Kind


def _all_migrated(run: Run, say: Callable[[str], None]) -> Iterator[tuple[Entry, _Done]]:
    for entry, text in run.all_documents():
        done = _migrated(run, entry, text, say)
        if done is not None:
            yield entry, done


def _migrated(run: Run, entry: Entry, text: bytes, say: Callable[[str], None]) -> _Done | None:
    """Migrate one document and report its changes; return None if it was refused."""
    with run.one(entry, text):
        check(text, STRICT)
        dialect, kind = run.dialect_of(entry), run.given["kind"]
        if dialect is None or kind is None:
            dialect, kind = guess(text, dialect, kind)
        _check_has_versions(dialect)
        version = cast("Migrating", run.given)["as_version"]
        done = _Done(migrated(text, version=version), dialect, kind)
        read(done.migrated.data, dialect, kind=kind)
        _say(run, entry, done.migrated, say)
        return done
    return None


def _check_has_versions(dialect: str) -> None:
    if not get(dialect).versioned:
        message = f"documents of {dialect} have no versions of this form"
        raise invalid("migration.dialect", message, hint="turnwire convert --to turnwire makes one that has")


def _to_output(run: Run, given: Migrating) -> int:
    """Write every document, changed or not; return how many changed."""
    changed = 0
    output = Output(given["output"], run.sources, given["output_format"], pretty=given["pretty"], keeps=True)
    run.fills_screen = output.place is None
    check_apart(run.sources, [("-o", path) for path in output.places(run.sources)], ", or say --in-place")
    with output:
        for entry, done in _all_migrated(run, words):
            encoded = _encoded(run, entry, done, output.encoder.encoded)
            if encoded is not None:
                output.put(entry.source, encoded)
                changed += bool(done.migrated.changes)
    return changed


def _in_place(run: Run, source: Source) -> int:
    """Replace a file if a document in it changes and none is refused; return how many changed."""
    parts: list[bytes] = []
    changed, refused = 0, run.refused + run.troubles
    for entry, text in run.documents_of([source]):
        done = _migrated(run, entry, text, words)
        part: bytes | None = entry.data + b"\n"
        if done is not None and done.migrated.changes:
            changed += 1
            part = _encoded(run, entry, done, functools.partial(_as_before, entry.data))
        parts.append(part or b"")
    if not changed or source.path is None or run.refused + run.troubles > refused:
        return 0
    if source.packed is not None:
        run.trouble(f"{source.name}: is packed, and --in-place writes no packed files: name a folder with -o")
        return 0
    with explained(source.name), replacing(source.path) as stream:
        stream.writelines(parts)
    return changed


def _as_before(before: bytes, source: Source, written: bytes, document: Document) -> bytes:
    """Encode a document as in its file, indented if it was."""
    return encodings.encoded(written, document, source.encoding, pretty=b"\n" in before.strip())


def _encoded(run: Run, entry: Entry, done: _Done, encode: Callable[[Source, bytes, Document], bytes]) -> bytes | None:
    text = done.migrated.data
    try:
        return encode(entry.source, text, read(text, done.dialect, kind=done.kind))
    except InvalidDocument as refusal:
        run.refuse(entry, found_in_json(entry, text, refusal.diagnostics))
        return None


def _say(run: Run, entry: Entry, done: Migrated, say: Callable[[str], None]) -> None:
    quiet = run.given["quiet"]
    if run.given["report"] == "json":
        if not (quiet and say is words):
            say(record(entry, {"changes": [_told(each) for each in done.changes], "findings": done.findings}))
        return
    where = click.style(plain(place(entry.source.name, entry.line)), bold=True)
    if not (quiet and say is words):
        for each in done.changes:
            say(f"{where}: {plain(each.path)}: {_shown(each.old)} -> {_shown(each.new)}")
    if not quiet:
        for found in placed(entry, done.findings):
            words(finding_text(found))


def _shown(raw: Raw) -> str:
    if not raw:
        return "nothing"
    text = plain(bytes(raw).decode())
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."


def _told(change: Change) -> dict[str, object]:
    told: dict[str, object] = {"path": change.path}
    return told | {name: raw for name, raw in (("old", change.old), ("new", change.new)) if raw}
