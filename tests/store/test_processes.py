"""Several processes write one store at once: nothing is lost, and none is ever told that the database is locked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.data import ROOT
from tests.store.conftest import ids

from turnwire.sessions.store import Store, verify

if TYPE_CHECKING:
    from pathlib import Path

    Given = dict[str, list[str]]

EACH = 40
ROUNDS = 8

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SKIPPED, processes at once: they are forked")


def run(names: str, count: int, *places: str) -> dict[str, Given]:
    """What each process gave back, by place and name; all of them ended well and said nothing."""
    command = [sys.executable, "-m", "tests.store.writing", names, str(count), *places]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=300)
    assert (0, b"") == (done.returncode, done.stderr)
    found: dict[str, Given] = json.loads(done.stdout)
    return found


def test_two_processes_write_at_once(where: str) -> None:
    given = run("ab", EACH, where)[where]
    with Store(where) as store:
        for name in "ab":
            assert [each for each in given[name] if "-all-" not in each] == ids(store, name)
            mine = [each for each in given[name] if "-all-" in each]
            assert mine == [each for each in ids(store, "all") if each.startswith(name)]
            assert EACH == len(mine)
        assert list(range(1, 2 * EACH + 1)) == [each.seq for each in store.records("all")]
        assert [] == list(verify(store))


def test_processes_that_make_a_store_at_once_make_one(tmp_path: Path) -> None:
    places = [str(tmp_path / f"store{number}.db") for number in range(ROUNDS)]
    for where, given in run("abcdef", 1, *places).items():
        with Store(where) as store:
            assert sorted(f"{name}-all-000" for name in given) == sorted(ids(store, "all"))
            assert [] == list(verify(store))


def test_processes_that_make_a_store_on_a_server_at_once_make_one(postgresql: str) -> None:
    given = run("abcdef", 1, postgresql)[postgresql]
    with Store(postgresql) as store:
        assert sorted(f"{name}-all-000" for name in given) == sorted(ids(store, "all"))
