"""Send bytes to a server as no client would: headers, forms and bodies made by hand."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BOUNDARY = "between"
FORM = f"multipart/form-data; boundary={BOUNDARY}"


def part(head: str, data: bytes = b"") -> bytes:
    """A part of a form with the parameters of its Content-Disposition."""
    return (
        f"--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode("utf-8", "surrogatepass")
        + data
        + b"\r\n"
    )


def form(*parts: bytes) -> bytes:
    """A whole form."""
    return b"".join((*parts, f"--{BOUNDARY}--\r\n".encode()))


def upload(drawer: str, *files: tuple[str, bytes]) -> bytes:
    """The form of an upload; names of files stand in it as they are."""
    return form(
        part('name="filedrawer"', drawer.encode("utf-8", "surrogatepass")),
        *(part(f'name="files"; filename="{n}"', d) for n, d in files),
    )


def sent(
    address: str, path: str, body: bytes | Iterable[bytes], headers: Mapping[str, str], method: str = "POST"
) -> tuple[int, Any]:
    """The status of a reply, and its JSON."""
    connection = http.client.HTTPConnection(address, timeout=30)
    try:
        connection.request(method, path, body, dict(headers))
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read())
    finally:
        connection.close()


def declared(address: str, path: str, length: str, headers: Mapping[str, str]) -> int:
    """The status of the reply to a request whose body is announced and not sent."""
    connection = http.client.HTTPConnection(address, timeout=30)
    try:
        connection.putrequest("POST", path)
        for name, value in {**headers, "Content-Length": length}.items():
            connection.putheader(name, value)
        connection.endheaders()
        return connection.getresponse().status
    finally:
        connection.close()
