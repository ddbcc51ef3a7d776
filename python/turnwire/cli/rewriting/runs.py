"""One run of `repair` or `redact`."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, TypeVar

from turnwire.cli.archives.bulk import worked
from turnwire.cli.codes import CANNOT_RUN, CLEAN, FINDINGS
from turnwire.cli.inputs import named_unread
from turnwire.cli.rewriting.decoding import Keeping
from turnwire.cli.rewriting.in_place import InPlace
from turnwire.cli.rewriting.joining import Joined
from turnwire.cli.rewriting.outcomes import Rewritten
from turnwire.cli.running import Run
from turnwire.cli.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from turnwire.cli.archives.bulk import Bulk
    from turnwire.cli.archives.work import Step
    from turnwire.cli.inputs import Entry, Source
    from turnwire.cli.options import Reading
    from turnwire.cli.outputs import Output
    from turnwire.model import Diagnostic

R = TypeVar("R", bound=Rewritten)


class Rewriting(Run):
    """Rewrites the documents of files, and keeps the bytes between them."""

    def __init__(self, given: Reading) -> None:
        super().__init__(given)
        self.decoder = Keeping(*self.decoder)
        self._in_place: InPlace | None = None

    def rewritten(
        self,
        bulk: Bulk,
        step: Step[R],
        made: type[R],
        output: Output | InPlace | None,
        last: Callable[[R], R] | None = None,
    ) -> Generator[tuple[Entry, R]]:
        """Yield what becomes of each document, before it is written.

        Args:
            bulk: the options for archives.
            step: what is done with each document, in any process.
            made: what becomes of it.
            output: where the documents go, if they go anywhere.
            last: what is done here, in the order of the documents, before it is yielded.
        """
        with contextlib.ExitStack() as stack:
            joined = None
            if output is not None:
                stack.enter_context(output)
                self.fills_screen = output.place is None
                self._in_place = output if isinstance(output, InPlace) else None
                is_one = self._in_place is None and len(output.places(self.sources)) < len(self.sources)  # type: ignore[union-attr]
                joined = Joined(output, is_one=is_one)
                self.pass_on = joined.between
            for entry, outcome in worked(self, bulk, step, made, joined):
                done = last(outcome) if last else outcome
                yield entry, done
                if self._in_place and done.is_changed:
                    self._in_place.mark(entry.source)
                if joined:
                    joined.put(entry, done)

    def refuse(self, entry: Entry, findings: Sequence[Diagnostic]) -> None:
        """Report why a document cannot be used; its file stays as it is."""
        self._abandon(entry.source)
        super().refuse(entry, findings)

    def fault(self, entry: Entry, what: str) -> None:
        """Report a bug of turnwire with a document; its file stays as it is."""
        self._abandon(entry.source)
        super().fault(entry, what)

    def unreadable(self, source: Source, what: str) -> None:
        """Report a file that cannot be read, or not to its end; it stays as it is."""
        self._abandon(source)
        super().unreadable(source, what)

    def closing(self) -> str:
        """Return the counts of the run."""
        raise NotImplementedError

    def ended(self, *, failed: bool) -> int:
        """Print the counts, and return the exit code.

        `failed`: whether the run fails by a rule of the caller.
        """
        if not self.given["quiet"]:
            words(self.closing())
        # Without its journal a run is complete: its whole report was written.
        for call in self.at_end:
            call()
        if self.troubles:
            return CANNOT_RUN
        return FINDINGS if self.refused or failed else CLEAN

    def unread_text(self) -> str:
        """Return what was not read, for the end of the closing line."""
        named = named_unread(self.unread)
        return f"; not read: {named}" if named else ""

    def _abandon(self, source: Source) -> None:
        if self._in_place:
            self._in_place.abandon(source.file)
