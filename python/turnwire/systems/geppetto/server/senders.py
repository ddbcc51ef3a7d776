"""Who may send requests: programs, and pages of this server; a browser sends what any page on the web makes it send.

A page of another site can post a form to a server on the machine of its reader, and after it has rebound its name to
the loopback address it can read the replies too.  Browsers say where a request comes from (`Origin`) and by which name
(`Host`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.systems.geppetto.server.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

LOOPBACK: Final = frozenset(("127.0.0.1", "localhost", "[::1]"))
"""The names of a server that only its own machine reaches."""


def check_sender(headers: Mapping[str, str], hosts: frozenset[str] | None) -> None:
    """Raise Refused (403) for a request of another site's page, or under a name that the server does not have.

    Args:
        headers: the headers of the request.
        hosts: the names of the server, without a port; None for any.
    """
    host = headers.get("host", "")
    if hosts is not None and _without_port(host) not in hosts:
        raise Refused(403, "The header `Host` does not name this server.")
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != host:
        raise Refused(403, "The request comes from a page of another site.")


def _without_port(host: str) -> str:
    name, mark, port = host.rpartition(":")
    return (name if mark and port.isdecimal() else host).lower()
