"""A reply -> a completion of one candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import NOTHING
from turnwire.dialects.ollama_chat.enums import NAME, STOP_REASONS
from turnwire.dialects.ollama_chat.read_message import read_message
from turnwire.documents.residue import marked, residue
from turnwire.lowering.optional_call_ids import Reading
from turnwire.lowering.token_logprobs import MARK, documented
from turnwire.model import ABSENT, Completion, MessageMetadata, Origin, ToolUseBlock, Usage

if TYPE_CHECKING:
    from turnwire.dialects.ollama_chat.wire import ChatReply
    from turnwire.documents.inputs import Envelope
    from turnwire.model import Message

_KEPT: Final = (
    "total_duration",
    "load_duration",
    "prompt_eval_duration",
    "eval_duration",
    "remote_model",
    "remote_host",
)
_ALWAYS: Final = ("model", "created_at", "message", "done")


def read_response(wire: ChatReply, _: Envelope | None) -> Completion:
    """The reply."""
    model = None if wire.model is UNSET else wire.model
    overlay: dict[str, Any] = {name: raw for name in _KEPT if (raw := getattr(wire, name)) is not ABSENT}
    for raw in overlay.values():
        check_raw(raw)
    form: dict[str, Any] = {}
    found = Completion([], None, None if wire.created_at is UNSET else wire.created_at, model)
    if wire.message is not UNSET:
        reading = Reading(NAME)
        message = read_message(wire.message, reading, Origin(NAME, model), reply=True)
        found.candidates = [message]
        form |= reading.form()
        message.metadata = _read_metadata(wire, message, overlay)
    else:
        overlay |= _without_message(wire)
    if wire.prompt_eval_count is not UNSET or wire.eval_count is not UNSET:
        read = None if wire.prompt_eval_count is UNSET else wire.prompt_eval_count
        found.usage = Usage(read, None if wire.eval_count is UNSET else wire.eval_count)
    lacks = [name for name in _ALWAYS if getattr(wire, name) is UNSET]
    if lacks:
        form["lacks"] = lacks
    if wire.done is False:
        form["done"] = False
    if wire.unknown is not NOTHING:
        overlay.update(wire.unknown.fields)
    if overlay or form:
        found.provider_raw = residue(NAME, overlay, form=form)
    return found


def _read_metadata(wire: ChatReply, message: Message, overlay: dict[str, Any]) -> MessageMetadata | None:
    metadata = MessageMetadata()
    if wire.done_reason is not UNSET:
        reason: Any = STOP_REASONS.get(wire.done_reason)
        if reason is None:
            overlay["done_reason"] = wire.done_reason
        elif reason == "end_turn" and any(type(block) is ToolUseBlock for block in message.content):
            reason = "tool_use"
        metadata.stop_reason = reason
    if wire.logprobs is not ABSENT:
        check_raw(wire.logprobs)
        if memoryview(wire.logprobs)[0] == ord("["):
            metadata.logprobs = wire.logprobs
            if documented(wire.logprobs) is not wire.logprobs:
                message.provider_raw = marked(message.provider_raw, NAME, {MARK: True})
        else:
            overlay["logprobs"] = wire.logprobs
    return metadata if metadata != MessageMetadata() else None


def _without_message(wire: ChatReply) -> dict[str, Any]:
    """Return the members that a message would have if there were one."""
    found: dict[str, Any] = {}
    if wire.done_reason is not UNSET:
        found["done_reason"] = wire.done_reason
    if wire.logprobs is not ABSENT:
        check_raw(wire.logprobs)
        found["logprobs"] = wire.logprobs
    return found
