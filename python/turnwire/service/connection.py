"""A connection to the service, which raises what the library raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import grpc

from turnwire.service.rebuild import is_unreachable, rebuilt
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from google.protobuf.message import Message

_Reply = TypeVar("_Reply", bound="Message")


class Connection:
    """A connection to one server; a context manager, and safe to use from many threads.

    Args:
        target: `host:port`.
        credentials: None for a connection without TLS.
        max_message_bytes: the largest reply that is accepted.
        timeout: seconds until a call ends in DEADLINE_EXCEEDED; None waits without limit.
    """

    def __init__(
        self,
        target: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        max_message_bytes: int = Settings().max_message_bytes,
        timeout: float | None = None,
    ) -> None:
        options = (
            ("grpc.max_receive_message_length", max_message_bytes),
            ("grpc.max_send_message_length", -1),  # what is too large is the server's to say
        )
        if credentials is None:
            self._channel = grpc.insecure_channel(target, options)
        else:
            self._channel = grpc.secure_channel(target, credentials, options)
        self._target, self._timeout = target, timeout
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

    def call(self, name: str, request: Message, reply: type[_Reply], timeout: float | None) -> _Reply:
        """Call a method of the service, and wait for its reply."""
        method = self._methods.get(name)
        if method is None:
            method = self._methods[name] = self._channel.unary_unary(
                f"/turnwire.v1.ConverterService/{name}",
                request_serializer=type(request).SerializeToString,
                response_deserializer=reply.FromString,
            )
        try:
            answer: _Reply = method(request, timeout=self._timeout if timeout is None else timeout)
        except grpc.RpcError as error:
            if is_unreachable(error):
                message = f"no service at {self._target} (start it: turnwire serve)"
                raise ConnectionError(message) from None
            known = rebuilt(error)
            if known is None:
                raise
            raise known from error
        return answer
