"""The entries of a transcript of Letta Code, and the messages in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.model import Message, ThinkingBlock, ToolUseBlock
from turnwire.sessions.files.contents import Contents, add_spelled_call
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import record_of, text_of, time_of
from turnwire.sessions.files.slots import Held, put_back, taken, text_or

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.format import Numbered, Rest
    from turnwire.sessions.files.line import LineRole

NAME: Final = "letta_code"

# "kind: "user" | "assistant" | "reasoning" | "error"" and "kind: "tool_call"" (letta-ai/letta-code,
# reflection-transcript.ts, TranscriptEntry).  "`error` rows are client runtime/UI noise" (letta-ai/trajectory,
# src/adapters/letta-code/README.md): the user saw them, and the model did not.
KINDS: Final[Mapping[str, LineRole]] = {
    "user": "message",
    "assistant": "message",
    "reasoning": "message",
    "tool_call": "message",
    "error": "interaction",
}
"""The kind of an entry -> what the line is."""

# "source_message_id?: string; // canonical backend message.id when known" and "source_line_id?: string; // local
# transcript row id; may be synthetic" (the same type).
_IDS: Final = ("source_message_id", "source_line_id")
_PARTS: Final = frozenset({"assistant", "reasoning"})


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield each line of a file, with what it is: the thoughts and texts of one message that follow one another."""
    before, group = None, None
    for number, text in numbered:
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="broken" if text.strip() else "event", fault=fault)
            continue
        message = text_of(members, _IDS[0]) if text_of(members, "kind") in _PARTS else None
        if message is None:
            group = None
        elif message != before or group is None:
            group = str(number)
        before = message
        yield _line(number, text, members, group)


def _line(number: int, text: bytes, members: Mapping[str, Raw], group: str | None) -> Line:
    kind = text_of(members, "kind") or ""
    role = KINDS.get(kind, "unknown")
    has_result = kind == "tool_call" and _has_result(members)
    speaker = None if role != "message" else "user" if kind == "user" else "assistant"
    return Line(
        number=number,
        text=text,
        role=role,
        name=kind,
        id=next((found for name in _IDS if (found := text_of(members, name))), None),
        speaker=speaker,
        counts={"assistant": 1, "tool": 1} if has_result else None,
        group=group,
        time=time_of(members, "captured_at"),
        payload=Raw(text) if role == "message" else None,
        failure=text_of(members, "text") if kind == "error" else None,
    )


def _has_result(members: Mapping[str, Any]) -> bool:
    """Return whether a call has ended: "A completed tool row" has a `resultText` or a `resultOk`."""
    return "resultText" in members or "resultOk" in members


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of an entry; of a call that has ended, a message with its result, too.

    Raises:
        InvalidDocument: the entry cannot be read.
    """
    record: Any = loads(line.text, FAST)
    if line.payload is None:
        shown = Raw(dumps({"type": line.name, "text": record.get("text")}))
        found = Message(role="user_interaction", interaction=shown, id=line.id, created_at=line.time)
        return [found], taken(record, [])
    contents = Contents(line, NAME)
    held = Held()
    if line.name == "tool_call":
        _call(contents, held, record)
    else:
        _text(contents, held, record.get("text"))
    return contents.messages, taken(record, contents.places)


def _text(contents: Contents, held: Held, said: Any) -> None:
    if contents.line.name == "reasoning" and text_or(said):
        held.add(ThinkingBlock(text=said), ("text",))
    else:
        contents.add(held, said, ("text",))
    contents.say(held)


def _call(contents: Contents, held: Held, record: dict[str, Any]) -> None:
    """Add a call and its result; an entry of an older version without ids has that of its line."""
    line = contents.line
    name = text_or(record.get("source_line_id")) or line.id or f"line-{line.number}"
    add_spelled_call(
        held, ToolUseBlock(id=name, name=text_or(record.get("name"))), record.get("argsText"), ("argsText",)
    )
    contents.say(held)
    if _has_result(record):
        ok = record.get("resultOk")
        is_error = not ok if isinstance(ok, bool) else None
        contents.result(name, record.get("resultText"), ("resultText",), is_error=is_error)


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of an entry, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
