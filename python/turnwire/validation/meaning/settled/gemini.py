"""The quick look at requests of Gemini's generateContent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.remembering import remembered
from turnwire.validation.meaning.settled.sound import ENCODE, REMEMBERED, are_fitting, offered
from turnwire.validation.outline.gemini import choices_of, tools_of

if TYPE_CHECKING:
    from turnwire.validation.meaning.settled.sound import Offered
    from turnwire.validation.meaning.settled.tally import Tally

_SPELLINGS: Final = ("systemInstruction", "system_instruction")
_TEXT: Final = frozenset({"text", "thought", "thoughtSignature"})
_SAID: Final = 2  # role, parts
_CALL: Final = frozenset({"functionCall", "thoughtSignature"})


class _Calls:
    """The calls of a request, with the id, the name and the input of each, and how many of them are answered."""

    def __init__(self) -> None:
        self.made: list[tuple[Any, Any, Any]] = []
        self.ids: set[str] = set()
        self.answered = 0


def is_plain(tree: dict[str, Any], tally: Tally) -> bool:
    """Return whether a request has texts, and calls that the next content answers in their order; count it.

    Raises:
        LookupError, TypeError, AttributeError: it has another shape.
    """
    if choices_of(tree) or not all(_is_text(tree[name]) for name in _SPELLINGS if name in tree):
        return False
    calls = _Calls()
    contents = tree["contents"]
    if type(contents) is not list or not contents or not _are_plain(contents, calls):
        return False
    tools = _offered(ENCODE(tree.get("tools")))
    if tools is None:
        return False
    tally.add_settings(tree, "contents", "tools")
    tally.add_counts(tools.counts)
    _count(contents, tally)
    return are_fitting([(name, given) for _, name, given in calls.made], tools)


@remembered(REMEMBERED)
def _offered(text: bytes) -> Offered | None:
    """Return the tools in a member `tools`; `parameters` are Gemini's own schemas, which that of the format checks."""
    tools = msgspec.json.decode(text)
    listed = [(tool.name, tool.schema, tool.schema_path[-1] != "parameters") for tool in tools_of(tools)]
    return offered(tools, listed)


def _is_text(instruction: dict[str, Any]) -> bool:
    return all(len(part) == 1 and "text" in part for part in instruction["parts"])


def _count(contents: list[dict[str, Any]], tally: Tally) -> None:
    """Count contents; most of their parts have nothing but a text."""
    for content in contents:
        if len(content) != _SAID:
            tally.add(content)
            continue
        tally.members += _SAID
        for part in content["parts"]:
            if len(part) == 1 and "text" in part:
                tally.members += 1
                tally.texts.append(part["text"])
            else:
                tally.add_object(part)


def _are_plain(contents: list[Any], calls: _Calls) -> bool:
    """Return whether each content is plain, and answers all calls before it; add their own."""
    for content in contents:
        before = len(calls.made)
        role, parts = content["role"], content["parts"]
        if not parts or type(parts) is not list:
            return False
        for part in parts:
            if "text" in part:
                is_plain = bool(part["text"]) and (len(part) == 1 or part.keys() <= _TEXT)
            elif role == "model":
                is_plain = _is_call(part, calls)
            else:
                is_plain = len(part) == 1 and _answers(part["functionResponse"], calls)
            if not is_plain:
                return False
        if calls.answered != before:
            return False
    return True


def _is_call(part: dict[str, Any], calls: _Calls) -> bool:
    """Add a call, and return whether it is plain: it has a name, and an id that is new or none."""
    call = part["functionCall"]
    identifier, name = call.get("id"), call["name"]
    calls.made.append((identifier, name, call.get("args", {})))
    if not name or not (len(part) == 1 or part.keys() <= _CALL):
        return False
    if identifier is None:
        return True
    is_new = bool(identifier) and identifier not in calls.ids
    calls.ids.add(identifier)
    return is_new


def _answers(response: dict[str, Any], calls: _Calls) -> bool:
    """Return whether a response has the id and the name of the next call, and no media.

    Raises:
        IndexError: all calls are answered.
    """
    identifier, name, _ = calls.made[calls.answered]
    calls.answered += 1
    return response.get("id") == identifier and response["name"] == name and "parts" not in response
