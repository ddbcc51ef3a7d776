"""The messages of a line of pi, and the line that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import object_of
from turnwire.model import Message, MessageMetadata, Usage
from turnwire.sessions.files.contents import Contents
from turnwire.sessions.files.members import number_of, text_of
from turnwire.sessions.files.slots import put_back, taken, text_or

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.slots import Place

NAME: Final = "pi"
_STOP_REASONS: Final[Mapping[str, Any]] = {
    "stop": "end_turn",
    "length": "max_tokens",
    "toolUse": "tool_use",
    "error": "error",
    "aborted": "cancelled",
}
_USAGE: Final = {
    "input_tokens": "input",
    "output_tokens": "output",
    "cached_input_tokens": "cacheRead",
    "cache_creation_input_tokens": "cacheWrite",
}
"""The field of Usage -> the member of pi's usage, whose counts are disjoint, too."""


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the messages of a line.

    Raises:
        InvalidDocument: the line cannot be read.
    """
    record = loads(line.text, FAST)
    if line.payload is None:
        shown = Raw(dumps({"type": "bashExecution"} | record["message"]))
        found = Message(role="user_interaction", interaction=shown, id=line.id, session_id=line.session)
        found.created_at = line.time
        return [found], taken(record, [])
    contents = Contents(line, NAME)
    place = _place_of(record)
    holder = record["message"] if place[0] == "message" else record
    content = holder.get(place[-1])
    if line.speaker == "tool":
        is_error = holder.get("isError")
        known = is_error if isinstance(is_error, bool) else None
        contents.result(text_or(holder.get("toolCallId")), content, place, is_error=known)
    else:
        contents.read(content, place)
    contents.messages[0].metadata = _about(line)
    return contents.messages, taken(record, contents.places)


def _place_of(record: dict[str, Any]) -> Place:
    """Return where a line has its content: in its message, at its top, or in its summary."""
    message = record.get("message")
    if record["type"] == "message" and isinstance(message, dict):
        return ("message", "summary" if "summary" in message and "content" not in message else "content")
    return ("content",) if record["type"] == "custom_message" else ("summary",)


def _about(line: Line) -> MessageMetadata | None:
    message = object_of(object_of(line.payload).get("message"))
    usage = object_of(message.get("usage"))
    found = MessageMetadata(
        model=line.model,
        provider=text_of(message, "provider"),
        stop_reason=_STOP_REASONS.get(text_of(message, "stopReason") or ""),
    )
    if usage:
        found.usage = Usage()
        for field, name in _USAGE.items():
            setattr(found.usage, field, number_of(usage, name))
    return None if found == MessageMetadata() else found


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a line, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
