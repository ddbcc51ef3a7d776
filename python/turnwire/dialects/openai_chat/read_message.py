"""Messages of a request -> canonical messages, one function per role.

The commonest spelling of a content is the default; `$form` has the others (see `content_form`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import astuple

from turnwire.codec.json import check_raw
from turnwire.dialects.openai_chat.details import fingerprint, text_of_details
from turnwire.dialects.openai_chat.overlay import leftover
from turnwire.dialects.openai_chat.read_content import read_arguments, read_cache, read_calls, read_parts
from turnwire.dialects.openai_chat.wire import NAME
from turnwire.dialects.openai_chat.wire_request import ChatMessage
from turnwire.model import (
    ABSENT,
    AudioBlock,
    Message,
    Origin,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from turnwire.residue import residue

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import ContentBlock

# What follows the fields of a plain message, in the order of the wire type: nothing.
_EMPTY = astuple(ChatMessage())
_ONLY_CONTENT, _ONLY_CALLS, _ONLY_RESULT = _EMPTY[2:], _EMPTY[3:], _EMPTY[4:]
_SPOKEN = ("role", "content", "name")
_RESULT = ("role", "content", "tool_call_id")
_ASSISTANT = ("role", "content", "name", "tool_calls", "function_call", "audio")


def read_message(message: ChatMessage) -> Message:
    """One message; a role that nobody knows is read as the user's, and remembered."""
    read = _ROLES.get(message.role)  # type: ignore[arg-type]
    return read(message) if read else _read_unknown_role(message)


def read_content(content: Any) -> list[ContentBlock]:
    """The blocks of a content in any of its spellings; empty text is no block."""
    if type(content) is str:
        return [TextBlock(content)] if content else []
    return read_parts(content) if type(content) is list else []


def content_form(content: Any, blocks: list[ContentBlock], without: str) -> str | None:
    """How a content is spelled, where that is not the default.

    Text by itself is a string, everything else a list; no blocks are spelled as `without` says.
    """
    if type(content) is list:
        return "parts" if not blocks or _is_only_text(blocks) else None
    spelling = "text" if content == "" else "null" if content is None else "absent" if content is UNSET else without
    return None if spelling == without or blocks else spelling


def _is_only_text(blocks: list[ContentBlock]) -> bool:
    return len(blocks) == 1 and type(blocks[0]) is TextBlock and bool(blocks[0].text)


def _read_user(message: ChatMessage) -> Message:
    return _read_spoken(message, "user", {})


def _read_system(message: ChatMessage) -> Message:
    return _read_spoken(message, "system", {})


def _read_developer(message: ChatMessage) -> Message:
    return _read_spoken(message, "system", {"role": "developer"})


def _read_unknown_role(message: ChatMessage) -> Message:
    return _read_spoken(message, "user", {"role": None if message.role is UNSET else message.role})


def _read_spoken(message: ChatMessage, role: Any, form: dict[str, Any]) -> Message:
    content = message.content
    if type(content) is str and content and not form and astuple(message)[2:] == _ONLY_CONTENT:
        return Message(role, [TextBlock(content)])
    blocks = read_content(content)
    name = None if message.name is UNSET else message.name
    if spelling := content_form(content, blocks, "text"):
        form["content"] = spelling
    taken = _cache_of_message(message, blocks, _SPOKEN)
    return Message(role, blocks, None, None, name, provider_raw=residue(NAME, leftover(message, taken), form=form))


def _cache_of_message(message: ChatMessage, blocks: list[ContentBlock], taken: tuple[str, ...]) -> tuple[str, ...]:
    """A cache mark beside a content that is one text marks that text."""
    if message.cache_control is ABSENT or type(message.content) is not str or not blocks:
        return taken
    mark = read_cache(message.cache_control)
    if mark is None:
        return taken
    blocks[-1].cache = mark
    blocks[-1].provider_raw = residue(NAME, form={"cache": "message"})
    return (*taken, "cache_control")


def _read_tool(message: ChatMessage) -> Message:
    content = message.content
    call_id = message.tool_call_id
    if (
        type(content) is str
        and content
        and call_id is not UNSET
        and message.tool_calls is UNSET
        and astuple(message)[4:] == _ONLY_RESULT
    ):
        return Message("tool", [ToolResultBlock(call_id, None, [TextBlock(content)])])
    form: dict[str, Any] = {}
    if call_id is UNSET:
        form["lacks"] = ["tool_call_id"]
    return _read_result(message, "" if call_id is UNSET else call_id, _RESULT, form)


def _read_function(message: ChatMessage) -> Message:
    """The result of the deprecated `function_call`, which had no ids."""
    return _read_result(message, "", ("role", "content"), {"role": "function"})


def _read_result(message: ChatMessage, call_id: str, taken: tuple[str, ...], form: dict[str, Any]) -> Message:
    blocks = read_content(message.content)
    if spelling := content_form(message.content, blocks, "text"):
        form["content"] = spelling
    if any(type(block) is not TextBlock for block in blocks):
        form["media"] = True
    name = None
    if message.name is not UNSET:
        name, taken = message.name, (*taken, "name")
    taken = _cache_of_message(message, blocks, taken)
    result = ToolResultBlock(call_id, name, blocks)
    return Message("tool", [result], provider_raw=residue(NAME, leftover(message, taken), form=form))


def _read_assistant(message: ChatMessage) -> Message:
    content, calls = message.content, message.tool_calls
    if type(content) is not list and astuple(message)[3:] == _ONLY_CALLS:
        blocks: list[ContentBlock] = [TextBlock(content)] if type(content) is str and content else []
        if calls is not UNSET:
            read_calls(calls, blocks)
        spelling = None if content else content_form(content, blocks[:0], "absent")
        if spelling is None and (calls is UNSET or calls):
            return Message("assistant", blocks)
    return _read_rare_assistant(message)


def _read_rare_assistant(message: ChatMessage) -> Message:
    blocks, also, taken = read_reasoning(message, Origin(NAME))
    said = read_content(message.content)
    form: dict[str, Any] = {}
    if spelling := content_form(message.content, said, "absent"):
        form["content"] = spelling
    blocks += said
    taken = _cache_of_message(message, said, (*_ASSISTANT, *taken))
    if type(message.refusal) is str:
        blocks.append(RefusalBlock(message.refusal))
        taken = (*taken, "refusal")
    if message.audio is not UNSET:
        blocks.append(AudioBlock(id=message.audio.id, provider_raw=residue(NAME, leftover(message.audio, ("id",)))))
    _read_all_calls(message, blocks, also)
    name = None if message.name is UNSET else message.name
    overlay = leftover(message, taken)
    if overlay.get("annotations") is not None and bytes(overlay["annotations"]) == b"[]":
        also["annotations"] = overlay.pop("annotations")
    return Message("assistant", blocks, None, None, name, provider_raw=residue(NAME, overlay, also=also, form=form))


def _read_all_calls(message: ChatMessage, blocks: list[ContentBlock], also: dict[str, Any]) -> None:
    if message.tool_calls is not UNSET:
        if not message.tool_calls:
            also["tool_calls"] = []
        read_calls(message.tool_calls, blocks)
    if message.function_call is not UNSET:
        blocks.append(read_function_call(message.function_call))


def read_function_call(called: Any) -> ToolUseBlock:
    """The deprecated `function_call`, which has no id."""
    raw, text = read_arguments(called.arguments)
    rest = {"function_call": leftover(called, ("name", "arguments"))}
    return ToolUseBlock("", called.name, raw, text, provider_raw=residue(NAME, rest, form={"key": "function_call"}))


def read_reasoning(message: Any, origin: Origin) -> tuple[list[ContentBlock], dict[str, Any], tuple[str, ...]]:
    """The reasoning that compatible servers tell: its blocks, empty keys, and the keys that were taken.

    What else is told of it (`reasoning_details`) stands at the first block, so that it goes when that goes.
    """
    blocks: list[ContentBlock] = []
    also: dict[str, Any] = {}
    for key in ("reasoning_content", "reasoning"):
        text = getattr(message, key)
        if type(text) is not str:
            continue
        if not text:
            also[key] = ""
            continue
        named = {"key": key} if key != "reasoning_content" else {}
        blocks.append(ThinkingBlock(text, origin=origin, provider_raw=residue(NAME, form=named)))
    told = {key: raw for key in _DETAILS if (raw := getattr(message, key)) is not ABSENT and bytes(raw) != b"null"}
    for raw in told.values():
        check_raw(raw)
    taken = tuple(key for key in ("reasoning_content", "reasoning") if type(getattr(message, key)) is str)
    if blocks and told:
        first = blocks[0]
        form: dict[str, Any] = {"key": "reasoning"} if first.provider_raw else {}
        if type(first) is ThinkingBlock:
            same = text_of_details(message.reasoning_details) == first.text
            form["details"] = "same" if same else fingerprint(first.text)
        first.provider_raw = residue(NAME, told, form=form)
        taken = (*taken, *told)
    return blocks, also, taken


_DETAILS = ("reasoning_details", "reasoning_signature")

_ROLES: dict[str, Callable[[ChatMessage], Message]] = {
    "user": _read_user,
    "system": _read_system,
    "developer": _read_developer,
    "assistant": _read_assistant,
    "tool": _read_tool,
    "function": _read_function,
}
