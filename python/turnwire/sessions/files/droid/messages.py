"""The lines of a session of droid, and the messages in them, whose blocks are those of Anthropic's API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import object_of, objects_of
from turnwire.sessions.files.contents import Contents
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import record_of, text_of, time_of
from turnwire.sessions.files.slots import put_back, taken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from msgspec import Raw

    from turnwire.model import Message
    from turnwire.sessions.files.format import Numbered, Rest
    from turnwire.sessions.files.line import LineRole

# "`todo_state`, `session_end`, and `compaction_state` rows are transport noise" (letta-ai/trajectory,
# src/adapters/droid/README.md)
TYPES: Final[Mapping[str, LineRole]] = {
    "session_start": "event",
    "message": "message",
    "todo_state": "event",
    "session_end": "event",
    "compaction_state": "event",
}
_SPEAKERS: Final = frozenset({"user", "assistant", "system"})


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield each line of a file, with what it is."""
    session = None
    for number, text in numbered:
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="broken" if text.strip() else "event", fault=fault)
            continue
        kind = text_of(members, "type") or ""
        title = None
        if kind == "session_start":
            session = text_of(members, "id")
            title = text_of(members, "sessionTitle") or text_of(members, "title")
        message = object_of(members.get("message"))
        speaker = _speaker(message)
        role: LineRole = TYPES.get(kind, "unknown")
        if role == "message" and speaker is None:
            role = "unknown"
        yield Line(
            number=number,
            text=text,
            role="title" if title else role,
            name=kind,
            id=text_of(members, "id") if role == "message" else None,
            speaker=speaker if role == "message" else None,
            time=time_of(members),
            session=session,
            payload=members["message"] if role == "message" else None,
            model=text_of(message, "model"),
            title=title,
        )


def _speaker(message: Mapping[str, Raw]) -> str | None:
    """Return whose message it is: one that begins with a result of a tool is no message of the user."""
    word = text_of(message, "role")
    first = next(iter(objects_of(message.get("content")) or ()), {})
    if text_of(first, "type") == "tool_result":
        return "tool"
    return word if word in _SPEAKERS else None


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the messages of a line.

    Raises:
        InvalidDocument: the line cannot be read.
    """
    record: Any = loads(line.text, FAST)
    contents = Contents(line, "droid")
    contents.read(record["message"].get("content"), ("message", "content"))
    return contents.messages, taken(record, contents.places)


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a line, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
