"""A PostgreSQL server of our own for the tests: a throw-away cluster, reached by a socket in its own folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

# Where Debian and its like put what is for the server alone; elsewhere it is on the path.
_FOLDERS = "/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin"

_SETTINGS = {
    "listen_addresses": "",
    # What is tested are our statements and transactions, and the clients that are killed: neither needs the server's
    # own files to outlive the machine.
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "50",
}
_MADE = "-A trust -E UTF8 --locale=C --no-sync"
_SECONDS = 60


def initdb() -> Path | None:
    """The program that makes clusters, the newest there is; None where no server is installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found)
    versions = [path for folder in _FOLDERS for path in Path("/").glob(f"{folder[1:]}/initdb")]
    return max(versions, key=lambda path: [int(part) for part in path.parts if part.isdigit()] or [0], default=None)


@contextlib.contextmanager
def cluster(program: Path) -> Iterator[str]:
    """The URL of a new and empty server, which goes with the block."""
    # The path of a socket may have 107 letters: pytest's folders are longer.
    with tempfile.TemporaryDirectory(prefix="turnwire-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        as_user = _owned(folder)
        made = [str(program), "-D", f"{name}/data", "-U", "turnwire", *_MADE.split()]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **as_user)
        settings = [part for key, value in _SETTINGS.items() for part in ("-c", f"{key}={value}")]
        started = [str(program.with_name("postgres")), "-D", f"{name}/data", "-k", name, *settings]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(started, stdout=log, stderr=log, cwd=folder, **as_user)
        try:
            url = f"postgresql://turnwire@/postgres?host={quote(name)}"
            _wait(url, server, folder / "log")
            yield url
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(_SECONDS)


def _owned(folder: Path) -> dict[str, Any]:
    """Who runs the server: it refuses to be run by root, and packages of it make a user for that."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return {}
    shutil.chown(folder, "postgres", "postgres")
    return {"user": "postgres", "group": "postgres", "extra_groups": []}


def _wait(url: str, server: subprocess.Popen[Any], log: Path) -> None:
    import psycopg

    end = time.monotonic() + _SECONDS
    while True:
        if server.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"the server did not start: {log.read_text()[-1000:]}")
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
