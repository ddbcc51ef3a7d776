"""Processes that write are killed at any instant: what they gave back is there, and of the rest nothing half."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.data import ROOT

from turnwire.sessions.store import Store, verify

if TYPE_CHECKING:
    from pathlib import Path

KILLS = int(os.environ.get("TURNWIRE_KILLS", "100"))
"""`make soak` kills 500."""

SERVED = 40
"""Kills of clients of a server, which is another program and is not killed: its connections are cut, at any instant."""


def killed(where: str, kills: int) -> None:
    command = [sys.executable, "-m", "tests.store.killing", where, str(kills)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=600)
    assert (0, b"") == (done.returncode, done.stderr)
    found = json.loads(done.stdout)
    assert ([], [], kills) == (found["lost"], found["odd"], found["random"])
    # Some were killed after they had written, and some before they were done.
    assert found["given"] > kills
    with Store(where) as store:
        assert [] == list(verify(store))


@pytest.mark.skipif(sys.platform == "win32", reason="SKIPPED, kills: there is no SIGKILL here")
def test_a_kill_at_any_instant_loses_nothing_that_was_given_back(tmp_path: Path) -> None:
    killed(str(tmp_path / "store.db"), KILLS)


@pytest.mark.skipif(sys.platform == "win32", reason="SKIPPED, kills: there is no SIGKILL here")
def test_a_kill_of_a_client_loses_nothing_that_was_given_back(postgresql: str) -> None:
    killed(postgresql, SERVED)
