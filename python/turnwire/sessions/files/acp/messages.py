"""The messages of a log of the Agent Client Protocol, and the lines that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.model import Message, OpaqueBlock, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.acp.content import add_content
from turnwire.sessions.files.acp.lines import ENDED, PROMPT
from turnwire.sessions.files.slots import Held, add_json, put_back, taken, text_or

if TYPE_CHECKING:
    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.slots import Place


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of a line, and one for the result of a call whose first update already has the result.

    Raises:
        InvalidDocument: the line cannot be read.
    """
    records = [loads(text, FAST) for text in line.text.split(b"\n")]
    held = Held()
    role: Any = line.speaker
    messages = [Message(role=role, session_id=line.session)]
    place: Place = (0, "params", "update")
    if line.name == PROMPT:
        prompt = records[0]["params"]["prompt"]
        for index, block in enumerate(prompt if isinstance(prompt, list) else [prompt]):
            add_content(held, block, (0, "params", "prompt", index) if isinstance(prompt, list) else None)
    elif line.name == "tool_call":
        update = records[0]["params"]["update"]
        _call(held, update, place)
        if text_or(update.get("status")) in ENDED:
            messages.append(Message(role="tool", session_id=line.session, content=[_result(held, update, place)]))
    elif line.name == "tool_call_update":
        _result(held, records[0]["params"]["update"], place)
    else:
        _chunks(held, records, place, is_thought=line.name == "agent_thought_chunk")
    messages[0].content = held.blocks[:1] if len(messages) > 1 else held.blocks
    return messages, taken(records, held.places)


def _chunks(held: Held, records: list[Any], place: Place, *, is_thought: bool) -> None:
    """Add the text of the chunks, which stay as they are until it is edited; or other content of one chunk."""
    contents = [record["params"]["update"]["content"] for record in records]
    first = contents[0]
    if not (isinstance(first, dict) and first.get("type") == "text" and isinstance(first.get("text"), str)):
        add_content(held, first, (*place, "content"))
        return
    text = "".join(content["text"] for content in contents)
    block = ThinkingBlock(text=text) if is_thought else TextBlock(text=text)
    held.add(block, (*place, "content", "text") if len(records) == 1 else None)


def _call(held: Held, update: dict[str, Any], place: Place) -> None:
    """Add a call.  Version 1 has no name of the tool: it is the kind; the title is for people."""
    name = text_or(update.get("name")) or text_or(update.get("kind")) or "other"
    block = ToolUseBlock(id=text_or(update.get("toolCallId")), name=name)
    given = update.get("rawInput")
    if given is not None:
        block.input = Raw(dumps(given))
    held.add(block, None if given is None else (*place, "rawInput"))


def _result(held: Held, update: dict[str, Any], place: Place) -> ToolResultBlock:
    """Add the result of a call: its content, or the raw output if it has none that can be read.

    A diff has no place in a message, and is the JSON that it is.
    """
    block = ToolResultBlock(tool_use_id=text_or(update.get("toolCallId")))
    if update.get("status") == "failed":
        block.is_error = True
    inside = Held()
    content = update.get("content")
    for index, each in enumerate(content if isinstance(content, list) else ()):
        where: Place = (*place, "content", index)
        kind = each.get("type") if isinstance(each, dict) else None
        if kind == "diff":
            add_json(inside, each, where)
        elif kind == "content" and isinstance(each.get("content"), dict):
            add_content(inside, each["content"], (*where, "content"))
        else:
            add_content(inside, each, where)
    output = update.get("rawOutput")
    is_readable = any(not isinstance(found, OpaqueBlock) for found in inside.blocks)
    if output is not None and not is_readable and (inside.blocks or isinstance(output, str)):
        add_json(inside, output, (*place, "rawOutput"))
    elif output is not None and not is_readable:
        block.structured = Raw(dumps(output))
        inside.places.append((*place, "rawOutput"))
    block.content = inside.blocks
    held.add(block, *(inside.places or [None]))
    return block


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of the lines, with the values that the messages have now.

    A text that came in several chunks and was edited is written as one.

    Raises:
        InvalidDocument: blocks were added or removed.
    """
    records = put_back(rest, messages)
    if len(records) > 1:
        records = _edited(records, messages[0].content[0])
    return b"\n".join(dumps(record) for record in records)


def _edited(records: list[Any], block: Any) -> list[Any]:
    contents = [record["params"]["update"]["content"] for record in records]
    if not isinstance(block, TextBlock | ThinkingBlock) or block.text == "".join(each["text"] for each in contents):
        return records
    contents[0]["text"] = block.text
    return records[:1]
