"""Decide for each call, before its request is read, whether it is answered.

It is refused if its token is none of the server's, or has used up its quota; if there are too many calls; and if the
server stops.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, Never

import grpc
from grpc_status import rpc_status
from msgspec import Struct

from turnwire.service.admission import Admission
from turnwire.service.errors import not_taken, over_quota, unauthenticated
from turnwire.service.health import OnThreads
from turnwire.service.quotas import Quotas
from turnwire.service.tokens import Token, Tokens
from turnwire.service.tracing import GRPC, Transport

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from google.rpc.status_pb2 import Status

_REFUSERS: Final = 4
"""Threads that refuse."""
_BEARER: Final = "bearer "

token_name: ContextVar[str] = ContextVar("token_name", default="")
"""The name of the token of the call that this thread answers or refuses; empty if it has none of the file."""


class Door(Struct, frozen=True):
    """One method: what answers it, and the threads that it is admitted to; None for one that is always admitted."""

    answer: grpc.RpcMethodHandler[Any, Any]
    admission: Admission | None = None


class Logins(Struct, frozen=True):
    """The tokens that are taken, and their quotas."""

    tokens: Tokens
    quotas: Quotas

    def check(self, metadata: Mapping[str, str | bytes]) -> Token | Status:
        """Return the token of a call, or why the call is refused; `token_name` is that of a token of the file."""
        given = metadata.get("authorization", "")
        if not isinstance(given, str) or given[: len(_BEARER)].lower() != _BEARER:
            return unauthenticated("MISSING_TOKEN", "this server takes calls with a bearer token in `authorization`")
        token = self.tokens.find(given[len(_BEARER) :].strip())
        if token is None:
            return unauthenticated("UNKNOWN_TOKEN", "the bearer token is not one of this server's")
        token_name.set(token.name)
        if token.has_expired():
            return unauthenticated("EXPIRED_TOKEN", "the time of the bearer token is over")
        wait = self.quotas.wait_for(token)
        return over_quota(wait) if wait else token


class Gate(grpc.GenericRpcHandler):
    """The methods of the server, behind their doors."""

    def __init__(
        self, doors: Mapping[str, Door], logins: Logins | None, refused: Callable[[str, Status, Any, Transport], None]
    ) -> None:
        self._doors, self._logins, self._refused = doors, logins, refused
        self._refusers = ThreadPoolExecutor(_REFUSERS, "refuse")

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[Any, Any] | None:
        """Return what answers a call; of a call that is refused, what answers it without a look at its request."""
        door = self._doors.get(handler_call_details.method)
        if door is None:
            return None
        status = self._refusal(door, handler_call_details)
        if status is None:
            return door.answer
        return self._refuse(handler_call_details.method, status)

    def _refusal(self, door: Door, call: grpc.HandlerCallDetails) -> Status | None:
        if door.admission is not None and (reason := door.admission.refusal()) is not None:
            return not_taken(reason)
        if self._logins is None:
            return None
        found = self._logins.check(dict(call.invocation_metadata or ()))
        if isinstance(found, Token):
            return None
        return found

    def _refuse(self, method: str, status: Status) -> grpc.RpcMethodHandler[Any, Any]:
        def abort(_: Iterator[bytes], context: grpc.ServicerContext) -> Never:
            self._refused(method, status, context, GRPC)
            context.abort_with_status(rpc_status.to_status(status))
            raise AssertionError("abort_with_status returns never")

        # As a stream, whatever the method is: then nothing waits for the request.
        return grpc.stream_stream_rpc_method_handler(OnThreads(abort, self._refusers))
