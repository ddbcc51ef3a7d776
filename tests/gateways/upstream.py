"""A model's server that says what a test has written down, over a socket of this machine."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Script(NamedTuple):
    """One answer."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({})
    breaks_off: bool = False
    """Whether the connection ends without the end of the body."""
    goes_on: bool = False
    """Whether the last line is said again and again, until nobody listens."""
    pause: float = 0
    """The seconds of silence before the end of the body."""
    is_silent: bool = False
    """Whether nothing is said after the body, until nobody listens."""


class Upstream(BaseHTTPRequestHandler):
    """Says `script`, and keeps what it was asked."""

    protocol_version = "HTTP/1.1"
    script: Script
    asked: list[Any]
    hung_up: threading.Event

    def do_POST(self) -> None:
        self.asked.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        script = self.script
        if script.body or not script.is_silent:
            self._answer(script)
        if script.is_silent:
            self._wait_for_the_end()
        self.close_connection = True

    def _answer(self, script: Script) -> None:
        self.send_response(script.status)
        for name, value in {"transfer-encoding": "chunked", **script.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            self._say(script)
        except OSError:
            self.hung_up.set()
        if not (script.breaks_off or script.is_silent or self.hung_up.is_set()):
            self.wfile.write(b"0\r\n\r\n")

    def _say(self, script: Script) -> None:
        *parts, last = script.body.split(b"\n\n")
        for part in parts:
            self._send(part + b"\n\n")
        time.sleep(script.pause)
        self._send(last + b"\n\n")
        while script.goes_on:
            self._send(last + b"\n\n")

    def _wait_for_the_end(self) -> None:
        if not self.connection.recv(1):
            self.hung_up.set()

    def _send(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@contextmanager
def serving(handler: Any) -> Iterator[tuple[str, int]]:
    """The address of a server that runs while the test does."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield "127.0.0.1", server.server_address[1]
        finally:
            server.shutdown()
            thread.join()
