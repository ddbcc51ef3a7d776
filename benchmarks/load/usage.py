"""What the processes of a server use, as Linux counts it in /proc."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.load.driving import Served


def resident(pids: Iterable[int]) -> int:
    """Return the bytes of memory that processes have together."""
    return sum(int(_text(pid, "statm").split()[1]) * os.sysconf("SC_PAGE_SIZE") for pid in pids)


def most_resident(pid: int) -> int:
    """Return the most bytes of memory that a process has had."""
    # proc(5): "VmHWM: Peak resident set size ("high water mark")", in kB.
    (line,) = (line for line in _text(pid, "status").splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


def processor(server: Served) -> float:
    """Return the CPU seconds that the processes of a server have used."""
    return sum(map(_seconds, (server.child.pid, *server.workers())))


def _seconds(pid: int) -> float:
    fields: Sequence[str] = _text(pid, "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _text(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text()
