"""The outline of Ollama's /api/chat: calls have objects as arguments, and pictures stand beside the content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.blocks import mark
from turnwire.validation.outline.chat import tools_of
from turnwire.validation.outline.media import from_data
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Outline, Part, Path, Turn

if TYPE_CHECKING:
    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import TurnRole

_ROLES: Final[dict[str, TurnRole]] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}


def outline(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a request or a reply; an error has no turns."""
    marked: Marked = []
    turns: list[Turn] = []
    if kind == "response" and type(member(tree, "message")) is dict:
        turns.append(_turn(tree["message"], (), "message"))
        mark(turns, marked)
    elif kind == "request":
        base: Path = () if type(tree) is list else ("messages",)
        messages = tree if type(tree) is list else member(tree, "messages")
        for n, message in enumerate(messages if type(messages) is list else ()):
            if type(message) is dict:
                turns.append(_turn(message, base, n))
                mark(turns, marked)
    tools = tools_of(tree) if type(tree) is dict else ()
    return Outline(dialect, kind, text(tree, "model"), (), tuple(turns), tools, (), tuple(marked), tree)


def _turn(message: dict[str, Any], base: Path, at: int | str) -> Turn:
    role = _ROLES.get(text(message, "role"), "")
    place = (*base, at)
    if role == "tool":
        name = text(message, "tool_name") or text(message, "name")
        content = message.get("content")
        called = text(message, "tool_call_id")
        return Turn(
            role, base, at, message, (Part("tool_result", place, message, content, ("content",), called, name),)
        )
    return Turn(role, base, at, message, tuple(_parts(message, place)))


def _parts(message: dict[str, Any], place: Path) -> list[Part]:
    found: list[Part] = []
    thought, content = message.get("thinking"), message.get("content")
    if type(thought) is str and thought:
        found.append(Part("thinking", (*place, "thinking"), thought, thought))
    if type(content) is str:
        found.append(Part("text", (*place, "content"), content, content))
    for n, image in _listed(message, "images"):
        if type(image) is str:
            found.append(from_data("image", (*place, "images", n), image, image, (), ""))
    for n, call in _listed(message, "tool_calls"):
        if type(call) is dict:
            found.append(_use(call, (*place, "tool_calls", n)))
    return found


def _listed(message: dict[str, Any], name: str) -> enumerate[Any]:
    value = message.get(name)
    return enumerate(value if type(value) is list else ())


def _use(call: dict[str, Any], place: Path) -> Part:
    function = call.get("function")
    given = member(function, "arguments")
    at = ("function", "arguments")
    return Part("tool_use", place, call, given, at, text(call, "id"), text(function, "name"), "tree")
