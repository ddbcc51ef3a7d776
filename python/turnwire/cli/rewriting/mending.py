"""What `repair` does with each document, in any process."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from turnwire.cli.reports.records import below
from turnwire.cli.rewriting.outcomes import Rewritten, written
from turnwire.cli.running import found_in_json
from turnwire.cli.words import place, plain
from turnwire.dialects.dialect import Kind, OtherKind
from turnwire.model import Diagnostic
from turnwire.validation.repair import repair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from turnwire.cli.archives.outcomes import Refused
    from turnwire.cli.inputs import Entry
    from turnwire.cli.running import Decoder
    from turnwire.validation.repair import Repaired
    from turnwire.validation.selection import Selection


class Mended(Rewritten, frozen=True, tag=True):
    """A document after its repair."""

    applied: tuple[Diagnostic, ...] = ()
    """The findings that were mended, each with the one fix that was made."""
    left: tuple[Diagnostic, ...] = ()
    """The findings that are left, if one of them is an error."""
    dialect: str | None = None
    kind: Kind | OtherKind | None = None
    whole: bytes = b""
    """The document as it is now, if errors are left and it may be set aside."""
    difference: tuple[str, ...] = ()
    """The lines of a comparison with the document as it was, if they are shown."""

    @property
    def is_changed(self) -> bool:
        """Whether anything was mended."""
        return bool(self.applied)


class Mending(NamedTuple):
    """What is done with each document."""

    kind: Kind | None
    unsafe: bool
    tools: Sequence[Any]
    selection: Selection
    folder: Path
    """The folder of the configuration, below which the globs of the selection are."""
    is_written: bool
    is_in_place: bool
    """Whether the file that is read is replaced."""
    is_shown: bool
    """Whether the differences are shown."""
    is_set_aside: bool
    """Whether documents are set aside in which errors are left."""

    def __call__(self, decoder: Decoder, entry: Entry, text: bytes) -> Mended | Refused:
        """Mend a document.  Raises InvalidDocument, UnknownDialect."""
        file = Path(entry.source.file.name)
        path = (below(str(file), Path.cwd(), self.folder) or file) if self.selection.per_file else file

        def wanted(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
            return self.selection.of(findings, path)

        done = repair(
            text, decoder.dialect_of(entry), kind=self.kind, unsafe=self.unsafe, tools=self.tools, wanted=wanted
        )
        after = written(entry, text, done.data)
        is_bad = any(found.severity == "error" for found in done.left)
        return Mended(
            entry.before,
            after if self.is_written else b"",
            done.applied,
            tuple(self._left(entry, text, after, done)) if is_bad else (),
            done.dialect,
            done.kind,
            after if is_bad and self.is_set_aside else b"",
            difference(entry, after) if self.is_shown and done.changed else (),
        )

    def _left(self, entry: Entry, text: bytes, after: bytes, done: Repaired) -> list[Diagnostic]:
        """Return the findings that are left, with their places in the file of the entry as it is afterwards."""
        if self.is_in_place:
            return found_in_json(entry._replace(data=after), done.data, done.left)
        return found_in_json(entry, text, done.left_before)


def difference(entry: Entry, after: bytes) -> tuple[str, ...]:
    """Return the lines that a change of a document removes and adds, with the lines around them."""
    name = plain(place(entry.source.name, entry.line))
    texts = (entry.data + entry.after, after)
    before, now = (text.decode("utf-8", "replace").splitlines() for text in texts)
    return tuple(difflib.unified_diff(before, now, name, f"{name} (repaired)", lineterm=""))
