"""The HTTP server of a process: uvicorn, on a thread of its own, beside the gRPC server."""

from __future__ import annotations

import logging
import socket
import threading
import time
from typing import TYPE_CHECKING, Final

import uvicorn

from turnwire.service.http_connections import TimedProtocol
from turnwire.service.http_routes import application
from turnwire.service.settings import address
from turnwire.service.tls import context

if TYPE_CHECKING:
    from turnwire.service.http_doors import HttpDoors
    from turnwire.service.settings import Settings

_START_SECONDS: Final = 30.0
_STOP_SECONDS: Final = 5.0


class HttpServer:
    """A server on `http_port`; it takes connections after `start`.

    Args:
        settings: the settings of the server, with an `http_port`.
        doors: what it serves.

    Raises:
        OSError: the address cannot be used, or a file of the certificate cannot be read.
        ValueError: a file of the certificate has something else.
    """

    def __init__(self, settings: Settings, doors: HttpDoors) -> None:
        self._listener = _listener(settings)
        self.address = address(settings.host, self._listener.getsockname()[1])
        self._server = uvicorn.Server(_loaded(settings, doors))
        self._thread = threading.Thread(target=self._run, name="http", daemon=True)

    def start(self) -> None:
        """Take connections from now on.

        Raises:
            OSError: the server does not start.
        """
        self._thread.start()
        end = time.monotonic() + _START_SECONDS
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > end:
                raise OSError(f"the HTTP server on {self.address} does not start")
            time.sleep(0.01)

    def stop(self) -> None:
        """Close the port and all connections."""
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(_STOP_SECONDS)
        self._listener.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._listener])


def _listener(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server(
            (settings.host, settings.http_port or 0), family=family, reuse_port=settings.reuse_port, backlog=1024
        )
    except OSError as error:
        where = address(settings.host, settings.http_port or 0)
        raise OSError(f"cannot listen on {where}: {error.strerror or error}") from None


def _loaded(settings: Settings, doors: HttpDoors) -> uvicorn.Config:
    config = _config(settings, doors)
    config.load()
    if settings.tls_certificate is not None:
        config.ssl = context(settings)
    return config


def _config(settings: Settings, doors: HttpDoors) -> uvicorn.Config:
    return uvicorn.Config(
        application(doors),
        http=TimedProtocol,
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level=logging.ERROR,
        access_log=False,
        # What a proxy adds is not looked at, and nothing says which version runs here.
        proxy_headers=False,
        server_header=False,
        h11_max_incomplete_event_size=settings.max_metadata_bytes,
        timeout_keep_alive=int(settings.max_idle),
        ssl_certfile=settings.tls_certificate,
        ssl_keyfile=settings.tls_key,
    )
