"""The quick look at requests of Anthropic's Messages API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.meaning.settled.sound import are_sound
from turnwire.validation.outline.anthropic import tools_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_ROLES: Final = frozenset({"user", "assistant"})

Open = dict[str, tuple[str, Any]]
"""The calls of one message that have no result yet: the name and the input of each, by its id."""


def is_plain(tree: dict[str, Any]) -> bool:
    """Return whether a request has texts, signed thinking, and calls that the next message answers, and nothing else.

    Raises:
        LookupError, TypeError, AttributeError: it has another shape.
    """
    if not _is_text(tree.get("system", "none")) or "thinking" in tree or "name" in (tree.get("tool_choice") or ()):
        return False
    calls = _calls(tree["messages"])
    return calls is not None and are_sound(calls.values(), _offered(tree))


def _offered(tree: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    return [(tool.name, tool.schema) for tool in tools_of(tree.get("tools"))]


def _calls(messages: Any) -> Open | None:
    """Return the calls of plain messages, by their ids, if the message after each answers it; None for any others."""
    calls: Open = {}
    waiting: Open = {}
    for message in messages:
        role, content = message["role"], message["content"]
        if role not in _ROLES or not content:
            return None
        asked: Open = {}
        if (type(content) is not str and not _are_plain(content, role, waiting, asked)) or waiting:
            return None
        if asked:
            if not asked.keys().isdisjoint(calls):
                return None
            calls |= asked
            waiting = asked.copy()
    return calls if messages else None


def _are_plain(blocks: Any, role: str, waiting: Open, asked: Open) -> bool:
    """Return whether blocks are plain; add calls to `asked`, and take what results answer out of `waiting`."""
    for block in blocks:
        kind = block["type"]
        if kind == "text":
            # A text of the user after the results is plain; one before them is a finding.
            is_plain = bool(block["text"]) and not (role == "user" and waiting)
        elif kind == "tool_use":
            identifier = block["id"]
            is_plain = role == "assistant" and bool(identifier) and identifier not in asked
            asked[identifier] = (block["name"], block["input"])
        elif kind == "tool_result":
            content = block["content"]
            is_answer = role == "user" and waiting.pop(block["tool_use_id"], None) is not None
            is_plain = is_answer and (type(content) is str or _is_text(content))
        else:
            is_plain = kind == "thinking" and type(block["signature"]) is str and bool(block["signature"])
        if not is_plain:
            return False
    return True


def _is_text(content: Any) -> bool:
    """Return whether a content is a text, or a list of blocks with texts that have something in them."""
    return type(content) is str or all(block["type"] == "text" and block["text"] for block in content)
