"""A connection to the service for programs with `asyncio`, which raises what the library raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import grpc
import grpc.aio

from turnwire.service.connection import PREFIX, STREAM_TIMEOUT, TIMEOUT, channel_options, metadata_of
from turnwire.service.rebuild import translated_errors
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from types import TracebackType
    from typing import Self

    from google.protobuf.message import Message

    from turnwire.service.calls import Call

_Result = TypeVar("_Result")


class AsyncConnection:
    """A connection to one server; an asynchronous context manager, for one event loop.

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
            self._channel = grpc.aio.insecure_channel(target, options)
        else:
            self._channel = grpc.aio.secure_channel(target, credentials, options)
        self._target, self._timeout, self._metadata = target, timeout, metadata_of(token)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection, and end every call on it."""
        await self._channel.close()

    async def call(self, call: Call[_Result], timeout: float | None) -> _Result:
        """Call a method of the service, and wait for its reply."""
        method: Any = self._channel.unary_unary(
            PREFIX + call.name,
            request_serializer=type(call.request).SerializeToString,
            response_deserializer=call.reply.FromString,
        )
        with translated_errors(self._target):
            reply = await method(
                call.request, timeout=self._timeout if timeout is None else timeout, metadata=self._metadata
            )
        return call.result(reply)

    def stream(self, name: str, requests: AsyncIterator[Message], reply: type[Message], timeout: float | None) -> Any:
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
