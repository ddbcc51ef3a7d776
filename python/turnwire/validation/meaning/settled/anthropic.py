"""The quick look at requests of Anthropic's Messages API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.remembering import remembered
from turnwire.validation.meaning.settled.sound import ENCODE, REMEMBERED, are_fitting, offered
from turnwire.validation.outline.anthropic import tools_of

if TYPE_CHECKING:
    from turnwire.validation.meaning.settled.sound import Offered
    from turnwire.validation.meaning.settled.tally import Tally

_ROLES: Final = frozenset({"user", "assistant"})
_SAID: Final = 2  # role, content
_SAYS: Final = 2  # type, text

Open = dict[str, tuple[str, Any]]
"""The calls of one message that have no result yet: the name and the input of each, by its id."""


def is_plain(tree: dict[str, Any], tally: Tally) -> bool:
    """Return whether a request has texts, signed thinking, and calls that the next message answers; count it.

    Raises:
        LookupError, TypeError, AttributeError: it has another shape.
    """
    if not _is_text(tree.get("system", "none")) or "thinking" in tree or "name" in (tree.get("tool_choice") or ()):
        return False
    tools = _offered(ENCODE(tree.get("tools")))
    calls = _calls(tree["messages"], tally)
    if tools is None or calls is None:
        return False
    tally.add_settings(tree, "messages", "tools")
    tally.add_counts(tools.counts)
    return are_fitting(calls.values(), tools)


@remembered(REMEMBERED)
def _offered(text: bytes) -> Offered | None:
    """Return the tools in a member `tools`."""
    tools = msgspec.json.decode(text)
    return offered(tools, [(tool.name, tool.schema, True) for tool in tools_of(tools)])


def _calls(messages: Any, tally: Tally) -> Open | None:
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
        _count(message, content, tally)
        if asked:
            if not asked.keys().isdisjoint(calls):
                return None
            calls |= asked
            waiting = asked.copy()
    return calls if messages else None


def _count(message: dict[str, Any], content: Any, tally: Tally) -> None:
    """Count a message, whose content is a text or blocks."""
    if len(message) != _SAID:
        tally.add(message)
        return
    tally.members += _SAID
    if type(content) is str:
        tally.texts.append(content)
        return
    for block in content:
        if len(block) == _SAYS:
            tally.members += _SAYS
            tally.texts.append(block["text"])
        else:
            tally.add_object(block)


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
