"""Every hostile input is refused soon, measured by sound input, and with 64 MB more memory; none kills the process."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest
from tests.codec.suites import ROOT

MOST = 30
"""So many times as long as sound JSON of 1 MB takes, in the same process at the same time; the most is about 10."""


@cache
def results() -> dict[str, tuple[str, float]]:
    if sys.platform != "linux":
        pytest.skip("the hostile inputs are read under a limit that only Linux keeps")
    done = subprocess.run(
        [sys.executable, "-m", "tests.codec.hostile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, ""), f"after {done.stdout.splitlines()[-1:]}"
    return {name: (code, times) for name, code, times in map(json.loads, done.stdout.splitlines())}


def test_there_are_enough_of_them() -> None:
    assert len(results()) >= 60


def test_each_is_refused_with_a_code_of_its_reader() -> None:
    wrong = {n: c for n, (c, _) in results().items() if c.partition(".")[0] not in ("json", "yaml", "proto")}
    assert wrong == {}


def test_each_is_refused_in_time() -> None:
    assert {name: times for name, (_, times) in results().items() if times > MOST} == {}
