"""A request -> a History: its messages, one function per role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.wire import ENCODER, FORM, NOTHING
from turnwire.dialects.mistral_chat.constraints import is_id
from turnwire.dialects.mistral_chat.read_content import content_form, read_calls, read_content
from turnwire.dialects.mistral_chat.read_settings import read_settings
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.residue import form_of, residue, unknown_role
from turnwire.families.chat.overlay import leftover
from turnwire.model import History, Message, OpaqueBlock, TextBlock, ThinkingBlock, ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.dialects.mistral_chat.wire import ChatMessage, ChatRequest
    from turnwire.documents.inputs import Envelope


_SPOKEN = ("role", "content")
_ASSISTANT = ("role", "content", "tool_calls", "prefix")
_RESULT = ("role", "content", "tool_call_id", "name")


def read_message(message: ChatMessage) -> Message:
    """Read one message; an unknown role is read as the user's, and kept in `$form`."""
    read = _ROLES.get(message.role)  # type: ignore[arg-type]
    if read is not None:
        return read(message)
    return _read_rare_spoken(message, "user", {"role": None if message.role is UNSET else message.role})


def mark_as_is(message: Message, field: str) -> None:
    """Mark a field that breaks the provider's rules, so that it is written back unchanged."""
    form = form_of(message.provider_raw, NAME)
    form["as_is"] = [*form.get("as_is", ()), field]
    members = _MEMBERS.decode(message.provider_raw[NAME]) if message.provider_raw else {}
    message.provider_raw = {NAME: Raw(ENCODER.encode({**members, FORM: form}))}


_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_IN_SYSTEM = frozenset((TextBlock, ThinkingBlock, OpaqueBlock))


def _read_spoken(message: ChatMessage) -> Message:
    role: Any = message.role
    content = message.content
    if (
        message.unknown is NOTHING
        and message.tool_calls is UNSET
        and message.tool_call_id is UNSET
        and message.name is UNSET
        and message.prefix is UNSET
    ):
        if type(content) is str:
            return Message(role, [TextBlock(content)] if content else [])
        blocks = read_content(content)
        if content_form(content, blocks) is None and role == "user":
            return Message(role, blocks)
    return _read_rare_spoken(message, role, {})


def _read_rare_spoken(message: ChatMessage, role: Any, form: dict[str, Any]) -> Message:
    blocks = read_content(message.content)
    if spelling := content_form(message.content, blocks):
        form["content"] = spelling
    if role == "system" and not _IN_SYSTEM.issuperset(map(type, blocks)):
        form["as_is"] = ["content"]
    rest = {**leftover(message, _SPOKEN), **unknown_role(form)}
    return Message(role, blocks, provider_raw=residue(NAME, rest, form=form))


def _read_assistant(message: ChatMessage) -> Message:
    content, calls = message.content, message.tool_calls
    blocks = read_content(content)
    spelling = content_form(content, blocks)
    if type(calls) is list:
        read_calls(calls, blocks, reply=False)
    if (
        spelling is None
        and blocks
        and calls is not None
        and calls != []
        and message.unknown is NOTHING
        and message.prefix is UNSET
        and message.tool_call_id is UNSET
        and message.name is UNSET
    ):
        return Message("assistant", blocks)
    overlay = leftover(message, _ASSISTANT)
    also: dict[str, Any] = {}
    if calls is None:
        overlay["tool_calls"] = None
    elif calls is not UNSET and not calls:
        also["tool_calls"] = []
    if message.prefix is not UNSET:
        (overlay if message.prefix else also)["prefix"] = message.prefix
    form: dict[str, Any] = {"content": spelling} if spelling else {}
    if not any(type(block) is not TextBlock or block.text for block in blocks):
        form["as_is"] = ["content"]
    return Message("assistant", blocks, provider_raw=residue(NAME, overlay, also=also, form=form))


def _read_tool(message: ChatMessage) -> Message:
    content, call_id = message.content, message.tool_call_id
    blocks = read_content(content)
    result = ToolResultBlock(
        "" if call_id is UNSET else call_id, None if message.name is UNSET else message.name, blocks
    )
    form: dict[str, Any] = {}
    if spelling := content_form(content, blocks):
        form["content"] = spelling
    if call_id is UNSET:
        form["lacks"] = ["tool_call_id"]
    if not is_id(result.tool_use_id):
        result.provider_raw = residue(NAME, form={"as_is": ["tool_use_id"]})
    raw = residue(NAME, leftover(message, _RESULT), form=form)
    return Message("tool", [result], provider_raw=raw)


_ROLES: dict[str, Callable[[ChatMessage], Message]] = {
    "user": _read_spoken,
    "system": _read_spoken,
    "assistant": _read_assistant,
    "tool": _read_tool,
}


def read_request(wire: ChatRequest, _: Envelope | None) -> History:
    """Read a conversation; the keys besides its messages are its settings."""
    history = [read_message(message) for message in wire.messages]
    _mark_order(history)
    return History(history, read_settings(wire))


def _mark_order(history: list[Message]) -> None:
    """Mark messages that this API's rules of order would change, so that they are written back unchanged."""
    before = ""
    for message in history:
        if message.role == "system" and before in ("assistant", "tool"):
            mark_as_is(message, "role")
        before = message.role
    if before == "assistant":
        mark_as_is(history[-1], "prefix")
