"""The outline of LangChain messages, in their three forms: with `data`, with `kwargs`, and flat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.blocks import Words, mark, part_of, text_block
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Outline, Part, Path, Turn

if TYPE_CHECKING:
    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import Form, PartKind, TurnRole

_ROLES: Final[dict[str, TurnRole]] = {
    "human": "user",
    "HumanMessage": "user",
    "HumanMessageChunk": "user",
    "chat": "user",
    "ChatMessage": "user",
    "ai": "assistant",
    "AIMessage": "assistant",
    "AIMessageChunk": "assistant",
    "system": "system",
    "SystemMessage": "system",
    "SystemMessageChunk": "system",
    "tool": "tool",
    "ToolMessage": "tool",
    "ToolMessageChunk": "tool",
    "function": "tool",
    "FunctionMessage": "tool",
}


def outline(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a list of messages, of a state with `messages`, or of one message."""
    marked: Marked = []
    turns: list[Turn] = []
    messages = member(tree, "messages")
    if type(messages) is list or type(tree) is list:
        base: Path = () if type(tree) is list else ("messages",)
        for n, entry in enumerate(tree if type(tree) is list else messages):
            if type(entry) is dict:
                turns.append(_turn(entry, base, n))
                mark(turns, marked)
    elif type(tree) is dict and kind != "error":
        turns.append(_turn(tree, (), None))
        mark(turns, marked)
    return Outline(dialect, kind, "", (), tuple(turns), (), (), tuple(marked), tree)


def _turn(entry: dict[str, Any], base: Path, at: int | None) -> Turn:
    place = base if at is None else (*base, at)
    key = next((name for name in ("data", "kwargs") if type(entry.get(name)) is dict), "")
    body: dict[str, Any] = entry[key] if key else entry
    inner: Path = (*place, key) if key else place
    name = entry.get("id")
    named = name[-1] if type(name) is list and name and type(name[-1]) is str else ""
    role = _ROLES.get(text(entry, "type"), _ROLES.get(named, _ROLES.get(text(body, "type"), "")))
    content = _contents(body.get("content"), (*inner, "content"))
    if role == "tool":
        called = text(body, "tool_call_id")
        parts = content if type(body.get("content")) is list else ()
        at_content = (*inner[len(place) :], "content")
        wrong = True if body.get("status") == "error" else None
        given = body.get("content")
        result = Part("tool_result", place, entry, given, at_content, called, text(body, "name"), "", wrong, "", parts)
        return Turn(role, base, at, entry, (result,))
    calls = body.get("tool_calls")
    listed = enumerate(calls if type(calls) is list else ())
    uses = [_use(call, (*inner, "tool_calls", n)) for n, call in listed if type(call) is dict]
    return Turn(role, base, at, entry, (*content, *uses))


def _contents(content: Any, place: Path) -> tuple[Part, ...]:
    if type(content) is str:
        return (Part("text", place, content, content),)
    found: list[Part] = []
    for n, node in enumerate(content if type(content) is list else ()):
        if type(node) is str:
            found.append(Part("text", (*place, n), node, node))
        elif type(node) is dict and text(node, "type") not in {"tool_use", "tool_call"}:  # they repeat `tool_calls`
            found.append(part_of(node, (*place, n), WORDS))
    return tuple(found)


def _use(call: dict[str, Any], place: Path) -> Part:
    return Part("tool_use", place, call, call.get("args"), ("args",), text(call, "id"), text(call, "name"), "tree")


def _reasoning(node: dict[str, Any], place: Path) -> Part:
    return Part("thinking", place, node, node.get("reasoning"), ("reasoning",))


def _medium(kind: PartKind, node: dict[str, Any], place: Path) -> Part:
    forms: dict[str, Form] = {"base64": "base64", "url": "url", "file_id": "file"}
    for name, form in forms.items():
        if type(node.get(name)) is str:
            return Part(kind, place, node, node[name], (name,), form=form, media_type=text(node, "mime_type"))
    return Part(kind, place, node, media_type=text(node, "mime_type"))


WORDS: Final = Words(
    {},
    {
        "text": text_block,
        "reasoning": _reasoning,
        "image": lambda node, place: _medium("image", node, place),
        "audio": lambda node, place: _medium("audio", node, place),
        "video": lambda node, place: _medium("video", node, place),
        "file": lambda node, place: _medium("document", node, place),
    },
)
