"""Hold the port of a server, which its processes share by SO_REUSEPORT."""

from __future__ import annotations

import socket

from turnwire.service.settings import address


class HeldPort:
    """A port that is held for the processes of this server, and refused to any other server.

    Args:
        host: the address to listen on.
        port: the port; 0 takes any free one.

    Raises:
        OSError: the port is in use, or the address is none of this machine.
    """

    def __init__(self, host: str, port: int) -> None:
        try:
            family, kind, protocol, _, where = socket.getaddrinfo(
                host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            # A socket with SO_REUSEPORT can be bound to the port of another server that has it, too; this one cannot.
            with socket.socket(family, kind, protocol) as alone:
                alone.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                alone.bind(where)
            self._socket = socket.socket(family, kind, protocol)
        except OSError as error:
            raise _cannot_listen(host, port, error) from None
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            self._socket.bind(where)
        except OSError as error:
            self._socket.close()
            raise _cannot_listen(host, port, error) from None
        self.number: int = self._socket.getsockname()[1]

    def close(self) -> None:
        """Let go of the port."""
        self._socket.close()


def _cannot_listen(host: str, port: int, error: OSError) -> OSError:
    return OSError(f"cannot listen on {address(host, port)}: {error.strerror or error}")
