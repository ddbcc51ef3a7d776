"""Fetch pages of the web that are to be ingested: from hosts that the operator names, and no others."""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.request
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from turnwire.systems.geppetto.server.contents import TYPES
from turnwire.systems.geppetto.server.drawers import Upload
from turnwire.systems.geppetto.server.ingesting import NotIngested

if TYPE_CHECKING:
    from collections.abc import Iterable

_SECONDS: Final = 20.0
_PIECE: Final = 64 * 1024
_LONGEST_NAME: Final = 120
# What a page of this type is named like, where its address has no extension of a type that is accepted.
_SUFFIXES: Final = {"text/html": ".html", "text/plain": ".txt", "application/pdf": ".pdf", "text/markdown": ".md"}
_ODD: Final = re.compile(r"[^\w.-]+")


class Pages:
    """Fetches pages of some hosts."""

    def __init__(self, hosts: Iterable[str]) -> None:
        """The hosts: `www.example.org` for the usual ports, or `www.example.org:8000`."""
        self._hosts = frozenset(host.lower() for host in hosts)
        self._opener = urllib.request.OpenerDirector()
        # No handler for files, FTP and data, and none for proxies of the environment.
        for handler in (
            urllib.request.HTTPHandler(),
            urllib.request.HTTPSHandler(),
            urllib.request.HTTPDefaultErrorHandler(),
            urllib.request.HTTPErrorProcessor(),
            _Redirects(self._check),
        ):
            self._opener.add_handler(handler)

    def __call__(self, address: str, most_bytes: int) -> Upload:
        """Return a page under the name of its host and path.

        Raises:
            NotIngested: the host is not among the allowed ones, the page is too large or too slow, or the host fails.
        """
        self._check(address)
        request = urllib.request.Request(address, headers={"User-Agent": "turnwire"})  # noqa: S310 - it is checked
        try:
            with self._opener.open(request, timeout=_SECONDS) as reply:
                return Upload(_name_of(address, reply.headers.get_content_type()), _read(reply, most_bytes))
        except urllib.error.HTTPError as error:
            error.close()
            raise NotIngested(f"the host answers with status {error.code}") from None
        except (OSError, ValueError) as error:
            raise NotIngested(f"the page cannot be fetched: {error}") from None

    def _check(self, address: str) -> None:
        try:
            host = urlsplit(address).netloc.lower()
        except ValueError:
            host = ""
        if not address.isprintable() or " " in address or host not in self._hosts:
            raise NotIngested("the host is not among those that --ingest-host allows")


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a redirection to an allowed host only."""

    def __init__(self, check: Any) -> None:
        self._check = check

    def redirect_request(self, *given: Any) -> urllib.request.Request | None:
        """The request that follows; `given` are the arguments of the base class, of which the last is the address."""
        self._check(given[-1])
        return super().redirect_request(*given)


def _read(reply: Any, most_bytes: int) -> bytes:
    """The body, in pieces, so that a slow host does not hold the server for ever."""
    end = time.monotonic() + _SECONDS
    pieces: list[bytes] = []
    length = 0
    while piece := reply.read1(_PIECE):
        pieces.append(piece)
        length += len(piece)
        if length > most_bytes:
            raise NotIngested(f"the page is larger than {most_bytes} bytes, the most that is accepted here")
        if time.monotonic() > end:
            raise NotIngested(f"the page did not arrive within {_SECONDS:g} seconds")
    return b"".join(pieces)


def _name_of(address: str, media_type: str) -> str:
    """The name of a file for a page: the name in its path if it is of an accepted type, or else host and path."""
    parts = urlsplit(address)
    path = unquote(parts.path)
    last = PurePosixPath(path).name
    if PurePosixPath(last).suffix.lower() in TYPES:
        return last
    whole = _ODD.sub("-", f"{parts.hostname}{path}").strip("-.")
    return f"{whole[:_LONGEST_NAME]}{_SUFFIXES.get(media_type, '')}"
