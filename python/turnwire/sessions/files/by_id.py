"""Large documents that have their messages in an object, by their ids: where in the file each message is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.errors import invalid
from turnwire.sessions.files.halves import hidden, revealed
from turnwire.sessions.files.numbers import Numbers
from turnwire.sessions.files.outline import MOST, Walk, ended, measured, members
from turnwire.sessions.files.stored_list import StoredList

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from turnwire.errors import InvalidDocument
    from turnwire.sessions.files.items import Text
    from turnwire.sessions.files.outline import Path, Source

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_PLACE: Final = msgspec.json.Decoder(list[int])


class MembersInFile:
    """The members of an object as lines, each of which is read from the file when it is asked for.

    If a name is repeated, its last value counts, at the place of the first one, as in a dictionary.

    Args:
        source: the file.
        text: the file from the beginning of the object; afterwards it is at the end of the object.

    Raises:
        InvalidDocument: the object is no JSON, or a member is larger than a message may be.
    """

    def __init__(self, source: Source, text: Text) -> None:
        self._source = source
        self._begins = StoredList()
        self._ends = StoredList()
        with Numbers() as places:
            for name, member in members(text):
                if member.end - member.begin > MOST:
                    raise message_too_large()
                place = places.of(name)
                if place < len(self._begins):
                    self._begins[place], self._ends[place] = member.begin, member.end
                else:
                    self._begins.append(member.begin)
                    self._ends.append(member.end)

    def __len__(self) -> int:
        return len(self._begins)

    def __iter__(self) -> Iterator[bytes]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> bytes:
        member = self._source.data(self._begins[index], self._ends[index])
        return revealed(ENCODER.encode(_OBJECT.decode(hidden(b"{%b}" % member))))


class OutlineById(Walk):
    """Copies a document without the objects that have the messages by their ids.

    Args:
        source: the file.
        text: the document.
        omitted: the paths of lists and objects that are empty in the outline.
    """

    holds = b"[{"

    def __init__(self, source: Source, text: Text, omitted: Collection[Path] = ()) -> None:
        super().__init__(text, omitted)
        self._source = source
        self._found: list[MembersInFile] = []

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
        """Copy the number of the object instead of it; copy null instead of a list, which has no ids."""
        if self.text.next_mark() == b"[":
            measured(self.text)
            self.add(b"null")
        else:
            self.add(b"[%d]" % len(self._found))
            self._found.append(MembersInFile(self._source, self.text))

    def members(self, raw: Raw) -> MembersInFile | None:
        """Return the object that was replaced by this value; None for any other value."""
        return self._found[_PLACE.decode(raw)[0]] if bytes(memoryview(raw)[:1]) == b"[" else None


def message_too_large() -> InvalidDocument:
    """Make the error for a file with a message that is too large."""
    message = f"a message is larger than {MOST:,} bytes, the most that turnwire reads of one"
    return invalid("session.size", message, hint="leave out the picture or the result that is so large")
