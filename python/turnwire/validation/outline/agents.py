"""The outlines of MCP's content and of the Agent2Agent protocol's messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.blocks import Words, mark, part_of, text_block, tool_use
from turnwire.validation.outline.media import from_data
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Outline, Part, Path, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import Form, PartKind, TurnRole

_MODALITIES: Final[dict[str, PartKind]] = {"image": "image", "audio": "audio", "video": "video"}


def mcp(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a prompt's messages, of the result of a tool, or of a sampled message."""
    marked: Marked = []
    turns: list[Turn] = []
    messages = member(tree, "messages")
    if type(messages) is list:
        for n, message in enumerate(messages):
            if type(message) is dict:
                place: Path = ("messages", n, "content")
                role = WORDS.roles.get(text(message, "role"), "")
                turns.append(Turn(role, ("messages",), n, message, _contents(message.get("content"), place)))
                mark(turns, marked)
    elif kind == "response" and type(tree) is dict:
        turns.append(Turn("assistant", (), None, tree, _contents(tree.get("content"), ("content",))))
        mark(turns, marked)
    elif kind == "request" and type(tree) is dict:
        given = tree.get("content")
        wrong = tree.get("isError")
        failed = wrong if type(wrong) is bool else None
        inner = _contents(given, ("content",))
        result = Part("tool_result", (), tree, given, ("content",), is_error=failed, parts=inner)
        turns.append(Turn("tool", (), None, tree, (result,)))
        mark(turns, marked)
    return Outline(dialect, kind, text(tree, "model"), (), tuple(turns), (), (), tuple(marked), tree)


def _contents(content: Any, place: Path) -> tuple[Part, ...]:
    if type(content) is dict:
        return (part_of(content, place, WORDS),)
    listed = enumerate(content if type(content) is list else ())
    return tuple([part_of(node, (*place, n), WORDS) for n, node in listed if type(node) is dict])


def _blob(node: dict[str, Any], place: Path) -> Part:
    kind = _MODALITIES.get(text(node, "type"), "document")
    return from_data(kind, place, node, node.get("data"), ("data",), text(node, "mimeType"))


def _resource(node: dict[str, Any], place: Path) -> Part:
    inner = node.get("resource")
    media_type = text(inner, "mimeType")
    if member(inner, "blob") is not None:
        return from_data("document", place, node, member(inner, "blob"), ("resource", "blob"), media_type)
    at: Path = ("resource", "text")
    return Part("document", place, node, member(inner, "text"), at, form="text", media_type=media_type)


def _link(node: dict[str, Any], place: Path) -> Part:
    return Part("document", place, node, node.get("uri"), ("uri",), form="url", media_type=text(node, "mimeType"))


def _result(node: dict[str, Any], place: Path) -> Part:
    """Return the part of a result in a sampled message (revision 2025-11-25)."""
    given, wrong = node.get("content"), node.get("isError")
    failed = wrong if type(wrong) is bool else None
    inner = _contents(given, (*place, "content"))
    return Part("tool_result", place, node, given, ("content",), text(node, "toolUseId"), is_error=failed, parts=inner)


WORDS: Final[Words] = Words(
    {"user": "user", "assistant": "assistant"},
    {
        "text": text_block,
        "image": _blob,
        "audio": _blob,
        "resource": _resource,
        "resource_link": _link,
        "tool_use": tool_use,
        "tool_result": _result,
    },
)

# 0.3 has roles in lower case, 1.0 the enum values of its proto.
_ROLES: Final[dict[str, TurnRole]] = {
    "user": "user",
    "agent": "assistant",
    "ROLE_USER": "user",
    "ROLE_AGENT": "assistant",
}


def a2a(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a message, or of a task: its history, and the message of its status."""
    marked: Marked = []
    turns: list[Turn] = []
    for message, base, at in _messages(tree) if kind != "error" else ():
        place = base if at is None else (*base, at)
        parts = message.get("parts")
        listed = enumerate(parts if type(parts) is list else ())
        found = tuple([_part(node, (*place, "parts", n)) for n, node in listed if type(node) is dict])
        turns.append(Turn(_ROLES.get(text(message, "role"), ""), base, at, message, found))
        mark(turns, marked)
    return Outline(dialect, kind, "", (), tuple(turns), (), (), tuple(marked), tree)


def _messages(tree: Any) -> Iterator[tuple[dict[str, Any], Path, int | str | None]]:
    history = member(tree, "history")
    for n, message in enumerate(history if type(history) is list else ()):
        if type(message) is dict:
            yield message, ("history",), n
    last = member(member(tree, "status"), "message")
    if type(last) is dict:
        yield last, ("status",), "message"
    if type(tree) is dict and "parts" in tree:
        yield tree, (), None


def _part(node: dict[str, Any], place: Path) -> Part:
    if "text" in node:
        return Part("text", place, node, node["text"], ("text",))
    file = node.get("file")
    if type(file) is dict:
        name = "bytes" if "bytes" in file else "uri"
        media_type = text(file, "mimeType")
        kind = _MODALITIES.get(media_type.partition("/")[0], "document")
        form: Form = "base64" if name == "bytes" else "url"
        return Part(kind, place, node, file.get(name), ("file", name), form=form, media_type=media_type)
    return Part("other", place, node)
