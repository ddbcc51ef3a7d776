"""`turnwire hash`: print the canonical hash of documents, or verify a list of hashes."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack

import click

from turnwire.cli.archives.pieces import Broken
from turnwire.cli.codes import CLEAN, FINDINGS
from turnwire.cli.files import is_folder, is_there
from turnwire.cli.inputs import Entry, find
from turnwire.cli.options import Reading, reading
from turnwire.cli.running import Run, found_in_json, placed, record
from turnwire.cli.words import data, json_line, place, plain
from turnwire.codec.limits import STRICT
from turnwire.convert import read
from turnwire.documents.hashing import HASH, VERSION, canonical_hash
from turnwire.errors import invalid
from turnwire.validation.versions import versions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.inputs import Source

# The format of sha256sum: two characters between, and a backslash before a line whose name has escapes.
_LINE = re.compile(rf"(\\?)({HASH.pattern})  (.+)")
_ESCAPE = re.compile(r"\\(?:(\\)|x([0-9a-f]{2})|u([0-9a-f]{4}))")
_NUMBERED = re.compile(r"(.+):([1-9][0-9]*)")


class Hashing(Reading):
    """The options of `hash`."""

    check: bool


@click.command("hash")
@click.option("--check", "-c", is_flag=True, help="The PATHs are lists written by `hash`: verify their hashes.")
@reading
def command(**given: Unpack[Hashing]) -> int:
    """Print the canonical hash of documents, in the format of sha256sum: the hash, two blanks and the name.

    Documents with the same meaning have the same hash: the encoding, the order of keys, the spelling of numbers,
    explicit defaults, and provider_raw do not count.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document, named FILE:LINE.

    With --check, each document of the lists is read again, with --from and --kind, and reported as OK or FAILED.
    Ends with 1 if a document cannot be read or a hash differs.
    """
    return _checked(given) if given["check"] else _listed(given)


def _listed(given: Hashing) -> int:
    run = Run(given)
    for entry, text in run.all_documents():
        found = _hash(run, entry, text)
        if found is None:
            continue
        if given["report"] == "json":
            data(record(entry, {"hash": found}))
        else:
            data(_line(found, place(str(entry.source.path or entry.source.name), entry.line)))
    return run.finish("hashed", silent=True)


def _hash(run: Run, entry: Entry, text: bytes) -> str | None:
    """Return the hash of a document; None if it was refused."""
    with run.one(entry, text):
        document = read(text, run.dialect_of(entry), kind=run.given["kind"], limits=STRICT)
        if refused := [found for found in versions(document) if found.severity == "error"]:
            run.refuse(entry, found_in_json(entry, text, refused))
            return None
        return canonical_hash(document)
    return None


def _line(found: str, name: str) -> str:
    # A byte that is not UTF-8 and a control character of the same number have different names here.
    shown = plain(name.replace("\\", "\\\\").encode("utf-8", "backslashreplace").decode())
    return f"{found}  {name}" if shown == name else f"\\{found}  {shown}"


class _Listed(NamedTuple):
    """A line of a list: a hash, the file, and the line in it if the file has one document per line."""

    hash: str
    file: str
    line: int | None


def _checked(given: Hashing) -> int:
    lists = find(given["paths"], "json", given["stdin_filename"])
    nothing: Hashing = {**given, "paths": ()}
    run = Run(nothing)
    for argument in lists.missing:
        run.trouble(f"{plain(argument)}: nothing here to read")
    holding = failed = 0
    for source in lists.sources:
        for file, listed in itertools.groupby(_read_list(run, source), key=lambda each: each.file):
            found = _hashes(run, file)
            for each in listed:
                holds = found.get(each.line) == each.hash
                holding, failed = holding + holds, failed + (not holds)
                _say(run, each, found.get(each.line))
    code = run.finish("unchanged", silent=True, good=holding)
    return FINDINGS if code == CLEAN and failed else code


def _read_list(run: Run, source: Source) -> Iterator[_Listed]:
    """Read the lines of a list; refuse invalid lines, and a list without lines."""
    entry = _whole(run, source)
    if entry is None:
        return
    any_line = False
    for number, line in enumerate(entry.data.decode("utf-8", "surrogateescape").split("\n"), 1):
        text = line.removesuffix("\r")
        match = _LINE.fullmatch(text)
        if match:
            any_line = True
            yield _listed_in(match[2], _ESCAPE.sub(_unescaped, match[3]) if match[1] else match[3])
        elif text:
            hint = f"a line is {VERSION}:sha256: and 64 digits, two blanks, and a name"
            found = invalid("hash.line", "this line is not a hash and a name", line=number, hint=hint)
            run.refuse(entry, placed(entry, found.diagnostics))
    if not any_line:
        run.trouble(f"{source.name}: no line is a hash and a name")


def _whole(run: Run, source: Source) -> Entry | None:
    for piece in run.pieces_of([source]):
        if isinstance(piece, Entry):
            return piece
        if isinstance(piece, Broken):
            run.refuse(piece.entry, placed(piece.entry, [piece.finding]))
    return None


def _unescaped(match: re.Match[str]) -> str:
    return "\\" if match[1] else chr(int(match[2] or match[3], 16))


def _listed_in(found: str, name: str) -> _Listed:
    """Split `FILE:LINE`, unless a file has the whole name."""
    numbered = None if is_there(Path(name)) else _NUMBERED.fullmatch(name)
    return _Listed(found, numbered[1], int(numbered[2])) if numbered else _Listed(found, name, None)


def _hashes(run: Run, file: str) -> dict[int | None, str]:
    """Return the hash of each document in a file that is not refused."""
    # The names in a list are files, not globs.
    if not is_there(Path(file)) or is_folder(Path(file)):
        run.trouble(f"{plain(file)}: nothing here to read")
        return {}
    sources = find((file,), run.given["input_format"], None).sources
    found = {entry.line: _hash(run, entry, text) for entry, text in run.documents_of(sources)}
    return {line: each for line, each in found.items() if each is not None}


def _say(run: Run, listed: _Listed, found: str | None) -> None:
    if run.given["report"] == "json":
        told = {"file": plain(listed.file), "line": listed.line, "hash": found, "listed": listed.hash}
        data(json_line({**told, "holds": found == listed.hash}))
        return
    word = click.style("OK", fg="green") if found == listed.hash else click.style("FAILED", fg="red")
    data(f"{plain(place(listed.file, listed.line))}: {word}")
