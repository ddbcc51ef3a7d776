"""Command lines in processes whose output is a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

from tests.cli.test_jobs import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = 200


class Started(NamedTuple):
    """A process, and the side of its terminal on which its output is read."""

    process: subprocess.Popen[bytes]
    screen: int

    def rest(self) -> str:
        """What else comes to the terminal until the process ends."""
        found = b""
        while True:
            try:
                more = os.read(self.screen, 65536)
            except OSError:  # Linux says so of a terminal that nobody writes to any more
                more = b""
            if not more:
                return found.decode()
            found += more

    def until(self, words: str) -> str:
        """What comes to the terminal until these words have come."""
        found = b""
        while words.encode() not in found:
            more = os.read(self.screen, 65536)
            assert more, found
            found += more
        return found.decode()


def started(command: str, folder: Path, *, only_errors: bool) -> Started:
    """Start a command with a terminal as its standard error, and as its standard output unless `only_errors`."""
    import pty

    screen, terminal = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    environment |= {"PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm", "COLUMNS": str(COLUMNS)}
    out = subprocess.DEVNULL if only_errors else terminal
    arguments = [*PROGRAM, *command.split()]
    process = subprocess.Popen(
        arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=terminal
    )
    os.close(terminal)
    return Started(process, screen)
