"""Run the Geppetto server with uvicorn, until a signal stops it."""

from __future__ import annotations

import json
import logging
import signal
import socket
from typing import TYPE_CHECKING

import uvicorn

from turnwire.cli.words import words
from turnwire.systems.geppetto.server.application import application

if TYPE_CHECKING:
    from turnwire.systems.geppetto.server import Settings

_MOST_CONNECTIONS = 64
_IDLE_SECONDS = 5
_GRACE_SECONDS = 10
_LOG = logging.getLogger("turnwire.geppetto")


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until SIGTERM or SIGINT; requests that are running get ten seconds.

    Raises:
        OSError: the address cannot be used.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s %(message)s")
    config = uvicorn.Config(
        application(settings, _report),
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        # What a proxy adds is not looked at, and nothing says which version runs here.
        proxy_headers=False,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=_IDLE_SECONDS,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as listener:
        name = f"[{host}]" if ":" in host else host
        server = uvicorn.Server(config)
        # Set before the line that says that the server listens, so that a signal that follows it stops the server.
        # When uvicorn has stopped, it puts these back and raises the signal once more.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, server.handle_exit)
        words(json.dumps({"listening": f"{name}:{listener.getsockname()[1]}"}))
        server.run(sockets=[listener])


def _report(error: Exception) -> None:
    _LOG.error("%s", error, exc_info=error)
