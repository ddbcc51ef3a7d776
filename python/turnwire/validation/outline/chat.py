"""The outline of OpenAI's chat format and of the servers that speak it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.media import from_data, from_url
from turnwire.validation.outline.nodes import member, parts_in, text
from turnwire.validation.outline.records import Choice, Outline, Part, Path, Tool, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.validation.outline.records import Form, TurnRole

ROLES: Final[dict[Any, TurnRole]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
_REASONING: Final = ("reasoning_content", "reasoning")
_CONTENT: Final = ("content",)
_ONLY: Final = 2  # the members of a plain message: its role and its content

Marked = list[tuple[int, Part]]


def outline(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a request or a reply; an error has no turns."""
    if kind == "request":
        return _request(dialect, tree)
    if kind == "response":
        return _reply(dialect, tree)
    return Outline(dialect, kind, tree=tree)


def _request(dialect: str, tree: Any) -> Outline:
    if type(tree) is list:
        marked: Marked = []
        return Outline(dialect, "request", turns=turns_of(tree, (), marked), marked=tuple(marked), tree=tree)
    if type(tree) is not dict:
        return Outline(dialect, "request", tree=tree)
    marked = []
    turns = turns_of(tree.get("messages"), ("messages",), marked)
    tools = tools_of(tree)
    choices = _choices(tree.get("tool_choice"))
    return Outline(dialect, "request", text(tree, "model"), (), turns, tools, choices, tuple(marked), tree)


def turns_of(messages: Any, base: Path, marked: Marked) -> tuple[Turn, ...]:
    """Return a turn for each message of a list; what is no object is left out."""
    turns: list[Turn] = []
    if type(messages) is not list:
        return ()
    for at, message in enumerate(messages):
        if type(message) is not dict:
            continue
        role = message.get("role")
        role = ROLES.get(role, "") if type(role) is str else ""
        content = message.get("content")
        if role != "tool" and type(content) is str and content and (len(message) == _ONLY or _MORE.isdisjoint(message)):
            turns.append(Turn(role, base, at, message))
            continue
        place = (*base, at)
        parts = (_result(message, content, place),) if role == "tool" else _parts(message, content, place)
        now = len(turns)
        marked.extend([(now, part) for part in parts if part.kind != "text" or not part.value])
        turns.append(Turn(role, base, at, message, parts))
    return tuple(turns)


def _result(message: dict[str, Any], content: Any, place: Path) -> Part:
    call, name = message.get("tool_call_id"), message.get("name")
    inner = tuple(_contents(content, (*place, "content"))) if type(content) is list else ()
    called = call if type(call) is str else ""
    named = name if type(name) is str else ""
    return Part("tool_result", place, message, content, _CONTENT, called, named, "", None, "", inner)


def _parts(message: dict[str, Any], content: Any, place: Path) -> tuple[Part, ...]:
    """Return the reasoning, the content and then the calls of a message."""
    found: list[Part] = []
    after: list[Part] = []
    for name, node in message.items():
        make = _MEMBERS.get(name)
        if make is not None and node:
            (found if name in _REASONING else after).extend(make(node, (*place, name)))
    if type(content) is str:
        found.append(Part("text", (*place, "content"), content, content))
    elif content is not None:
        found.extend(_contents(content, (*place, "content")))
    return (*found, *after)


def _calls(calls: Any, place: Path) -> list[Part]:
    return (
        [_use(call, (*place, n)) for n, call in enumerate(calls) if type(call) is dict] if type(calls) is list else []
    )


def _use(call: dict[str, Any], place: Path) -> Part:
    called = call.get("id")
    called = called if type(called) is str else ""
    function = call.get("function")
    if type(function) is dict:
        name = function.get("name")
        named = name if type(name) is str else ""
        given = function.get("arguments")
        form: Form = "json" if type(given) is str else "tree"
        return Part("tool_use", place, call, given, ("function", "arguments"), called, named, form)
    custom = member(call, "custom")
    at = ("custom", "input")
    return Part("tool_use", place, call, member(custom, "input"), at, called, text(custom, "name"), "text")


def _older_call(node: Any, place: Path) -> list[Part]:
    at = ("arguments",)
    return [Part("tool_use", place, node, member(node, "arguments"), at, "", text(node, "name"), "json")]


def _thought(node: Any, place: Path) -> list[Part]:
    return [Part("thinking", place, node, node)] if type(node) is str else []


def _other(node: Any, place: Path) -> list[Part]:
    return [Part("other", place, node)]


def _sound(node: Any, place: Path) -> list[Part]:
    return [Part("audio", place, node, member(node, "id"), ("id",), form="file")]


# What a message may hold besides its content.
_MEMBERS: Final[dict[str, Callable[[Any, Path], list[Part]]]] = {
    "reasoning_content": _thought,
    "reasoning": _thought,
    "tool_calls": _calls,
    "function_call": _older_call,
    "refusal": _other,
    "audio": _sound,
    "images": _other,
    "reasoning_details": _other,
}
_MORE: Final = frozenset(_MEMBERS)


def _contents(content: Any, place: Path) -> list[Part]:
    return parts_in(content, place, _part)


def _part(node: dict[str, Any], place: Path) -> Part:
    make = _PARTS.get(text(node, "type"))
    return make(node, place) if make else Part("other", place, node)


def _text(node: dict[str, Any], place: Path) -> Part:
    return Part("text", place, node, node.get("text"), ("text",))


def _image(node: dict[str, Any], place: Path) -> Part:
    inner = node.get("image_url")
    if type(inner) is str:  # Mistral's short form
        return from_url("image", place, node, inner, ("image_url",))
    return from_url("image", place, node, member(inner, "url"), ("image_url", "url"))


def _audio(node: dict[str, Any], place: Path) -> Part:
    inner = node.get("input_audio")
    if type(inner) is str:  # Mistral's short form: base64, or an address
        if inner.startswith(("https://", "http://", "data:")):
            return from_url("audio", place, node, inner, ("input_audio",))
        return from_data("audio", place, node, inner, ("input_audio",), "")
    form = text(inner, "format")
    return from_data("audio", place, node, member(inner, "data"), ("input_audio", "data"), form and f"audio/{form}")


def _video(node: dict[str, Any], place: Path) -> Part:
    return from_url("video", place, node, member(node.get("video_url"), "url"), ("video_url", "url"))


def _file(node: dict[str, Any], place: Path) -> Part:
    inner = node.get("file")
    data = member(inner, "file_data")
    if type(data) is str:
        return from_url("document", place, node, data, ("file", "file_data"))
    return Part("document", place, node, member(inner, "file_id"), ("file", "file_id"), form="file")


def _document(node: dict[str, Any], place: Path) -> Part:
    return from_url("document", place, node, node.get("document_url"), ("document_url",))


def _thinking(node: dict[str, Any], place: Path) -> Part:
    return Part("thinking", place, node, node.get("thinking"), ("thinking",))


_PARTS: Final[dict[str, Callable[[dict[str, Any], Path], Part]]] = {
    "text": _text,
    "image_url": _image,
    "input_audio": _audio,
    "video_url": _video,
    "file": _file,
    "document_url": _document,  # Mistral
    "thinking": _thinking,  # Mistral
}


def tools_of(tree: dict[str, Any]) -> tuple[Tool, ...]:
    """Return the `tools` of a request, and its `functions` of the older form."""
    tools = tree.get("tools")
    found = [] if type(tools) is not list else [_tool(node, ("tools", n)) for n, node in enumerate(tools)]
    older = tree.get("functions")
    if type(older) is list:
        found += [_function(node, node, ("functions", n)) for n, node in enumerate(older)]
    return tuple([tool for tool in found if tool is not None])


def _tool(node: Any, place: Path) -> Tool | None:
    function = member(node, "function")
    if type(function) is dict:
        return _function(node, function, (*place, "function"), place)
    named = text(member(node, "custom"), "name") or text(node, "type")
    return Tool(named, place, None, place, node) if type(node) is dict else None


def _function(node: Any, function: Any, inner: Path, place: Path | None = None) -> Tool | None:
    if type(function) is not dict:
        return None
    schema = function.get("parameters")
    return Tool(text(function, "name"), place or inner, schema, (*inner, "parameters"), node)


def _choices(node: Any) -> tuple[Choice, ...]:
    if type(node) is not dict:
        return ()
    allowed = member(node.get("allowed_tools"), "tools")
    if type(allowed) is list:
        place: Path = ("tool_choice", "allowed_tools", "tools")
        return tuple([found for n, each in enumerate(allowed) for found in _chosen(each, (*place, n))])
    return tuple(_chosen(node, ("tool_choice",)))


def _chosen(node: Any, place: Path) -> list[Choice]:
    names = [(kind, member(member(node, kind), "name")) for kind in ("function", "custom")]
    return [Choice(name, (*place, kind, "name")) for kind, name in names if type(name) is str]


def _reply(dialect: str, tree: Any) -> Outline:
    choices = member(tree, "choices")
    holders: list[tuple[Path, Any]] = [((), tree)]  # Cohere's reply has one message, and no choices
    if type(choices) is list:
        holders = [(("choices", n), choice) for n, choice in enumerate(choices)]
    marked: Marked = []
    turns: list[Turn] = []
    for base, holder in holders:
        message = member(holder, "message")
        if type(message) is dict:
            parts = _parts(message, message.get("content"), (*base, "message"))
            marked.extend([(len(turns), part) for part in parts if part.kind != "text" or not part.value])
            turns.append(Turn("assistant", base, "message", message, parts))
    return Outline(dialect, "response", text(tree, "model"), (), tuple(turns), marked=tuple(marked), tree=tree)
