"""The outline of Anthropic's Messages API, also on Bedrock and Vertex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.blocks import Words, contents, mark, text_block, tool_use, turns_of
from turnwire.validation.outline.blocks import tool_result as result_of
from turnwire.validation.outline.media import from_data
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Choice, Outline, Part, Path, Tool, Turn

if TYPE_CHECKING:
    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import PartKind


def outline(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a request or a reply; an error has no turns."""
    marked: Marked = []
    if kind == "request":
        return _request(dialect, tree, marked)
    if kind != "response" or type(tree) is not dict:
        return Outline(dialect, kind, tree=tree)
    turns = [Turn("assistant", (), None, tree, contents(tree.get("content"), ("content",), WORDS))]
    mark(turns, marked)
    return Outline(dialect, kind, text(tree, "model"), turns=tuple(turns), marked=tuple(marked), tree=tree)


def _request(dialect: str, tree: Any, marked: Marked) -> Outline:
    if type(tree) is not dict:
        turns = turns_of(tree, (), WORDS, marked)
        return Outline(dialect, "request", turns=turns, marked=tuple(marked), tree=tree)
    system = contents(tree.get("system"), ("system",), WORDS)
    turns = turns_of(tree.get("messages"), ("messages",), WORDS, marked)
    tools, choice = tools_of(tree.get("tools")), member(tree.get("tool_choice"), "name")
    chosen = (Choice(choice, ("tool_choice", "name")),) if type(choice) is str else ()
    return Outline(dialect, "request", text(tree, "model"), system, turns, tools, chosen, tuple(marked), tree)


def tools_of(tools: Any) -> tuple[Tool, ...]:
    """Return the tools of a request, from its member `tools`."""
    if type(tools) is not list:
        return ()
    return tuple([_tool(node, ("tools", n)) for n, node in enumerate(tools) if type(node) is dict])


def _tool(node: dict[str, Any], place: Path) -> Tool:
    return Tool(text(node, "name"), place, node.get("input_schema"), (*place, "input_schema"), node)


def _result(node: dict[str, Any], place: Path) -> Part:
    return result_of(node, place, WORDS)


def _thinking(node: dict[str, Any], place: Path) -> Part:
    return Part("thinking", place, node, node.get("thinking"), ("thinking",))


def _redacted(node: dict[str, Any], place: Path) -> Part:
    return Part("thinking", place, node, node.get("data"), ("data",), form="base64")


def _image(node: dict[str, Any], place: Path) -> Part:
    return _medium("image", node, place)


def _document(node: dict[str, Any], place: Path) -> Part:
    return _medium("document", node, place)


def _medium(kind: PartKind, node: dict[str, Any], place: Path) -> Part:
    source = node.get("source")
    form, media_type = text(source, "type"), text(source, "media_type")
    if form == "base64":
        return from_data(kind, place, node, member(source, "data"), ("source", "data"), media_type)
    if form == "url":
        return Part(kind, place, node, member(source, "url"), ("source", "url"), form="url")
    if form == "file":
        return Part(kind, place, node, member(source, "file_id"), ("source", "file_id"), form="file")
    if form == "text":
        data = member(source, "data")
        return Part(kind, place, node, data, ("source", "data"), form="text", media_type=media_type)
    return Part(kind, place, node, member(source, "content"), ("source", "content"), form="tree")


# The uses and results of tools that the provider runs itself are `other`.
WORDS: Final = Words(
    {"user": "user", "assistant": "assistant", "system": "system"},
    {
        "text": text_block,
        "tool_use": tool_use,
        "tool_result": _result,
        "thinking": _thinking,
        "redacted_thinking": _redacted,
        "image": _image,
        "document": _document,
    },
)
