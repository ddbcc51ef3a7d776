"""A session as a person reads it: message after message in the order of the file, in constant memory."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from turnwire.errors import InvalidDocument
from turnwire.model import Message
from turnwire.sessions.files.line import WITH_TEXT, Line
from turnwire.sessions.files.taken_back import REMEMBERED, TakenBack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.sessions.files.format import SessionFormat


class Shown(Struct, frozen=True):
    """One entry of a transcript.

    Attributes:
        line: the line.
        messages: its messages; none for a line that holds none.
        goes_on: whether the line belongs to the message before it.
        branches_from: the number of the line after which this message begins a branch, 0 if it is the beginning of the
            session; None if it goes on from the previous message.
        enters: `main` where the main branch is taken up again, `side` where it is left; `marked` sets it.
        main_goes_on: where the main branch is left, the line with which it continues; None if it has ended.
        subagent: the file with the session of the subagent that the line answers for.
    """

    line: Line
    messages: list[Message]
    goes_on: bool = False
    branches_from: int | None = None
    enters: Literal["main", "side"] | None = None
    main_goes_on: int | None = None
    subagent: str | None = None


_NOT_READ: Final = [Message(role="user")]


def transcript(lines: Iterable[Line], form: SessionFormat) -> Iterator[Shown]:
    """Yield the entries of a session, in the order of the file.

    Args:
        lines: the lines of the file, as the format yields them.
        form: the format.
    """
    reading = _Reading()
    for line in lines:
        try:
            messages = form.read(line)[0] if line.payload is not None or line.role in WITH_TEXT else []
        except InvalidDocument:
            messages = []
        yield reading.entry(line, messages)


def without_messages(lines: Iterable[Line]) -> Iterator[Shown]:
    """Yield the entries of a session with one empty message instead of their messages, which take long to read.

    Args:
        lines: the lines of the file, as the format yields them.
    """
    reading = _Reading()
    for line in lines:
        yield reading.entry(line, _NOT_READ if line.payload is not None or line.role in WITH_TEXT else [])


class _Reading:
    """The last message of each subagent, and to which message the last lines belong."""

    def __init__(self) -> None:
        self._last: dict[str | None, Line] = {}
        self._leads_to: OrderedDict[str, int] = OrderedDict()
        self._taken_back = TakenBack()

    def entry(self, line: Line, messages: list[Message]) -> Shown:
        before = self._last.get(line.agent)
        parent = self._leads_to.get(line.parent) if line.parent is not None else 0 if line.has_parent else None
        back = self._taken_back.before(line, is_message=line.is_in_tree and bool(messages))
        if not line.is_in_tree or not messages:
            self._remember(line, parent if parent is not None else before.number if before else 0)
            return Shown(line, messages)
        self._remember(line, line.number)
        self._last[line.agent] = line
        if back is not None or before is None:
            return Shown(line, messages, branches_from=back)
        if line.group is not None and line.group == before.group:
            return Shown(line, messages, goes_on=True)
        is_result = line.speaker == "tool"
        branches = (
            parent if parent not in (None, before.number) and not is_result and not _joins(before, line) else None
        )
        return Shown(line, messages, branches_from=branches)

    def _remember(self, line: Line, number: int) -> None:
        if line.id is not None:
            self._leads_to[line.id] = number
            if len(self._leads_to) > REMEMBERED:
                self._leads_to.popitem(last=False)


def _joins(before: Line, line: Line) -> bool:
    """Return whether a message follows the results of parallel calls, of which it names one as its parent."""
    return before.speaker == "tool" and line.speaker == "assistant"
