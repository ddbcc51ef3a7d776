"""The messages of an event of Copilot CLI, and the line that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.model import Message, MessageMetadata, ThinkingBlock, Usage
from turnwire.sessions.files.contents import Contents, add_call
from turnwire.sessions.files.line import WITH_TEXT
from turnwire.sessions.files.slots import Held, objects, opaque, put_back, taken, text_or

if TYPE_CHECKING:
    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line

NAME: Final = "copilot_cli"


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the messages of an event.

    Raises:
        InvalidDocument: the event cannot be read.
    """
    record = loads(line.text, FAST)
    if line.payload is None:
        if line.role not in WITH_TEXT:
            return [], taken(record, [])
        shown = Raw(dumps({"type": record["type"], "data": record.get("data")}))
        found = Message(role="user_interaction", interaction=shown, id=line.id, session_id=line.session)
        found.created_at = line.time
        return [found], taken(record, [])
    contents = Contents(line, NAME)
    _READERS[record["type"]](contents, record["data"])
    if line.model or line.tokens:
        usage = Usage(output_tokens=line.tokens[1]) if line.tokens else None
        contents.messages[0].metadata = MessageMetadata(model=line.model, usage=usage)
    return contents.messages, taken(record, contents.places)


def _said(contents: Contents, data: dict[str, Any]) -> None:
    """Add what the user or the program says; its attachments are kept as they are."""
    held = Held()
    contents.add(held, data.get("content"), ("data", "content"))
    for _, each in objects(data.get("attachments")):
        held.add(opaque(each, NAME), None)
    contents.say(held)


def _prompt(contents: Contents, data: dict[str, Any]) -> None:
    contents.read(data["input"]["prompt"], ("data", "input", "prompt"))


def _summary(contents: Contents, data: dict[str, Any]) -> None:
    contents.read(data["summaryContent"], ("data", "summaryContent"))


def _replied(contents: Contents, data: dict[str, Any]) -> None:
    held = Held()
    if text_or(thought := data.get("reasoningText")):
        held.add(ThinkingBlock(text=text_or(thought)), ("data", "reasoningText"))
    contents.add(held, data.get("content"), ("data", "content"))
    for index, call in objects(data.get("toolRequests")):
        place = ("data", "toolRequests", index, "arguments")
        add_call(held, text_or(call.get("toolCallId")), text_or(call.get("name")), call, place)
    contents.say(held)


def _ran(contents: Contents, data: dict[str, Any]) -> None:
    """Add a result: its `content` is what the model gets, and a failed one has the message of an `error`."""
    call = text_or(data.get("toolCallId"))
    has_failed = data.get("success") is False
    result, error = data.get("result"), data.get("error")
    if isinstance(result, dict):
        contents.result(call, result.get("content"), ("data", "result", "content"), is_error=has_failed or None)
    elif isinstance(error, dict):
        contents.result(call, error.get("message"), ("data", "error", "message"), is_error=has_failed or None)
    elif result is not None:
        contents.result(call, result, ("data", "result"), is_error=has_failed or None)
    else:
        contents.result(call, error, ("data", "error"), is_error=has_failed or None)


_READERS: Final = {
    "system.message": _said,
    "user.message": _said,
    "assistant.message": _replied,
    "tool.execution_complete": _ran,
    "hook.start": _prompt,
    "session.compaction_complete": _summary,
}


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a line, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
