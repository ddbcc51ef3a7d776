"""Messages that the user took back, in a file that is read line by line: what follows them is another branch."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.sessions.files.line import Line

REMEMBERED: Final = 10_000
"""How many lines back a branch can begin and still be recognised."""


class TakenBack:
    """The messages of the session itself that can be taken back, each with the line that it goes on from."""

    def __init__(self) -> None:
        self._last = 0
        self._goes_back_to: int | None = None
        self._turns: deque[int] = deque(maxlen=REMEMBERED)
        self._ids: OrderedDict[str, int] = OrderedDict()

    def before(self, line: Line, *, is_message: bool) -> int | None:
        """Return the number of the line after which a message goes on, if those between them were taken back.

        It is 0 if all were; None for a line that is no such message.
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
        """Forget a message and those after it; all, where there is none of this id."""
        while self._ids:
            last, before = self._ids.popitem()
            if last == wanted:
                return before
        return 0
