"""The outline of native JSON, and of the canonical message format, whose messages look alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.blocks import Words, mark, text_block, turn_of, turns_of
from turnwire.validation.outline.blocks import tool_result as result_of
from turnwire.validation.outline.media import from_data
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Choice, Outline, Part, Path, Tool

if TYPE_CHECKING:
    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import Form, PartKind, Turn


def outline(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of native JSON: of a conversation or of a reply; an error has no turns."""
    if type(tree) is not dict or kind == "error":
        return Outline(dialect, kind, tree=tree)
    marked: Marked = []
    name = "history" if kind == "request" else "candidates"
    turns = turns_of(tree.get(name), (name,), WORDS, marked)
    settings = tree.get("settings") if kind == "request" else None
    model = text(settings if kind == "request" else tree, "model")
    tools = _tools(member(settings, "tools"))
    return Outline(dialect, kind, model, (), turns, tools, _choices(settings), tuple(marked), tree)


def canonical(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a document of the canonical message format: a session, a list of messages, or one."""
    marked: Marked = []
    if type(tree) is list:
        turns = turns_of(tree, (), WORDS, marked)
    elif member(tree, "messages") is not None:
        turns = turns_of(tree["messages"], ("messages",), WORDS, marked)
    else:
        turns = _alone(tree, marked)
    return Outline(dialect, kind, turns=turns, marked=tuple(marked), tree=tree)


def _alone(tree: Any, marked: Marked) -> tuple[Turn, ...]:
    """Return the turn of a document that is one message; its path is empty."""
    if type(tree) is not dict or "role" not in tree:
        return ()
    turns = [turn_of(tree, (), None, WORDS)]
    mark(turns, marked)
    return tuple(turns)


def _choices(settings: Any) -> tuple[Choice, ...]:
    chosen = member(settings, "tool_choice")
    place: Path = ("settings", "tool_choice")
    name, allowed = member(chosen, "name"), member(chosen, "allowed")
    found = [Choice(name, (*place, "name"))] if type(name) is str else []
    for n, each in enumerate(allowed if type(allowed) is list else ()):
        if type(each) is str:
            found.append(Choice(each, (*place, "allowed", n)))
    return tuple(found)


def _tools(tools: Any) -> tuple[Tool, ...]:
    if type(tools) is not list:
        return ()
    return tuple([_tool(node, ("settings", "tools", n)) for n, node in enumerate(tools) if type(node) is dict])


def _tool(node: dict[str, Any], place: Path) -> Tool:
    return Tool(text(node, "name"), place, node.get("input_schema"), (*place, "input_schema"), node)


def _use(node: dict[str, Any], place: Path) -> Part:
    if node.get("run_by") == "provider":
        return Part("other", place, node)
    form: Form = "text" if "input_text" in node else "tree"
    at = "input_text" if "input_text" in node else "input"
    return Part("tool_use", place, node, node.get(at), (at,), text(node, "id"), text(node, "name"), form)


def _result(node: dict[str, Any], place: Path) -> Part:
    if node.get("run_by") == "provider":
        return Part("other", place, node)
    return result_of(node, place, WORDS)


def _thinking(node: dict[str, Any], place: Path) -> Part:
    return Part("thinking", place, node, node.get("text"), ("text",))


def _redacted(node: dict[str, Any], place: Path) -> Part:
    return Part("thinking", place, node, node.get("data"), ("data",), form="base64")


_FORMS: Final[dict[str, Form]] = {
    "base64": "base64",
    "url": "url",
    "file_id": "file",
    "file_ref": "file",
    "text": "text",
    "content": "tree",
}


def _medium(kind: PartKind, node: dict[str, Any], place: Path) -> Part:
    source = node.get("source")
    form = _FORMS.get(text(source, "kind"), "")
    data, media_type = member(source, "data"), text(node, "media_type")
    if form == "base64":
        return from_data(kind, place, node, data, ("source", "data"), media_type)
    return Part(kind, place, node, data, ("source", "data"), form=form, media_type=media_type)


def _image(node: dict[str, Any], place: Path) -> Part:
    return _medium("image", node, place)


def _audio(node: dict[str, Any], place: Path) -> Part:
    return _medium("audio", node, place)


def _video(node: dict[str, Any], place: Path) -> Part:
    return _medium("video", node, place)


def _document(node: dict[str, Any], place: Path) -> Part:
    return _medium("document", node, place)


WORDS: Final = Words(
    {"user": "user", "assistant": "assistant", "system": "system", "tool": "tool"},
    {
        "text": text_block,
        "tool_use": _use,
        "tool_result": _result,
        "thinking": _thinking,
        "redacted_thinking": _redacted,
        "image": _image,
        "audio": _audio,
        "video": _video,
        "document": _document,
    },
)
