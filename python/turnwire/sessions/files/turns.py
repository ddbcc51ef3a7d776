"""The messages that one record becomes: its content is cut where the results of tools are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.model import Message
from turnwire.sessions.files.slots import Held

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.slots import Place


class Turns:
    """The messages of a record that holds the calls of tools and also their results.

    Attributes:
        held: the blocks of the message that goes on.
    """

    def __init__(self) -> None:
        self.held = Held()
        self._done: list[tuple[bool, Held]] = []
        self._results: list[Held] = []

    def result(self) -> Held:
        """Return the place for the next result; it becomes a message after the one that goes on."""
        self._results.append(Held())
        return self._results[-1]

    def next_step(self) -> None:
        """End the message that goes on if there are results; what follows is another message."""
        if self._results:
            self._done += [(False, self.held), *((True, each) for each in self._results)]
            self._results = []
            self.held = Held()

    def messages(self, line: Line) -> list[Message]:
        """Return the messages; the first one has the id of the line."""
        role: Any = line.speaker
        found = [
            Message(
                role="tool" if is_result else role,
                content=held.blocks,
                session_id=line.session,
                created_at=line.time,
            )
            for is_result, held in self._each()
        ]
        found[0].id = line.id
        return found

    def places(self) -> list[Place | None]:
        """Return the place of each leaf of the messages."""
        return [place for _, held in self._each() for place in held.places]

    def _each(self) -> Iterator[tuple[bool, Held]]:
        yield from self._done
        if self.held.blocks or self._results or not self._done:
            yield False, self.held
        yield from ((True, each) for each in self._results)
