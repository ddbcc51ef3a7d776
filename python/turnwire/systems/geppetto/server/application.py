"""The ASGI application: paths, who may ask, and refusals; what is answered is in `endpoints.py`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from turnwire.systems.geppetto.filedrawers import is_authorized
from turnwire.systems.geppetto.server.bodies import form_of, message_of
from turnwire.systems.geppetto.server.endpoints import Endpoints
from turnwire.systems.geppetto.server.openapi import openapi
from turnwire.systems.geppetto.server.refusals import Refused, unauthorized
from turnwire.systems.geppetto.server.senders import check_sender

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from turnwire.systems.geppetto.server.replies import Json
    from turnwire.systems.geppetto.server.settings import Settings

    Endpoint = Callable[[Request], Awaitable[Response]]
    Work = Callable[[Any], Json]

OPENAPI: Final = "/openapi.json"
_UPLOADS_AT_ONCE: Final = 4


def application(settings: Settings, report: Callable[[Exception], None]) -> Starlette:
    """Return an ASGI application that answers the five requests of the server definition, and has its OpenAPI document.

    Args:
        settings: the drawers, the model and the limits.
        report: is told of failures of the model and of the disk, such as by writing them to a log.
    """
    does = Endpoints(settings, report)
    endpoints: dict[str, Endpoint] = {
        "/message/": _of_messages(settings, "conversation-request", does.ask, is_open=False),
        "/setfiledrawer/": _of_messages(settings, "conversation-request", does.choose, is_open=False),
        "/listfiledrawers/": _of_messages(settings, "list-request", does.list, is_open=False),
        "/ingestlocalweb/": _of_messages(settings, "ingest-request", does.ingest, is_open=True),
        "/uploadfile/": _of_forms(settings, does),
    }
    routes = [
        # The original server redirects a path without the slash, which curl does not follow by itself.
        Route(path, endpoint, methods=["POST"])
        for asked, endpoint in endpoints.items()
        for path in (asked, asked.removesuffix("/"))
    ]
    routes.append(Route(OPENAPI, _openapi, methods=["GET"]))
    return Starlette(routes=routes, exception_handlers=_REFUSALS)


def _of_messages(settings: Settings, schema: str, work: Work, *, is_open: bool) -> Endpoint:
    """The endpoint of a path whose requests are JSON; open ones need no token."""

    async def endpoint(request: Request) -> Response:
        check_sender(request.headers, settings.hosts)
        if not is_open and not is_authorized(request.headers.get("authorization")):
            raise unauthorized()
        tree = await message_of(request, schema, settings.body_seconds)
        return JSONResponse(await run_in_threadpool(work, tree))

    return endpoint


def _of_forms(settings: Settings, does: Endpoints) -> Endpoint:
    """The endpoint of uploads; each is in memory as a whole, so that only some are read at once, and others wait."""
    at_once = asyncio.Semaphore(_UPLOADS_AT_ONCE)

    async def endpoint(request: Request) -> Response:
        check_sender(request.headers, settings.hosts)
        async with at_once:
            form = await form_of(request, settings.max_body_bytes, settings.max_files, settings.body_seconds)
            return JSONResponse(await run_in_threadpool(does.upload, form))

    return endpoint


async def _openapi(_: Request) -> Response:
    return Response(openapi(), media_type="application/json")


async def _refused(_: Request, error: Exception) -> Response:
    """The reply to a request that is refused; the connection ends where the body was not read to its end."""
    if not isinstance(error, Refused):
        raise error
    headers = {"Connection": "close"} if error.status in _CLOSING else None
    return JSONResponse({"detail": error.detail}, error.status, headers)


_CLOSING: Final = frozenset((408, 413))


async def _no_path(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    return JSONResponse({"detail": error.detail}, error.status_code, error.headers)


async def _gone(_: Request, __: Exception) -> Response:
    return Response(status_code=400)  # nobody reads it


_REFUSALS: Final[dict[Any, Callable[[Request, Exception], Awaitable[Response]]]] = {
    Refused: _refused,
    HTTPException: _no_path,
    ClientDisconnect: _gone,
}
