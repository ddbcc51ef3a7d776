"""What an operator can choose about a server; every default is safe on a shared machine."""

from __future__ import annotations

from msgspec import Struct

from turnwire.codec.limits import Limits

MIB = 1024 * 1024


class Settings(Struct, frozen=True):
    """The settings of one server.

    `host`: the address to listen on; the default is the loopback address.  `port`: 0 takes any free one.
    `max_message_bytes`: of a request and of a reply.  `workers`: threads that convert; Python runs one at a time,
    so a few are enough.  `max_concurrent`: calls admitted at once, including waiting ones; more are refused with
    RESOURCE_EXHAUSTED.  `max_streams`: calls of ConvertStream and ConvertBatch at once, each on a thread of its own.
    `grace`: seconds that running calls get when the server stops.
    `max_idle`: seconds without a call after which a connection is closed; its client reconnects automatically.
    """

    host: str = "127.0.0.1"
    port: int = 50051
    max_message_bytes: int = 32 * MIB
    workers: int = 4
    max_concurrent: int = 64
    max_streams: int = 64
    grace: float = 10.0
    max_idle: float = 300.0

    @property
    def address(self) -> str:
        """`host:port`, with an IPv6 address in brackets."""
        return address(self.host, self.port)

    @property
    def limits(self) -> Limits:
        """What a document may be: as large as a message, with no repeated keys."""
        return Limits(max_bytes=self.max_message_bytes, duplicate_keys="refuse")


def address(host: str, port: int) -> str:
    """`host:port`, with an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
