"""The guard around every RPC: no work after the deadline, no reply too large, no internal exception text.

It is one function around each RPC and not a `grpc.ServerInterceptor`, which would run in Python a second time for
every call.  It parses and builds the messages, so that an invalid message gets a proper status, too.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf.message import DecodeError, Message
from grpc_status import rpc_status
from msgspec import Struct

from turnwire.codec.limits import Limits
from turnwire.service.admission import refused_for
from turnwire.service.errors import RefusedError, internal, not_taken, status_of, too_large

if TYPE_CHECKING:
    from google.rpc.status_pb2 import Status


_LOG = logging.getLogger("turnwire.service")


class Rpc(Struct, frozen=True):
    """One method of the service."""

    name: str
    request: type[Message]
    answer: Callable[[Any, Limits], Message]
    """Request and limits -> reply.  A pure function; raises what errors.py has a status for."""


def guarded(rpc: Rpc, limits: Limits) -> Callable[[bytes, grpc.ServicerContext], bytes]:
    """Return the RPC from bytes to bytes, as the server calls it."""
    parse, answer, most = rpc.request.FromString, rpc.answer, limits.max_bytes

    def call(data: bytes, context: grpc.ServicerContext) -> bytes:
        if (reason := refused_for()) is not None:
            context.abort_with_status(rpc_status.to_status(not_taken(reason)))
        if not context.time_remaining() or not context.is_active():
            context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the work began")
        try:
            reply = answer(parse(data), limits).SerializeToString()
        except Exception as error:  # noqa: BLE001 - the last line before the client
            status = _told(error, rpc.name)
        else:
            if len(reply) <= most:
                return reply
            status = too_large(len(reply), most)
        return context.abort_with_status(rpc_status.to_status(status))

    return call


def _told(error: Exception, name: str) -> Status:
    if isinstance(error, DecodeError):
        error = RefusedError("", "the request is not a message of its type")
    status = status_of(error)
    if status is not None:
        return status
    correlation_id = secrets.token_hex(8)
    _LOG.error("%s failed, correlation_id=%s", name, correlation_id, exc_info=error)
    return internal(correlation_id)
