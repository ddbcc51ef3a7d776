"""The quick look at requests of OpenAI's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.remembering import remembered
from turnwire.validation.meaning.settled.sound import ENCODE, REMEMBERED, are_fitting, offered, parsed

if TYPE_CHECKING:
    from turnwire.validation.meaning.settled.sound import Offered
    from turnwire.validation.meaning.settled.tally import Tally

_SAID: Final = 2  # role, content
_CALLED: Final = 3  # role, content, tool_calls
_CALL: Final = (3, 2)  # id, type, function; name, arguments
_SAYS: Final = frozenset({"user", "assistant", "system", "developer"})

Calls = list[tuple[str, str, str]]
"""The id, the name and the arguments of each call."""


def is_plain(tree: dict[str, Any], tally: Tally) -> bool:
    """Return whether a request has texts, and calls that are answered directly after them, and nothing else; count it.

    Raises:
        LookupError, TypeError, AttributeError, msgspec.DecodeError: it has another shape.
    """
    choice = tree.get("tool_choice")
    if (choice is not None and type(choice) is not str) or "functions" in tree:
        return False
    tools = _offered(ENCODE(tree.get("tools")))
    calls = _calls(tree["messages"], tally)
    if tools is None or calls is None:
        return False
    if not all(call[0] for call in calls) or len({call[0] for call in calls}) != len(calls):
        return False
    tally.add_settings(tree, "messages", "tools")
    tally.add_counts(tools.counts)
    return are_fitting([(name, parsed(arguments)) for _, name, arguments in calls], tools)


@remembered(REMEMBERED)
def _offered(text: bytes) -> Offered | None:
    """Return the tools in a member `tools`."""
    tools = msgspec.json.decode(text)
    functions = [tool["function"] for tool in tools or ()]
    return offered(tools, [(function["name"], function.get("parameters"), True) for function in functions])


def _calls(messages: Any, tally: Tally) -> Calls | None:
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
            tally.add_object(message)
        elif answered != len(calls):
            return None
        elif len(message) != _SAID or role not in _SAYS:
            if not _adds_calls(calls, message, role, tally):
                return None
        elif not content or type(content) is not str:
            return None
        else:
            tally.members += _SAID
            tally.texts.append(content)
    return calls if messages else None


def _adds_calls(calls: Calls, message: Any, role: str, tally: Tally) -> bool:
    """Add the calls of a message to the list, and return whether it has some and is plain."""
    content = message["content"]
    if role != "assistant" or len(message) != _CALLED or not (content is None or type(content) is str):
        return False
    called = message["tool_calls"]
    tally.members += _CALLED
    tally.texts.append(content or "")
    for call in called:
        function = call["function"]
        identifier, name, arguments = call["id"], function["name"], function["arguments"]
        calls.append((identifier, name, arguments))
        if (len(call), len(function)) == _CALL:
            tally.members += sum(_CALL)
            tally.texts += (identifier, call["type"], name, arguments)
        else:
            tally.add(call)
    return bool(called)
