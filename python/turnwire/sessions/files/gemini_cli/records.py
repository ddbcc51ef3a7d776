"""Sessions of Gemini CLI of 2026, a file of lines: the records, and what each of them changes.

The first line is about the session.  A line with an `id` is a message; a later line with the same id is the same
message again, with what was added to it since.  `{"$set": {...}}` changes what is known about the session, and
`{"$rewindTo": "..."}` takes back a message and all that followed it (google-gemini/gemini-cli,
packages/core/src/services/chatRecordingService.ts: loadConversationRecord).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.codec.members import object_of
from turnwire.sessions.files.gemini_cli.checkpoints import AGAIN, CHECKPOINT, SET, again, has_messages, with_checkpoints
from turnwire.sessions.files.gemini_cli.messages import line_of
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import record_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from msgspec import Raw

    from turnwire.sessions.files.format import Numbered

REWIND: Final = "$rewindTo"
_WAITING: Final = 50
"""How many lines may come between two versions of the last message."""

_REMEMBERED: Final = 10_000
"""How many messages back a message can be written again and still be recognised without the whole file."""


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield each line of a file, with what it is: of several versions of a message one is the message.

    That is the last one where they follow one another, and else the first one, until `settled` sees the whole file.
    """
    waiting: list[Line] = []
    seen: OrderedDict[str, None] = OrderedDict()
    for line in with_checkpoints(_each(numbered)):
        if line.role != "message" and waiting and len(waiting) <= _WAITING and line.name != REWIND:
            waiting.append(line)
            continue
        if line.role == "message" and line.id is not None and waiting and waiting[0].id == line.id:
            yield again(waiting[0])
            yield from waiting[1:]
            waiting = [line]
            continue
        yield from waiting
        waiting = []
        if line.role != "message" or line.id is None:
            yield line
        elif line.id in seen:
            yield structs.replace(again(line), id=line.id)
        else:
            waiting = [line]
            seen[line.id] = None
            if len(seen) > _REMEMBERED:
                seen.popitem(last=False)
    yield from waiting


def _each(numbered: Numbered) -> Iterator[Line]:
    session = None
    for number, text in numbered:
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="broken" if text.strip() else "event", fault=fault)
        elif (back := text_of(members, REWIND)) is not None:
            yield Line(number=number, text=text, role="event", name=REWIND, session=session, takes_back=back)
        elif text_of(members, "id") is not None:
            yield line_of(number, text, members, session)
        else:
            line = _about(number, text, members, session)
            session = line.session
            yield line


def _about(number: int, text: bytes, members: dict[str, Raw], session: str | None) -> Line:
    """Return a line about the session; its summary is the title."""
    inside = object_of(members.get(SET))
    record = inside or members
    title = text_of(record, "summary")
    known = bool(inside) or SET in members or {"sessionId", "projectHash"} <= members.keys()
    return Line(
        number=number,
        text=text,
        role="unknown" if not known else "title" if title else "event",
        name=_name(members) if SET in members else "session" if known else text_of(members, "type") or "",
        session=text_of(record, "sessionId") or session,
        title=title,
    )


def _name(members: dict[str, Raw]) -> str:
    return CHECKPOINT if has_messages(members) else SET


def settled(found: Sequence[Line]) -> list[Line]:
    """Return the lines of a whole file as its last line leaves them.

    The last version of a message is at the place of the first one.  What follows a rewinding continues the message
    before the one that was taken back, so that the others are a branch.
    """
    settling = _Settling()
    for line in found:
        settling.add(line)
    return settling.lines


class _Settling:
    """The lines so far, and the messages that were not taken back, each with its place among the lines."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._ids: list[str] = []
        self._places: dict[str, int] = {}

    def add(self, line: Line) -> None:
        if line.name == REWIND:
            self._rewind(line)
        if line.id is not None and line.name.endswith(f"/{AGAIN}"):
            line = self._newer(_message(line))
        elif line.role == "message":
            line = self._begun(line)
        self.lines.append(line)

    def _newer(self, line: Line) -> Line:
        """Put the newer version of a message at the place of the older one, which is returned."""
        place = self._places.get(line.id or "")
        if place is None:
            return self._begun(line)
        before = self.lines[place]
        self.lines[place] = structs.replace(line, has_parent=True, parent=before.parent)
        return again(before)

    def _begun(self, line: Line) -> Line:
        """Return a message that continues the one before it."""
        parent = self._ids[-1] if self._ids else None
        if line.id is not None and line.id not in self._places:
            self._places[line.id] = len(self.lines)
            self._ids.append(line.id)
        return structs.replace(line, has_parent=True, parent=parent)

    def _rewind(self, line: Line) -> None:
        """Forget a message and those after it; all, where there is none of this id, as the program does."""
        members, _ = record_of(line.text)
        wanted = text_of(members or {}, REWIND)
        while self._ids and wanted is not None:
            last = self._ids.pop()
            self._places.pop(last, None)
            if last == wanted:
                break


def _message(line: Line) -> Line:
    """Return a version of a message as a message."""
    found = line_of(line.number, line.text, record_of(line.text)[0] or {}, line.session)
    return structs.replace(found, original=line.original)
