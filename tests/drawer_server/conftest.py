"""A server in a process of its own, on a free port, over a folder of drawers of our own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.data import is_ci

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
STORED = datetime(2024, 1, 22, tzinfo=UTC).timestamp()
"""When the documents were stored: citations have the date."""

# path below the drawers -> content
DOCUMENTS = {
    "Herbs/mint-guide/mint-guide.txt": "Mint likes shade.\n\fMint needs water every day.\n",
    "Herbs/basil/basil.pdf": "%PDF-1.4\n",
    "Herbs/basil/chroma_db/index.txt": "a database\n",
    "Empty/notes.txt": "a file, and no document\n",
    "Trees/lime.v2/lime.v2.md": "# Limes\n",
    "chroma_db/x/y.txt": "a database\n",
}


class Server(NamedTuple):
    """A server that runs."""

    address: str
    folder: Path
    process: subprocess.Popen[str]

    @property
    def url(self) -> str:
        return f"http://{self.address}"


def drawers(folder: Path) -> Path:
    """The folder `drawers` with the documents."""
    root = folder / "drawers"
    for name, text in DOCUMENTS.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, newline="")
        os.utime(path, (STORED, STORED))
    return root


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """A server over `folder`; its log is in `folder/../log`."""
    command = [sys.executable, "-m", "turnwire", "geppetto", "serve", "--folder", str(folder), "--port", "0", *options]
    paths = os.pathsep.join(str(ROOT / name) for name in ("python", "generated/python"))
    settings = {**os.environ, "PYTHONPATH": paths}
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, encoding="utf-8", cwd=folder.parent, env=settings
    ) as process:
        assert process.stderr is not None
        try:
            line = process.stderr.readline()
            assert line.startswith('{"listening"'), line + process.stderr.read()
            yield Server(json.loads(line)["listening"], folder, process)
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose requests do not disturb each other: each test writes to drawers of its own."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "allowed" / "herbs").mkdir(parents=True)
    (folder / "allowed" / "herbs" / "thyme.txt").write_text("Thyme is dry.\n")
    (folder / "allowed" / "herbs" / "thyme.exe").write_text("MZ")
    (folder / "allowed" / "away.txt").symlink_to("/etc/hostname")
    with serving(drawers(folder), "--ingest-folder", str(folder / "allowed"), "--max-files", "3") as running:
        yield running


def program(name: str) -> str:
    """The path of a program; without it the test is skipped, and fails in CI."""
    found = shutil.which(name)
    if found is None:
        assert not is_ci(), f"there is no {name} here, and CI skips no test for it"
        pytest.skip(f"SKIPPED: there is no {name} here")
    return found
