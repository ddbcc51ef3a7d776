"""The messages of a session of Gemini CLI, and the records that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import begins, object_of
from turnwire.model import (
    Message,
    MessageMetadata,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    Usage,
)
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.members import number_of, record_of, text_of, time_of
from turnwire.sessions.files.slots import Held, add_json, objects, opaque, put_back, taken, text_or

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.model import ContentBlock
    from turnwire.sessions.files.format import Numbered, Rest
    from turnwire.sessions.files.line import LineRole
    from turnwire.sessions.files.slots import Place

# The types of a message record (google-gemini/gemini-cli, chatRecordingService.ts); those without a speaker are notices
# of the program.  Qwen Code, which began as a copy of it, wrote "type": "qwen" (Dicklesworthstone/
# coding_agent_session_search, tests/connector_qwen.rs); files of other programs have the word of Gemini's API, "model"
# (Dicklesworthstone/cross_agent_session_resumer, tests/fixtures/gemini).
ROLES: Final[Mapping[str, LineRole]] = {
    "user": "message",
    "gemini": "message",
    "qwen": "message",
    "model": "message",
    "info": "interaction",
    "error": "interaction",
    "warning": "interaction",
}
SPEAKERS: Final = {"user": "user", "gemini": "assistant", "qwen": "assistant", "model": "assistant"}
"""The type of a record that is a message -> whose it is."""

_FILES: Final = {"inlineData": "data", "fileData": "fileUri"}
_FAILED: Final = frozenset({"error", "cancelled"})


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield what is around the messages, and each message."""
    session = None
    for number, text in numbered:
        if begins(Raw(text), b"[") or number == 1:
            head = object_of(Raw(text))
            session, title = text_of(head, "sessionId"), text_of(head, "summary")
            role: LineRole = "title" if title else "event"
            yield Line(number=number, text=text, role=role, name="session", session=session, title=title)
            continue
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="broken", fault=fault, session=session)
            continue
        yield line_of(number, text, members, session)


def line_of(number: int, text: bytes, members: Mapping[str, Raw], session: str | None) -> Line:
    """Return what a record is."""
    kind = text_of(members, "type") or ""
    tokens = object_of(members.get("tokens"))
    return Line(
        number=number,
        text=text,
        role=ROLES.get(kind, "unknown"),
        name=kind,
        speaker=SPEAKERS.get(kind),
        id=text_of(members, "id"),
        time=time_of(members),
        session=session,
        payload=Raw(text) if kind in SPEAKERS else None,
        model=text_of(members, "model"),
        group=str(number) if tokens else None,
        tokens=(number_of(tokens, "input"), number_of(tokens, "output")) if tokens else None,
        failure=text_of(members, "content") if kind == "error" else None,
    )


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of a record, and a message for each result of its calls.

    Raises:
        InvalidDocument: the record cannot be read.
    """
    record = loads(line.text, FAST)
    if line.payload is None:
        message = Message(role="user_interaction", interaction=Raw(line.text), id=line.id, session_id=line.session)
        return [message], taken(record, [])
    messages, places = messages_of(record, line)
    return messages, taken(record, places)


def messages_of(record: dict[str, Any], line: Line) -> tuple[list[Message], list[Place | None]]:
    """Return the messages of a record that is one, and the places of their leaves in it."""
    held = Held()
    for index, thought in objects(record.get("thoughts")):
        _thought(held, thought, ("thoughts", index))
    _content(held, record.get("content"))
    results: list[tuple[Message, list[Place | None]]] = []
    for index, call in objects(record.get("toolCalls")):
        _call(held, call, ("toolCalls", index))
        if (result := _result(call, ("toolCalls", index))) is not None:
            results.append(result)
    role: Any = line.speaker
    first = Message(
        role=role, content=held.blocks, id=line.id, session_id=line.session, created_at=line.time, metadata=_about(line)
    )
    places = [*held.places, *(place for _, inside in results for place in inside)]
    return [first, *(message for message, _ in results)], places


def _thought(held: Held, thought: dict[str, Any], place: Place) -> None:
    subject = thought.get("subject")
    block = ThinkingBlock(text=text_or(thought.get("description")))
    if isinstance(subject, str) and subject:
        block.summary = [subject]
    held.add(block, (*place, "description") if isinstance(thought.get("description"), str) else None)


def _content(held: Held, content: Any) -> None:
    """Add a text, or the parts of a message as Gemini's API has them."""
    if isinstance(content, str):
        held.add_text(content, ("content",))
        return
    for index, part in enumerate(content if isinstance(content, list) else [] if content is None else [content]):
        if isinstance(part, str) and isinstance(content, list):
            held.add_text(part, ("content", index))
        elif isinstance(part, dict) and isinstance(part.get("text"), str) and isinstance(content, list):
            held.add(TextBlock(text=part["text"]), ("content", index, "text"))
        else:
            held.add(_file(part) or opaque(part, "gemini_cli"), None)


def _file(part: Any) -> ContentBlock | None:
    """Return a picture, sound, film or document; None for any other part.

    "inlineData" has "mimeType" and base64 as "data", "fileData" has "mimeType" and "fileUri"
    (ai.google.dev/api/caching, Part).
    """
    for name, data in _FILES.items():
        inside = part.get(name) if isinstance(part, dict) else None
        if isinstance(inside, dict) and isinstance(inside.get(data), str) and isinstance(inside.get("mimeType"), str):
            return media_block(inside[data], inside["mimeType"])
    return None


def _call(held: Held, call: dict[str, Any], place: Place) -> None:
    block = ToolUseBlock(id=text_or(call.get("id")), name=text_or(call.get("name")))
    if "args" in call:
        block.input = Raw(dumps(call["args"]))
    held.add(block, (*place, "args") if "args" in call else None)


def _result(call: dict[str, Any], place: Place) -> tuple[Message, list[Place | None]] | None:
    """Return the result of a call; None if it has none yet."""
    result = call.get("result")
    if result is None:
        return None
    held = Held()
    is_error = text_or(call.get("status")) in _FAILED
    for index, part in objects(result):
        where: Place = (*place, "result", index)
        response = part.get("functionResponse")
        if isinstance(response, dict):
            is_error |= _response(held, response, (*where, "functionResponse"))
        elif isinstance(part.get("text"), str):
            held.add(TextBlock(text=part["text"]), (*where, "text"))
        else:
            held.add(_file(part) or opaque(part, "gemini_cli"), None)
    block = ToolResultBlock(tool_use_id=text_or(call.get("id")), content=held.blocks)
    if is_error:
        block.is_error = True
    return Message(role="tool", content=[block]), held.places or [None]


def _response(held: Held, response: dict[str, Any], place: Place) -> bool:
    """Add what a tool returned, and the files with it; return whether it is an error.

    "Use "output" key to specify function output and "error" key to specify error details (if any). If "output" and
    "error" keys are not specified, then whole "response" is treated as function output."
    (googleapis.github.io/js-genai, types.FunctionResponse)
    """
    given = response.get("response")
    name = next(iter(given)) if isinstance(given, dict) and len(given) == 1 else None
    if isinstance(given, dict) and name in ("output", "error"):
        if given[name] is not None:
            add_json(held, given[name], (*place, "response", name))
    elif given not in ({}, None):
        add_json(held, given, (*place, "response"))
    for _, part in objects(response.get("parts")):
        held.add(_file(part) or opaque(part, "gemini_cli"), None)
    return name == "error"


def _about(line: Line) -> MessageMetadata | None:
    """Return the model and the usage; the output of Gemini's usage does not include the thoughts."""
    tokens = object_of(object_of(line.payload).get("tokens"))
    if not tokens:
        return MessageMetadata(model=line.model) if line.model else None
    cached, thoughts = number_of(tokens, "cached"), number_of(tokens, "thoughts")
    usage = Usage(
        input_tokens=max(0, number_of(tokens, "input") - cached),
        output_tokens=number_of(tokens, "output") + thoughts,
        cached_input_tokens=cached,
        reasoning_tokens=thoughts,
    )
    return MessageMetadata(model=line.model, usage=usage)


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a record, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
