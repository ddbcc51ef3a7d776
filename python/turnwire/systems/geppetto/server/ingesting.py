"""Where a page or a file to be taken in comes from: nothing is fetched and nothing is read unless the operator says so.

The original server fetches any address and reads any file of its machine, which lets every client do the same.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, Protocol

from turnwire.systems.geppetto.server.drawers import Upload

_ADDRESS: Final = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+)://")
_WEB: Final = frozenset(("http", "https"))


class NotIngested(ValueError):
    """A page or a file that is not taken in; the text says why."""


class Fetch(Protocol):
    """How a page of the web is fetched."""

    def __call__(self, address: str, most_bytes: int) -> Upload:
        """Return the page under the name of a file.  Raises NotIngested."""


def source_of(name: str, fetch: Fetch | None, folder: Path | None, most_bytes: int) -> Upload:
    """Return the page or file that a request names.

    Args:
        name: an address of the web, or a path on the machine of the server.
        fetch: how pages are fetched; None for not at all.
        folder: the folder whose files may be read; None for no files.
        most_bytes: the largest page or file.

    Raises:
        NotIngested: the name is neither, or is not allowed.
        OSError: a file cannot be read.
    """
    address = _ADDRESS.match(name)
    if address is None:
        return _file_at(name, folder, most_bytes)
    if address[1].lower() not in _WEB:
        raise NotIngested("only addresses with http or https are fetched")
    if fetch is None:
        raise NotIngested("this server fetches nothing from the web; it is started with --ingest-host to allow a host")
    return fetch(name, most_bytes)


def _file_at(name: str, folder: Path | None, most_bytes: int) -> Upload:
    if folder is None:
        raise NotIngested("this server reads no files of its machine; it is started with --ingest-folder to allow it")
    if "\0" in name:
        raise NotIngested("a path does not contain NUL")
    allowed = folder.resolve()
    path = (allowed / name).resolve()
    # Before anything is asked of the path, so that the reply does not tell what lies elsewhere.
    if not path.is_relative_to(allowed):
        raise NotIngested("the file is outside of the folder that --ingest-folder allows")
    if not path.is_file():
        raise NotIngested("there is no such file in the folder that --ingest-folder allows")
    with path.open("rb") as stream:
        data = stream.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise NotIngested(f"the file is larger than {most_bytes} bytes, the most that is accepted here")
    return Upload(Path(name).name, data)
