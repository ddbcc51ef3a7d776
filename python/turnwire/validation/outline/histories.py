"""The outlines of GLM's chats, of gpt2099's windows, of ShareGPT's rows, and of Geppetto's queries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.blocks import Words, contents, mark, part_of, text_block, tool_use
from turnwire.validation.outline.blocks import tool_result as result_of
from turnwire.validation.outline.media import from_data
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Outline, Part, Path, Turn

if TYPE_CHECKING:
    from turnwire.validation.outline.blocks import Marked
    from turnwire.validation.outline.records import PartKind, TurnRole


def glm(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a GLM chat; an entry that is no message has no role.

    The specification's entries are objects of one member, whose name is the role; those of the library's own files
    have a `role`.  GLM has no results with ids: a call keeps its own.
    """
    marked: Marked = []
    turns: list[Turn] = []
    name = next((key for key in ("history", "tracker") if member(tree, key) is not None), "")
    entries = tree if type(tree) is list else member(tree, name)
    base: Path = () if type(tree) is list else (name,)
    for n, entry in enumerate(entries if type(entries) is list else ()):
        if type(entry) is dict:
            turns.append(_entry(entry, base, n))
            mark(turns, marked)
    system = member(tree, "system")
    said: tuple[Part, ...] = ()
    for key in ("primary_message", "content"):
        words = member(system, key)
        if type(words) is str and not said:
            said = (Part("text", ("system", key), words, words),)
    return Outline(
        dialect, kind, text(member(tree, "meta"), "used_model"), said, tuple(turns), (), (), tuple(marked), tree
    )


def _entry(entry: dict[str, Any], base: Path, at: int) -> Turn:
    place: Path = (*base, at)
    spoken = entry.get("role")
    role: TurnRole = ""
    for name in ("user", "assistant"):
        if type(entry.get(name)) is dict or (type(spoken) is str and spoken.lower() == name):
            role = "user" if name == "user" else "assistant"
            inner = entry[name] if type(entry.get(name)) is dict else entry
            within = (*place, name) if inner is not entry else place
            return Turn(role, base, at, entry, tuple(_spoken(inner, within)))
    return Turn("system" if spoken == "system" else "", base, at, entry, (Part("other", place, entry),))


def _spoken(node: dict[str, Any], place: Path) -> list[Part]:
    content = node.get("content")
    found = [Part("text", (*place, "content"), content, content)] if type(content) is str else []
    calls = node.get("function_calls")
    if type(calls) is dict:
        found.append(_call(calls, (*place, "function_calls")))
    for n, call in enumerate(calls if type(calls) is list else ()):
        if type(call) is dict:
            found.append(_call(call, (*place, "function_calls", n)))
    code = node.get("code")
    if type(code) is str and code:
        found.append(Part("other", (*place, "code"), code, code))
    return found


def _call(node: dict[str, Any], place: Path) -> Part:
    return Part("tool_use", place, node, node.get("parameters"), ("parameters",), "", text(node, "name"), "tree")


def gpt2099(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a context window, of a list of messages, or of a reply."""
    marked: Marked = []
    turns: list[Turn] = []
    if kind == "response" and type(member(tree, "message")) is dict:
        turns.append(_window_turn(tree["message"], (), "message"))
        mark(turns, marked)
    elif kind == "request":
        messages = tree if type(tree) is list else member(tree, "messages")
        base: Path = () if type(tree) is list else ("messages",)
        for n, message in enumerate(messages if type(messages) is list else ()):
            if type(message) is dict:
                turns.append(_window_turn(message, base, n))
                mark(turns, marked)
    return Outline(dialect, kind, "", (), tuple(turns), (), (), tuple(marked), tree)


def _window_turn(message: dict[str, Any], base: Path, at: int | str) -> Turn:
    content = message.get("content")
    role = WINDOW.roles.get(text(message, "role"), "user" if "role" not in message else "")
    place = (*base, at, "content")
    # A turn added with `json: true` holds that JSON, a list or not.
    parts = (part_of(content, place, WINDOW),) if type(content) is dict else contents(content, place, WINDOW)
    return Turn(role, base, at, message, parts)


def _document(node: dict[str, Any], place: Path) -> Part:
    source = node.get("source")
    media_type = text(source, "media_type")
    kind: PartKind = "image" if media_type.startswith("image/") else "document"
    return from_data(kind, place, node, member(source, "data"), ("source", "data"), media_type)


def _given(kind: PartKind, node: dict[str, Any], place: Path) -> Part:
    return from_data(kind, place, node, node.get("data"), ("data",), text(node, "mimeType"))


def _result(node: dict[str, Any], place: Path) -> Part:
    return result_of(node, place, WINDOW)


WINDOW: Final[Words] = Words(
    {"user": "user", "assistant": "assistant", "system": "system"},
    {
        "text": text_block,
        "document": _document,
        "image": lambda node, place: _given("image", node, place),
        "audio": lambda node, place: _given("audio", node, place),
        "tool_use": tool_use,
        "tool_result": _result,
    },
)

_SPEAKERS: Final[dict[str, TurnRole]] = {
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "assistant": "assistant",
    "chatgpt": "assistant",
    "model": "assistant",
    "system": "system",
    "observation": "tool",
    "tool": "tool",
    "function_response": "tool",
    "function_call": "assistant",
    "tool_call": "assistant",
}
_CALLS: Final = frozenset({"function_call", "tool_call"})


def sharegpt(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a row; a call is a text that writes it, and a result answers the call before it."""
    marked: Marked = []
    turns: list[Turn] = []
    said = tree if type(tree) is list else member(tree, "conversations")
    base: Path = () if type(tree) is list else ("conversations",)
    for n, entry in enumerate(said if type(said) is list else ()):
        if type(entry) is dict:
            speaker = text(entry, "from")
            role = _SPEAKERS.get(speaker, "")
            turns.append(Turn(role, base, n, entry, _of_speaker(entry, (*base, n), speaker, role)))
            mark(turns, marked)
    words = member(tree, "system")
    system = (Part("text", ("system",), words, words),) if type(words) is str else ()
    return Outline(dialect, kind, "", system, tuple(turns), (), (), tuple(marked), tree)


def _of_speaker(entry: dict[str, Any], place: Path, speaker: str, role: TurnRole) -> tuple[Part, ...]:
    value = entry.get("value")
    if speaker in _CALLS:
        return (Part("tool_use", place, entry, value, ("value",), form="text"),)
    if role == "tool":
        return (Part("tool_result", place, entry, value, ("value",)),)
    return (Part("text", (*place, "value"), value, value),) if type(value) is str else ()


def geppetto(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a query, which has one turn, or of its answer."""
    name = {"request": "message", "response": "content"}.get(kind, "")
    value = member(tree, name)
    if type(value) is not str:
        return Outline(dialect, kind, tree=tree)
    role: TurnRole = "user" if kind == "request" else "assistant"
    part = Part("text", (name,), value, value)
    marked = () if value else ((0, part),)
    return Outline(dialect, kind, "", (), (Turn(role, (), name, value, (part,)),), (), (), marked, tree)
