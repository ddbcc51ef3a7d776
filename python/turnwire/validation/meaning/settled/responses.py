"""The quick look at requests of OpenAI's Responses API."""

from __future__ import annotations

from typing import Any, Final

from turnwire.validation.meaning.settled.sound import are_sound, parsed
from turnwire.validation.outline.responses import tools_of

_ROLES: Final = frozenset({"user", "assistant", "system", "developer"})
_TEXTS: Final = frozenset({"input_text", "output_text"})


class _Calls:
    """The calls of a request, and the ids of those that have no output yet."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[str, Any]] = {}
        self.waiting: set[str] = set()


def is_plain(tree: dict[str, Any]) -> bool:
    """Return whether a request has texts, reasoning, and calls of functions that are answered, and nothing else.

    Raises:
        LookupError, TypeError, AttributeError, msgspec.DecodeError: it has another shape.
    """
    if type(tree.get("instructions", "none")) is not str or type(tree.get("tool_choice", "auto")) is not str:
        return False
    items = tree["input"]
    if type(items) is str:
        return bool(items)
    calls = _Calls()
    if not items or not all(_is_plain(item, calls) for item in items) or calls.waiting:
        return False
    return are_sound(calls.made.values(), [(tool.name, tool.schema) for tool in tools_of(tree.get("tools"))])


def _is_plain(item: dict[str, Any], calls: _Calls) -> bool:
    """Return whether an item is plain, and add what it calls or answers."""
    kind = item.get("type", "message")
    if kind == "message":
        return not calls.waiting and item["role"] in _ROLES and _is_text(item["content"])
    if "execution" in item:
        return False
    if kind == "function_call":
        return _is_call(item, calls)
    if kind == "function_call_output":
        calls.waiting.remove(item["call_id"])
        return _is_text(item["output"])
    return kind == "reasoning" and not calls.waiting


def _is_call(item: dict[str, Any], calls: _Calls) -> bool:
    identifier = item["call_id"]
    if not identifier or identifier in calls.made:
        return False
    calls.made[identifier] = (item["name"], parsed(item["arguments"]))
    calls.waiting.add(identifier)
    return True


def _is_text(content: Any) -> bool:
    """Return whether a content is a text, or a list of parts with texts, that has something in it."""
    if type(content) is str:
        return bool(content)
    return bool(content) and all(part["type"] in _TEXTS and part["text"] for part in content)
