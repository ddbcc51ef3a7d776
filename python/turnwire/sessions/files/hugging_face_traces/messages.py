"""The messages of a session trace, and the lines that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import object_of
from turnwire.model import Message, MessageMetadata, ThinkingBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.contents import add_spelled_call
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import record_of, text_of
from turnwire.sessions.files.slots import Held, objects, opaque, put_back, taken, text_or
from turnwire.sessions.files.times import milliseconds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.sessions.files.format import Numbered, Rest
    from turnwire.sessions.files.slots import Place

# ""user" · "assistant" · "system" · "tool"" (documentation of the Hub, Session Traces Format)
_SPEAKERS: Final = frozenset({"system", "user", "assistant", "tool"})


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield each line of a file, with what it is."""
    session = None
    for number, text in numbered:
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="broken" if text.strip() else "event", fault=fault)
            continue
        kind = text_of(members, "type") or ""
        if kind == "session":
            session, title = text_of(members, "id"), text_of(members, "name")
            yield Line(
                number=number,
                text=text,
                role="title" if title else "event",
                name=kind,
                session=session,
                title=title,
            )
            continue
        message = object_of(members.get("message"))
        speaker = text_of(message, "role") or ""
        is_message = kind == "message" and speaker in _SPEAKERS
        yield Line(
            number=number,
            text=text,
            role="message" if is_message else "unknown",
            name=kind,
            speaker=speaker if is_message else None,
            time=milliseconds(message.get("timestamp")),
            session=session,
            payload=members["message"] if is_message else None,
            model=text_of(message, "model"),
        )


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of a line.

    Raises:
        InvalidDocument: the line cannot be read.
    """
    record = loads(line.text, FAST)
    message = record["message"]
    held = Held()
    thought = message.get("reasoningContent")
    if isinstance(thought, str) and thought:
        held.add(ThinkingBlock(text=thought), ("message", "reasoningContent"))
    content = message.get("content")
    if not isinstance(content, str) and content is not None:
        held.add(opaque(content, "hugging_face_traces"), None)
    held.add_text(content, ("message", "content"))
    for index, call in objects(message.get("toolCalls")):
        _call(held, call, ("message", "toolCalls", index))
    blocks = held.blocks
    if line.speaker == "tool":
        blocks = [ToolResultBlock(tool_use_id=text_or(message.get("toolCallId")), content=blocks)]
        held.places = held.places or [None]
    role: Any = line.speaker
    metadata = MessageMetadata(model=line.model) if line.model else None
    found = Message(role=role, content=blocks, session_id=line.session, created_at=line.time, metadata=metadata)
    return [found], taken(record, held.places)


def _call(held: Held, call: dict[str, Any], place: Place) -> None:
    """Add a call: "arguments is a JSON string" (documentation of the Hub); any other text is free text."""
    found = call.get("function")
    function = found if isinstance(found, dict) else {}
    block = ToolUseBlock(id=text_or(call.get("id")), name=text_or(function.get("name")))
    add_spelled_call(held, block, function.get("arguments"), (*place, "function", "arguments"))


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a line, with the values that its message has now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
