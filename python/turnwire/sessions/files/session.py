"""A session file: its lines, its threads, and the file again."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from turnwire.codec.colons import colons, has_escaped_colons
from turnwire.codec.lenient import BOM
from turnwire.errors import InvalidDocument, invalid
from turnwire.sessions.files.formats import session_formats
from turnwire.sessions.files.histories import history_of, lines_of, repeated_around
from turnwire.sessions.files.line import WITH_TEXT
from turnwire.sessions.files.mending import read_numbered
from turnwire.sessions.files.repeated import missing, read_once, with_repeated
from turnwire.sessions.files.threads import Thread, place_others, threads_of
from turnwire.sessions.files.tree import Part, grown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnwire.model import History, Message
    from turnwire.sessions.files.format import NewFile, SessionFormat
    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.repeated import Repeated


class Session:
    """A session file that was read.

    Attributes:
        form: the format of the file.
        parts: the lines, each with the messages that it holds.
        repeated: earlier values of names that a document repeats around its messages, which no line has.
    """

    def __init__(self, form: SessionFormat, parts: list[Part]) -> None:
        self.form = form
        self.parts = parts
        self.repeated: Sequence[Repeated] = ()

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
        # Of several calls that an agent had, the first one started it.
        calls = dict(line.starts for line in reversed(self.lines) if line.starts and line.starts[1])
        found = threads_of(grown(self.parts), self.id, calls)
        place_others(found, self.parts)
        return found

    def histories(self) -> list[History]:
        """Return each thread as a canonical history, in the order of `threads`."""
        kept = [self.repeated, *[()] * len(self.threads)]
        return [history_of(thread, self.form, each) for thread, each in zip(self.threads, kept, strict=False)]

    def texts(self) -> list[bytes]:
        """Return the lines as they are in the file."""
        return [line.original or line.text for line in sorted(self.lines, key=lambda line: line.number)]

    def data(self) -> bytes:
        """Return the file as it was read; the same JSON, if it is one document."""
        return with_repeated(_put_together(self.texts(), self.form), self.repeated)


def read_session(data: bytes, form: SessionFormat) -> Session:
    """Read a session file.

    Args:
        data: the whole file.
        form: its format, such as `session_format("claude_code")`.

    Returns:
        The session.  A line that cannot be read is kept as it is: its role is `broken`, and `fault` says why.

    Raises:
        InvalidDocument: the file should be one JSON document and is none, or it has several conversations, which
            `read_sessions` reads.
    """
    found = read_sessions(data, form)
    if len(found) > 1:
        message = f"the file has {len(found)} conversations"
        raise invalid("session.several", message, hint="read_sessions() returns a session for each")
    return found[0] if found else Session(form, [])


def read_sessions(data: bytes, form: SessionFormat) -> list[Session]:
    """Read a file with the conversations of a person, or with one session.

    Args:
        data: the whole file.
        form: its format.

    Returns:
        A session for each conversation; one for a file of lines.

    Raises:
        InvalidDocument: the file should be one JSON document and is none.
    """
    found = [read_lines(numbered, form) for numbered in conversations_of(data, form)]
    keep_repeated(found, data)
    return found


def keep_repeated(sessions: Sequence[Session], data: bytes) -> None:
    """Keep the earlier values of names that a document repeats around its messages: they are in no line.

    Args:
        sessions: the conversations of the document; the first one keeps the values.
        data: the document.
    """
    texts = [text for session in sessions for text in session.texts()]
    form = sessions[0].form if texts else None
    if form is None or form.messages is None or (form.is_binary and form.is_binary(data)):
        return
    data = data.removeprefix(BOM)
    read = _put_together(texts, form)
    # Each member has a colon, so that one that was left out would be missing.
    if has_escaped_colons(data) or colons(read) != colons(data):
        sessions[0].repeated = missing(data, read)


def read_lines(numbered: Iterable[tuple[int, bytes]], form: SessionFormat) -> Session:
    """Read the lines of one conversation, given with their numbers."""
    # An iterator, so that `in_tree_order` does not read the lines twice: they are held here anyway.
    found: Iterable[Line] = read_numbered(iter(numbered), form, read_once)
    if form.settled is not None:
        found = form.settled(list(found))
    return Session(form, [_part(line, form) for line in found])


def conversations_of(data: bytes, form: SessionFormat) -> Iterator[Iterable[tuple[int, bytes]]]:
    """Yield the lines of each conversation of a file with their numbers.  Raises InvalidDocument."""
    if form.messages is None:
        yield enumerate(data.split(b"\n"), 1)
    else:
        yield from form.messages.conversations(data.removeprefix(BOM))


def _part(line: Line, form: SessionFormat) -> Part:
    if line.payload is None and line.role not in WITH_TEXT:
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
        InvalidDocument: a message came from elsewhere; `new_session` writes a new file.
    """
    threads = list(histories)
    if not came_from(threads, form):
        hint = "`turnwire sessions convert` writes a new file for such messages"
        raise invalid("session.lines", f"not every message came from a session file of {form.title}", hint=hint)
    try:
        data = _put_together([text for _, text in lines_of(threads, form)], form)
        return with_repeated(data, repeated_around(threads, form))
    except (msgspec.DecodeError, KeyError, TypeError, ValueError) as fault:
        if isinstance(fault, InvalidDocument):
            raise
        message = f"the residue under {form.name!r} is not what the reader of session files wrote: {fault}"
        raise invalid("session.residue", message, hint="export the session again") from None


def _put_together(lines: list[bytes], form: SessionFormat) -> bytes:
    return b"\n".join(lines) if form.messages is None else form.messages.joined(lines)


def new_session(history: History, form: SessionFormat) -> NewFile:
    """Write a new session file from the messages of any other format.

    Args:
        history: a thread of another session, or any request.
        form: the format, such as `session_format("codex")`.

    Returns:
        The file, and what it does not hold.

    Raises:
        InvalidDocument: turnwire writes no new files of this format.

    Example:
        `new_session(session.histories()[0], session_format("codex")).data`
    """
    if form.create is None:
        writing = ", ".join(name for name, each in session_formats().items() if each.create)
        message = f"turnwire writes no new files of {form.title}"
        raise invalid("session.create", message, hint=f"it writes those of {writing}")
    return form.create(history)


def came_from(histories: Iterable[History], form: SessionFormat) -> bool:
    """Return whether every message came from a file of this format."""
    nodes: list[History | Message] = []
    for history in histories:
        nodes += history.history or [history]
    return bool(nodes) and all(form.name in (node.provider_raw or ()) for node in nodes)
