"""The gRPC server: what it serves, how it starts, and how it stops without losing a call."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, Any, Final

import grpc

from turnwire.service import reflection
from turnwire.service.admission import Admission
from turnwire.service.batches import convert_batch
from turnwire.service.catalogue import get_schema, list_dialects
from turnwire.service.conversion import convert, read, write
from turnwire.service.gate import Door, Gate, Logins
from turnwire.service.health import NAME as HEALTH_NAME
from turnwire.service.health import Health, OnThreads
from turnwire.service.inspection import detect, repair, validate
from turnwire.service.interceptors import Guard, Rpc, StreamRpc
from turnwire.service.observing import Observations
from turnwire.service.planning import plan
from turnwire.service.quotas import Quotas
from turnwire.service.refusals import Refusals
from turnwire.service.settings import address
from turnwire.service.streams import convert_stream
from turnwire.service.threads import WithoutFutures
from turnwire.service.time_limit import TimeLimit
from turnwire.service.tls import credentials
from turnwire.service.tokens import Tokens
from turnwire.service.trace_settings import tracing_of
from turnwire.service.tracing import HTTP
from turnwire.service.warming import warm_up
from turnwire.v1 import service_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import ThreadPoolExecutor

    from turnwire.service.http_server import HttpServer
    from turnwire.service.settings import Settings

NAME = service_pb2.DESCRIPTOR.services_by_name["ConverterService"].full_name

RPCS = (
    Rpc("Convert", service_pb2.ConvertRequest, convert),
    Rpc("Read", service_pb2.ReadRequest, read),
    Rpc("Write", service_pb2.WriteRequest, write),
    Rpc("Validate", service_pb2.ValidateRequest, validate),
    Rpc("Repair", service_pb2.RepairRequest, repair),
    Rpc("Plan", service_pb2.PlanRequest, plan),
    Rpc("Detect", service_pb2.DetectRequest, detect),
    Rpc("ListDialects", service_pb2.ListDialectsRequest, list_dialects),
    Rpc("GetSchema", service_pb2.GetSchemaRequest, get_schema),
)
CONVERT_STREAM = StreamRpc("ConvertStream", service_pb2.ConvertStreamRequest, convert_stream)
STREAM_RPCS = (
    CONVERT_STREAM,
    StreamRpc("ConvertBatch", service_pb2.ConvertBatchRequest, convert_batch),
)

_QUIET_SECONDS: Final = 0.3
"""How long refusals are still answered after the last call has ended, so that its reply is sent."""
_AGE_GRACE_SECONDS: Final = 60
"""How long the calls of a connection that has reached its age may still run."""
_DEAD_SECONDS: Final = 60
"""A client that has not been heard of for so long is asked for a sign of life."""
_HANDSHAKE_SECONDS: Final = 120
"""How long a client may take to begin HTTP/2, if `--max-idle` is not shorter; gRPC's own default."""
_UNREAD_BYTES: Final = 1024 * 1024
"""How much a client may send of a stream that is not read yet: with 100 ms to the client and back, 10 MiB a second."""
_MOST_UNSEEN: Final = 16_384
"""Calls that may wait in gRPC until the server's thread takes them: more than 80 connections with 192 calls each."""


class Service:
    """A listening server; call `start`, and `drain` to stop it.

    Args:
        settings: the settings of the server.
        quotas: what is left of the quotas of all tokens; shared by the processes of one server.

    Raises:
        OSError: the address cannot be used, or a file of the settings cannot be read.
        ValueError: a file of the settings has something else than it should.
    """

    def __init__(self, settings: Settings, quotas: Quotas | None = None) -> None:
        # Before it listens: of several processes on a port, each gets connections as soon as it does.
        warm_up()
        self._settings, self._draining = settings, threading.Event()
        self._admission, self._streams = _admissions(settings)
        self._http_admissions = _admissions(settings)
        self._server = new_server(settings, WithoutFutures(self._admission))
        self._health = Health((NAME,))
        self._observations = Observations(settings)
        tokens = None if settings.tokens is None else Tokens(settings.tokens)
        self.address = address(settings.host, _bind(self._server, settings))
        self._quotas = quotas or Quotas()
        self._time_limit = TimeLimit(settings.max_call)
        logins = None if tokens is None else Logins(tokens, self._quotas)
        self._tracing = tracing_of(os.environ)
        self._guard = Guard(
            settings.limits, settings.workers, self._time_limit, self._observations.ended, self._tracing
        )
        gate = Gate(dict(self._doors()), logins, Refusals(self._observations, self._tracing).note)
        self._server.add_generic_rpc_handlers((gate,))
        # Registered: gRPC keeps a queue for each registered method, and one for all others, in which a check would wait
        # behind thousands of calls.
        self._server.add_registered_method_handlers(HEALTH_NAME, self._health.rpcs())
        self.http = None if settings.http_port is None else self._new_http()

    def start(self) -> None:
        """Take calls from now on; the first one finds every dialect imported."""
        self._server.start()
        if self.http is not None:
            self.http.start()

    def drain(self, grace: float, lame_duck: float = 0.0) -> None:
        """Stop taking calls, and return when those that were taken have ended.

        First the health turns to NOT_SERVING, and calls are still taken for `lame_duck` seconds, so that a client or
        a proxy that watches it can send new calls elsewhere.  Then new calls are refused, and those that run have
        `grace` seconds.
        """
        self._draining.set()
        self._health.drain()
        time.sleep(lame_duck)
        admissions, end = (self._admission, self._streams, *self._http_admissions), time.monotonic() + grace
        for admission in admissions:
            admission.close()
        for admission in admissions:
            admission.wait_until_idle(max(end - time.monotonic(), 0))
        time.sleep(_QUIET_SECONDS)
        self._tracing.close()

    def stop(self) -> None:
        """Close the port and all connections at once."""
        if self.http is not None:
            self.http.stop()
        self._server.stop(0).wait()
        for admission in (self._admission, self._streams, *self._http_admissions):
            admission.shutdown(wait=False)
        self._time_limit.close()
        self._quotas.close()

    def _doors(self) -> Iterator[tuple[str, Door]]:
        for rpc in RPCS:
            one: grpc.RpcMethodHandler[Any, Any] = grpc.stream_unary_rpc_method_handler(
                self._guard.unary(rpc, self._admission)
            )
            yield f"/{NAME}/{rpc.name}", Door(one, self._admission)
        for stream in STREAM_RPCS:
            answer = OnThreads(self._guard.stream(stream, self._streams), self._streams)
            yield f"/{NAME}/{stream.name}", Door(grpc.stream_stream_rpc_method_handler(answer), self._streams)
        yield from reflection.doors((NAME, HEALTH_NAME), {rpc.name for rpc in (*RPCS, *STREAM_RPCS)}, NAME)

    def _new_http(self) -> HttpServer:
        # Imported by those who serve HTTP, since it takes a tenth of a second.
        from turnwire.service.http_doors import HttpDoors, Streams, Unary  # noqa: PLC0415
        from turnwire.service.http_server import HttpServer  # noqa: PLC0415
        from turnwire.service.http_sessions import FORM, PATH, THREADS  # noqa: PLC0415
        from turnwire.service.http_unary import FORMS, protocol_of  # noqa: PLC0415

        settings, (admission, streams) = self._settings, self._http_admissions
        draining = self._draining  # not `self`: gRPC hangs at the exit if its server is in a cycle
        # Tokens of their own, since those of the gate are for its thread.
        logins = None if settings.tokens is None else Logins(Tokens(settings.tokens), self._quotas)
        sessions = {PATH: {"application/json": self._guard.unary(THREADS, admission, FORM, HTTP)}}
        doors = HttpDoors(
            unary=Unary(
                {
                    f"/{NAME}/{rpc.name}": {
                        media_type: self._guard.unary(rpc, admission, form, protocol_of(media_type).transport)
                        for media_type, form in FORMS.items()
                    }
                    for rpc in RPCS
                }
                | ({} if settings.no_page else sessions),
                admission,
            ),
            streams=Streams(self._guard.stream(CONVERT_STREAM, streams, HTTP), streams, settings.max_idle),
            logins=logins,
            refused=Refusals(self._observations, self._tracing).note,
            is_serving=lambda: not draining.is_set(),
            most_bytes=settings.max_message_bytes,
            most_head_bytes=settings.max_metadata_bytes,
            origins=settings.origins,
            has_page=not settings.no_page,
        )
        return HttpServer(settings, doors)


def _admissions(settings: Settings) -> tuple[Admission, Admission]:
    """Those of unary calls, and of streams, each of which has a thread as long as it lasts."""
    unary = Admission(min(settings.workers, settings.max_concurrent), settings.max_concurrent)
    return unary, Admission(settings.max_streams, settings.max_streams)


def new_server(settings: Settings, threads: ThreadPoolExecutor | WithoutFutures) -> grpc.Server:
    """A server with the limits of the settings, that serves nothing yet."""
    pool: Any = threads
    return grpc.server(pool, options=tuple(_options(settings)))


def _options(settings: Settings) -> Iterator[tuple[str, Any]]:
    # Beyond the limit itself, so that the refusal is ours: gRPC's own has no `google.rpc.Status`.
    yield "grpc.max_receive_message_length", 2 * settings.max_message_bytes
    yield "grpc.max_send_message_length", 2 * settings.max_message_bytes
    # Else gRPC takes as much of a request as it likes before anybody reads it: at least 16 MiB of each stream ("const
    # double kAnythingGoesWindow = std::max(double(1 << 24), bdp)", chttp2/transport/flow_control.cc).
    yield "grpc.http2.bdp_probe", 0
    yield "grpc.http2.lookahead_bytes", min(settings.max_message_bytes, _UNREAD_BYTES)
    # Without this a second server on the same port starts, and takes half of the calls.
    yield "grpc.so_reuseport", int(settings.reuse_port)
    # Only what is not compressed: gRPC's limits do not hold for what a message becomes when it is decompressed.
    yield "grpc.compression_enabled_algorithms_bitset", 1
    yield "grpc.max_connection_idle_ms", int(settings.max_idle * 1000)
    # A connection whose client sends nothing is not idle for gRPC, but still in its handshake, for 120 seconds.
    yield "grpc.server_handshake_timeout_ms", int(min(settings.max_idle, _HANDSHAKE_SECONDS) * 1000)
    yield "grpc.max_connection_age_ms", int(settings.max_age * 1000)
    yield "grpc.max_connection_age_grace_ms", _AGE_GRACE_SECONDS * 1000
    yield "grpc.max_concurrent_streams", settings.most_per_connection
    yield "grpc.max_metadata_size", settings.max_metadata_bytes
    # Both: between the two gRPC refuses some calls and takes others, by chance.
    yield "grpc.absolute_max_metadata_size", settings.max_metadata_bytes
    # "how many misbehaving pings the server can bear before sending goaway" (grpc_types.h): 2 unless it is set.
    yield "grpc.http2.min_recv_ping_interval_without_data_ms", int(settings.min_ping_interval * 1000)
    # gRPC's own protections end calls with UNAVAILABLE or CANCELLED as soon as several connections bring more calls
    # than are answered: calls that have ended count until they are freed ("We have more streams allocated than we'd
    # like, so apply some pushback by refusing this stream", chttp2/transport/parsing.cc), and 1,000 may wait until
    # they are taken.  `Gate` refuses what is too much, with RESOURCE_EXHAUSTED.
    yield "grpc.http.overload_protection", 0
    yield "grpc.server.max_pending_requests", _MOST_UNSEEN
    yield "grpc.server.max_pending_requests_hard_limit", _MOST_UNSEEN
    yield "grpc.keepalive_permit_without_calls", 1
    yield "grpc.keepalive_time_ms", _DEAD_SECONDS * 1000


def _bind(server: grpc.Server, settings: Settings) -> int:
    proof = credentials(settings)
    try:
        if proof is None:
            port: int = server.add_insecure_port(settings.address)
        else:
            port = server.add_secure_port(settings.address, proof)
    except RuntimeError as error:
        raise OSError(f"cannot listen on {settings.address}: {error}") from None
    if not port:
        raise OSError(f"cannot listen on {settings.address}")
    return port
