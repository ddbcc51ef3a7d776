"""A request -> a History: its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.wire import ALSO, NOTHING
from turnwire.dialects.cohere_chat.constraints import IN_RESULTS, KINDS, NAME
from turnwire.dialects.cohere_chat.read_content import content_form, read_call, read_content
from turnwire.dialects.cohere_chat.read_settings import read_settings
from turnwire.documents.residue import residue, unknown_role
from turnwire.families.chat.overlay import leftover
from turnwire.model import ABSENT, History, Message, Origin, TextBlock, ThinkingBlock, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.dialects.cohere_chat.wire import ChatMessage, ChatRequest
    from turnwire.documents.inputs import Envelope
    from turnwire.documents.residue import ProviderRaw
    from turnwire.model import ContentBlock

_SPOKEN = ("role", "content")
_ASSISTANT = ("role", "content", "tool_calls", "tool_plan")
_RESULT = ("role", "content", "tool_call_id")


def read_request(wire: ChatRequest, _: Envelope | None) -> History:
    """Read a conversation; the keys besides its messages are its settings."""
    origin = Origin(NAME)
    return History([read_message(message, origin) for message in wire.messages], read_settings(wire))


def read_message(message: ChatMessage, origin: Origin) -> Message:
    """Read one message; an unknown role is read as the user's, and kept in `$form`."""
    role: Any = message.role
    if role == "assistant":
        return read_assistant(message, origin, reply=False)
    if role == "tool":
        return _read_result(message, origin)
    if role in ("user", "system"):
        return _read_spoken(message, role, origin, {})
    return _read_spoken(message, "user", origin, {"role": None if role is UNSET else role})


def _read_spoken(message: ChatMessage, role: Any, origin: Origin, form: dict[str, Any]) -> Message:
    content = message.content
    if type(content) is str and content and not form and _has_only_content(message):
        return Message(role, [TextBlock(content)])
    blocks = read_content(content, origin)
    if spelling := content_form(content, blocks, "text"):
        form["content"] = spelling
    if not KINDS[role].issuperset(map(type, blocks)):
        form["as_is"] = ["content"]
    rest = {**leftover(message, _SPOKEN), **unknown_role(form)}
    return Message(role, blocks, provider_raw=residue(NAME, rest, form=form))


def _has_only_content(message: ChatMessage) -> bool:
    return (
        message.unknown is NOTHING
        and message.tool_calls is message.tool_plan is message.tool_call_id is UNSET
        and message.citations is ABSENT
    )


def read_assistant(message: ChatMessage, origin: Origin, *, reply: bool) -> Message:
    """Read a message of the assistant: its plan, its content and its calls."""
    content, calls = message.content, message.tool_calls
    form: dict[str, Any] = {}
    also: dict[str, Any] = {}
    plan: list[ContentBlock] = []
    if message.tool_plan:
        # "A chain-of-thought style reflection and plan that the model generates when working with Tools."
        plan.append(ThinkingBlock(message.tool_plan, origin=origin, provider_raw=residue(NAME, form={"in": "plan"})))
    elif message.tool_plan is not UNSET:
        also["tool_plan"] = ""
    said = read_content(content, origin)
    called: list[ContentBlock] = [] if calls is UNSET else [read_call(call) for call in calls]
    if calls is not UNSET and not calls:
        also["tool_calls"] = []
    usual = "absent" if called or reply else "text"
    if spelling := content_form(content, said, usual, bare="parts" if reply else "text"):
        form["content"] = spelling
    if not KINDS["assistant"].issuperset(map(type, said)):
        form["as_is"] = ["content"]
    rest = leftover(message, _ASSISTANT)
    raw = _of_reply(message, rest, also, form) if reply else residue(NAME, rest, also=also, form=form)
    return Message("assistant", [*plan, *said, *called], provider_raw=raw)


def _of_reply(
    message: ChatMessage, rest: dict[str, Any], also: dict[str, Any], form: dict[str, Any]
) -> ProviderRaw | None:
    """Make the residue of a reply's message, which is that of the reply around it (moving.py)."""
    if message.role != "assistant":
        form["role"] = None if message.role is UNSET else message.role
    return residue(NAME, {"message": {**rest, **unknown_role(form), ALSO: also}}, form=form)


def _read_result(message: ChatMessage, origin: Origin) -> Message:
    content, call_id = message.content, message.tool_call_id
    blocks = read_content(content, origin)
    form: dict[str, Any] = {}
    if spelling := content_form(content, blocks, "text"):
        form["content"] = spelling
    if call_id is UNSET:
        form["lacks"] = ["tool_call_id"]
    if not IN_RESULTS.issuperset(map(type, blocks)):
        form |= {"as_is": ["content"], "media": True}
    result = ToolResultBlock("" if call_id is UNSET else call_id, None, blocks)
    return Message("tool", [result], provider_raw=residue(NAME, leftover(message, _RESULT), form=form))
