"""The messages of a line of Codex, and the line that they came from.

The items are those of the Responses API, with members that Codex leaves out or writes as null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.members import object_of
from turnwire.codec.wire import ENCODER
from turnwire.model import ABSENT, Message, MessageMetadata, TextBlock, ToolResultBlock
from turnwire.sessions.files.codex.lines import system_prompt
from turnwire.sessions.files.line import WITH_TEXT
from turnwire.sessions.files.members import text_of
from turnwire.sessions.files.wire_messages import read_messages, render_messages

if TYPE_CHECKING:
    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line

DIALECT: Final = "openai_responses"
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_NAMES: Final = msgspec.json.Decoder(list[str])
_NEEDED: Final = {"web_search_call": "id", "local_shell_call": "id", "image_generation_call": "id"}
"""The type of an item -> the member that the API requires and Codex leaves out."""


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the messages of a line, and the members of the line that they do not hold.

    Raises:
        InvalidDocument: the item cannot be read.
    """
    members = _OBJECT.decode(line.text)
    if line.payload is None:
        return _of_mark(line, members)
    payload = object_of(line.payload)
    if line.name.startswith("response_item"):
        messages, rest = _of_item(payload)
    else:
        messages, rest = _of_text(line, payload)
    metadata = MessageMetadata(model=line.model) if line.model else None
    messages[0] = structs.replace(
        messages[0], session_id=line.session, created_at=line.time, metadata=metadata or messages[0].metadata
    )
    return messages, {"line": _json(_envelope(members))} | rest


def _json(value: Any) -> Raw:
    return Raw(ENCODER.encode(value))


def _envelope(members: dict[str, Raw]) -> dict[str, Raw]:
    """Return the members around the item; the first versions had none."""
    return {name: value for name, value in members.items() if name != "payload"} if "payload" in members else {}


def _of_item(payload: Any) -> tuple[list[Message], Rest]:
    nulls = [name for name, value in payload.items() if bytes(value) == b"null"]
    item = {name: value for name, value in payload.items() if name not in nulls}
    needed = _NEEDED.get(text_of(payload, "type") or "")
    added = [needed] if needed and needed not in item else []
    for name in added:
        item[name] = Raw(b'""')
    rest: Rest = {}
    if nulls:
        rest["nulls"] = _json(nulls)
    if added:
        rest["added"] = _json(added)
    # The first versions: "failure" is "an object", with content and success, and "success" "a plain string (no nested
    # object)" (openai/codex, codex-rs/protocol/src/models.rs).
    output = object_of(item.get("output"))
    if text_of(output, "content") is not None and (text_of(item, "type") or "").endswith("_call_output"):
        item["output"] = output["content"]
        rest["output"] = _json({name: value for name, value in output.items() if name != "content"})
    messages = read_messages(DIALECT, "input", ENCODER.encode(item))
    is_failure = "output" in rest and bytes(output.get("success", b"")) == b"false"
    return [_with_error(each, is_error=True) for each in messages] if is_failure else messages, rest


def _with_error(message: Message, *, is_error: bool | None) -> Message:
    """Return a message whose results are failures, or say nothing about it."""
    blocks = [
        structs.replace(block, is_error=is_error) if isinstance(block, ToolResultBlock) else block
        for block in message.content
    ]
    return structs.replace(message, content=blocks)


def _of_mark(line: Line, members: dict[str, Raw]) -> tuple[list[Message], Rest]:
    """Return an entry for a line that is no message of the model: of one agent to another, or a compaction.

    "message: String" of `CompactedItem` is empty where the server compacts: its `replacement_history` has the summary
    sealed, and the messages that are kept.
    """
    if line.role not in WITH_TEXT:
        return [], members
    interaction = _json({"type": line.name.partition("/")[0], "payload": members["payload"]})
    message = Message(role="user_interaction", interaction=interaction, session_id=line.session, created_at=line.time)
    return [message], {"line": _json(_envelope(members))}


def _of_text(line: Line, payload: Any) -> tuple[list[Message], Rest]:
    """Return the instructions of the session, the summary that replaces what came before, or what an event shows."""
    if line.speaker != "system":
        text = text_of(payload, "message") or ""
        role, kept = line.speaker or "user", {name: value for name, value in payload.items() if name != "message"}
    else:
        text, role, kept = system_prompt(payload) or "", "system", dict(payload)
        base = object_of(payload.get("base_instructions"))
        if text_of(base, "text") is not None:
            kept["base_instructions"] = _json({name: value for name, value in base.items() if name != "text"})
        else:
            del kept["instructions"]
    message = Message(role=role, content=[TextBlock(text=text)])  # type: ignore[arg-type]
    return [message], {"payload": _json(kept)}


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a line: the members that were kept, and the messages as they are now.

    A message that was edited into several items becomes several lines.
    """
    first = messages[0]
    line = dict(_OBJECT.decode(rest["line"]))
    if first.created_at is not None and "timestamp" in line and text_of(line, "timestamp") != first.created_at:
        line["timestamp"] = _json(first.created_at)
    if first.role == "user_interaction" and first.interaction is not ABSENT:
        payloads: list[Any] = [object_of(first.interaction).get("payload", Raw(b"{}"))]
    else:
        payloads = [_with_text(rest["payload"], first)] if "payload" in rest else _items(rest, messages)
    return b"\n".join(ENCODER.encode({**line, "payload": item} if line else item) for item in payloads)


def _with_text(kept: Raw, message: Message) -> dict[str, Any]:
    payload: dict[str, Any] = dict(_OBJECT.decode(kept))
    text = "".join(block.text for block in message.content if isinstance(block, TextBlock))
    if message.role != "system":
        return {"message": text} | payload
    if "base_instructions" in payload and bytes(payload["base_instructions"]) != b"null":
        payload["base_instructions"] = {"text": text} | dict(object_of(payload["base_instructions"]))
    else:
        payload["instructions"] = text
    return payload


def _items(rest: Rest, messages: list[Message]) -> list[dict[str, Any]]:
    bare = [structs.replace(each, session_id=None, created_at=None, metadata=None) for each in messages]
    if "output" in rest:
        bare = [_with_error(each, is_error=None) for each in bare]
    items: list[dict[str, Any]] = [_OBJECT.decode(item) for item in render_messages(DIALECT, "input", bare)]
    for item in items:
        for name in _NAMES.decode(rest["added"]) if "added" in rest else ():
            if text_of(item, name) == "":
                del item[name]
        for name in _NAMES.decode(rest["nulls"]) if "nulls" in rest else ():
            item.setdefault(name, None)
        if "output" in rest and "output" in item:
            item["output"] = {"content": item["output"], **object_of(rest["output"])}
    return items
