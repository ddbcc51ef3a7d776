"""Processes that add turns are killed at any instant: what they gave back is there, whole, and nothing half."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.data import ROOT

from turnwire.systems.gpt2099.threads import Store, resolve

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 200


@pytest.mark.skipif(sys.platform == "win32", reason="SKIPPED, kills: there is no SIGKILL here")
def test_a_kill_at_any_instant_loses_no_turn_that_was_given_back(tmp_path: Path) -> None:
    folder = tmp_path / "threads"
    command = [sys.executable, "-m", "tests.threads.killing", str(folder), str(KILLS)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=300)
    assert (0, b"") == (done.returncode, done.stderr)
    found = json.loads(done.stdout)
    assert ([], KILLS) == (found["lost"], found["random"])
    # Half a line was met, and nothing else was ever odd.
    assert ["thread.torn"] == found["said"]
    # Each turn takes more steps than one, and each of them was the last of a process.
    assert found["steps"] > 20
    # Turns are given back before most of these steps; before how many of the other kills, the machine decides.
    assert len(found["given"]) > found["steps"]
    with Store(folder) as store:
        stored = store.latest(10**6)
        assert set(found["given"]) <= set(stored)
        # Every turn responds to the one before it, and has its content: no half one is among them.
        assert len(stored) == len(resolve(store).messages)
