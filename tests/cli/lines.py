"""Command lines in a process of their own: what each ends with, and what it says, in a line."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

Ending = tuple[int, str]
"""An exit code, and words that stand in what is said."""

_PROGRAM = """
import shlex, sys
for name in sys.argv[1].split():
    sys.modules[name] = None
from click.testing import CliRunner
from turnwire.cli.app import app
for command in sys.argv[3:]:
    done = CliRunner().invoke(app, shlex.split(command), input=sys.argv[2])
    print(done.exit_code, " ".join(done.output.split()))
"""


def ran(
    commands: Iterable[str], *, said: str = "", missing: str = "", under: Sequence[str] = (), folder: Path | None = None
) -> list[str]:
    """A line for each command, which reads `said`: its code and its words.

    `missing` are packages that cannot be imported, and `under` is what starts the process, such as `setpriv`.
    """
    program = [*under, sys.executable, "-c", _PROGRAM, missing, said, *commands]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=environment, cwd=folder)
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout.splitlines()


def is_ending(line: str, wanted: Ending) -> bool:
    """Whether a line of `ran` is that ending, and says nothing of the code of turnwire."""
    code, words = wanted
    return line.startswith(f"{code} ") and words in line and "Traceback" not in line
