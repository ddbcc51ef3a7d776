"""Make a large session file, and run commands of `turnwire sessions` on it, each in a process of its own."""

from __future__ import annotations

import os
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


class Run(NamedTuple):
    """What a command took, in bytes and CPU seconds."""

    status: int
    seconds: float
    memory: int
    written: int


def run(*arguments: str) -> Run:
    """Run a command of `turnwire sessions` in a process of its own."""
    command = (sys.executable, "-m", "turnwire", "sessions", *arguments)
    written = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:  # noqa: S603 - our own command
        while process.stdout and (chunk := process.stdout.read(MEGABYTE)):
            written += len(chunk)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss * unit, written)


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
