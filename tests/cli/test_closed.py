"""Files and folders that are closed to who runs a command: it says so, and says nothing of its own code."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.lines import is_ending, ran

if TYPE_CHECKING:
    from pathlib import Path

# command -> (exit code, what it says)
SAID = {
    "hash secret.json": (2, "secret.json: cannot be read: Permission denied"),
    "hash closed/a.json": (2, "closed/a.json: cannot be read: Permission denied"),
    "hash closed": (2, "closed: cannot be read: Permission denied"),
    "hash tree": (2, "tree/below: cannot be read: Permission denied"),
    "hash --check closed/list": (2, "closed/list: cannot be read: Permission denied"),
    "convert open.json --to canonical -o closed/a.json": (2, "closed/a.json: cannot be written: Permission denied"),
    "convert open.json --to canonical -o closed/new/": (
        2,
        "closed/new/open.json: cannot be written: Permission denied",
    ),
    "convert open.json --to canonical -o unwritable/a.json": (2, "unwritable/a.json: cannot be written"),
    "convert open.json --to canonical --losses unwritable/l": (2, "unwritable/l: cannot be written"),
    "repair secret.json --write": (2, "secret.json: cannot be read: Permission denied"),
    "repair unwritable/b.json --write": (2, "unwritable/b.json: cannot be written: Permission denied"),
    "repair open.json --check --journal unwritable/j": (2, "unwritable/j: cannot be written: Permission denied"),
    "redact secret.json -o redacted/": (2, "secret.json: cannot be read: Permission denied"),
    "redact open.json -o closed/a.json": (2, "closed/a.json: cannot be written: Permission denied"),
    "store list --store closed/s.db": (2, "closed/s.db: it cannot be opened: Permission denied [store.unavailable]"),
    "store list --store secret.json": (2, "secret.json: it cannot be opened"),
    "store import open.json --store closed/s.db": (2, "closed/s.db: it cannot be opened: Permission denied"),
    "store import open.json --store unwritable/s.db": (2, "unwritable/s.db: it cannot be opened"),
    "bindings go --out closed/b": (2, "cannot be written: Permission denied"),
    "price open.json --table secret.json": (2, "secret.json: cannot be read: Permission denied"),
}
# The user `nobody`.  What root owns itself is open to it by the rights of an owner, so it has to own none of this.
NOBODY = 65534
CHAT = '{"model": "m", "messages": [{"role": "user", "content": "hi"}]}'


def in_closed_folders(folder: Path, commands: list[str]) -> list[str]:
    """What commands say of files that are closed to their user."""
    under: list[str] = []
    if os.geteuid() == 0:
        # Nothing is closed to root, unless it gives that right away.
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("SKIPPED, closed folders: this is root, and there is no setpriv")
        rights = "-dac_override,-dac_read_search"
        under = [setpriv, "--bounding-set", rights, "--inh-caps", rights]
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY, -1)
            path.chmod(0o755)
    modes = {"secret.json": 0o000, "closed": 0o000, "tree/below": 0o000, "unwritable": 0o555}
    for name, mode in modes.items():
        (folder / name).chmod(mode)
    try:
        return ran(commands, under=under, folder=folder)
    finally:
        for name in modes:
            (folder / name).chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="SKIPPED, closed folders: Windows has other rights")
def test_what_is_closed_is_told_in_a_line(tmp_path: Path) -> None:
    for name in ("open.json", "secret.json", "closed/a.json", "tree/a.json", "tree/below/a.json", "unwritable/b.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(CHAT)
    found = in_closed_folders(tmp_path, list(SAID))
    wrong = {
        command: line
        for (command, wanted), line in zip(SAID.items(), found, strict=True)
        if not is_ending(line, wanted)
    }
    assert {} == wrong
    assert ["b.json"] == [each.name for each in (tmp_path / "unwritable").iterdir()]
    assert ["a.json"] == [each.name for each in (tmp_path / "closed").iterdir()]
