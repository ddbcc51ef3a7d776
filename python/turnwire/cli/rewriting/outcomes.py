"""What becomes of a document that is rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from msgspec import structs

from turnwire.cli.archives.outcomes import Made

if TYPE_CHECKING:
    from turnwire.cli.inputs import Entry


class Rewritten(Made, frozen=True, tag=True):
    """A document after a change, or as it was."""

    before: bytes
    """The bytes between it and the document before it in an array."""
    text: bytes
    """The document in the encoding of its file, with the end of its line; nothing if it is not written."""

    @property
    def is_changed(self) -> bool:
        """Whether anything changed."""
        raise NotImplementedError

    def for_journal(self) -> Self:
        """Return all but what the output has, and the last byte, which says whether a line has ended."""
        return structs.replace(self, before=b"", text=self.text[-1:])


def written(entry: Entry, text: bytes, after: bytes) -> bytes:
    """Return a changed document in the encoding of its file, with the end of its line.

    Args:
        entry: the document as it was.
        text: its JSON.
        after: its JSON after the change.
    """
    if entry.source.encoding == "yaml":
        if text == after:
            return entry.data
        from turnwire.cli.yaml_items import as_item
        from turnwire.codec.json import loads
        from turnwire.codec.yaml_write import dump

        document = dump(loads(after))
        return document if entry.source.item is None else as_item(document, entry.data)
    return after + entry.after
