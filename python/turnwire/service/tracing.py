"""A span of OpenTelemetry for each call: what it was and how it ended, and nothing of its content.

OpenTelemetry itself is in spans.py, which is imported when traces are turned on (trace_settings.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec import Struct

from turnwire.dialects import full_name
from turnwire.errors import UnknownDialect

if TYPE_CHECKING:
    from turnwire.service.context import CallContext


class Transport(Struct, frozen=True):
    """How a call comes.

    Its name is a value of `rpc.system.name`; `headers` gives the headers of a call, by its context.
    """

    name: str
    headers: Callable[[Any], Iterable[tuple[str, str | bytes]]]


GRPC: Final = Transport("grpc", methodcaller("invocation_metadata"))
HTTP: Final = Transport("connectrpc", attrgetter("headers"))
GRPC_WEB: Final = Transport("grpc", attrgetter("headers"))


class Facts:
    """What is noted of a call while it is answered: its dialects, sizes and losses.

    Only plain attributes are set here, since the work of a call can be cut off at any moment.
    """

    def __init__(self) -> None:
        self.source = self.target = ""
        self.request_bytes = self.reply_bytes = self.losses = 0

    def requested(self, message: Any, size: int) -> None:
        """Note a message of the request.

        Args:
            message: the message.
            size: its bytes, as they came.
        """
        self.request_bytes += size
        asked = getattr(message, "begin", None) or getattr(message, "convert", None) or message
        wire = getattr(asked, "wire", None)
        self.source = self.source or _known(getattr(asked, "source", "") if wire is None else wire.dialect)
        self.target = self.target or _known(getattr(asked, "target", "") or getattr(asked, "dialect", ""))

    def replied(self, message: Any, size: int) -> None:
        """Note a message of the reply.

        Args:
            message: the message.
            size: its bytes, as they are sent.
        """
        self.reply_bytes += size
        for part in (message, getattr(message, "ended", None), getattr(message, "converted", None)):
            self.losses += len(getattr(part, "losses", ()))


def _known(name: Any) -> str:
    """The full name of a dialect; empty for any other text of a client, and for what is no text."""
    try:
        return full_name(name.partition(":")[0]) if isinstance(name, str) and name else ""
    except UnknownDialect:
        return ""


class Span(Protocol):
    """The span of a call, which takes the messages as they come."""

    def requested(self, message: Any, size: int) -> None:
        """Note a message of the request, and its bytes."""

    def replied(self, message: Any, size: int) -> None:
        """Note a message of the reply, and its bytes."""

    def end(self, code: str) -> None:
        """End it, with the code of the call."""


class Tracing(Protocol):
    """Where spans go."""

    def begin(self, name: str, context: CallContext, transport: Transport) -> Span:
        """Begin the span of a call, as a child of the one that its client names."""

    def close(self) -> None:
        """Send what has not been sent, and stop."""


class Untraced:
    """No span, and nowhere to send it."""

    def begin(self, _: str, __: CallContext, ___: Transport) -> Untraced:
        """Begin nothing."""
        return self

    def requested(self, _: Any, __: int) -> None:
        """Note nothing."""

    def replied(self, _: Any, __: int) -> None:
        """Note nothing."""

    def end(self, _: str) -> None:
        """End nothing."""

    def close(self) -> None:
        """Send nothing."""
