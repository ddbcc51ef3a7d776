"""A file of sessions of Hermes, cut into sessions and messages.

"JSONL": `hermes sessions export` writes each session with its messages as one line.  One session, a list of them, and a
list of messages are JSON documents as those of other programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.members import begins
from turnwire.codec.wire import ENCODER
from turnwire.errors import InvalidDocument, invalid
from turnwire.sessions.files.cutting import cut, in_utf8
from turnwire.sessions.files.documents import Messages, joined
from turnwire.sessions.files.halves import hidden
from turnwire.sessions.files.outline import Path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.sessions.files.outline import Source

_MESSAGES: Final = Messages(("messages",), is_alone=True, omitted=(("segments",),))
_LINE: Final = "line"
_ANY: Final = msgspec.json.Decoder(Raw)
_LIST: Final = msgspec.json.Decoder(list[Raw])


class Exports(Struct, frozen=True):
    """The sessions of a file: of one JSON document, or one on each line.

    A line of a file is kept as `["line", {...}]`, the session without its messages; or as `["line", "..."]` if it is no
    session.
    """

    holds: frozenset[str] = _MESSAGES.holds
    lists: str = _MESSAGES.lists
    paths: tuple[Path, ...] = _MESSAGES.paths

    def conversations(self, data: bytes) -> Iterator[list[tuple[int, bytes]]]:
        """Yield the lines of each session with their numbers.  Raises InvalidDocument."""
        if _is_document(data):
            return _MESSAGES.conversations(data)
        return self.of_lines(data.split(b"\n"))

    def of_lines(self, lines: Iterable[bytes]) -> Iterator[list[tuple[int, bytes]]]:
        """Yield the same, given the lines of a file with a session on each.  Raises InvalidDocument."""
        found: list[tuple[int, bytes]] = []
        number, has_begun = 0, False
        for line in in_utf8(lines):
            head, *messages = _cut(line)
            if has_begun and _is_session(head):
                yield found
                found = []
            has_begun = has_begun or _is_session(head)
            for each in (head, *messages):
                number += 1
                found.append((number, each))
        yield found

    def large(self, source: Source) -> Iterator[Iterable[tuple[int, bytes]]]:
        """Yield the same, given a document that is not held in memory.  Raises InvalidDocument."""
        return _MESSAGES.large(source)

    def joined(self, lines: Iterable[bytes]) -> bytes:
        """Return the file that was cut into these lines.  Raises ValueError if there are none."""
        found = list(lines)
        if not found or not _is_line(found[0]):
            return _MESSAGES.joined(found)
        files: list[list[bytes]] = []
        for line in found:
            if _is_line(line):
                files.append([])
            files[-1].append(line)
        return b"\n".join(_joined(each) for each in files)


def _is_document(data: bytes) -> bool:
    """Return whether a file is one JSON document.

    Raises:
        InvalidDocument: it is none, and neither is its first line.
    """
    try:
        data.decode()
        _ANY.decode(hidden(data))
    except UnicodeDecodeError as fault:
        raise invalid("session.json", f"the file is no JSON document of sessions: {fault}") from None
    except (msgspec.DecodeError, RecursionError) as fault:
        first = data.lstrip().partition(b"\n")[0]
        if not _is_session(_cut(first)[0]):
            raise invalid("session.json", f"the file is no JSON document of sessions: {fault}") from None
        return False
    return True


def _cut(line: bytes) -> list[bytes]:
    """Return a line without its messages, and these; a line that is no session stays as it is."""
    if line.lstrip().startswith(b"{"):
        try:
            head, *messages = cut(line, _MESSAGES)
            return [ENCODER.encode([_LINE, Raw(head)]), *messages]
        except InvalidDocument:
            pass
    return [ENCODER.encode([_LINE, line.decode()])]


def _is_line(text: bytes) -> bool:
    return text.startswith(b"[") and [bytes(each) for each in _LIST.decode(text)[:1]] == [b'"line"']


def _is_session(head: bytes) -> bool:
    return begins(_LIST.decode(head)[1], b"{")


def _joined(lines: list[bytes]) -> bytes:
    """Return a line of the file."""
    held = _LIST.decode(lines[0])[1]
    if begins(held, b"{"):
        return joined([bytes(held), *lines[1:]], _MESSAGES)
    return msgspec.json.decode(held, type=str).encode()
