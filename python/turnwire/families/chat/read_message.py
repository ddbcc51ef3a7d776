"""Messages of a request -> canonical messages, one function per role.

The commonest spelling of a content is the default; `$form` has the others (see `content_form`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import astuple

from turnwire.documents.residue import residue, unknown_role
from turnwire.families.chat.images import read_images
from turnwire.families.chat.overlay import leftover
from turnwire.families.chat.read_content import read_arguments, read_cache, read_calls, read_parts
from turnwire.families.chat.wire_request import ChatMessage
from turnwire.model import (
    ABSENT,
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    Message,
    OpaqueBlock,
    Origin,
    RefusalBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.families.chat.vendor import Vendor
    from turnwire.model import ContentBlock

# The values of the fields after those of a plain message, in the order of the wire type: all unset.
_EMPTY = astuple(ChatMessage())
_ONLY_CONTENT, _ONLY_CALLS, _ONLY_RESULT = _EMPTY[2:], _EMPTY[3:], _EMPTY[4:]
_SPEAKING = frozenset(("system", "user", "assistant"))
_SPOKEN = ("role", "content", "name")
_RESULT = ("role", "content", "tool_call_id")
# Members that the API does not describe for an assistant.
# `content` of an assistant: "Required unless `tool_calls` or `function_call` is specified" (OpenAI's API description,
# 2026-08-21).  A reply that was spoken is given by the id of its `audio` alone.
_IN_PLACE_OF_CONTENT = frozenset((ToolUseBlock, OpaqueBlock, AudioBlock))
_MEDIA = frozenset((ImageBlock, AudioBlock, DocumentBlock, VideoBlock))
_ASSISTANT = ("role", "content", "name", "tool_calls", "function_call", "audio")


def read_messages(messages: list[ChatMessage], vendor: Vendor) -> list[Message]:
    """The messages of a request; most consist of a role and one text."""
    found: list[Message] = []
    for message in messages:
        role, content = message.role, message.content
        if type(content) is str and content and role in _SPEAKING and astuple(message)[2:] == _ONLY_CONTENT:
            found.append(Message(role, [TextBlock(content)]))  # type: ignore[arg-type]
        else:
            found.append(read_message(message, vendor))
    return found


def read_message(message: ChatMessage, vendor: Vendor) -> Message:
    """Read one message; an unknown role is read as the user's, and kept in `$form`."""
    read = _ROLES.get(message.role)  # type: ignore[arg-type]
    return read(message, vendor) if read else _read_unknown_role(message, vendor)


def read_content(content: Any, vendor: Vendor) -> list[ContentBlock]:
    """The blocks of a content in any of its spellings; empty text is no block."""
    if type(content) is str:
        return [TextBlock(content)] if content else []
    return read_parts(content, vendor) if type(content) is list else []


def content_form(content: Any, blocks: list[ContentBlock], without: str) -> str | None:
    """Return how a content is spelled, if that is not the default.

    A single text is a string, everything else is a list; `without` is the spelling of no blocks.
    """
    if type(content) is list:
        return "parts" if not blocks or _is_only_text(blocks) else None
    spelling = "text" if content == "" else "null" if content is None else "absent" if content is UNSET else without
    return None if spelling == without or blocks else spelling


def _is_only_text(blocks: list[ContentBlock]) -> bool:
    return len(blocks) == 1 and type(blocks[0]) is TextBlock and bool(blocks[0].text)


def _read_user(message: ChatMessage, vendor: Vendor) -> Message:
    return _read_spoken(message, "user", {}, vendor)


def _read_system(message: ChatMessage, vendor: Vendor) -> Message:
    return _read_spoken(message, "system", {}, vendor)


def _read_developer(message: ChatMessage, vendor: Vendor) -> Message:
    return _read_spoken(message, "system", {"role": "developer"}, vendor)


def _read_unknown_role(message: ChatMessage, vendor: Vendor) -> Message:
    return _read_spoken(message, "user", {"role": None if message.role is UNSET else message.role}, vendor)


def _read_spoken(message: ChatMessage, role: Any, form: dict[str, Any], vendor: Vendor) -> Message:
    content = message.content
    if type(content) is str and content and not form and astuple(message)[2:] == _ONLY_CONTENT:
        return Message(role, [TextBlock(content)])
    blocks = read_content(content, vendor)
    name = None if message.name is UNSET else message.name
    if spelling := content_form(content, blocks, "text"):
        form["content"] = spelling
    taken = _cache_of_message(message, blocks, _SPOKEN, vendor)
    rest = leftover(message, taken)
    _mark_name(name, form, vendor)
    if role == "user":
        rest |= unknown_role(form)
    return Message(role, blocks, None, None, name, provider_raw=residue(vendor.name, rest, form=form))


def _cache_of_message(
    message: ChatMessage, blocks: list[ContentBlock], taken: tuple[str, ...], vendor: Vendor
) -> tuple[str, ...]:
    """Read a cache mark next to a content that is one text as a mark of that text."""
    if message.cache_control is ABSENT or type(message.content) is not str or not blocks:
        return taken
    mark = read_cache(message.cache_control)
    if mark is None:
        return taken
    blocks[-1].cache = mark
    blocks[-1].provider_raw = residue(vendor.name, form={"cache": "message"})
    return (*taken, "cache_control")


def _read_tool(message: ChatMessage, vendor: Vendor) -> Message:
    content = message.content
    call_id = message.tool_call_id
    if (
        type(content) is str
        and content
        and call_id
        and message.tool_calls is UNSET
        and astuple(message)[4:] == _ONLY_RESULT
    ):
        return Message("tool", [ToolResultBlock(call_id, None, [TextBlock(content)])])
    form: dict[str, Any] = {}
    if call_id is UNSET:
        form["lacks"] = ["tool_call_id"]
    elif not call_id:
        form["as_is"] = ["tool_use_id"]
    return _read_result(message, "" if call_id is UNSET else call_id, _RESULT, form, vendor)


def _read_function(message: ChatMessage, vendor: Vendor) -> Message:
    """The result of the deprecated `function_call`, which had no ids."""
    return _read_result(message, "", ("role", "content"), {"role": "function"}, vendor)


def _read_result(
    message: ChatMessage, call_id: str, taken: tuple[str, ...], form: dict[str, Any], vendor: Vendor
) -> Message:
    blocks = read_content(message.content, vendor)
    if spelling := content_form(message.content, blocks, "text"):
        form["content"] = spelling
    if any(type(block) is not TextBlock for block in blocks):
        form["media"] = True
    name = None
    if message.name is not UNSET:
        name, taken = message.name, (*taken, "name")
        if "tool_result.name" in vendor.lacks and message.role == "tool":
            form["vendor"] = ["name"]
    taken = _cache_of_message(message, blocks, taken, vendor)
    result = ToolResultBlock(call_id, name, blocks)
    return Message("tool", [result], provider_raw=residue(vendor.name, leftover(message, taken), form=form))


def _read_assistant(message: ChatMessage, vendor: Vendor) -> Message:
    content, calls = message.content, message.tool_calls
    if type(content) is not list and astuple(message)[3:] == _ONLY_CALLS:
        blocks: list[ContentBlock] = [TextBlock(content)] if type(content) is str and content else []
        if calls is not UNSET:
            read_calls(calls, blocks, vendor)
        spelling = None if content else content_form(content, blocks[:0], "absent")
        if spelling is None and blocks:
            return Message("assistant", blocks)
    return _read_rare_assistant(message, vendor)


def _mark_name(name: str | None, form: dict[str, Any], vendor: Vendor) -> None:
    """Mark a name if the vendor does not take names, so that it is written only for the document that had it."""
    if name is not None and "message.name" in vendor.lacks:
        form["vendor"] = ["name"]


def _read_rare_assistant(message: ChatMessage, vendor: Vendor) -> Message:
    blocks, also, taken = vendor.read_thoughts(message, Origin(vendor.name), vendor)
    said = read_content(message.content, vendor)
    form: dict[str, Any] = {}
    if spelling := content_form(message.content, said, "absent"):
        form["content"] = spelling
    if any(type(block) in _MEDIA for block in said):
        form["media"] = True
    blocks += said
    taken = _cache_of_message(message, said, (*_ASSISTANT, *taken), vendor)
    if type(message.refusal) is str:
        blocks.append(RefusalBlock(message.refusal))
        taken = (*taken, "refusal")
    if message.audio is not UNSET:
        blocks.append(
            AudioBlock(id=message.audio.id, provider_raw=residue(vendor.name, leftover(message.audio, ("id",))))
        )
    taken = (*taken, *read_images(message, blocks, also, vendor.name))
    _read_all_calls(message, blocks, also, vendor)
    if message.content is UNSET and not any(type(block) in _IN_PLACE_OF_CONTENT for block in blocks):
        form["content"] = "absent"
    name = None if message.name is UNSET else message.name
    _mark_name(name, form, vendor)
    overlay = leftover(message, taken)
    if overlay.get("annotations") is not None and bytes(overlay["annotations"]) == b"[]":
        also["annotations"] = overlay.pop("annotations")
    return Message(
        "assistant", blocks, None, None, name, provider_raw=residue(vendor.name, overlay, also=also, form=form)
    )


def _read_all_calls(message: ChatMessage, blocks: list[ContentBlock], also: dict[str, Any], vendor: Vendor) -> None:
    if message.tool_calls is not UNSET:
        if not message.tool_calls:
            also["tool_calls"] = []
        read_calls(message.tool_calls, blocks, vendor)
    if message.function_call is not UNSET:
        blocks.append(read_function_call(message.function_call, vendor.name))


def read_function_call(called: Any, dialect: str) -> ToolUseBlock:
    """The deprecated `function_call`, which has no id."""
    form: dict[str, Any] = {"key": "function_call"}
    raw, text = (ABSENT, None) if called.arguments is UNSET else read_arguments(called.arguments)
    if called.arguments is UNSET:
        form["as_is"] = ["input"]
    rest = {"function_call": leftover(called, ("name", "arguments"))}
    return ToolUseBlock("", called.name, raw, text, provider_raw=residue(dialect, rest, form=form))


_ROLES: dict[str, Callable[[ChatMessage, Vendor], Message]] = {
    "user": _read_user,
    "system": _read_system,
    "developer": _read_developer,
    "assistant": _read_assistant,
    "tool": _read_tool,
    "function": _read_function,
}
