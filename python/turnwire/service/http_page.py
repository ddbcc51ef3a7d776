"""The page at `/`: static files, read once, and the headers that keep foreign text from becoming a program."""

from __future__ import annotations

import hashlib
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from starlette.responses import Response
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.requests import Request

_FOLDER: Final = files("turnwire.service") / "page"
_FIRST: Final = "index.html"
_MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
"""What is served of the folder: files with these suffixes."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    # A browser that knows it refuses each place where a script gives HTML to a parser.
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
"""The Content-Security-Policy."""
_HEADERS: Final = {
    # A browser asks each time whether its copy is still right: a server of a newer version may run at the same place.
    "cache-control": "no-cache",
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def page_routes() -> Iterator[Route]:
    """Yield the routes of the page: `/`, and `/page/NAME` for each other file; no other path is looked up."""
    for file in _FOLDER.iterdir():
        name = file.name
        media_type = _MEDIA_TYPES.get(name[name.rfind(".") :])
        if media_type is not None:
            data = file.read_bytes()
            found = _File(data, media_type, f'"{hashlib.sha256(data).hexdigest()[:32]}"')
            yield Route("/" if name == _FIRST else f"/page/{name}", partial(_answer, found), methods=["GET"])


class _File(NamedTuple):
    """One file, and the tag by which a browser asks whether its copy is still right."""

    data: bytes
    media_type: str
    tag: str


async def _answer(file: _File, request: Request) -> Response:
    headers = {**_HEADERS, "etag": file.tag}
    copies = (each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(","))
    if file.tag in copies:
        return Response(status_code=304, headers=headers)
    return Response(file.data, headers=headers, media_type=file.media_type)
