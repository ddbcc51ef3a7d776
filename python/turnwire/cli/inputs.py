"""Find the documents that the arguments name: files, folders, quoted globs, standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from turnwire.cli.files import is_folder, is_there
from turnwire.cli.suffixes import SUFFIXES
from turnwire.cli.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from msgspec import Raw

    from turnwire.cli.suffixes import Encoding

STDIN = "-"
_MAGIC = frozenset("*?[")
_BLANKS = 80
_BUFFER = 256 * 1024


class Source(NamedTuple):
    """One file of documents, or standard input.

    `name` is its name in reports; `relative` is its path in an output folder.  `item` is the position of a document
    in a file that is an array of documents; `name` includes it.
    """

    name: str
    path: Path | None
    relative: Path
    encoding: Encoding
    item: int | None = None

    def at(self, item: int) -> Source:
        """Return the source of one document of an array: `rows.json[2]`."""
        return self._replace(name=f"{self.name}[{item}]", item=item)


class Entry(NamedTuple):
    """The bytes of one document, and its line if its file has one document per line."""

    source: Source
    line: int | None
    data: bytes


def find(arguments: Sequence[str], encoding: Encoding | None, stdin_name: str | None) -> tuple[list[Source], list[str]]:
    """Return the sources that the arguments name, each once and in order, and the arguments that name nothing."""
    found: dict[Path | None, Source] = {}
    missing: list[str] = []
    for argument in arguments:
        if argument == STDIN:
            name = stdin_name or "<stdin>"
            relative = Path(Path(stdin_name or "stdin").name)
            found[None] = Source(plain(name), None, relative, encoding or _encoding(relative))
            continue
        paths = list(_paths(argument))
        if not paths:
            missing.append(argument)
        for path, relative in paths:
            found.setdefault(path, Source(plain(str(path)), path, relative, encoding or _encoding(path)))
    return list(found.values()), missing


def _encoding(path: Path) -> Encoding:
    return SUFFIXES.get(path.suffix.lower(), "json")


def _paths(argument: str) -> Iterator[tuple[Path, Path]]:
    """Yield the files of an argument, each with its path below the folder, or below the fixed part of a glob."""
    path = Path(argument)
    if is_folder(path):
        yield from _walk(path, path)
    elif is_there(path) or not _MAGIC & set(argument):
        yield path, Path(path.name)
    else:
        root = _root(path)
        for match in _matches(path, root):
            if is_folder(match):
                yield from _walk(match, root)
            else:
                yield match, match.relative_to(root)


def _matches(pattern: Path, root: Path) -> list[Path]:
    """Expand a glob as a shell does: `*` does not match hidden names."""
    found = root.glob(str(pattern.relative_to(root)))
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(root).parts))


def _root(pattern: Path) -> Path:
    fixed: list[str] = []
    for part in pattern.parts[:-1]:
        if _MAGIC & set(part):
            break
        fixed.append(part)
    return Path(*fixed)


def _walk(folder: Path, root: Path) -> Iterator[tuple[Path, Path]]:
    """Yield every file below a folder whose suffix is that of a document; hidden files and folders are skipped.

    A folder that cannot be read is yielded too, so that opening it reports the error.
    """
    closed: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=closed.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(here, name)
            if path.suffix.lower() in SUFFIXES and not name.startswith("."):
                yield path, path.relative_to(root)
    for error in closed:
        path = Path(error.filename)
        yield path, path.relative_to(root)


def entries(source: Source, max_bytes: int) -> Iterator[Entry]:
    """Yield the documents of a source.

    A document longer than `max_bytes` is cut one byte after that, so that its reader refuses it.
    Raises OSError.
    """
    if source.path is None:
        yield from _read(source, sys.stdin.buffer, max_bytes)
        return
    with source.path.open("rb", buffering=_BUFFER) as stream:
        yield from _read(source, stream, max_bytes)


def _read(source: Source, stream: BinaryIO, max_bytes: int) -> Iterator[Entry]:
    if source.encoding != "jsonl":
        yield Entry(source, None, stream.read(max_bytes + 1))
        return
    number = 0
    while line := stream.readline(max_bytes + 1):
        number += 1
        whole = line.endswith(b"\n")
        text = line.rstrip(b"\r\n")
        if text.strip(b" \t"):
            yield Entry(source, number, text if whole or len(line) <= max_bytes else line)
        while not whole and (line := stream.readline(max_bytes + 1)):
            whole = line.endswith(b"\n")


def parts_of(entry: Entry, text: bytes, items: Iterable[Raw]) -> Iterator[Entry]:
    """Yield the documents of an array, whose JSON is `text`, each with the line of its file on which it begins.

    Blanks replace the text before a document on its line, so that columns are those of the file.
    """
    end, line = 0, 1
    for item, body in enumerate(items):
        data = bytes(body)
        begin = text.index(data, end)
        line += text.count(b"\n", end, begin)
        column = begin - text.rfind(b"\n", 0, begin) - 1
        end = begin + len(data)
        is_placed = entry.source.encoding == "json" and column <= _BLANKS
        yield Entry(entry.source.at(item), line if is_placed else None, b" " * column + data if is_placed else data)
        line += data.count(b"\n")
