"""The sessions of subagents that are files beside the session that started them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.codec.packed import PACKED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.cli.session_files.opened import Opened
    from turnwire.sessions.files import Line
    from turnwire.sessions.files.transcript import Shown

_ID: Final = re.compile(r"[\w-]{1,100}", re.ASCII)
"""An id of which the name of a file is made; any other one could lead out of the folder."""


def with_subagents(entries: Iterable[Shown], file: Opened) -> Iterator[Shown]:
    """Yield the entries of a session; the first one that names a subagent has its file, if there is one.

    Args:
        entries: the entries.
        file: the session; one of standard input has no files beside it.
    """
    if not file.form.subagents:
        yield from entries
        return
    folder = Path(file.name).parent
    named: set[str] = set()
    for entry in entries:
        line = entry.line
        if line.starts is None or line.agent is not None or line.starts[0] in named:
            yield entry
            continue
        named.add(line.starts[0])
        yield structs.replace(entry, subagent=_file(folder, line, file.form.subagents))


def _file(folder: Path, line: Line, places: Iterable[str]) -> str | None:
    """Return the file of the subagent that a line names; None if there is none."""
    agent = line.starts[0] if line.starts else ""
    if not (_ID.fullmatch(agent) and _ID.fullmatch(line.session or "")):
        return None
    files = (
        folder / f"{place.format(session=line.session, agent=agent)}{packed}"
        for place in places
        for packed in ("", *PACKED)
    )
    return next((str(each) for each in files if each.is_file()), None)
