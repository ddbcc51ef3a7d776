"""grpc.health.v1: report whether the server accepts calls, once or as a watch.

grpcio's own servicer is not used: its Watch sends while it holds a lock that the end of another Watch waits for on the
thread that serves everything, so the whole server stops (seen with grpcio-health-checking 1.85.1 and six watches
cancelled at once).
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
from grpc_health.v1 import health_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

NAME = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name

_Reply = health_pb2.HealthCheckResponse
_CHECKS = 2
"""Threads that answer checks, so that a busy server reports that it is healthy."""
_WATCHES = 8
"""Watches at a time, each on a thread of its own; further ones wait for their first answer."""


class Health:
    """The common health of the named services."""

    def __init__(self, names: Collection[str]) -> None:
        # "The server should register all the services manually and set the individual status, including an empty
        # service name" (gRPC, doc/health-checking.md).
        self._names = frozenset(("", *names))
        self._draining = False
        self._changed = threading.Condition()

    def drain(self) -> None:
        """Report NOT_SERVING from now on, and end every watch with it."""
        with self._changed:
            self._draining = True
            self._changed.notify_all()

    def check(self, request: health_pb2.HealthCheckRequest, context: grpc.ServicerContext) -> _Reply:
        """Return the current status; NOT_FOUND for an unknown service."""
        if request.service not in self._names:
            context.abort(grpc.StatusCode.NOT_FOUND, "no such service")
        return self._status(request.service)

    def watch(self, request: health_pb2.HealthCheckRequest, context: grpc.ServicerContext) -> Iterator[_Reply]:
        """Yield the current status, and every change."""
        context.add_callback(self._wake)
        before = self._status(request.service)
        yield before
        with self._changed:
            self._changed.wait_for(lambda: self._draining or not context.is_active())
        now = self._status(request.service)
        if now != before and context.is_active():
            yield now

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _status(self, name: str) -> _Reply:
        if name not in self._names:
            return _Reply(status=_Reply.SERVICE_UNKNOWN)
        return _Reply(status=_Reply.NOT_SERVING if self._draining else _Reply.SERVING)

    def rpcs(self) -> dict[str, grpc.RpcMethodHandler[Any, Any]]:
        """The handlers of both methods by their names, for a server."""
        request, reply = health_pb2.HealthCheckRequest.FromString, _Reply.SerializeToString
        check = grpc.unary_unary_rpc_method_handler(OnThreads(self.check, ThreadPoolExecutor(_CHECKS)), request, reply)
        watch = grpc.unary_stream_rpc_method_handler(
            OnThreads(self.watch, ThreadPoolExecutor(_WATCHES)), request, reply
        )
        return {"Check": check, "Watch": watch}


class OnThreads:
    """Runs a method on its own threads, so that it neither waits for conversions nor delays them."""

    def __init__(self, method: Callable[..., object], threads: ThreadPoolExecutor) -> None:
        self._method = method
        self.experimental_thread_pool = threads

    def __call__(self, request: object, context: grpc.ServicerContext) -> object:
        """Return the method's own answer."""
        return self._method(request, context)
