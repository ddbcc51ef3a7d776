"""Read a whole session, from its file or from its export, and pick threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwire.cli.session_files.opening import opened, whole
from turnwire.codec.limits import STRICT
from turnwire.convert import read
from turnwire.errors import InvalidDocument
from turnwire.sessions.files import read_lines

if TYPE_CHECKING:
    from turnwire.model import History
    from turnwire.sessions.files.format import SessionFormat

ALL = "all"
MAIN = "main"


def histories(path: str, source: SessionFormat | None) -> list[History]:
    """Return the threads of a session file; or the documents of an export, or of any other file of conversations.

    Raises InvalidDocument, OSError.
    """
    try:
        with opened(path, source) as file:
            sessions = [read_lines(numbered, file.form) for numbered in file.conversations]
            return [history for session in sessions for history in session.histories()]
    except InvalidDocument as refused:
        if refused.diagnostics[0].code != "session.unknown":
            raise
    return _documents(path)


def _documents(path: str) -> list[History]:
    data = whole(path)
    try:
        return [read(data, kind="request", limits=STRICT)]
    except InvalidDocument:
        lines = [line for line in data.split(b"\n") if line.strip()]
        if len(lines) < 2:  # noqa: PLR2004 - one document, and it was refused
            raise
    return [read(line, kind="request", limits=STRICT) for line in lines]


def picked(threads: list[History], wanted: str) -> list[History]:
    """Return the threads that `--thread` names: all, the main one, or the one with this id.

    Raises BadParameter.
    """
    if wanted == ALL:
        return threads
    if wanted == MAIN:
        return threads[:1]
    found = [thread for thread in threads if thread.id == wanted]
    if not found:
        ids = ", ".join(thread.id or "" for thread in threads)
        raise click.BadParameter(f"there is no thread {wanted!r}; there are {ids}", param_hint="--thread")
    return found
