"""A connection to the service, which raises what the library raises."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, TypeVar

import grpc

from turnwire.service.rebuild import translated_errors
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from google.protobuf.message import Message

    from turnwire.service.calls import Call

_Result = TypeVar("_Result")

PREFIX: Final = "/turnwire.v1.ConverterService/"
TIMEOUT: Final = 60.0
"""Seconds that a call may take if the caller gives no deadline."""
STREAM_TIMEOUT: Final = 600.0
"""The same of a call with a stream, which lasts as long as its reply comes."""
_REPEATED: Final = (
    "Convert",
    "Read",
    "Write",
    "Validate",
    "Repair",
    "Plan",
    "Detect",
    "ListDialects",
    "GetSchema",
)
"""Each of these is a function of its request, so that a repetition does no harm."""
_RETRIES: Final = {
    "methodConfig": [
        {
            "name": [{"service": "turnwire.v1.ConverterService", "method": name} for name in _REPEATED],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ]
}


def channel_options(max_message_bytes: int) -> tuple[tuple[str, Any], ...]:
    """Return the options of a channel of either client.

    Args:
        max_message_bytes: the largest reply that is accepted.
    """
    return (
        ("grpc.max_receive_message_length", max_message_bytes),
        ("grpc.max_send_message_length", -1),  # what is too large is the server's to say
        ("grpc.service_config", json.dumps(_RETRIES)),
    )


class Connection:
    """A connection to one server; a context manager, and safe to use from many threads.

    Args:
        target: `host:port`.
        credentials: None for a connection without TLS.
        token: the bearer token that every call is sent with.
        max_message_bytes: the largest reply that is accepted.
        timeout: seconds until a call ends in DEADLINE_EXCEEDED; None waits without limit.

    A call that no server answered is repeated up to three times.
    """

    def __init__(
        self,
        target: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        token: str | None = None,
        max_message_bytes: int = Settings().max_message_bytes,
        timeout: float | None = TIMEOUT,
    ) -> None:
        options = channel_options(max_message_bytes)
        if credentials is None:
            self._channel = grpc.insecure_channel(target, options)
        else:
            self._channel = grpc.secure_channel(target, credentials, options)
        self._target, self._timeout, self._metadata = target, timeout, metadata_of(token)
        self._methods: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection, and end every call on it."""
        self._channel.close()

    def call(self, call: Call[_Result], timeout: float | None) -> _Result:
        """Call a method of the service, and wait for its reply."""
        method = self._methods.get(call.name)
        if method is None:
            method = self._methods[call.name] = self._channel.unary_unary(
                PREFIX + call.name,
                request_serializer=type(call.request).SerializeToString,
                response_deserializer=call.reply.FromString,
            )
        with translated_errors(self._target):
            reply = method(call.request, timeout=self._timeout if timeout is None else timeout, metadata=self._metadata)
        return call.result(reply)

    def stream(self, name: str, requests: Iterator[Message], reply: type[Message], timeout: float | None) -> Any:
        """Call a method of the service with many requests and many replies."""
        method: Any = self._channel.stream_stream(
            PREFIX + name,
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=reply.FromString,
        )
        return method(requests, timeout=STREAM_TIMEOUT if timeout is None else timeout, metadata=self._metadata)

    @property
    def target(self) -> str:
        """The address of the server."""
        return self._target


def metadata_of(token: str | None) -> tuple[tuple[str, str], ...]:
    """Return the metadata of every call of a client that has this token."""
    return () if token is None else (("authorization", f"Bearer {token}"),)
