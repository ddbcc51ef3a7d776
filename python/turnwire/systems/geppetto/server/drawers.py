"""The drawers on disk: ROOT/<drawer>/<document>/<files>, as the server definition has them.

"Each document has its own folder [...] named after the document, containing the document itself in PDF format and a
subdirectory for ChromaDB."

A file replaces another one at once, and symbolic links below the root are never followed.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
import threading
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.sessions.fsync import sync_folder
from turnwire.systems.geppetto.filedrawers import stored_at
from turnwire.systems.geppetto.server.asking import Document
from turnwire.systems.geppetto.server.contents import check_content
from turnwire.systems.geppetto.server.names import UnfitName, drawer_name, file_name, is_stored_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

_PART: Final = ".incoming-"
# As long as a path of two names, a slash in front and one between them can be.
_LONGEST_PATH: Final = 1000


class NoDocument(LookupError):
    """No document has this path; the text says what there is to do."""


class Upload(NamedTuple):
    """A file that is to be stored."""

    filename: str
    data: bytes


class Drawers:
    """A folder of drawers."""

    def __init__(self, root: Path) -> None:
        """The folder, which exists."""
        self.root = root.resolve()
        self._numbers = itertools.count(1)
        self._moving = threading.Lock()

    def listing(self) -> dict[str, list[str]]:
        """Return the names of the documents in each drawer, sorted; drawers without documents are left out."""
        drawers = {name: sorted(_folders_in(self.root / name)) for name in sorted(_folders_in(self.root))}
        return {name: documents for name, documents in drawers.items() if documents}

    def document(self, path: str) -> Document:
        """Return the document at `Drawer/Document` or `/Drawer/Document`.

        Raises:
            NoDocument: there is none.
        """
        parts = path.removeprefix("/").split("/") if len(path) <= _LONGEST_PATH else []
        if len(parts) != len(("drawer", "document")):
            raise NoDocument("a document is named by its drawer and its name, as in Herbs/mint-guide")
        try:
            drawer, name = map(drawer_name, parts)
        except UnfitName as error:
            raise NoDocument(str(error)) from None
        folder = self.root / drawer / name
        if not (_is_folder(self.root / drawer) and _is_folder(folder)):
            raise NoDocument(f"there is no document {drawer}/{name}; the request listfiles lists them")
        return Document(drawer, name, tuple(folder / file for file in sorted(_files_in(folder))))

    def store(self, drawer: str, files: Sequence[Upload]) -> list[str]:
        """Store files in a drawer: all of them, or none if one is refused.

        Args:
            drawer: the name of the drawer, which is made if it does not exist.
            files: the files; one that exists already is replaced.

        Returns:
            The place of each file, beginning with the name of the root.

        Raises:
            UnfitName: a name is not accepted, or two files have the same name.
            UnfitContent: a type is not accepted.
            OSError: a file cannot be written.
        """
        shelf = drawer_name(drawer)
        named = _named(files)
        for name, data in named.items():
            check_content(name, data)
        with contextlib.ExitStack() as left:
            parts = {name: self._part(data, left) for name, data in named.items()}
            places = {name: _place(self.root, shelf, name) for name in named}
            with self._moving:  # an upload that fails must not remove a folder that another one is about to use
                _make_room(places.values())
                for name, place in places.items():
                    parts[name].replace(place)  # of a link, the link itself
        for folder in dict.fromkeys((*(place.parent for place in places.values()), self.root / shelf, self.root)):
            sync_folder(folder)
        return [stored_at(self.root.name, shelf, name) for name in named]

    def _part(self, data: bytes, left: contextlib.ExitStack) -> Path:
        """Write a temporary file in the root, which is removed at the end if it is still there."""
        while True:
            part = self.root / f"{_PART}{os.getpid()}-{next(self._numbers)}"
            try:
                stream = part.open("xb")  # never an existing file, and never through a link
            except FileExistsError:
                continue
            left.callback(part.unlink, missing_ok=True)
            with stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            return part


def _make_room(places: Iterable[Path]) -> None:
    """Make the folders of files; where that is not possible, none is made.  Raises UnfitName, OSError."""
    with contextlib.ExitStack() as made:
        for place in places:
            for folder in (place.parent.parent, place.parent):
                with contextlib.suppress(FileExistsError):
                    folder.mkdir()
                    made.callback(_remove_empty, folder)
                if not _is_folder(folder):
                    raise UnfitName(f"the name {folder.name!a} is taken by something that is no folder")
            if _is_folder(place):
                raise UnfitName(f"the name {place.name!a} is taken by a folder")
        made.pop_all()


def _remove_empty(folder: Path) -> None:
    with contextlib.suppress(OSError):  # another upload has put something into it
        folder.rmdir()


def _named(files: Iterable[Upload]) -> dict[str, bytes]:
    named: dict[str, bytes] = {}
    for file in files:
        name = file_name(file.filename)
        if name in named:
            raise UnfitName(f"the name {name!a} is repeated")
        named[name] = file.data
    return named


def _place(root: Path, drawer: str, name: str) -> Path:
    return root.parent / stored_at(root.name, drawer, name)


def _folders_in(folder: Path) -> Iterator[str]:
    """The names of the folders in a folder; links, databases and names that nobody can ask for are left out."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False) and is_stored_name(entry.name):
                yield entry.name


def _files_in(folder: Path) -> Iterator[str]:
    """The names of the files in a folder; links and names that nobody can store are left out."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_file(follow_symlinks=False) and is_stored_name(entry.name):
                yield entry.name


def _is_folder(path: Path) -> bool:
    """Whether a path is a folder, and not a link to one."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False
