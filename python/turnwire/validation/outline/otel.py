"""The outline of the attributes with which OpenTelemetry records a call of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.blocks import Words, mark, part_of
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Outline, Part, Path, Tool, Turn

if TYPE_CHECKING:
    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import Form, PartKind

_INPUT: Final = "gen_ai.input.messages"
_OUTPUT: Final = "gen_ai.output.messages"
_SYSTEM: Final = "gen_ai.system_instructions"
_TOOLS: Final = "gen_ai.tool.definitions"
_KINDS: Final[dict[str, PartKind]] = {"image": "image", "audio": "audio", "video": "video"}


def outline(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a request or a reply; messages that are JSON in a string have none."""
    if type(tree) is not dict or kind == "error":
        return Outline(dialect, kind, tree=tree)
    marked: Marked = []
    turns: list[Turn] = []
    name = _INPUT if kind == "request" else _OUTPUT
    for n, message in _listed(tree, name):
        if type(message) is dict:
            role = WORDS.roles.get(text(message, "role"), "")
            turns.append(Turn(role, (name,), n, message, _parts(message.get("parts"), (name, n, "parts"))))
            mark(turns, marked)
    system = _parts(tree.get(_SYSTEM), (_SYSTEM,))
    tools = [_tool(node, (_TOOLS, n)) for n, node in _listed(tree, _TOOLS) if type(node) is dict]
    model = text(tree, "gen_ai.request.model")
    return Outline(dialect, kind, model, system, tuple(turns), tuple(tools), (), tuple(marked), tree)


def _listed(tree: dict[str, Any], name: str) -> enumerate[Any]:
    value = tree.get(name)
    return enumerate(value if type(value) is list else ())


def _tool(node: dict[str, Any], place: Path) -> Tool:
    return Tool(text(node, "name"), place, node.get("parameters"), (*place, "parameters"), node)


def _parts(parts: Any, place: Path) -> tuple[Part, ...]:
    listed = enumerate(parts if type(parts) is list else ())
    return tuple([part_of(node, (*place, n), WORDS) for n, node in listed if type(node) is dict])


def _text(node: dict[str, Any], place: Path) -> Part:
    return Part("text", place, node, node.get("content"), ("content",))


def _reasoning(node: dict[str, Any], place: Path) -> Part:
    return Part("thinking", place, node, node.get("content"), ("content",))


def _call(node: dict[str, Any], place: Path) -> Part:
    given = node.get("arguments")
    form: Form = "json" if type(given) is str else "tree"
    return Part("tool_use", place, node, given, ("arguments",), text(node, "id"), text(node, "name"), form)


def _response(node: dict[str, Any], place: Path) -> Part:
    name = "response" if "response" in node else "result"
    return Part("tool_result", place, node, member(node, name), (name,), text(node, "id"))


def _medium(node: dict[str, Any], place: Path) -> Part:
    media_type = text(node, "mime_type")
    kind = _KINDS.get(text(node, "modality") or media_type.partition("/")[0], "document")
    forms: dict[str, tuple[str, Form]] = {"blob": ("content", "base64"), "uri": ("uri", "url")}
    name, form = forms.get(text(node, "type"), ("file_id", "file"))
    return Part(kind, place, node, node.get(name), (name,), form=form, media_type=media_type)


WORDS: Final = Words(
    {"user": "user", "assistant": "assistant", "system": "system", "developer": "system", "tool": "tool"},
    {
        "text": _text,
        "reasoning": _reasoning,
        "tool_call": _call,
        "tool_call_response": _response,
        "blob": _medium,
        "uri": _medium,
        "file": _medium,
    },
)
