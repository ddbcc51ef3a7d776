"""The messages of ChatGPT, and the nodes that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.model import (
    AudioBlock,
    ImageBlock,
    Message,
    MessageMetadata,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from turnwire.sessions.files.chatgpt.nodes import tree_of
from turnwire.sessions.files.slots import Held, data_of, objects, opaque, put_back, taken, text_or

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.slots import Place


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of a node.

    A message of the assistant to a tool (`recipient`) is a call of it, and has the id of its node, since the export has
    no ids of calls; a message of a tool is the result of the call that it continues.

    Raises:
        InvalidDocument: the node cannot be read.
    """
    record = loads(line.text, FAST)
    own, node = tree_of(record)
    message = node["message"]
    place: Place = (own, "message", "content")
    content = message["content"] if isinstance(message["content"], dict) else {}
    recipient = text_or(message.get("recipient"), "all")
    if line.speaker == "assistant" and recipient != "all":
        held = _call(content, place, own, recipient)
    else:
        held = Held()
        _CONTENT.get(text_or(content.get("content_type")), _any)(held, content, place)
    blocks = held.blocks
    if line.speaker == "tool":
        name = text_or((message.get("author") or {}).get("name")) or None
        blocks = [ToolResultBlock(tool_use_id=line.parent or "", name=name, content=blocks, run_by="provider")]
        held.places = held.places or [None]
    role: Any = line.speaker
    metadata = MessageMetadata(model=line.model) if line.model else None
    found = Message(
        role=role, content=blocks, id=line.id, session_id=line.session, created_at=line.time, metadata=metadata
    )
    return [found], taken(record, held.places)


def _call(content: dict[str, Any], place: Place, own: str, recipient: str) -> Held:
    """Return the call of a tool: its input is the code, or the text of the first part."""
    held = Held()
    block = ToolUseBlock(id=own, name=recipient, run_by="provider")
    if isinstance(content.get("text"), str):
        block.input_text = content["text"]
        held.add(block, (*place, "text"))
        return held
    parts = content.get("parts")
    if isinstance(parts, list) and len(parts) == 1 and isinstance(parts[0], str):
        block.input_text = parts[0]
        held.add(block, (*place, "parts", 0))
        return held
    block.input = Raw(dumps(content))
    held.add(block, place if content else None)
    return held


def _parts(held: Held, content: dict[str, Any], place: Place) -> None:
    parts = content.get("parts")
    for index, part in enumerate(parts if isinstance(parts, list) else ()):
        where: Place = (*place, "parts", index)
        if isinstance(part, str):
            held.add_text(part, where)
        elif isinstance(part, dict):
            _part(held, part, where)
        else:
            held.add(opaque(part, "chatgpt"), None)


def _part(held: Held, part: dict[str, Any], place: Place) -> None:
    """Add a picture or a piece of sound, which are files of the export, or the text of speech."""
    kind, address = part.get("content_type"), part.get("asset_pointer")
    if kind == "audio_transcription" and isinstance(part.get("text"), str):
        held.add(TextBlock(text=part["text"]), (*place, "text"))
    elif kind == "image_asset_pointer" and isinstance(address, str):
        held.add(ImageBlock(source=Source(kind="file_id", data=data_of(address))), None)
    elif kind == "audio_asset_pointer" and isinstance(address, str):
        held.add(AudioBlock(source=Source(kind="file_id", data=data_of(address))), None)
    else:
        held.add(opaque(part, "chatgpt", "content_type"), None)


def _text(held: Held, content: dict[str, Any], place: Place) -> None:
    if not held.add_text(content.get("text"), (*place, "text")):
        held.add(opaque(content, "chatgpt", "content_type"), None)


def _result(held: Held, content: dict[str, Any], place: Place) -> None:
    if not held.add_text(content.get("result"), (*place, "result")):
        held.add(opaque(content, "chatgpt", "content_type"), None)


def _thoughts(held: Held, content: dict[str, Any], place: Place) -> None:
    for index, thought in objects(content.get("thoughts")):
        text, summary = thought.get("content"), thought.get("summary")
        block = ThinkingBlock(text=text_or(text))
        if isinstance(summary, str) and summary:
            block.summary = [summary]
        held.add(block, (*place, "thoughts", index, "content") if isinstance(text, str) else None)


def _recap(held: Held, content: dict[str, Any], place: Place) -> None:
    text = content.get("content")
    held.add(ThinkingBlock(text=text_or(text)), (*place, "content") if isinstance(text, str) else None)


def _instructions(held: Held, content: dict[str, Any], place: Place) -> None:
    """Add the user's profile and instructions ("custom instructions" in ChatGPT)."""
    for name in ("user_profile", "user_instructions", "model_set_context"):
        held.add_text(content.get(name), (*place, name))


def _any(held: Held, content: dict[str, Any], place: Place) -> None:
    """Add content of a kind that is not known, as it is; its parts, if it has some."""
    if isinstance(content.get("parts"), list):
        _parts(held, content, place)
    else:
        held.add(opaque(content, "chatgpt", "content_type"), None)


_CONTENT: Final[dict[str, Callable[[Held, dict[str, Any], Place], None]]] = {
    "text": _parts,
    "multimodal_text": _parts,
    "code": _text,
    "execution_output": _text,
    "tether_quote": _text,
    "system_error": _text,
    "tether_browsing_display": _result,
    "thoughts": _thoughts,
    "reasoning_recap": _recap,
    "user_editable_context": _instructions,
    "model_editable_context": _instructions,
}
"""The type of the content -> how it is read."""


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a node, with the values that its message has now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
