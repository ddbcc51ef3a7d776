"""A model's server that says what a test has written down, over a socket of this machine."""

from __future__ import annotations

import json
import threading
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


class Upstream(BaseHTTPRequestHandler):
    """Says `script`, and keeps what it was asked."""

    protocol_version = "HTTP/1.1"
    script: Script
    asked: list[Any]
    hung_up: threading.Event

    def do_POST(self) -> None:
        self.asked.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(self.script.status)
        for name, value in {"transfer-encoding": "chunked", **self.script.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            for part in self.script.body.split(b"\n\n"):
                self._send(part + b"\n\n")
            while self.script.goes_on:
                self._send(part + b"\n\n")
        except OSError:
            self.hung_up.set()
        if not self.script.breaks_off and not self.hung_up.is_set():
            self.wfile.write(b"0\r\n\r\n")
        self.close_connection = True

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
