"""What `redact` does with each document, in any process."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from turnwire.cli.rewriting.outcomes import Rewritten, written
from turnwire.validation.redaction import Redactor, Replacement, patterns_of, redact
from turnwire.validation.redaction.texts import Marks

if TYPE_CHECKING:
    from turnwire.cli.archives.outcomes import Refused
    from turnwire.cli.inputs import Entry
    from turnwire.cli.running import Decoder


class Blanked(Rewritten, frozen=True, tag=True):
    """A document with marks for what was secret in it.

    They become placeholders where all documents come together, since these count the secrets of all.
    """

    replaced: tuple[Replacement, ...] = ()
    mark: str = ""
    secrets: tuple[tuple[str, str], ...] = ()
    """The kinds and the secrets that the marks stand for."""

    @property
    def is_changed(self) -> bool:
        """Whether anything was replaced."""
        return bool(self.replaced)


class Blanking(NamedTuple):
    """What is done with each document."""

    only: tuple[str, ...]
    skip: tuple[str, ...]
    patterns: str
    """Further patterns, as JSON."""
    is_written: bool

    def __call__(self, decoder: Decoder, entry: Entry, text: bytes) -> Blanked | Refused:  # noqa: ARG002 - as of a Step
        """Redact a document.  Raises InvalidDocument."""
        redactor = _redactor(self.only, self.skip, self.patterns)
        redactor.placeholders = marks = Marks(text)
        redactor.found.clear()
        done = redact(text, redactor)
        after = written(entry, text, done.data) if self.is_written else b""
        return Blanked(entry.before, after, done.replaced, marks.mark, tuple(marks.secrets))


@functools.lru_cache(maxsize=1)
def _redactor(only: tuple[str, ...], skip: tuple[str, ...], patterns: str) -> Redactor:
    return Redactor(only, skip, patterns_of(patterns))
