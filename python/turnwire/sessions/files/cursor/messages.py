"""The lines of a transcript of Cursor, and the messages in them, whose blocks are those of Anthropic's API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, structs

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import begins, object_of, objects_of
from turnwire.model import Message, MessageMetadata, ToolUseBlock
from turnwire.sessions.files.contents import Contents
from turnwire.sessions.files.cursor.tags import query_of, time_in
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import record_of, text_of
from turnwire.sessions.files.slots import put_back, taken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.format import Numbered, Rest

NAME: Final = "cursor"
SPEAKERS: Final = frozenset({"user", "assistant", "system"})
"""The roles of a message; letta-ai/trajectory knows a line of the system as one of the transport."""

# A turn ends with `{"type":"turn_ended","status":"success"}`, or with the status `aborted` or `error` and an `error`.
ENDED: Final = "turn_ended"


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield each line of a file, with what it is.  The first `<user_query>` becomes the title of the session."""
    has_title = False
    for number, text in numbered:
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="broken" if text.strip() else "event", fault=fault)
        elif (kind := text_of(members, "type")) is not None:
            yield _event(number, text, members, kind)
        else:
            line = _message(number, text, members)
            yield structs.replace(line, title=None) if has_title else line
            has_title = has_title or line.title is not None


def _event(number: int, text: bytes, members: Mapping[str, Raw], kind: str) -> Line:
    """Return the end of a turn; one that failed has a text that the user saw."""
    failure = text_of(members, "error") if kind == ENDED else None
    return Line(
        number=number,
        text=text,
        role="interaction" if failure is not None else "event" if kind == ENDED else "unknown",
        name=kind,
        failure=failure,
    )


def _message(number: int, text: bytes, members: Mapping[str, Raw]) -> Line:
    word = text_of(members, "role") or ""
    message = object_of(members.get("message"))
    is_message = word in SPEAKERS and begins(members.get("message"), b"{")
    speaker, said = _beginning(word, message)
    return Line(
        number=number,
        text=text,
        role="message" if is_message else "unknown",
        name=word,
        id=text_of(members, "id") if is_message else None,
        speaker=speaker if is_message else None,
        time=time_in(said),
        payload=members["message"] if is_message else None,
        model=text_of(message, "model"),
        title=query_of(said) if is_message else None,
    )


def _beginning(word: str, message: Mapping[str, Raw]) -> tuple[str, str]:
    """Return whose message it is, and its first text if it is the user's.

    A message that begins with a result of a tool is no message of the user.
    """
    first = next(iter(objects_of(message.get("content")) or ()), {})
    speaker = "tool" if text_of(first, "type") == "tool_result" else word
    said = text_of(message, "content") or text_of(first, "text") or ""
    return speaker, said if speaker == "user" else ""


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the messages of a line.

    Raises:
        InvalidDocument: the line cannot be read.
    """
    record: Any = loads(line.text, FAST)
    if line.payload is None:
        return [Message(role="user_interaction", interaction=Raw(dumps(record)))], taken(record, [])
    contents = Contents(line, NAME)
    contents.read(record["message"].get("content"), ("message", "content"))
    _name_calls(contents)
    if line.model:
        contents.messages[0].metadata = MessageMetadata(model=line.model)
    return contents.messages, taken(record, contents.places)


def _name_calls(contents: Contents) -> None:
    """Give ids to the calls that have none, as in all files that Cursor writes: the line, and which call of it."""
    calls = [block for said in contents.messages for block in said.content if isinstance(block, ToolUseBlock)]
    for position, block in enumerate(calls, 1):
        block.id = block.id or f"line-{contents.line.number}-{position}"


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a line, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
