"""The messages of a conversation of claude.ai, and the records that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import begins
from turnwire.model import DocumentBlock, Message, Source, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.cutting import heads_of
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import names_in, record_of, text_of, time_of
from turnwire.sessions.files.slots import Held, data_of, objects, opaque, put_back, taken, text_or

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.format import Numbered, Rest
    from turnwire.sessions.files.slots import Place

_SPEAKERS: Final = {"human": "user", "assistant": "assistant"}
ROOT: Final = "00000000-0000-4000-8000-000000000000"
"""The parent of the first message."""


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield what is around the messages, and each message."""
    session, current = None, None
    for number, text in numbered:
        if begins(Raw(text), b"[") or number == 1:
            head = heads_of(text)[0]
            session, current = text_of(head, "uuid"), text_of(head, "current_leaf_message_uuid")
            yield Line(
                number=number,
                text=text,
                role="title",
                name="conversation",
                session=session,
                time=time_of(head, "created_at"),
                title=text_of(head, "name"),
            )
            continue
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="broken", fault=fault, session=session)
            continue
        speaker = _SPEAKERS.get(text_of(members, "sender") or "")
        parent = text_of(members, "parent_message_uuid")
        own = text_of(members, "uuid")
        yield Line(
            number=number,
            text=text,
            role="message" if speaker else "unknown",
            name=text_of(members, "sender") or "",
            speaker=speaker,
            id=own,
            parent=None if parent == ROOT else parent,
            has_parent="parent_message_uuid" in members,
            time=time_of(members, "created_at"),
            session=session,
            payload=Raw(text) if speaker else None,
            is_current=own is not None and own == current,
            attached=_attached(members),
        )


def _attached(members: Mapping[str, Raw]) -> tuple[str, ...]:
    """Return the names of the files without a text among the attachments."""
    texts = names_in(members.get("attachments"), "file_name")
    return tuple(name for name in names_in(members.get("files"), "file_name") if name not in texts)


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of a record, and a message for each result of a tool that claude.ai ran.

    Raises:
        InvalidDocument: the record cannot be read.
    """
    record = loads(line.text, FAST)
    messages, places = [], []
    role: Any = line.speaker
    for own, held in _parts(record):
        messages.append(Message(role=own or role, content=held.blocks, session_id=line.session, created_at=line.time))
        places += held.places
    messages[0].id = line.id
    return messages, taken(record, places)


def _parts(record: dict[str, Any]) -> list[tuple[Any, Held]]:
    """Return the content, cut at the results of tools; older exports have the text alone."""
    found: list[tuple[Any, Held]] = [(None, Held())]
    for _, item in objects(record.get("attachments")):
        _attachment(found[0][1], item)
    content = record.get("content")
    if not isinstance(content, list) or not content:
        found[0][1].add_text(record.get("text"), ("text",))
        return found
    call = ""
    for index, block in enumerate(content):
        place: Place = ("content", index)
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "tool_result":
            held = Held()
            _result(held, block, place, call)
            found.append(("tool", held))
            continue
        if found[-1][0] == "tool":
            found.append((None, Held()))
        call = _block(found[-1][1], block, place) or call
    return found


def _attachment(held: Held, item: dict[str, Any]) -> None:
    """Add a file of the user, whose text the export holds."""
    text = item.get("extracted_content")
    block = DocumentBlock(source=Source(kind="text", data=data_of(text_or(text))), media_type="text/plain")
    block.filename = text_or(item.get("file_name")) or None
    held.add(block, None)


def _block(held: Held, block: Any, place: Place) -> str | None:
    """Add a block; return the id of a call, which the export may leave out: then it is the call's place."""
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text" and isinstance(block.get("text"), str):
        held.add(TextBlock(text=block["text"]), (*place, "text"))
    elif kind == "thinking" and isinstance(block.get("thinking"), str):
        held.add(ThinkingBlock(text=block["thinking"]), (*place, "thinking"))
    elif kind == "tool_use":
        own = text_or(block.get("id")) or f"call-{place[1]}"
        call = ToolUseBlock(id=own, name=text_or(block.get("name")), run_by="provider")
        if "input" in block:
            call.input = Raw(dumps(block["input"]))
        held.add(call, (*place, "input") if "input" in block else None)
        return own
    else:
        held.add(opaque(block, "claude_ai"), None)
    return None


def _result(held: Held, block: dict[str, Any], place: Place, call: str) -> None:
    own = text_or(block.get("tool_use_id")) or call
    result = ToolResultBlock(tool_use_id=own, run_by="provider")
    if block.get("is_error") is True:
        result.is_error = True
    places: list[Place | None] = []
    content = block.get("content")
    for index, part in enumerate(content if isinstance(content, list) else ()):
        if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str):
            result.content.append(TextBlock(text=part["text"]))
            places.append((*place, "content", index, "text"))
        else:
            result.content.append(opaque(part, "claude_ai"))
            places.append(None)
    held.add(result, *(places or [None]))


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a record, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
