"""The nodes of a conversation of ChatGPT, each after its parent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.members import object_of
from turnwire.sessions.files.cutting import heads_of
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import names_in, record_of, text_of
from turnwire.sessions.files.order import in_tree_order
from turnwire.sessions.files.times import seconds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.format import Numbered

SPEAKERS: Final = {"user": "user", "assistant": "assistant", "system": "system", "tool": "tool"}


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield what is around the nodes, and each node after its parent, which the file does not promise."""
    return in_tree_order(numbered, _head, _node)


def _head(number: int, text: bytes) -> tuple[Line, str | None]:
    """Return the line around the nodes, and the id of the node that the conversation is at."""
    head = heads_of(text)[0]
    line = Line(
        number=number,
        text=text,
        role="title",
        name="conversation",
        session=text_of(head, "conversation_id") or text_of(head, "id"),
        title=text_of(head, "title"),
        time=seconds(head.get("create_time")),
    )
    return line, text_of(head, "current_node")


def _node(number: int, text: bytes, session: str | None) -> Line:
    members, fault = record_of(text)
    if members is None:
        return Line(number=number, text=text, role="broken", fault=fault, session=session)
    own, raw = next(iter(members.items()))
    node = object_of(raw)
    message = object_of(node.get("message"))
    about = object_of(message.get("metadata"))
    speaker = SPEAKERS.get(text_of(object_of(message.get("author")), "role") or "")
    is_message = speaker is not None and "content" in message
    return Line(
        number=number,
        text=text,
        role="message" if is_message else "event",
        name=text_of(object_of(message.get("content")), "content_type") or "node",
        speaker=speaker,
        id=own,
        parent=text_of(node, "parent"),
        has_parent=True,
        time=seconds(message.get("create_time")),
        session=session,
        payload=Raw(text) if is_message else None,
        model=text_of(about, "model_slug"),
        attached=names_in(about.get("attachments"), "name"),
    )


def tree_of(mapping: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the id and the node of a line."""
    return next(iter(mapping.items()))
