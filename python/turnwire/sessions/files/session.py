"""A session file: its lines, its threads, and the file again."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from turnwire.errors import InvalidDocument, invalid
from turnwire.sessions.files.histories import history_of, lines_of
from turnwire.sessions.files.threads import Thread, place_others, threads_of
from turnwire.sessions.files.tree import Part, grown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.model import History
    from turnwire.sessions.files.format import SessionFormat
    from turnwire.sessions.files.line import Line


class Session:
    """A session file that was read.

    Attributes:
        form: the format of the file.
        parts: the lines, each with the messages that it holds.
    """

    def __init__(self, form: SessionFormat, parts: list[Part]) -> None:
        self.form = form
        self.parts = parts

    @property
    def lines(self) -> list[Line]:
        """The lines of the file, each with what it is."""
        return [part.line for part in self.parts]

    @property
    def id(self) -> str:
        """The id of the session, or of the subagent whose file this is; `session` if the file has none."""
        lines = self.lines
        agents = {line.agent for line in lines if line.role == "message"}
        agent = next(iter(agents)) if len(agents) == 1 else None
        return agent or next((line.session for line in lines if line.session), "session")

    @property
    def title(self) -> str | None:
        """The title that the file gives last."""
        return next((line.title for line in reversed(self.lines) if line.title), None)

    @functools.cached_property
    def threads(self) -> list[Thread]:
        """The conversation, its branches, and those of its subagents; the main one is first."""
        calls = dict(line.starts for line in self.lines if line.starts and line.starts[1])
        found = threads_of(grown(self.parts), self.id, calls)
        place_others(found, self.parts)
        return found

    def histories(self) -> list[History]:
        """Return each thread as a canonical history, in the order of `threads`."""
        return [history_of(thread, self.form) for thread in self.threads]

    def data(self) -> bytes:
        """Return the file as it was read."""
        return b"\n".join(part.line.text for part in self.parts)


def read_session(data: bytes, form: SessionFormat) -> Session:
    """Read a session file.

    Args:
        data: the whole file.
        form: its format, such as `session_format("claude_code")`.

    Returns:
        The session.  A line that cannot be read is kept as it is: its role is `broken`, and `fault` says why.
    """
    return Session(form, [_part(line, form) for line in form.lines(enumerate(data.split(b"\n"), 1))])


def _part(line: Line, form: SessionFormat) -> Part:
    if line.role in ("broken", "event", "unknown") and line.payload is None:
        return Part(line, [], {})
    try:
        messages, rest = form.read(line)
    except InvalidDocument as refused:
        return Part(structs.replace(line, role="unknown", fault=refused.diagnostics[0].message), [], {})
    return Part(line, messages, rest)


def session_bytes(histories: Iterable[History], form: SessionFormat) -> bytes:
    """Write a session file of the format that it was read from.

    Args:
        histories: the threads, as `Session.histories` returns them.
        form: the format.

    Raises:
        InvalidDocument: a message came from elsewhere; `SessionFormat.create` writes a new file.
    """
    threads = list(histories)
    if not came_from(threads, form):
        hint = "`turnwire sessions convert` writes a new file for such messages"
        raise invalid("session.lines", f"not every message came from a session file of {form.title}", hint=hint)
    try:
        return b"\n".join(text for _, text in lines_of(threads, form))
    except (msgspec.DecodeError, KeyError, TypeError, ValueError) as fault:
        if isinstance(fault, InvalidDocument):
            raise
        message = f"the residue under {form.name!r} is not what the reader of session files wrote: {fault}"
        raise invalid("session.residue", message, hint="export the session again") from None


def came_from(histories: Iterable[History], form: SessionFormat) -> bool:
    """Return whether every message came from a file of this format."""
    messages = [message for history in histories for message in history.history]
    return bool(messages) and all(form.name in (message.provider_raw or ()) for message in messages)
