"""The quick look at requests of OpenAI's Responses API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.remembering import remembered
from turnwire.validation.meaning.settled.sound import ENCODE, REMEMBERED, are_fitting, offered, parsed
from turnwire.validation.outline.responses import tools_of

if TYPE_CHECKING:
    from turnwire.validation.meaning.settled.sound import Offered
    from turnwire.validation.meaning.settled.tally import Tally

_ROLES: Final = frozenset({"user", "assistant", "system", "developer"})
_TEXTS: Final = frozenset({"input_text", "output_text"})


Calls = dict[str, tuple[str, Any]]
"""The name and the input of each call, by its id."""


def is_plain(tree: dict[str, Any], tally: Tally) -> bool:
    """Return whether a request has texts, reasoning, and calls of functions that are answered; count it.

    Raises:
        LookupError, TypeError, AttributeError, msgspec.DecodeError: it has another shape.
    """
    if type(tree.get("instructions", "none")) is not str or type(tree.get("tool_choice", "auto")) is not str:
        return False
    items = tree["input"]
    calls: Calls = {}
    waiting: set[str] = set()
    tools = _offered(ENCODE(tree.get("tools")))
    if not items or tools is None or (type(items) is not str and not _are_plain(items, calls, waiting)) or waiting:
        return False
    tally.add_settings(tree, "input", "tools")
    tally.add_counts(tools.counts)
    if type(items) is str:
        tally.texts.append(items)
    else:
        _count(items, tally)
    return are_fitting(calls.values(), tools)


@remembered(REMEMBERED)
def _offered(text: bytes) -> Offered | None:
    """Return the tools in a member `tools`."""
    tools = msgspec.json.decode(text)
    return offered(tools, [(tool.name, tool.schema, True) for tool in tools_of(tools)])


def _count(items: Any, tally: Tally) -> None:
    """Count items; most of them have nothing but texts."""
    texts = tally.texts
    for item in items:
        tally.members += len(item)
        for value in item.values():
            if type(value) is str:
                texts.append(value)
            else:
                tally.add(value)


def _are_plain(items: Any, calls: Calls, waiting: set[str]) -> bool:
    """Return whether items are plain, and add what they call; `waiting` are the ids of calls without an output."""
    for item in items:
        kind = item.get("type", "message")
        if kind == "message":
            is_plain = not waiting and item["role"] in _ROLES and _is_text(item["content"])
        elif "execution" in item:
            is_plain = False
        elif kind == "function_call":
            is_plain = _is_call(item, calls, waiting)
        elif kind == "function_call_output":
            waiting.remove(item["call_id"])
            is_plain = _is_text(item["output"])
        else:
            is_plain = kind == "reasoning" and not waiting
        if not is_plain:
            return False
    return True


def _is_call(item: dict[str, Any], calls: Calls, waiting: set[str]) -> bool:
    identifier = item["call_id"]
    if not identifier or identifier in calls:
        return False
    calls[identifier] = (item["name"], parsed(item["arguments"]))
    waiting.add(identifier)
    return True


def _is_text(content: Any) -> bool:
    """Return whether a content is a text, or a list of parts with texts, that has something in it."""
    if type(content) is str:
        return bool(content)
    return bool(content) and all(part["type"] in _TEXTS and part["text"] for part in content)
