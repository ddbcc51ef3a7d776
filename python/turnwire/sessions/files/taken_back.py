"""Messages that the user took back, in a file that is read line by line: what comes next is another branch."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.sessions.files.line import Line

REMEMBERED: Final = 10_000
"""How many lines back a branch can begin and still be recognised."""


class TakenBack:
    """The messages, other than those of subagents, that can be taken back, each with the line that it continues."""

    def __init__(self) -> None:
        self._last = 0
        self._goes_back_to: int | None = None
        self._turns: deque[int] = deque(maxlen=REMEMBERED)
        self._ids: OrderedDict[str, int] = OrderedDict()

    def before(self, line: Line, *, is_message: bool) -> int | None:
        """Return the number of the line that a message continues, if the lines between them were taken back.

        It is 0 if all earlier messages were taken back, and None if none was, or if the line is no message.
        """
        if line.drops or line.takes_back is not None:
            self._take_back(line)
        if not is_message or line.agent is not None:
            return None
        found, self._goes_back_to = self._goes_back_to, None
        after = self._last if found is None else found
        if line.speaker == "user" and not line.is_context:
            self._turns.append(after)
        if line.id is not None:
            self._ids[line.id] = after
            if len(self._ids) > REMEMBERED:
                self._ids.popitem(last=False)
        self._last = line.number
        return found

    def _take_back(self, line: Line) -> None:
        found: int | None = None
        if line.takes_back is None:
            for _ in range(min(line.drops, len(self._turns))):
                found = self._turns.pop()
        else:
            found = self._before_id(line.takes_back)
        if found is not None:
            self._goes_back_to = found

    def _before_id(self, wanted: str) -> int:
        """Forget the message with this id and those after it, or all if none has the id; return what it continued."""
        while self._ids:
            last, before = self._ids.popitem()
            if last == wanted:
                return before
        return 0
