"""The quick look at requests of OpenAI's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.meaning.settled.sound import are_sound, parsed

if TYPE_CHECKING:
    from collections.abc import Iterable

_SAID: Final = 2  # role, content
_CALLED: Final = 3  # role, content, tool_calls
_SAYS: Final = frozenset({"user", "assistant", "system", "developer"})

Calls = list[tuple[str, str, str]]
"""The id, the name and the arguments of each call."""


def is_plain(tree: dict[str, Any]) -> bool:
    """Return whether a request has texts, and calls that are answered directly after them, and nothing else.

    Raises:
        LookupError, TypeError, AttributeError, msgspec.DecodeError: it has another shape.
    """
    choice = tree.get("tool_choice")
    if (choice is not None and type(choice) is not str) or "functions" in tree:
        return False
    calls = _calls(tree["messages"])
    if calls is None or not all(call[0] for call in calls) or len({call[0] for call in calls}) != len(calls):
        return False
    return are_sound([(name, parsed(arguments)) for _, name, arguments in calls], _offered(tree.get("tools") or ()))


def _offered(tools: Iterable[Any]) -> list[tuple[str, Any]]:
    functions = [tool["function"] for tool in tools]
    return [(function["name"], function.get("parameters")) for function in functions]


def _calls(messages: Any) -> Calls | None:
    """Return the calls of plain messages if each is answered, in order, directly after it; None for any others."""
    calls: Calls = []
    answered = 0
    for message in messages:
        role = message["role"]
        content = message["content"]
        if role == "tool":
            if message["tool_call_id"] != calls[answered][0] or type(content) is not str:
                return None
            answered += 1
        elif answered != len(calls):
            return None
        elif len(message) != _SAID or role not in _SAYS:
            if not _adds_calls(calls, message, role):
                return None
        elif not content or type(content) is not str:
            return None
    return calls if messages else None


def _adds_calls(calls: Calls, message: Any, role: str) -> bool:
    """Add the calls of a message to the list, and return whether it has some and is plain."""
    content = message["content"]
    if role != "assistant" or len(message) != _CALLED or not (content is None or type(content) is str):
        return False
    called = message["tool_calls"]
    for call in called:
        function = call["function"]
        calls.append((call["id"], function["name"], function["arguments"]))
    return bool(called)
