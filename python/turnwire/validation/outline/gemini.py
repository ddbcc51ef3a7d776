"""The outline of Gemini's generateContent, in both spellings of its members (`mimeType`, `mime_type`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.blocks import mark
from turnwire.validation.outline.media import from_data
from turnwire.validation.outline.nodes import member, spelled, text
from turnwire.validation.outline.records import Choice, Outline, Part, Path, Tool, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import PartKind, TurnRole

# "The producer of the content. Must be either 'user' or 'model'." (API reference, Content); contents without a role
# are the user's, and results of functions may have the role `function`.
_ROLES: Final[dict[str, TurnRole]] = {"user": "user", "model": "assistant", "function": "tool", "system": "system"}
_MODALITIES: Final[dict[str, PartKind]] = {"image": "image", "audio": "audio", "video": "video"}


def outline(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a request or a reply; an error has no turns."""
    marked: Marked = []
    if kind == "response":
        return _reply(dialect, tree, marked)
    if kind == "request" and type(tree) is list:
        turns = _turns(tree, (), marked)
        return Outline(dialect, kind, turns=turns, marked=tuple(marked), tree=tree)
    if kind != "request" or type(tree) is not dict:
        return Outline(dialect, kind, tree=tree)
    name = spelled(tree, "systemInstruction", "system_instruction")
    system = _whole(tree.get(name), (name,))
    turns = _turns(tree.get("contents"), ("contents",), marked)
    tools, choices = tools_of(tree.get("tools")), choices_of(tree)
    return Outline(dialect, kind, text(tree, "model"), system, turns, tools, choices, tuple(marked), tree)


def _reply(dialect: str, tree: Any, marked: Marked) -> Outline:
    candidates = member(tree, "candidates")
    turns: list[Turn] = []
    for n, candidate in enumerate(candidates if type(candidates) is list else ()):
        content = member(candidate, "content")
        if type(content) is dict:
            place: Path = ("candidates", n)
            turns.append(Turn("assistant", place, "content", content, _whole(content, (*place, "content"))))
            mark(turns, marked)
    model = text(tree, spelled(tree, "modelVersion", "model_version"))
    return Outline(dialect, "response", model, turns=tuple(turns), marked=tuple(marked), tree=tree)


def _turns(contents: Any, base: Path, marked: Marked) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    places: list[tuple[int | None, Any]] = list(enumerate(contents)) if type(contents) is list else [(None, contents)]
    for at, node in places:
        if type(node) in {dict, str}:
            path = base if at is None else (*base, at)
            role = _ROLES.get(text(node, "role"), "") if text(node, "role") else "user"
            turns.append(Turn(role, base, at, node, _whole(node, path)))
            mark(turns, marked)
    return tuple(turns)


def _whole(node: Any, path: Path) -> tuple[Part, ...]:
    """Return the parts of a content, which may be one text, and whose parts may be one part."""
    if type(node) is str:
        return (Part("text", path, node, node),)
    parts = member(node, "parts")
    if type(parts) is not list:
        found = [] if parts is None else [_part(parts, (*path, "parts"))]
    else:
        found = [_part(part, (*path, "parts", n)) for n, part in enumerate(parts)]
    return tuple([part for part in found if part is not None])


def _part(node: Any, place: Path) -> Part | None:
    if type(node) is str:
        return Part("text", place, node, node)
    if type(node) is not dict:
        return None
    for name in node:
        make = _PARTS.get(name)
        if make is not None:
            return make(node, place, name)
    return Part("other", place, node)


def _text(node: dict[str, Any], place: Path, name: str) -> Part:
    kind: PartKind = "thinking" if node.get("thought") is True else "text"
    return Part(kind, place, node, node[name], (name,))


def _call(node: dict[str, Any], place: Path, name: str) -> Part:
    call = node[name]
    at = (name, "args")
    return Part("tool_use", place, node, member(call, "args"), at, text(call, "id"), text(call, "name"), "tree")


def _response(node: dict[str, Any], place: Path, name: str) -> Part:
    answer = node[name]
    at = (name, "response")
    inner = member(answer, "parts")
    parts = [_part(each, (*place, name, "parts", n)) for n, each in enumerate(inner)] if type(inner) is list else []
    return Part(
        "tool_result",
        place,
        node,
        member(answer, "response"),
        at,
        text(answer, "id"),
        text(answer, "name"),
        parts=tuple([part for part in parts if part is not None]),
    )


def _blob(node: dict[str, Any], place: Path, name: str) -> Part:
    blob = node[name]
    media_type = text(blob, spelled(blob, "mimeType", "mime_type"))
    return from_data(_kind(media_type), place, node, member(blob, "data"), (name, "data"), media_type)


def _file(node: dict[str, Any], place: Path, name: str) -> Part:
    file = node[name]
    media_type = text(file, spelled(file, "mimeType", "mime_type"))
    key = spelled(file, "fileUri", "file_uri")
    return Part(_kind(media_type), place, node, member(file, key), (name, key), form="url", media_type=media_type)


def _kind(media_type: str) -> PartKind:
    return _MODALITIES.get(media_type.partition("/")[0].lower(), "document")


_PARTS: Final[dict[str, Callable[[dict[str, Any], Path, str], Part]]] = {
    "text": _text,
    "functionCall": _call,
    "function_call": _call,
    "functionResponse": _response,
    "function_response": _response,
    "inlineData": _blob,
    "inline_data": _blob,
    "fileData": _file,
    "file_data": _file,
}


def tools_of(tools: Any) -> tuple[Tool, ...]:
    """Return the functions of a request, from its member `tools`."""
    if type(tools) is dict:
        return tuple(_declared(tools, ("tools",)))
    listed = enumerate(tools if type(tools) is list else ())
    return tuple([tool for n, node in listed for tool in _declared(node, ("tools", n))])


def _declared(node: Any, place: Path) -> list[Tool]:
    name = spelled(node, "functionDeclarations", "function_declarations")
    declared = member(node, name)
    if type(declared) is not list:
        return []
    return [_tool(each, (*place, name, n)) for n, each in enumerate(declared) if type(each) is dict]


def _tool(node: dict[str, Any], place: Path) -> Tool:
    key = "parameters"
    if key not in node:
        key = spelled(node, "parametersJsonSchema", "parameters_json_schema")
    return Tool(text(node, "name"), place, node.get(key), (*place, key), node)


def choices_of(tree: dict[str, Any]) -> tuple[Choice, ...]:
    """Return the functions that a request wants to be called, or allows."""
    outer = spelled(tree, "toolConfig", "tool_config")
    config = tree.get(outer)
    inner = spelled(config, "functionCallingConfig", "function_calling_config")
    calling = member(config, inner)
    key = spelled(calling, "allowedFunctionNames", "allowed_function_names")
    names = member(calling, key)
    listed = enumerate(names if type(names) is list else ())
    return tuple([Choice(name, (outer, inner, key, n)) for n, name in listed if type(name) is str])
