"""The outline of Amazon Bedrock's Converse, whose content blocks are objects of one member."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.media import from_data
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Choice, Outline, Part, Path, Tool, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import PartKind, TurnRole

_ROLES: Final[dict[str, TurnRole]] = {"user": "user", "assistant": "assistant", "system": "system"}


def outline(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a request or a reply; an error has no turns."""
    marked: Marked = []
    if kind == "response":
        reply = _turn(member(member(tree, "output"), "message"), ("output",), "message", marked, [])
        return Outline(dialect, kind, turns=tuple(reply), marked=tuple(marked), tree=tree)
    if kind == "request" and type(tree) is list:
        return Outline(dialect, kind, turns=_turns(tree, (), marked), marked=tuple(marked), tree=tree)
    if kind != "request" or type(tree) is not dict:
        return Outline(dialect, kind, tree=tree)
    system = _contents(tree.get("system"), ("system",))
    turns = _turns(tree.get("messages"), ("messages",), marked)
    model = text(tree, "modelId")
    return Outline(dialect, kind, model, system, turns, _tools(tree), _choices(tree), tuple(marked), tree)


def _turns(messages: Any, base: Path, marked: Marked) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    for at, message in enumerate(messages if type(messages) is list else ()):
        _turn(message, base, at, marked, turns)
    return tuple(turns)


def _turn(message: Any, base: Path, at: int | str, marked: Marked, turns: list[Turn]) -> list[Turn]:
    if type(message) is dict:
        role = _ROLES.get(text(message, "role"), "")
        turns.append(Turn(role, base, at, message, _contents(message.get("content"), (*base, at, "content"))))
        _mark(turns, marked)
    return turns


def _mark(turns: list[Turn], marked: Marked) -> None:
    """Add those parts of the last turn to the list that are not a text with words: the service refuses blank ones."""
    now = len(turns) - 1
    marked.extend([(now, part) for part in turns[now].parts if part.kind != "text" or _is_blank(part.value)])


def _is_blank(value: Any) -> bool:
    return not value.strip() if type(value) is str else not value


def _contents(content: Any, place: Path) -> tuple[Part, ...]:
    if type(content) is str:
        return (Part("text", place, content, content),)
    parts = enumerate(content if type(content) is list else ())
    return tuple([_part(node, (*place, n)) for n, node in parts if type(node) is dict])


def _part(node: dict[str, Any], place: Path) -> Part:
    for name in node:
        make = _PARTS.get(name)
        if make is not None:
            return make(node, place, name)
    return Part("other", place, node)


def _text(node: dict[str, Any], place: Path, name: str) -> Part:
    return Part("text", place, node, node[name], (name,))


def _thinking(node: dict[str, Any], place: Path, name: str) -> Part:
    said = member(node[name], "reasoningText")
    return Part("thinking", place, node, member(said, "text"), (name, "reasoningText", "text"))


def _call(node: dict[str, Any], place: Path, name: str) -> Part:
    call = node[name]
    if text(call, "type"):
        return Part("other", place, node)  # the service ran it
    given = member(call, "input")
    return Part("tool_use", place, node, given, (name, "input"), text(call, "toolUseId"), text(call, "name"), "tree")


def _result(node: dict[str, Any], place: Path, name: str) -> Part:
    result = node[name]
    if text(result, "type"):
        return Part("other", place, node)
    content = member(result, "content")
    return Part(
        "tool_result",
        place,
        node,
        content,
        (name, "content"),
        text(result, "toolUseId"),
        is_error={"error": True, "success": False}.get(text(result, "status")),
        parts=_contents(content, (*place, name, "content")) if type(content) is list else (),
    )


def _medium(node: dict[str, Any], place: Path, name: str) -> Part:
    kind: Any = name
    found: PartKind = kind
    medium = node[name]
    source = member(medium, "source")
    data = member(source, "bytes")
    if data is None:
        return Part(found, place, node)
    return from_data(found, place, node, data, (name, "source", "bytes"), _media_type(found, text(medium, "format")))


def _media_type(kind: PartKind, word: str) -> str:
    """Return the media type of a format; empty for documents, whose formats are not named alike."""
    return f"{kind}/{word}" if word and kind != "document" else {"pdf": "application/pdf"}.get(word, "")


_PARTS: Final[dict[str, Callable[[dict[str, Any], Path, str], Part]]] = {
    "text": _text,
    "reasoningContent": _thinking,
    "toolUse": _call,
    "toolResult": _result,
    "image": _medium,
    "document": _medium,
    "video": _medium,
    "audio": _medium,
}


def _tools(tree: dict[str, Any]) -> tuple[Tool, ...]:
    listed = member(tree.get("toolConfig"), "tools")
    found: list[Tool] = []
    for n, node in enumerate(listed if type(listed) is list else ()):
        place = ("toolConfig", "tools", n)
        spec, system = member(node, "toolSpec"), member(node, "systemTool")
        if type(spec) is dict:
            schema = member(spec.get("inputSchema"), "json")
            found.append(Tool(text(spec, "name"), place, schema, (*place, "toolSpec", "inputSchema", "json"), node))
        elif type(system) is dict:
            found.append(Tool(text(system, "name"), place, None, place, node))
    return tuple(found)


def _choices(tree: dict[str, Any]) -> tuple[Choice, ...]:
    name = member(member(member(tree.get("toolConfig"), "toolChoice"), "tool"), "name")
    return (Choice(name, ("toolConfig", "toolChoice", "tool", "name")),) if type(name) is str else ()
