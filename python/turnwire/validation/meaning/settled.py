"""A quick look at chat requests of the commonest shape, which have nothing to find.

An outline and the rules cost more than parsing the request did.  Here one walk over the messages certifies that no rule
finds anything; whatever is not of the commonest shape is left to the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.limits import FREE_DEPTH
from turnwire.validation.outline import chat_dialects
from turnwire.validation.tool_schemas.inputs import fits

if TYPE_CHECKING:
    from collections.abc import Iterable

_DIALECTS: Final = chat_dialects() - {"mistral_chat", "perplexity_chat"}
"""Those of the chat format without rules about the order of roles."""
_SAID: Final = 2  # role, content
_CALLED: Final = 3  # role, content, tool_calls
_SAYS: Final = frozenset({"user", "assistant", "system", "developer"})
_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])

Calls = list[tuple[str, str, str]]
"""The id, the name and the arguments of each call."""


def is_settled(dialect: str, tree: Any, kind: str) -> bool:
    """Return whether a document certainly has no finding of the layer of meaning; False if that is not certain.

    Args:
        dialect: the full name of the document's dialect.
        tree: the document as parsed JSON.
        kind: `"request"`, `"response"` or `"error"`.
    """
    if kind != "request" or dialect not in _DIALECTS:
        return False
    try:
        choice = tree.get("tool_choice")
        if (choice is not None and type(choice) is not str) or "functions" in tree:
            return False
        calls = _calls(tree["messages"])
        return calls is not None and _are_sound(calls, tree.get("tools") or ())
    except (LookupError, TypeError, AttributeError, ValueError, msgspec.DecodeError, RecursionError):
        return False


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


def _are_sound(calls: Calls, tools: Iterable[Any]) -> bool:
    """Return whether ids and names of tools are unique, and arguments are objects that fit the schemas of tools."""
    offered = {}
    count = 0
    for tool in tools:
        function = tool["function"]
        offered[function["name"]] = function.get("parameters")
        count += 1
    if len(offered) != count or len({call[0] for call in calls}) != len(calls):
        return False
    called = {call[1] for call in calls}
    written = {name: msgspec.json.encode(offered[name]) for name in called if type(offered.get(name)) is dict}
    for identifier, name, arguments in calls:
        given = _OBJECT.decode(arguments)
        if arguments.count("{") + arguments.count("[") > FREE_DEPTH:
            return False
        if not identifier or (name in written and not fits(written[name], given)):
            return False
    return True
