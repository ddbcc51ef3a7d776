"""The guard around every RPC: no work after the deadline, no message too large, no internal exception text.

It is one function around each RPC and not a `grpc.ServerInterceptor`, which would run in Python a second time for
every call.  It parses and builds the messages, so that an invalid message gets a proper status, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Never

import grpc
from google.protobuf.message import Message
from grpc_status import rpc_status
from msgspec import Struct

from turnwire.codec.limits import Limits
from turnwire.service.admission import refused_for
from turnwire.service.errors import OversizedError, explained, not_taken

if TYPE_CHECKING:
    from google.rpc.status_pb2 import Status


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


def guarded(rpc: Rpc, limits: Limits) -> Callable[[bytes, grpc.ServicerContext], bytes]:
    """Return the RPC from bytes to bytes, as the server calls it."""
    parse, answer, most = rpc.request.FromString, rpc.answer, limits.max_bytes

    def call(data: bytes, context: grpc.ServicerContext) -> bytes:
        _check(context)
        try:
            _check_size("the request", data, most)
            reply = answer(parse(data), limits).SerializeToString()
            _check_size("the reply", reply, most)
        except Exception as error:  # noqa: BLE001 - the last line before the client
            _abort(context, explained(error, rpc.name))
        return reply

    return call


def guarded_stream(
    rpc: StreamRpc, limits: Limits
) -> Callable[[Iterator[bytes], grpc.ServicerContext], Iterator[bytes]]:
    """Return the RPC from messages of bytes to messages of bytes, as the server calls it."""
    parse, answer, most = rpc.request.FromString, rpc.answer, limits.max_bytes

    def parsed(requests: Iterator[bytes]) -> Iterator[Message]:
        for data in requests:
            _check_size("a request", data, most)
            yield parse(data)

    def call(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        _check(context)
        try:
            for reply in answer(parsed(requests), limits):
                data = reply.SerializeToString()
                _check_size("a reply", data, most)
                yield data
        except Exception as error:  # noqa: BLE001 - the last line before the client
            if context.is_active():  # else the client is gone, and the error is that its requests ended
                _abort(context, explained(error, rpc.name))

    return call


def _check(context: grpc.ServicerContext) -> None:
    """Refuse a call that is not admitted, or whose deadline has passed."""
    if (reason := refused_for()) is not None:
        _abort(context, not_taken(reason))
    if not context.time_remaining() or not context.is_active():
        context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the work began")


def _check_size(what: str, data: bytes, most: int) -> None:
    if len(data) > most:
        raise OversizedError(what, len(data), most)


def _abort(context: grpc.ServicerContext, status: Status) -> Never:
    context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort_with_status returns never")
