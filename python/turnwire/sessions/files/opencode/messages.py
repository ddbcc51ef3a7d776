"""The messages of an export of OpenCode, and the records that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import begins, object_of
from turnwire.model import Message, MessageMetadata, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock, Usage
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.members import is_true, number_of, record_of, text_of
from turnwire.sessions.files.slots import Held, objects, opaque, put_back, taken, text_or
from turnwire.sessions.files.times import milliseconds
from turnwire.sessions.files.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.format import Numbered, Rest
    from turnwire.sessions.files.slots import Place

NAME: Final = "opencode"
_SPEAKERS: Final = frozenset({"user", "assistant"})

# Parts about the run of the agent, which are no content (skillsynchq/txcript, docs/formats/opencode.md).
STATE: Final = frozenset({"step-start", "step-finish", "snapshot", "patch", "retry", "compaction", "agent"})
_WORDS: Final[Mapping[str, Any]] = {"text": TextBlock, "reasoning": ThinkingBlock}
_STOP_REASONS: Final[Mapping[str, Any]] = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool-calls": "tool_use",
    "content-filter": "content_filter",
    "error": "error",
}


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield what is around the messages, and each message."""
    session, has_title = None, False
    for number, text in numbered:
        if begins(Raw(text), b"[") or number == 1:
            info = object_of(object_of(Raw(text)).get("info"))
            session, title = text_of(info, "id"), text_of(info, "title")
            has_title = bool(title)
            yield Line(
                number=number,
                text=text,
                role="title" if has_title else "event",
                name="session",
                session=session,
                time=milliseconds(object_of(info.get("time")).get("created")),
                title=title,
            )
            continue
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="broken", fault=fault, session=session)
            continue
        yield _line(number, text, object_of(members.get("info")), session)


def _line(number: int, text: bytes, info: Mapping[str, Raw], session: str | None) -> Line:
    role = text_of(info, "role") or ""
    is_message = role in _SPEAKERS
    tokens = object_of(info.get("tokens"))
    cache = object_of(tokens.get("cache"))
    given = number_of(tokens, "input") + number_of(cache, "read") + number_of(cache, "write")
    return Line(
        number=number,
        text=text,
        role="message" if is_message else "unknown",
        name=role,
        id=text_of(info, "id"),
        speaker=role if is_message else None,
        group=str(number) if tokens else None,
        time=milliseconds(object_of(info.get("time")).get("created")),
        session=session,
        payload=Raw(text) if is_message else None,
        model=text_of(info, "modelID"),
        tokens=(given, number_of(tokens, "output") + number_of(tokens, "reasoning")) if tokens else None,
        is_summary=is_true(info, "summary"),
    )


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the messages of a record: one with its texts and calls, and one for each tool result.

    Words and steps of the agent begin a message, if results came before them.

    Raises:
        InvalidDocument: the record cannot be read.
    """
    record = loads(line.text, FAST)
    turns = Turns()
    for index, part in objects(record.get("parts")):
        _part(turns, part, ("parts", index))
    messages = turns.messages(line)
    messages[0].metadata = _about(line)
    return messages, taken(record, turns.places())


def _part(turns: Turns, part: dict[str, Any], place: Place) -> None:
    kind = text_or(part.get("type"))
    text = part.get("text")
    if kind == "step-start":
        turns.next_step()
    elif kind in _WORDS and isinstance(text, str):
        turns.next_step()
        turns.held.add(_WORDS[kind](text=text), (*place, "text"))
    elif kind == "tool":
        _tool(turns, part, place)
    elif kind == "file" and isinstance(part.get("url"), str):
        name = text_or(part.get("filename")) or None
        turns.held.add(media_block(part["url"], text_or(part.get("mime")) or None, name), None)
    elif kind not in STATE:
        turns.held.add(opaque(part, NAME), None)


def _tool(turns: Turns, part: dict[str, Any], place: Place) -> None:
    """Add a call, and its result if it has ended: "completed" has an `output`, "error" has an `error`."""
    found = part.get("state")
    state = found if isinstance(found, dict) else {}
    call = ToolUseBlock(id=text_or(part.get("callID")), name=text_or(part.get("tool")))
    given = (*place, "state", "input")
    if isinstance(state.get("input"), dict):
        call.input = Raw(dumps(state["input"]))
        turns.held.add(call, given)
    else:
        turns.held.add(call, None)
    has_failed = state.get("status") == "error"
    name = "error" if has_failed else "output"
    if state.get("status") not in ("completed", "error"):
        return
    inside = Held()
    output = state.get(name)
    if not inside.add_text(output, (*place, "state", name)) and output not in (None, ""):
        inside.add(opaque(output, NAME), None)
    for _, each in objects(state.get("attachments")):
        if isinstance(each.get("url"), str):
            inside.add(media_block(each["url"], text_or(each.get("mime")) or None), None)
    block = ToolResultBlock(tool_use_id=call.id, content=inside.blocks, is_error=True if has_failed else None)
    turns.result().add(block, *(inside.places or [None]))


def _about(line: Line) -> MessageMetadata | None:
    info = object_of(object_of(line.payload).get("info"))
    tokens = object_of(info.get("tokens"))
    found = MessageMetadata(
        model=line.model,
        provider=text_of(info, "providerID"),
        stop_reason=_STOP_REASONS.get(text_of(info, "finish") or ""),
    )
    if tokens:
        cache, thought = object_of(tokens.get("cache")), number_of(tokens, "reasoning")
        found.usage = Usage(
            input_tokens=number_of(tokens, "input"),
            output_tokens=number_of(tokens, "output") + thought,
            cached_input_tokens=number_of(cache, "read"),
            cache_creation_input_tokens=number_of(cache, "write"),
            reasoning_tokens=thought,
        )
    return None if found == MessageMetadata() else found


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a record, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
