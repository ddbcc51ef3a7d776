"""Decode the documents of files so that the bytes between them are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.cli.archives.outcomes import Between, Refused
from turnwire.cli.archives.pieces import Lines, too_long
from turnwire.cli.inputs import Entry
from turnwire.cli.running import Decoder, placed
from turnwire.cli.suffixes import PROTO
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.cli.archives.pieces import Piece
    from turnwire.cli.inputs import Source
    from turnwire.model import Diagnostic


class Keeping(Decoder):
    """Yields blank lines and the brackets of arrays, too, and refuses what cannot be written as it was."""

    def documents(self, piece: Piece) -> Iterator[tuple[Entry, bytes | Refused | Between]]:
        """Yield the documents of a piece, each with its JSON, and the bytes between them."""
        if isinstance(piece, Lines):
            yield from self._lines(piece)
            return
        finding = self._unfit(piece) if isinstance(piece, Entry) else None
        if finding is not None and isinstance(piece, Entry):
            yield piece, Refused(tuple(placed(piece, [finding])))
        else:
            yield from super().documents(piece)

    def parts(self, entry: Entry, text: bytes) -> Iterator[tuple[Entry, bytes | Refused | Between]]:
        """Yield the document, or the documents of an array and then the text after the last one."""
        if entry.source.encoding == "yaml":
            items = list(super().parts(entry, text))
            yield from items if all(each.line for each, _ in items) else [(entry, text)]
            return
        end = 0
        for each, found in super().parts(entry, text):
            yield each, found
            end += len(each.before) + len(each.data)
            if each is entry:
                return
        yield Entry(entry.source, None, b""), Between(text[end:])

    def yaml_items(self, entry: Entry, items: Sequence[bytes]) -> list[Entry] | None:
        """Cut a list with dashes; one in brackets cannot be written again item by item: it is one document."""
        from turnwire.cli.yaml_items import yaml_items

        return yaml_items(entry, items)

    def _lines(self, piece: Lines) -> Iterator[tuple[Entry, bytes | Refused | Between]]:
        data = piece.data
        begin = kept = 0
        for number, line in enumerate(data.split(b"\n"), piece.first):
            end = begin + len(line) + 1
            text = line.rstrip(b"\r")
            if text.strip(b" \t"):
                yield from _between(piece.source, data[kept:begin])
                kept = end
                yield from self.decoded(Entry(piece.source, number, text, after=data[begin + len(text) : end]))
            begin = end
        yield from _between(piece.source, data[kept:])

    def _unfit(self, entry: Entry) -> Diagnostic | None:
        """Return why a document is not changed: its encoding, or that it is longer than what was read of it."""
        if entry.source.encoding in PROTO:
            message = f"{entry.source.encoding} is not changed here, only JSON, JSONL and YAML"
            hint = "convert it to JSON first: turnwire convert --to turnwire"
            return invalid("rewriting.encoding", message, hint=hint).diagnostics[0]
        most = self.cut.most
        return too_long("document", most) if len(entry.data) > most else None


def _between(source: Source, text: bytes) -> Iterator[tuple[Entry, Between]]:
    """Yield blank lines together, since there may be many of them."""
    if text:
        yield Entry(source, None, b""), Between(text)
