"""Requests over HTTP that are no calls: two lengths, large heads, unknown paths, other methods, and other media types.

The Connect protocol gives them a status and no body ("If the server doesn't support the specified Message-Codec, it
must respond with an HTTP status code of 415 Unsupported Media Type."), and its clients take the code from a body that
has one.  So each gets the body of an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from google.rpc.code_pb2 import Code
from google.rpc.status_pb2 import Status
from starlette.responses import Response

from turnwire.service.errors import explained
from turnwire.service.http_protocols import failed
from turnwire.service.tracing import HTTP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from turnwire.service.http_doors import HttpDoors

_UNKNOWN: Final = "unknown"
"""The method in the log and the metrics: a path that anybody can choose is in neither of them."""


_SEPARATORS: Final = len(b": \r\n")
_TWO_LENGTHS: Final = "a request has Content-Length or Transfer-Encoding, and not both"


class Heads:
    """Refuses requests that have two lengths or a head that is too large, and closes their connections.

    h11 looks at the size of a head while it is not whole, and takes any that comes in one piece.

    A proxy that believes the other length than this server would take the rest for another client's request: "Such a
    message might indicate an attempt to perform request smuggling"; "the server MUST close the connection after
    responding to such a request" (RFC 9112, section 6.3).

    Args:
        app: what answers all other requests.
        doors: what the application serves; it notes what is refused.
    """

    def __init__(self, app: ASGIApp, doors: HttpDoors) -> None:
        self._app, self._doors = app, doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        reason = self._why_refused(scope)
        if reason is None:
            return await self._app(scope, receive, send)
        found = Status(code=Code.INVALID_ARGUMENT, message=reason)
        self._doors.refused(_UNKNOWN, found, None, HTTP)
        return await failed(found, headers={"connection": "close"})(scope, receive, send)

    def _why_refused(self, scope: Scope) -> str | None:
        headers = scope.get("headers", ())
        if {b"content-length", b"transfer-encoding"} <= {name for name, _ in headers}:
            return _TWO_LENGTHS
        size = len(scope.get("raw_path", b"")) + len(scope.get("query_string", b""))
        size += sum(len(name) + len(value) + _SEPARATORS for name, value in headers)
        most = self._doors.most_head_bytes
        return f"the head of a request has more than {most} bytes" if size > most else None


class Edges:
    """Answers what is no call.

    Args:
        doors: what the application serves; it notes what is refused.
    """

    def __init__(self, doors: HttpDoors) -> None:
        self._doors = doors

    def handlers(self) -> dict[Any, Any]:
        """Return what starlette calls for each status, and for an exception that nothing else takes."""
        return {404: self._no_path, 405: self._other_method, Exception: self._failed}

    async def _no_path(self, _: Request, __: Exception) -> Response:
        paths = ", ".join(sorted({path.rpartition("/")[0] + "/METHOD" for path in self._doors.unary.answers}))
        text = f"there is no such path: calls are POST {paths}, and GET /openapi.json lists all paths"
        return _refused(self._doors, _UNKNOWN, text, 404, {})

    async def _other_method(self, request: Request, error: Any) -> Response:
        allow = ", ".join(sorted({*(error.headers or {}).get("Allow", "").split(", "), "OPTIONS"} - {""}))
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": allow, **self._accepted(request.url.path)})
        # Without the method, which anybody can choose: the text is in the log.
        text = f"the method of this request is not taken here: there are {allow}"
        return _refused(self._doors, self._name(request.url.path), text, 405, {"allow": allow})

    async def _failed(self, request: Request, error: Exception) -> Response:
        return failed(explained(error, self._name(request.url.path)))

    def _name(self, path: str) -> str:
        return path if path in self._doors.unary.answers else _UNKNOWN

    def _accepted(self, path: str) -> dict[str, str]:
        answers = self._doors.unary.answers.get(path)
        return {} if answers is None else _accept_post(answers)


def wrong_media_type(doors: HttpDoors, path: str) -> Response:
    """Return the reply to a call whose content type is none of the protocol's.

    Args:
        doors: what the application serves.
        path: that of the method.
    """
    headers = _accept_post(doors.unary.answers[path])
    text = f"the content type is none of this call: send {headers['accept-post']}"
    return _refused(doors, path, text, 415, headers)


def _accept_post(media_types: Iterable[str]) -> dict[str, str]:
    # Linked Data Platform 1.0, section 7.1: "The Accept-Post response header should appear in the OPTIONS response for
    # any resource that supports the use of the POST method."
    return {"accept-post": ", ".join(media_types)}


def _refused(doors: HttpDoors, method: str, text: str, status: int, headers: dict[str, str]) -> Response:
    found = Status(code=Code.UNIMPLEMENTED, message=text)
    doors.refused(method, found, None, HTTP)
    return failed(found, status, headers)
