"""Make a large session file, and run commands of `turnwire sessions` on it, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.sessions import documents, lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MEGABYTE: Final = 1_000_000
COMMANDS: Final = ("list", "show", "show --html -")
FORMS: Final = (*lines.LINES, *documents.FORMS)


# A small process measures: the most memory of a process counts that of the one that has started it.
_MEASURE: Final = """
import json, os, subprocess, sys
process = subprocess.Popen([sys.executable, *sys.argv[2:]])
_, status, used = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
with open(sys.argv[1], "w") as file:
    json.dump([process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss], file)
"""


class Run(NamedTuple):
    """What a command took, in bytes and CPU seconds."""

    status: int
    seconds: float
    memory: int
    written: int


def run(*arguments: str) -> Run:
    """Run a command of `turnwire sessions` in a process of its own."""
    written = 0
    with tempfile.TemporaryDirectory() as folder:
        used = Path(folder, "used.json")
        command = (sys.executable, "-c", _MEASURE, str(used), "-m", "turnwire", "sessions", *arguments)
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:  # noqa: S603 - our own command
            while process.stdout and (chunk := process.stdout.read(MEGABYTE)):
                written += len(chunk)
        status, seconds, memory = json.loads(used.read_text())
    return Run(status, seconds, memory * (1 if sys.platform == "darwin" else 1024), written)


def texts(form: str, size: int, indent: int | None) -> Iterator[str]:
    """Yield a file of about so many bytes."""
    if form in lines.LINES:
        return lines.texts(lines.LINES[form], size)
    return documents.texts(documents.FORMS[form], size, indent)


def runs(form: str, size: int, indent: int | None = None, commands: Sequence[str] = COMMANDS) -> list[Run]:
    """Run each command on a file of about so many bytes.

    Args:
        form: one of `FORMS`.
        size: the bytes of the file.
        indent: spreads a document over lines; None writes it in one.
        commands: the commands with their options.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "session.jsonl" if form in lines.LINES else "session.json")
        with path.open("w") as stream:
            stream.writelines(texts(form, size, indent))
        return [run(*command.split(), str(path)) for command in commands]
