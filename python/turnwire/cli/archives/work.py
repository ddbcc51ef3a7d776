"""Do the tasks of a run: decode each document, and hand it to the step of the command."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from turnwire.cli.archives.outcomes import Made, Trouble
from turnwire.cli.archives.pieces import Meter, Range, Unreadable, pieces
from turnwire.cli.inputs import Entry, Source
from turnwire.cli.running import Decoder, failed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.cli.archives.outcomes import Refused
    from turnwire.cli.archives.pieces import Piece
    from turnwire.cli.archives.tasks import Task

M_co = TypeVar("M_co", bound=Made, covariant=True)
Sent = tuple[Source, int | None, int, bytes, Made]
"""The members of an entry, and what becomes of it."""


class Step(Protocol[M_co]):
    """What a command does with each document, in any process: it prints nothing and writes no file."""

    def __call__(self, decoder: Decoder, entry: Entry, text: bytes) -> M_co | Refused:
        """Process the JSON of one document.  Raises InvalidDocument, UnknownDialect."""


class Work(NamedTuple):
    """What is done with the documents of a run; it can be sent to another process."""

    decoder: Decoder
    step: Step[Made]

    def outcomes(self, task: Task) -> Iterator[tuple[Entry, Made]]:
        """Yield what becomes of each document of a task, and of each file that cannot be read."""
        for part in task.parts:
            for piece in self._pieces(part):
                if isinstance(piece, Unreadable):
                    yield Entry(piece.source, None, b""), Trouble(piece.what)
                else:
                    yield from self._made(piece)

    def _pieces(self, part: Piece | Range | Unreadable | Source) -> Iterable[Piece | Unreadable]:
        if isinstance(part, Source):
            return pieces(part, self.decoder.cut, Meter())
        return (part.read() if isinstance(part, Range) else part,)

    def _made(self, piece: Piece) -> Iterator[tuple[Entry, Made]]:
        for entry, text in self.decoder.documents(piece):
            if isinstance(text, Made):
                yield entry, text
                continue
            outcome: Made
            try:
                outcome = self.step(self.decoder, entry, text)
            except Exception as fault:  # noqa: BLE001 - one document must not stop the others
                outcome = failed(entry, text, fault)
            yield entry, outcome

    def sent(self, task: Task) -> list[Sent]:
        """Return the outcomes of a task for another process.

        They are plain tuples, and their bytes are left out unless something was found, because most of the cost of
        a second process is that of sending objects.
        """
        return [
            (entry.source, entry.line, entry.column, entry.data if outcome.keeps_bytes else b"", outcome)
            for entry, outcome in _joined(self.outcomes(task))
        ]


def _joined(outcomes: Iterable[tuple[Entry, Made]]) -> Iterator[tuple[Entry, Made]]:
    """Yield outcomes; of neighbours in a file those that are joinable are one, with the entry of the first."""
    for (_, is_joinable), group in itertools.groupby(outcomes, lambda each: (each[0].source, each[1].is_joinable)):
        if is_joinable:
            entries, made = zip(*group, strict=True)
            yield entries[0], type(made[0]).joined(made)
        else:
            yield from group
