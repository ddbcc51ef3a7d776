"""The messages of a chat of the AI SDK, and the records that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.model import TextBlock, ThinkingBlock
from turnwire.sessions.files.ai_sdk.tools import add_call, add_call_and_result, add_result
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.slots import objects, opaque, put_back, taken, text_or
from turnwire.sessions.files.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import Message
    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.slots import Place


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of a record, and a message for each result of a tool in it.

    Raises:
        InvalidDocument: the record cannot be read.
    """
    record = loads(line.text, FAST)
    turns = Turns()
    parts = record.get("parts")
    if isinstance(parts, list) and parts:
        _parts(turns, parts, "parts")
    else:
        _content(turns, record)
    return turns.messages(line), taken(record, turns.places())


def _content(turns: Turns, record: dict[str, Any]) -> None:
    """Add the content of a ModelMessage, or of a message of version 4: its text follows the results of its calls."""
    thought = record.get("reasoning")
    if isinstance(thought, str) and thought:
        turns.held.add(ThinkingBlock(text=thought), ("reasoning",))
    for index, call in objects(record.get("toolInvocations")):
        add_call_and_result(turns, call, ("toolInvocations", index), text_or(call.get("toolName")))
    turns.next_step()
    content = record.get("content")
    if isinstance(content, list):
        _parts(turns, content, "content")
    else:
        turns.held.add_text(content, ("content",))
    for _, item in objects(record.get("experimental_attachments")):
        _file(turns, item, ())


def _parts(turns: Turns, parts: list[Any], member: str) -> None:
    for index, part in enumerate(parts):
        place: Place = (member, index)
        kind = text_or(part.get("type")) if isinstance(part, dict) else ""
        if kind.startswith("tool-") and kind not in _PARTS:
            add_call_and_result(turns, part, place, kind.removeprefix("tool-"))
        else:
            _PARTS.get(kind, _other)(turns, part, place)


def _text(turns: Turns, part: dict[str, Any], place: Place) -> None:
    if isinstance(part.get("text"), str):
        turns.held.add(TextBlock(text=part["text"]), (*place, "text"))
    else:
        _other(turns, part, place)


def _reasoning(turns: Turns, part: dict[str, Any], place: Place) -> None:
    """Add reasoning, which is in `text`, and in version 4 in `reasoning`."""
    name = "text" if isinstance(part.get("text"), str) else "reasoning"
    if isinstance(part.get(name), str):
        turns.held.add(ThinkingBlock(text=part[name]), (*place, name))
    else:
        _other(turns, part, place)


def _file(turns: Turns, part: dict[str, Any], place: Place) -> None:
    """Add a file by its address: "The URL of the file. It can either be a URL to a hosted file or a [Data URL]".

    (vercel/ai, ui-messages.ts.)  A ModelMessage has the data or a URL, and version 4 other names.
    """
    address = next((part[name] for name in ("url", "data", "image") if isinstance(part.get(name), str)), None)
    if address is None:
        _other(turns, part, place)
        return
    types = (part.get(name) for name in ("mediaType", "mimeType", "contentType"))
    media_type = next((each for each in types if isinstance(each, str)), None)
    kind = "image" if part.get("type") == "image" else "document"
    name = text_or(part.get("filename")) or text_or(part.get("name")) or None
    turns.held.add(media_block(address, media_type, name, kind=kind), None)


def _invocation(turns: Turns, part: dict[str, Any], place: Place) -> None:
    """Add a call of version 4, which is in a member of its part."""
    call = part.get("toolInvocation")
    if isinstance(call, dict):
        add_call_and_result(turns, call, (*place, "toolInvocation"), text_or(call.get("toolName")))
    else:
        _other(turns, part, place)


def _dynamic(turns: Turns, part: dict[str, Any], place: Place) -> None:
    add_call_and_result(turns, part, place, text_or(part.get("toolName")))


def _step(turns: Turns, part: dict[str, Any], place: Place) -> None:  # noqa: ARG001 - as the others of the table
    """Go on with another message if the step before has results, as `convertToModelMessages` does it."""
    turns.next_step()


def _call(turns: Turns, part: dict[str, Any], place: Place) -> None:
    add_call(turns.held, part, place, text_or(part.get("toolName")))


def _result(turns: Turns, part: dict[str, Any], place: Place) -> None:
    add_result(turns.held, part, place)


def _other(turns: Turns, part: Any, place: Place) -> None:  # noqa: ARG001 - as the others of the table
    """Add a part that has no block of its own, such as a source or data of the application, as it is."""
    turns.held.add(opaque(part, "ai_sdk"), None)


_PARTS: Final[dict[str, Callable[[Turns, Any, Place], None]]] = {
    "text": _text,
    "reasoning": _reasoning,
    "file": _file,
    "image": _file,
    "step-start": _step,
    "dynamic-tool": _dynamic,
    "tool-invocation": _invocation,
    "tool-call": _call,
    "tool-result": _result,
    "tool-approval-request": _other,
    "tool-approval-response": _other,
}
"""The type of a part -> how it is read; any other type that begins with `tool-` ends with the name of a tool."""


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a record, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
