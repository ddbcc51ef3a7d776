"""Pages that are ingested come from hosts that the operator names, and from no others."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Final

import pytest
from tests.drawer_server.conftest import drawers, serving
from tests.drawer_server.sending import sent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.drawer_server.conftest import Server

# path -> status, type, body; a redirection has its address as the body
PAGES: Final = {
    "/guides/mint": (200, "text/html; charset=utf-8", "<p>Mint.</p>"),
    "/guides/sage.txt?page=1": (200, "text/plain", "Sage."),
    "/guides/%6cime.md": (200, "text/markdown", "# Lime"),
    "/": (200, "text/plain", "Herbs."),
    "/paper": (200, "application/pdf", "%PDF-1.4"),
    "/picture": (200, "image/png", "PNG"),
    "/false.pdf": (200, "application/pdf", "<p>no PDF</p>"),
    "/large.txt": (200, "text/plain", "m" * 20_001),
    "/gone.txt": (404, "text/plain", "Gone."),
    "/moved.txt": (302, "text/plain", "/guides/sage.txt?page=1"),
    "/away.txt": (302, "text/plain", "http://localhost:9/secret.txt"),
    "/local.txt": (302, "text/plain", "file:///etc/hostname"),
    "/circle.txt": (302, "text/plain", "/circle.txt"),
    "/guides/..%2fup.txt": (200, "text/plain", "Up."),
}
# path -> the file that is stored for it, below the drawer; HOST is the name of the host
STORED: Final = {
    "/guides/mint": "HOST-guides-mint/HOST-guides-mint.html",
    "/guides/sage.txt?page=1": "sage/sage.txt",
    "/guides/%6cime.md": "lime/lime.md",
    "/": "HOST/HOST.txt",
    "/paper": "HOST-paper/HOST-paper.pdf",
    "/moved.txt": "moved/moved.txt",
    "/guides/..%2fup.txt": "up/up.txt",
}
# path, or whole address -> what is said about it
REFUSED: Final = {
    "/picture": "is not accepted; accepted are",
    "/false.pdf": "false.pdf is not a PDF file",
    "/large.txt": "the page is larger than 20000 bytes",
    "/gone.txt": "the host answers with status 404",
    "/away.txt": "the host is not among those that --ingest-host allows",
    "/local.txt": "the host answers with status 302",
    "/circle.txt": "the host answers with status 302",
    "http://localhost:9/mint.txt": "the host is not among those that --ingest-host allows",
    "http://HOST:1@localhost:9/mint.txt": "the host is not among those that --ingest-host allows",
    "http://HOST/mint.txt": "the host is not among those that --ingest-host allows",
    "http://[::1/mint.txt": "the host is not among those that --ingest-host allows",
    "http://127.0.0.1:1/mint.txt": "the page cannot be fetched: ",
    "HTTPS://127.0.0.1:1/mint.txt": "the page cannot be fetched: ",
    "gopher://127.0.0.1:1/mint.txt": "only addresses with http or https are fetched",
}


class Site(BaseHTTPRequestHandler):
    """The host of the pages."""

    def do_GET(self) -> None:
        status, media_type, body = PAGES[self.path]
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        if status == 302:
            self.send_header("Location", body)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{site.server_port}"
        site.shutdown()


@pytest.fixture(scope="module")
def server(host: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    allowed = ["--ingest-host", host, "--ingest-host", "127.0.0.1:1"]
    with serving(drawers(tmp_path_factory.mktemp("pages")), *allowed, "--max-body-bytes", "20000") as running:
        yield running


def ingested(server: Server, drawer: str, address: str) -> tuple[str, str]:
    """The status in the reply, and the message of its error."""
    body = json.dumps({"request": "upload", "filedrawer": drawer, "filename": address}).encode()
    status, reply = sent(server.address, "/ingestlocalweb/", body, {"Content-Type": "application/json"})
    assert 200 == status
    return reply["status"], reply["error"]["message"] if reply["error"] else ""


@pytest.mark.parametrize("path", STORED)
def test_a_page_is_stored_under_its_name(path: str, server: Server, host: str) -> None:
    drawer = f"Page {list(STORED).index(path)}"
    assert ("success", "") == ingested(server, drawer, f"http://{host}{path}")
    file = server.folder / drawer / STORED[path].replace("HOST", host.partition(":")[0])
    shown = PAGES["/guides/sage.txt?page=1"] if path == "/moved.txt" else PAGES[path]
    assert shown[2] == file.read_text()


@pytest.mark.parametrize("address", REFUSED)
def test_another_page_is_refused(address: str, server: Server, host: str) -> None:
    whole = f"http://{host}{address}" if address.startswith("/") else address.replace("HOST", host.partition(":")[0])
    status, said = ingested(server, "Refused", whole)
    assert ("failure", REFUSED[address]) == (status, REFUSED[address] if REFUSED[address] in said else said)
    assert not (server.folder / "Refused").exists()
