"""Find the documents that the arguments name: files, folders, quoted globs, standard input."""

from __future__ import annotations

import os
import stat
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from turnwire.cli.columns import behind
from turnwire.cli.files import is_folder, is_there
from turnwire.cli.suffixes import SUFFIXES
from turnwire.cli.words import plain
from turnwire.codec.packed import PACKED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from msgspec import Raw

    from turnwire.cli.suffixes import Encoding
    from turnwire.codec.packed import Packed

STDIN = "-"
_MAGIC = frozenset("*?[")
_LINKED = "linked folder"
_SPECIAL = "pipe or device"


class Source(NamedTuple):
    """One file of documents, or standard input.

    `name` is its name in reports; `relative` is its path in an output folder.  `item` is the position of a document
    in a file that is an array of documents; `name` includes it.  `packed` is how the file is compressed; `relative`
    has no suffix for that.
    """

    name: str
    path: Path | None
    relative: Path
    encoding: Encoding
    item: int | None = None
    packed: Packed | None = None

    def at(self, item: int) -> Source:
        """Return the source of one document of an array: `rows.json[2]`."""
        return self._replace(name=f"{self.name}[{item}]", item=item)

    @property
    def file(self) -> Source:
        """The source of the whole file: `rows.json` of `rows.json[2]`."""
        return self if self.item is None else self._replace(name=self.name.removesuffix(f"[{self.item}]"), item=None)


class Entry(NamedTuple):
    """The bytes of one document, and its line if it is one of several in its file.

    `column` is the number of characters before the document on its first line.
    `before` are the bytes from the end of the previous document, or from the beginning of the array, to this document.
    `after` are the bytes that end its line.
    """

    source: Source
    line: int | None
    data: bytes
    before: bytes = b""
    after: bytes = b""
    column: int = 0

    def indent(self, line: int | None) -> int:
        """Return how many characters of the file are before the document on one of its lines."""
        return self.column if line in (None, 1) else 0


class Found(NamedTuple):
    """What the arguments name: sources, each once and in order.

    `missing` are the arguments that name nothing.  `unread` counts the files that are not read by what they are:
    a suffix such as `.txt`, or that `--exclude` names them.
    """

    sources: list[Source]
    missing: list[str]
    unread: Counter[str]


def find(
    arguments: Sequence[str], encoding: Encoding | None, stdin_name: str | None, exclude: Sequence[str] = ()
) -> Found:
    """Return what the arguments name."""
    found: dict[Path | None, Source] = {}
    files = Files(exclude, is_document)
    for argument in arguments:
        if argument == STDIN:
            name = stdin_name or "<stdin>"
            found[None] = _source(plain(name), None, Path(Path(stdin_name or "stdin").name), encoding)
            continue
        for path, relative in files.named(argument):
            found[path] = _source(plain(str(path)), path, relative, encoding)
    return Found(list(found.values()), files.missing, files.unread)


class Files:
    """The files that arguments name: files, folders and quoted globs.

    Args:
        exclude: globs of files that are left out.
        is_wanted: whether a folder's file of a name is read.
    """

    def __init__(self, exclude: Sequence[str], is_wanted: Callable[[str], bool]) -> None:
        self._exclude = exclude
        self._is_wanted = is_wanted
        self._found: set[Path] = set()
        self._excluded: set[Path] = set()
        self._unread: Counter[str] = Counter()
        self.missing: list[str] = []
        """The arguments that name nothing."""

    @property
    def unread(self) -> Counter[str]:
        """The files that are not read, counted by what they are."""
        return +(self._unread | Counter({"excluded": len(self._excluded)}))

    def named(self, argument: str) -> Iterator[tuple[Path, Path]]:
        """Yield the files of an argument that no earlier one has named, each with its path below the folder."""
        paths = list(_paths(argument, self._unread, self._is_wanted))
        if not paths:
            self.missing.append(argument)
        for path, relative in paths:
            if _is_excluded(relative, self._exclude):
                self._excluded.add(path)
            elif path not in self._found:
                self._found.add(path)
                yield path, relative


def _source(name: str, path: Path | None, relative: Path, encoding: Encoding | None) -> Source:
    packed = PACKED.get(relative.suffix.lower())
    relative = relative.with_suffix("") if packed else relative
    return Source(name, path, relative, encoding or SUFFIXES.get(relative.suffix.lower(), "json"), packed=packed)


def _is_excluded(path: PurePath, patterns: Iterable[str]) -> bool:
    """Return whether a pattern matches the path below its folder, the file's name, or a folder's name on the way."""
    return any(
        fnmatchcase(path.as_posix(), pattern) or any(fnmatchcase(part, pattern.rstrip("/")) for part in path.parts)
        for pattern in patterns
    )


def named_unread(unread: Mapping[str, int]) -> str:
    """Return what was not read as words, such as `2 .md, 1 linked folder`."""
    return ", ".join(f"{number} {plain(what)}" for what, number in sorted(unread.items()))


def is_document(name: str) -> bool:
    """Return whether a folder's file of this name is read: by its suffix, without that of a packed file."""
    return unpacked_suffix(name) in SUFFIXES


def unpacked_suffix(name: str) -> str:
    """Return the suffix of a file's name in lower case, without `.gz` or `.zst`: `.jsonl` of `a.jsonl.gz`."""
    path = PurePath(name.lower())
    return (path.with_suffix("") if path.suffix in PACKED else path).suffix


def _paths(argument: str, unread: Counter[str], is_wanted: Callable[[str], bool]) -> Iterator[tuple[Path, Path]]:
    """Yield the files of an argument, each with its path below the folder, or below the fixed part of a glob."""
    path = Path(argument)
    if is_folder(path):
        yield from _walk(path, path, unread, is_wanted)
    elif is_there(path) or not _MAGIC & set(argument):
        yield path, Path(path.name)
    else:
        root = _root(path)
        for match in _matches(path, root):
            if is_folder(match):
                yield from _walk(match, root, unread, is_wanted)
            elif is_special(match):
                unread[_SPECIAL] += 1
            else:
                yield match, match.relative_to(root)


def is_special(path: Path) -> bool:
    """Return whether a path is a pipe, a socket or a device, whose reading may never end."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:  # opening it reports the error
        return False


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


def _walk(
    folder: Path, root: Path, unread: Counter[str], is_wanted: Callable[[str], bool]
) -> Iterator[tuple[Path, Path]]:
    """Yield every file below a folder whose name is wanted; hidden files and folders are skipped.

    The other files are counted in `unread`, by suffix.

    A folder that cannot be read is yielded too, so that opening it reports the error.  Links to folders are not
    followed, since they may lead back.
    """
    closed: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=closed.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        unread[_LINKED] += sum(Path(here, name).is_symlink() for name in folders)
        for name in sorted(files):
            if name.startswith("."):
                continue
            path = Path(here, name)
            if not is_wanted(name):
                unread[plain(path.suffix.lower()) or "without a suffix"] += 1
            elif is_special(path):
                unread[_SPECIAL] += 1
            else:
                yield path, path.relative_to(root)
    for error in closed:
        path = Path(error.filename)
        yield path, path.relative_to(root)


def parts_of(entry: Entry, text: bytes, items: Iterable[Raw]) -> Iterator[Entry]:
    """Yield the documents of an array, whose JSON is `text`, each with the line and column at which it begins.

    Documents of other encodings have none, since their JSON is not the text of the file.
    """
    end, line, column = 0, 1, 0
    is_placed = entry.source.encoding == "json"
    for item, body in enumerate(items):
        data = bytes(body)
        begin = text.index(data, end)
        before, end = text[end:begin], begin + len(data)
        line, column = behind(before, line, column)
        place = (line, column) if is_placed else (None, 0)
        yield Entry(entry.source.at(item), place[0], data, before, column=place[1])
        line, column = behind(data, line, column)
