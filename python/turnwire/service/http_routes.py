"""What is served over HTTP/1.1: unary calls (Connect, gRPC-Web), streams, the page, and what describes the server.

Only the transport is here: the guard, the tokens, the limits and the errors are those of the calls over gRPC.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from turnwire.service.http_edges import Edges, Heads
from turnwire.service.http_openapi import openapi
from turnwire.service.http_page import page_routes
from turnwire.service.http_streams import PATH, converted
from turnwire.service.http_unary import unary

if TYPE_CHECKING:
    from starlette.requests import Request

    from turnwire.service.http_doors import HttpDoors


def application(doors: HttpDoors) -> Starlette:
    """Return the ASGI application.

    Args:
        doors: what it serves.
    """
    routes = [Route(path, partial(unary, doors, path), methods=["POST"]) for path in doors.unary.answers]
    routes.append(Route(PATH, partial(converted, doors), methods=["POST"]))

    async def health(_: Request) -> Response:
        is_open = doors.is_serving()
        return PlainTextResponse("SERVING\n" if is_open else "NOT_SERVING\n", 200 if is_open else 503)

    async def description(_: Request) -> Response:
        return Response(openapi(has_tokens=doors.logins is not None), media_type="application/json")

    routes += [Route("/healthz", health), Route("/openapi.json", description)]
    routes += page_routes() if doors.has_page else ()
    cors = Middleware(
        CORSMiddleware,
        allow_origins=list(doors.origins),
        allow_methods=["GET", "POST"],
        expose_headers=["retry-after"],
        allow_headers=[
            "authorization",
            "content-type",
            *("connect-protocol-version", "connect-timeout-ms"),
            *("grpc-timeout", "x-grpc-web", "x-user-agent"),
        ],
    )
    found = Starlette(
        routes=routes,
        middleware=[Middleware(Heads, doors), *([cors] if doors.origins else ())],
        exception_handlers=Edges(doors).handlers(),
    )
    found.router.redirect_slashes = False  # a client would not follow with its body
    return found
