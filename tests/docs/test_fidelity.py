"""The tables of what each dialect holds are those that the tool makes today."""

from __future__ import annotations

import subprocess
import sys

from tests.docs.pages import ROOT

TOOL = ROOT / "tools" / "fidelity_table.py"


def test_the_tables_are_up_to_date() -> None:
    command = [sys.executable, str(TOOL), "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert 0 == done.returncode, done.stdout + done.stderr
    assert ("", "") == (done.stdout, done.stderr)
