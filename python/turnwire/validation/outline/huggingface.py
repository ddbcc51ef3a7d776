"""The outline of a row of conversations as chat templates take them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.blocks import Words, contents, mark, text_block
from turnwire.validation.outline.chat import ROLES, tools_of
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Outline, Part, Path, Turn

if TYPE_CHECKING:
    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import Form, PartKind

_COLUMNS: Final = ("messages", "prompt", "completion", "chosen")
_THOUGHTS: Final = ("reasoning_content", "reasoning", "thinking")


def outline(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a row, whose messages may stand in several columns, one after the other."""
    marked: Marked = []
    turns: list[Turn] = []
    bases: list[Path] = [()] if type(tree) is list else [(name,) for name in _COLUMNS]
    for base in bases:
        messages = member(tree, str(base[0])) if base else tree
        for n, message in enumerate(messages if type(messages) is list else ()):
            if type(message) is dict:
                turns.append(_turn(message, base, n))
                mark(turns, marked)
    tools = tools_of(tree) if type(tree) is dict else ()
    return Outline(dialect, kind, "", (), tuple(turns), tools, (), tuple(marked), tree)


def _turn(message: dict[str, Any], base: Path, at: int) -> Turn:
    role = ROLES.get(text(message, "role"), "")
    place: Path = (*base, at)
    content = contents(message.get("content"), (*place, "content"), WORDS)
    if role == "tool":
        named, called = text(message, "name"), text(message, "tool_call_id")
        given, inner = message.get("content"), content if type(message.get("content")) is list else ()
        result = Part("tool_result", place, message, given, ("content",), called, named, parts=inner)
        return Turn(role, base, at, message, (result,))
    thoughts = [
        Part("thinking", (*place, name), message[name], message[name]) for name in _THOUGHTS if text(message, name)
    ]
    calls = message.get("tool_calls")
    listed = enumerate(calls if type(calls) is list else ())
    uses = [_use(call, (*place, "tool_calls", n)) for n, call in listed if type(call) is dict]
    return Turn(role, base, at, message, (*thoughts, *content, *uses))


def _use(call: dict[str, Any], place: Path) -> Part:
    function = call.get("function")
    at: Path = ("arguments",) if function is None else ("function", "arguments")
    function = call if function is None else function
    given = member(function, "arguments")
    form: Form = "json" if type(given) is str else "tree"
    return Part("tool_use", place, call, given, at, text(call, "id"), text(function, "name"), form)


def _medium(kind: PartKind, node: dict[str, Any], place: Path) -> Part:
    forms: dict[str, Form] = {"base64": "base64", "url": "url", "path": "file", kind: "file"}
    for name, form in forms.items():
        if type(node.get(name)) is str:
            return Part(kind, place, node, node[name], (name,), form=form)
    return Part(kind, place, node)  # a placeholder for the next one of a column


WORDS: Final = Words(
    {},
    {
        "text": text_block,
        "image": lambda node, place: _medium("image", node, place),
        "video": lambda node, place: _medium("video", node, place),
        "audio": lambda node, place: _medium("audio", node, place),
    },
)
