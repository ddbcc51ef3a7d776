"""The messages of a large document that has them by their ids: where each of them is in the file."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.errors import invalid
from turnwire.sessions.files.halves import hidden, revealed
from turnwire.sessions.files.outline import MOST, Walk, ended, measured, members

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from turnwire.errors import InvalidDocument
    from turnwire.sessions.files.items import Text
    from turnwire.sessions.files.outline import Path, Source

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_PLACE: Final = msgspec.json.Decoder(list[int])


class Members:
    """The lines of the members of an object; they are read from the file whenever they are asked for.

    A name that comes again has its last value, at the place of the first one, as in a dictionary.

    Args:
        source: the file.
        text: the file from the object on; the object is passed.

    Raises:
        InvalidDocument: the object is no JSON, or a member is larger than a message may be.
    """

    def __init__(self, source: Source, text: Text) -> None:
        self._source = source
        self._begins = array("Q")
        self._ends = array("Q")
        places: dict[str, int] = {}
        for name, member in members(text):
            if member.end - member.begin > MOST:
                raise message_too_large()
            place = places.setdefault(name, len(places))
            self._begins[place : place + 1] = array("Q", [member.begin])
            self._ends[place : place + 1] = array("Q", [member.end])

    def __len__(self) -> int:
        return len(self._begins)

    def __iter__(self) -> Iterator[bytes]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> bytes:
        member = self._source.data(self._begins[index], self._ends[index])
        return revealed(ENCODER.encode(_OBJECT.decode(hidden(b"{%b}" % member))))


class OutlineById(Walk):
    """A document without the objects that have the messages by their ids.

    Args:
        source: the file.
        text: the document.
        unread: where the lists and objects are that are empty in the outline.
    """

    holds = b"[{"

    def __init__(self, source: Source, text: Text, unread: Collection[Path] = ()) -> None:
        super().__init__(text, unread)
        self._source = source
        self._found: list[Members] = []

    def document(self, path: Path) -> bytes:
        """Return the document without the object at the path.

        Raises:
            InvalidDocument: the text is no JSON.
            TooLarge: the rest of the document is larger than a document may be.
        """
        found = self.copied(path)
        ended(self.text)
        return found

    def held(self, _: tuple[Path, ...]) -> None:
        """Pass the object; a list at its place is no object of messages."""
        if self.text.next_mark() == b"[":
            measured(self.text)
            self.add(b"null")
        else:
            self.add(b"[%d]" % len(self._found))
            self._found.append(Members(self._source, self.text))

    def members(self, raw: Raw) -> Members | None:
        """Return the object that was replaced by this value; None for any other value."""
        return self._found[_PLACE.decode(raw)[0]] if bytes(memoryview(raw)[:1]) == b"[" else None


def message_too_large() -> InvalidDocument:
    """Make the error for a file with a message that is too large."""
    message = f"a message is larger than {MOST:,} bytes, the most that turnwire reads of one"
    return invalid("session.size", message, hint="leave out the picture or the result that is so large")
