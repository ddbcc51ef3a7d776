"""What a list of sessions says about one: collected line by line, in constant memory."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from turnwire.errors import InvalidDocument
from turnwire.model import TextBlock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.sessions.files.format import SessionFormat
    from turnwire.sessions.files.line import Line

_LONGEST: Final = 200


class Summary(Struct):
    """A session in figures.

    Attributes:
        format: the name of the format.
        id: the id of the session.
        agent: the id of the subagent whose file this is, which the session with this id started; None for a session.
        title: its title, or the beginning of the user's first message.
        started: the time of the first line that has one.
        ended: the time of the last one.
        model: the model of the last reply; where the conversation is at an earlier message, of the last one up to it.
        lines: how many lines the file has.
        messages: how many messages there are of each speaker.
        other_sessions: how many further sessions begin in the file, if several files were joined.
        subagents: how many subagents there are messages of.
        compactions: how often a summary replaced what came before.
        input_tokens: the tokens that the model read, as the file tells them.
        output_tokens: the tokens that the model wrote.
        unknown: lines of a type that is not known here.
        broken: lines that cannot be read.
    """

    format: str
    id: str | None = None
    agent: str | None = None
    title: str | None = None
    started: str | None = None
    ended: str | None = None
    model: str | None = None
    lines: int = 0
    messages: dict[str, int] = {}
    other_sessions: int = 0
    subagents: int = 0
    compactions: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    unknown: int = 0
    broken: int = 0


def summary_of(lines: Iterable[Line], form: SessionFormat) -> Summary:
    """Return the figures of a session.

    Args:
        lines: the lines of the file, as the format yields them.
        form: the format.

    Example:
        `summary_of(form.lines(enumerate(file, 1)), form).messages["user"]`
    """
    counting = _Counting(Summary(form.name), form)
    for line in lines:
        counting.add(line)
    return counting.done()


class _Counting:
    """The figures so far, and the group of lines that goes on."""

    def __init__(self, found: Summary, form: SessionFormat) -> None:
        self._found = found
        self._form = form
        self._speakers: Counter[str] = Counter()
        self._agents: set[str] = set()
        self._groups: dict[str | None, str] = {}
        self._tokens: dict[str | None, tuple[int, int]] = {}
        self._title: str | None = None
        self._asked: str | None = None
        self._is_of_subagents = True
        self._given: str | None = None
        """The first prompt of a subagent: the title of a file that has only messages of subagents."""
        self._is_at_current = False

    def add(self, line: Line) -> None:
        found = self._found
        found.lines += 1 if line.text.strip() else 0
        found.id = found.id or line.session
        found.started = found.started or line.time
        found.ended = line.time or found.ended
        found.unknown += line.role == "unknown"
        found.broken += line.role == "broken"
        found.other_sessions += line.other_session is not None
        found.compactions += line.role == "compaction"
        self._title = line.title or self._title
        self._count_tokens(line)
        if line.is_in_tree:
            self._count_message(line)

    def _count_message(self, line: Line) -> None:
        if line.counts is not None:
            self._speakers.update(line.counts)
        elif line.group is None or line.group != self._groups.get(line.agent):
            self._speakers[line.speaker or "user"] += 1
        if self._form.answers_inside and line.counts is None and (more := self._results(line)):
            self._speakers["tool"] += more
        if line.group is not None:
            self._groups[line.agent] = line.group
        if line.agent is not None:
            self._agents.add(line.agent)
        else:
            self._is_of_subagents = False
        if not self._is_at_current:
            self._found.model = line.model or self._found.model
        self._is_at_current = self._is_at_current or line.is_current
        is_asked = (line.speaker == "user" or "user" in (line.counts or ())) and not line.is_context
        if is_asked and self._asked is None and (line.agent is None or self._given is None):
            text = self._text(line)
            self._asked, self._given = (text, self._given) if line.agent is None else (self._asked, text)

    def _count_tokens(self, line: Line) -> None:
        if line.tokens is None:
            return
        if line.group is None:
            self._found.input_tokens, self._found.output_tokens = line.tokens
            return
        if line.group != self._groups.get(line.agent):
            self._settle(line.agent)
        self._tokens[line.agent] = line.tokens

    def _settle(self, agent: str | None) -> None:
        """Add the tokens of a message whose last line has been read."""
        given, made = self._tokens.pop(agent, (0, 0))
        self._found.input_tokens += given
        self._found.output_tokens += made

    def _results(self, line: Line) -> int:
        """Return how many messages with results a line holds besides its own."""
        try:
            messages, _ = self._form.read(line)
        except InvalidDocument:
            return 0
        return sum(message.role == "tool" for message in messages) - (line.speaker == "tool")

    def _text(self, line: Line) -> str | None:
        """Return the beginning of a message's text; what a program puts before it, in tags, is none."""
        try:
            messages, _ = self._form.read(line)
        except InvalidDocument:
            return None
        if line.counts is not None:
            messages = [message for message in messages if message.role == "user"][:1]
        texts = (block.text for message in messages for block in message.content if isinstance(block, TextBlock))
        text = " ".join(" ".join(texts).split())[:_LONGEST]
        return text if text and not text.startswith("<") else None

    def done(self) -> Summary:
        for agent in list(self._tokens):
            self._settle(agent)
        self._found.messages = dict(self._speakers)
        self._found.subagents = len(self._agents)
        if self._is_of_subagents and len(self._agents) == 1:
            (self._found.agent,) = self._agents
        self._found.title = self._title or self._asked or (self._given if self._is_of_subagents else None)
        return self._found
