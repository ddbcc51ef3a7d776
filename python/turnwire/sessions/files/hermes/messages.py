"""The messages of a row of Hermes, and the row that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import object_of
from turnwire.errors import InvalidDocument
from turnwire.model import Message, MessageMetadata, ThinkingBlock, ToolUseBlock
from turnwire.sessions.files.contents import Contents, add_spelled_call
from turnwire.sessions.files.hermes.lines import SESSION, call_id, calls_of, session_place
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.slots import JSON_INSIDE, RECORD, Held, objects, put_back, taken, text_or

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.slots import Place

NAME: Final = "hermes"

# "Serialize list/dict content (multimodal parts) as a sentinel-prefixed JSON string" (NousResearch/hermes-agent,
# hermes_state_messages.py)
PREFIX: Final = "\x00json:"
_PREFIXED: Final = "prefixed"

_STOP_REASONS: Final[Mapping[str, Any]] = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "content_filter",
}


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of a row, or the system prompt of a session.

    Raises:
        InvalidDocument: the row cannot be read.
    """
    record: Any = loads(line.text, FAST)
    contents = Contents(line, NAME)
    if line.name == SESSION:
        return _prompt(contents, record)
    has_prefix = _without_prefix(record)
    if line.speaker == "tool":
        _result(contents, record, has_prefix=has_prefix)
    else:
        _said(contents, record, has_prefix=has_prefix)
    contents.messages[0].metadata = _about(line, record)
    rest = taken(record, contents.places)
    if not has_prefix:
        return contents.messages, rest
    record["content"] = PREFIX + record["content"]
    return contents.messages, rest | {RECORD: Raw(dumps(record)), _PREFIXED: Raw(b"true")}


def _prompt(contents: Contents, record: Any) -> tuple[list[Message], Rest]:
    place = session_place(record)
    row = record
    for step in place:
        row = row[step]
    contents.read(row["system_prompt"], (*place, "system_prompt"))
    return contents.messages, taken(record, contents.places)


def _without_prefix(record: dict[str, Any]) -> bool:
    """Take the prefix from a content that is JSON; return whether there was one."""
    content = record.get("content")
    if not isinstance(content, str) or not content.startswith(PREFIX):
        return False
    try:
        loads(content.removeprefix(PREFIX).encode(), FAST)
    except InvalidDocument:
        return False
    record["content"] = content.removeprefix(PREFIX)
    return True


def _said(contents: Contents, record: dict[str, Any], *, has_prefix: bool) -> None:
    """Add the reasoning, texts and calls of a row.

    "It prefers `reasoning_content` over `reasoning` while ignoring single-space thinking-mode pads"
    (letta-ai/trajectory, src/adapters/hermes/README.md)
    """
    held = Held()
    thoughts = ("reasoning_content", "reasoning")
    name = next((name for name in thoughts if text_or(record.get(name)).strip()), None)
    if name is not None:
        held.add(ThinkingBlock(text=record[name]), (name,))
    _content(contents, held, record, has_prefix=has_prefix)
    _calls(contents.line, held, record.get("tool_calls"))
    contents.say(held)


def _result(contents: Contents, record: dict[str, Any], *, has_prefix: bool) -> None:
    """Add a result; "`denied` -> `is_error`" (skillsynchq/txcript, docs/formats/hermes.md)."""
    held = Held()
    _content(contents, held, record, has_prefix=has_prefix)
    is_error = True if record.get("effect_disposition") == "denied" else None
    contents.answer(text_or(record.get("tool_call_id")), held, is_error=is_error)


def _content(contents: Contents, held: Held, record: dict[str, Any], *, has_prefix: bool) -> None:
    """Add a text, or the parts of a message as OpenAI's Chat Completions have them."""
    place: Place = ("content", JSON_INSIDE) if has_prefix else ("content",)
    content = loads(record["content"].encode(), FAST) if has_prefix else record.get("content")
    for index, part in enumerate(content) if isinstance(content, list) else ():
        address = _picture(part)
        if address is not None:
            held.add(media_block(address, None, kind="image"), None)
        else:
            contents.add(held, part, (*place, index))
    if not isinstance(content, list):
        contents.add(held, content, place)


def _picture(part: Any) -> str | None:
    """Return where a picture is; `image_url` is an object with a `url`, or the address alone."""
    if not isinstance(part, dict) or part.get("type") != "image_url":
        return None
    found = part.get("image_url")
    address = found.get("url") if isinstance(found, dict) else found
    return address if isinstance(address, str) else None


def _calls(line: Line, held: Held, given: Any) -> None:
    """Add the calls of a row: `{"function": {"name", "arguments"}}`, or "the simplified id-less {name, arguments}"."""
    place: Place = ("tool_calls",)
    if isinstance(given, str):
        try:
            given = loads(given.encode(), FAST)
        except InvalidDocument:
            return
        place = (*place, JSON_INSIDE)
    names = [call_id(call) for call in calls_of(object_of(line.payload).get("tool_calls"))]
    for position, (index, call) in enumerate(objects(given)):
        function = call.get("function")
        is_nested = isinstance(function, dict)
        inside: dict[str, Any] = function if isinstance(function, dict) else call
        where: Place = (*place, index, "function", "arguments") if is_nested else (*place, index, "arguments")
        name = names[position] or f"row-{line.id or line.number}-{position + 1}"
        block = ToolUseBlock(id=name, name=text_or(inside.get("name")))
        add_spelled_call(held, block, inside.get("arguments"), where)


def _about(line: Line, record: dict[str, Any]) -> MessageMetadata | None:
    reason = _STOP_REASONS.get(text_or(record.get("finish_reason")))
    return MessageMetadata(model=line.model, stop_reason=reason) if line.model or reason else None


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a row, with the values that its messages have now.  Raises InvalidDocument."""
    if _PREFIXED not in rest:
        return dumps(put_back(rest, messages))
    record = loads(bytes(rest[RECORD]), FAST)
    record["content"] = record["content"].removeprefix(PREFIX)
    record = put_back(rest | {RECORD: Raw(dumps(record))}, messages)
    record["content"] = PREFIX + record["content"]
    return dumps(record)
