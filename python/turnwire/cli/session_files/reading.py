"""Read a whole session, from its file or from its export, and pick threads."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import click
import msgspec

from turnwire.cli.session_files.opened import opened
from turnwire.cli.session_files.opening import at_hand, whole
from turnwire.cli.words import count
from turnwire.codec.colons import colons
from turnwire.codec.limits import STRICT
from turnwire.convert import read, write
from turnwire.detect import detect
from turnwire.documents.residue import NATIVE
from turnwire.errors import InvalidDocument, invalid
from turnwire.sessions.files import read_lines
from turnwire.sessions.files.created import has_mark
from turnwire.sessions.files.histories import COMPACTION
from turnwire.sessions.files.large import WHOLE
from turnwire.sessions.files.session import keep_repeated

if TYPE_CHECKING:
    from turnwire.model import History
    from turnwire.sessions.files.format import SessionFormat

ALL = "all"
MAIN = "main"

_KINDS: Final = ("branch", "sidechain")
"""The kinds of threads of a conversation; any other one is a conversation."""


def histories(path: str, source: SessionFormat | None) -> list[History]:
    """Return the threads of a session file; or the documents of an export, or of any other file of conversations.

    Raises InvalidDocument, OSError.
    """
    with at_hand(path) as place:
        try:
            with opened(place, source, longest=WHOLE) as file:
                sessions = [read_lines(numbered, file.form) for numbered in file.conversations]
                if file.form.messages is not None:
                    keep_repeated(sessions, whole(place))
                found = [history for session in sessions for history in session.histories()]
        except InvalidDocument as refused:
            if refused.diagnostics[0].code != "session.unknown":
                raise
            found = _documents(place)
    if not found:
        raise invalid("session.empty", "the file has no conversation", hint="name a file that has one")
    return found


def _documents(path: str) -> list[History]:
    data = whole(path)
    try:
        return [_document(data)]
    except InvalidDocument:
        lines = [line for line in data.split(b"\n") if line.strip()]
        if len(lines) < 2:  # noqa: PLR2004 - one document, and it was refused
            raise
    return [_document(line) for line in lines]


def _document(data: bytes) -> History:
    """Read a document that repeats no key, unless it is an export that keeps all of them, as in the input of a call."""
    try:
        return read(data, kind="request", limits=STRICT)
    except InvalidDocument as refused:
        if refused.diagnostics[0].code != "json.duplicate-key":
            raise
        if detect(data) == [(NATIVE, "request")]:
            history = read(data, NATIVE, kind="request")
            # Each member has a colon, so that one that was read over would be missing.
            if colons(write(history, NATIVE).data) == colons(data):
                return history
        raise


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


def replaced(thread: History) -> int:
    """Return how many messages of a thread are before its last summary: the agent no longer sent them."""
    places = [
        place for place, each in enumerate(thread.history) if each.metadata and has_mark(each.metadata, COMPACTION)
    ]
    return places[-1] if places else 0


def left_out(threads: list[History], written: list[History]) -> str:
    """Return which threads were not written, such as `2 branches, 1 sidechain`; an empty text for none."""
    names = {id(thread) for thread in written}
    kinds = Counter(_kind(thread) for thread in threads if id(thread) not in names)
    return ", ".join(count(number, kind) for kind, number in sorted(kinds.items()))


def _kind(thread: History) -> str:
    extra = thread.meta.extra if thread.meta else None
    kind = msgspec.json.decode(extra["kind"]) if extra and "kind" in extra else None
    return kind if kind in _KINDS else "conversation"
