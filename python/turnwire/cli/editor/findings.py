"""The findings of an open file, with places as editors count them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.cli.batch_names import BatchNames, name_of
from turnwire.cli.encodings import as_json
from turnwire.cli.inputs import Entry, Source
from turnwire.cli.running import Decoder, found_in_json
from turnwire.cli.suffixes import SUFFIXES
from turnwire.cli.yaml_keys import repeated_keys
from turnwire.errors import InvalidDocument
from turnwire.validation import validate
from turnwire.validation.patching.edits import PatchError, edits_of
from turnwire.validation.syntax_rules import refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnwire.cli.suffixes import Encoding
    from turnwire.model import Diagnostic, Fix

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"\[\]{},:]+|.')

_LANGUAGES: Final[dict[str, Encoding]] = {
    "json": "json",
    "jsonl": "jsonl",
    "jsonlines": "jsonl",
    "ndjson": "jsonl",
    "yaml": "yaml",
}
"""The names of languages in editors (`languageId`)."""


class Position(NamedTuple):
    """A place in a file: the line from 0, and the UTF-16 code units before it in the line."""

    line: int
    character: int


class Change(NamedTuple):
    """A part of a file, and the text that replaces it."""

    start: Position
    end: Position
    text: str


class Offer(NamedTuple):
    """A fix, as changes of the file."""

    message: str
    safe: bool
    changes: tuple[Change, ...]


class Finding(NamedTuple):
    """A finding, and the token at its place."""

    diagnostic: Diagnostic
    start: Position
    end: Position
    offers: tuple[Offer, ...]


def findings(text: str, name: str, dialect: str | None = None, language: str = "") -> list[Finding]:
    """Return what is wrong in an open file; nothing in a file of another kind.

    Args:
        text: the file as it is in the editor.
        name: its path, whose suffix says how it is written.
        dialect: the dialect of its documents; None detects it.
        language: the editor's name of its language, which says how it is written if the suffix does not.
    """
    encoding = SUFFIXES.get(Path(name).suffix.lower()) or _LANGUAGES.get(language)
    if encoding == "jsonl":
        return list(_in_lines(text, name, dialect))
    if encoding == "json":
        return list(_in_documents(text, name, dialect)) if text.strip() else []
    return list(_in_yaml(text, name, dialect)) if encoding == "yaml" and text.strip() else []


def _in_lines(text: str, name: str, dialect: str | None) -> Iterator[Finding]:
    """Find what is wrong in each line that has something in it."""
    names = BatchNames()
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            found = _validated(_entry(line, name, "jsonl")._replace(line=number), _bytes(line), dialect, names)
            yield from _placed(found, line, text, start)
        start += len(line) + 1


def _in_documents(text: str, name: str, dialect: str | None) -> Iterator[Finding]:
    """Find what is wrong in a document, or in each document of an array."""
    entry = _entry(text, name, "json")
    names = BatchNames()
    start = 0
    for each, _ in Decoder(None, dialect, each=None).parts(entry, entry.data):
        part = _text(each.data)
        start += len(_text(each.before))
        yield from _placed(_validated(each, each.data, dialect, names), part, text, start)
        start += len(part)


def _entry(text: str, name: str, encoding: Encoding) -> Entry:
    return Entry(Source(Path(name).name, Path(name), Path(name), encoding), None, _bytes(text))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def _validated(entry: Entry, data: bytes, dialect: str | None, names: BatchNames) -> list[Diagnostic]:
    """Return what is wrong in a document, and whether an earlier one of the file is the same request of a batch."""
    report = validate(data, dialect)
    name = name_of(entry, data, report.kind)
    return [*report.diagnostics, *(names.found(entry, name) if name else ())]


def _placed(diagnostics: Iterable[Diagnostic], part: str, text: str, start: int) -> Iterator[Finding]:
    """Return findings about a part of the file, with their places in it."""
    for found in diagnostics:
        at = start + _offset(part, found.line or 1, found.column or 1)
        yield Finding(found, *_token(text, at), tuple(_offers(found.fixes, part, text, start)))


def _in_yaml(text: str, name: str, dialect: str | None) -> Iterator[Finding]:
    """Find what is wrong in YAML; its fixes are for JSON, and are not offered."""
    entry = _entry(text, name, "yaml")
    decoder, names = Decoder(None, dialect, each=None), BatchNames()
    try:
        parts = decoder.parts(entry, as_json(entry, None, dialect))
        found = [
            each for part, data in parts if isinstance(data, bytes) for each in _checked(part, data, dialect, names)
        ]
    except InvalidDocument as refusal:
        repeated = repeated_keys(entry, refusal.diagnostics, dialect)
        found = [refused(each) for each in refusal.diagnostics]
        if repeated and [each for each, _ in decoder.parts(entry, repeated.json)] == [entry]:
            found = repeated.and_also(_checked(entry, repeated.json, dialect, names))
    for each in found:
        yield Finding(each, *_token(text, _offset(text, each.line or 1, each.column or 1)), ())


def _checked(entry: Entry, data: bytes, dialect: str | None, names: BatchNames) -> list[Diagnostic]:
    """Return what is wrong in a document of a YAML file, with its places in the file."""
    return found_in_json(entry, data, _validated(entry, data, dialect, names))


def _offers(fixes: Iterable[Fix], part: str, text: str, start: int) -> Iterator[Offer]:
    for fix in fixes:
        try:
            edits = edits_of(part, fix.patch)
        except PatchError:  # it is for a document that is written otherwise
            continue
        changes = (
            Change(position(text, start + each.start), position(text, start + each.end), each.text) for each in edits
        )
        yield Offer(fix.message, fix.safe, tuple(changes))


def _offset(text: str, line: int, column: int) -> int:
    """Return the offset of a line and a column, both from 1."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return min(start + column - 1, len(text))


def _token(text: str, at: int) -> tuple[Position, Position]:
    found = _TOKEN.match(text, at)
    return position(text, at), position(text, found.end() if found else at)


def position(text: str, at: int) -> Position:
    """Return the place of an offset."""
    start = text.rfind("\n", 0, at) + 1
    units = len(text[start:at].encode("utf-16-le", "surrogatepass")) // 2
    return Position(text.count("\n", 0, at), units)


def at(found: Sequence[Finding], start: Position, end: Position) -> list[Finding]:
    """Return the findings whose tokens touch a part of the file."""
    return [each for each in found if each.start <= end and start <= each.end]
