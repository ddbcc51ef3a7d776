"""The guard around every RPC: no work after the deadline, no message too large, no internal exception text.

It is one function around each RPC and not a `grpc.ServerInterceptor`, which would run in Python a second time for
every call.  It parses and builds the messages, so that an invalid message gets a proper status, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Never, TypeAlias

import grpc
from google.protobuf.message import Message
from google.rpc.code_pb2 import Code
from grpc_status import rpc_status
from msgspec import Struct

from turnwire.codec.limits import Limits
from turnwire.service.cutting import CutOff, Work
from turnwire.service.errors import OversizedError, RefusedError, explained
from turnwire.service.message_forms import BINARY, Form
from turnwire.service.tracing import GRPC, Transport
from turnwire.service.turns import Turns

if TYPE_CHECKING:
    from google.rpc.status_pb2 import Status

    from turnwire.service.admission import Admission
    from turnwire.service.context import CallContext
    from turnwire.service.time_limit import TimeLimit
    from turnwire.service.tracing import Span, Tracing

Observer: TypeAlias = Callable[[str, str, float], None]
"""Is called at the end of each call: with the name of its RPC, its code, and the seconds that it took."""


_Forms: TypeAlias = tuple[Callable[[bytes], Message], Callable[[Message], bytes]]
"""What parses the request of a call, and what makes its reply."""


class Rpc(Struct, frozen=True):
    """One method of the service, with one request and one reply."""

    name: str
    request: type[Message]
    answer: Callable[[Any, Limits], Message]
    """Request and limits -> reply.  A pure function; raises what errors.py has a status for."""


class StreamRpc(Struct, frozen=True):
    """One method of the service with many requests and many replies."""

    name: str
    request: type[Message]
    answer: Callable[[Iterator[Any], Limits], Iterator[Message]]
    """Requests and limits -> replies, as they come; raises what errors.py has a status for."""


class Guard:
    """What each RPC of a server has around it.

    Args:
        limits: how large messages and documents may be.
        most_at_once: how many unary calls are converted at once, however many wait for their requests to arrive.
        time_limit: ends unary calls that take too long.
        observe: is called at the end of each call.
        tracing: where the span of each call goes.
    """

    def __init__(
        self, limits: Limits, most_at_once: int, time_limit: TimeLimit, observe: Observer, tracing: Tracing
    ) -> None:
        self._limits, self._time_limit, self._observe, self._tracing = limits, time_limit, observe, tracing
        self._turns = Turns(most_at_once)

    def unary(
        self, rpc: Rpc, admission: Admission, form: Form = BINARY, transport: Transport = GRPC
    ) -> Callable[[Iterator[bytes], CallContext], bytes]:
        """Return the RPC from the bytes of its one request to the bytes of its reply, as the server calls it.

        The request comes as an iterator, since gRPC would otherwise wait for it before it calls anything here.
        `form` is that of both messages, and `transport` how they come.
        """
        parsed = form.parser(rpc.request)

        def call(requests: Iterator[bytes], context: CallContext) -> bytes:
            start, code, work = time.monotonic(), "CANCELLED", Work()
            span = self._tracing.begin(rpc.name, context, transport)

            def ended() -> None:
                self._time_limit.forget(context)
                work.cut()

            self._time_limit.watch(context)
            try:
                if not admission.keep(context, ended):
                    ended()
                data = admission.first(requests)
                if not context.time_remaining():
                    code = "DEADLINE_EXCEEDED"
                    context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the work began")
                reply = self._answered(rpc, data, (parsed, form.written), work, span)
                code = "OK"
            except CutOff:
                return b""  # nobody waits for it
            except _ExplainedError as error:
                code = Code.Name(error.status.code)
                _abort(context, error.status)
            finally:
                self._observe(rpc.name, code, time.monotonic() - start)
                span.end(code)
            return reply

        return call

    def _answered(self, rpc: Rpc, data: bytes | None, form: _Forms, work: Work, span: Span) -> bytes:
        parsed, written = form
        try:
            self._turns.begin()
            try:
                with work:
                    request = parsed(checked := self._checked(data))
                    span.requested(request, len(checked))
                    message = rpc.answer(request, self._limits)
                    reply = written(message)
                    span.replied(message, len(reply))
                    _check_size("the reply", reply, self._limits.max_bytes)
            finally:
                self._turns.end()
        except Exception as error:  # noqa: BLE001 - the last line before the client
            # Outside of the work: `logging` would keep the lock of its handler if it were cut off, for ever.
            raise _ExplainedError(explained(error, rpc.name)) from None
        return reply

    def _checked(self, data: bytes | None) -> bytes:
        if data is None:
            raise RefusedError("", "the call has no request")
        _check_size("the request", data, self._limits.max_bytes)
        return data

    def stream(
        self, rpc: StreamRpc, admission: Admission, transport: Transport = GRPC
    ) -> Callable[[Iterator[bytes], CallContext], Iterator[bytes]]:
        """Return the RPC from messages of bytes to messages of bytes, as the server calls it."""

        def call(requests: Iterator[bytes], context: CallContext) -> Iterator[bytes]:
            start, code, work = time.monotonic(), "CANCELLED", Work()
            span = self._tracing.begin(rpc.name, context, transport)
            try:
                if admission.keep(context, work.cut):
                    yield from self._replies(rpc, requests, work, span)
                    code = "OK"
            except CutOff:
                pass
            except Exception as error:  # noqa: BLE001 - the last line before the client
                if context.is_active():  # else the client is gone, and the error is that its requests ended
                    status = explained(error, rpc.name)
                    code = Code.Name(status.code)
                    _abort(context, status)
            finally:
                self._observe(rpc.name, code, time.monotonic() - start)
                span.end(code)

        return call

    def _replies(self, rpc: StreamRpc, requests: Iterator[bytes], work: Work, span: Span) -> Iterator[bytes]:
        replies = rpc.answer(self._parsed(rpc, requests, work, span), self._limits)
        while True:
            with work:
                reply = next(replies, None)
                if reply is None:
                    return
                data = reply.SerializeToString()
                span.replied(reply, len(data))
            _check_size("a reply", data, self._limits.max_bytes)
            yield data

    def _parsed(self, rpc: StreamRpc, requests: Iterator[bytes], work: Work, span: Span) -> Iterator[Message]:
        while True:
            with work.paused():  # gRPC waits here, and ends the wait itself when the client is gone
                data = next(requests, None)
            if data is None:
                return
            _check_size("a request", data, self._limits.max_bytes)
            request = rpc.request.FromString(data)
            span.requested(request, len(data))
            yield request


class _ExplainedError(Exception):
    """Why a call fails, as its client gets it."""

    def __init__(self, status: Status) -> None:
        super().__init__(status)
        self.status = status


def _check_size(what: str, data: bytes, most: int) -> None:
    if len(data) > most:
        raise OversizedError(what, len(data), most)


def _abort(context: CallContext, status: Status) -> Never:
    context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort_with_status returns never")
