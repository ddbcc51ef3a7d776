"""The script of `make demo` runs to its end, and shows the providers and all four systems."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_demo_runs(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "build" / "demo").mkdir(parents=True)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = [shutil.which("sh") or "sh", "examples/demo.sh"]
    whole = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=tmp_path, env=whole, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr), done.stdout
    assert len(done.stdout.splitlines()) < 120
    shown = [line.split()[1].rstrip(":") for line in done.stdout.splitlines() if line.startswith("== ")]
    assert ["The", "Providers", "Canonical", "GLM", "gpt2099", "Geppetto"] == shown
    assert "1 valid, 0 refused" in done.stdout
