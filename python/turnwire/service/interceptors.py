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
from turnwire.service.errors import OversizedError, explained

if TYPE_CHECKING:
    from google.rpc.status_pb2 import Status

Observer: TypeAlias = Callable[[str, str, float], None]
"""Is called at the end of each call: with the name of its RPC, its code, and the seconds that it took."""


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


def guarded(rpc: Rpc, limits: Limits, observe: Observer) -> Callable[[bytes, grpc.ServicerContext], bytes]:
    """Return the RPC from bytes to bytes, as the server calls it."""
    parse, answer, most = rpc.request.FromString, rpc.answer, limits.max_bytes

    def call(data: bytes, context: grpc.ServicerContext) -> bytes:
        start, work = time.monotonic(), Work()
        if not context.time_remaining() or not context.add_callback(work.cut):
            observe(rpc.name, "DEADLINE_EXCEEDED", 0.0)
            context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the work began")
        try:
            with work:
                _check_size("the request", data, most)
                reply = answer(parse(data), limits).SerializeToString()
                _check_size("the reply", reply, most)
        except CutOff:
            observe(rpc.name, "CANCELLED", time.monotonic() - start)
            return b""  # nobody waits for it
        except Exception as error:  # noqa: BLE001 - the last line before the client
            status = explained(error, rpc.name)
            observe(rpc.name, Code.Name(status.code), time.monotonic() - start)
            _abort(context, status)
        observe(rpc.name, "OK", time.monotonic() - start)
        return reply

    return call


def guarded_stream(
    rpc: StreamRpc, limits: Limits, observe: Observer
) -> Callable[[Iterator[bytes], grpc.ServicerContext], Iterator[bytes]]:
    """Return the RPC from messages of bytes to messages of bytes, as the server calls it."""
    parse, answer, most = rpc.request.FromString, rpc.answer, limits.max_bytes

    def parsed(requests: Iterator[bytes]) -> Iterator[Message]:
        for data in requests:
            _check_size("a request", data, most)
            yield parse(data)

    def call(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        start, code = time.monotonic(), "CANCELLED"
        try:
            for reply in answer(parsed(requests), limits):
                data = reply.SerializeToString()
                _check_size("a reply", data, most)
                yield data
            code = "OK"
        except Exception as error:  # noqa: BLE001 - the last line before the client
            if context.is_active():  # else the client is gone, and the error is that its requests ended
                status = explained(error, rpc.name)
                code = Code.Name(status.code)
                _abort(context, status)
        finally:
            observe(rpc.name, code, time.monotonic() - start)

    return call


def _check_size(what: str, data: bytes, most: int) -> None:
    if len(data) > most:
        raise OversizedError(what, len(data), most)


def _abort(context: grpc.ServicerContext, status: Status) -> Never:
    context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort_with_status returns never")
