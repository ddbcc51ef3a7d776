"""A lowered completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET

from turnwire.codec.wire import or_unset
from turnwire.dialects.bedrock_converse.constraints import TIERS
from turnwire.dialects.bedrock_converse.enums import NEAR_STOP_REASONS, STOP_REASONS, USUAL_STOP_REASONS
from turnwire.dialects.bedrock_converse.read_response import total_of
from turnwire.dialects.bedrock_converse.wire import Message, Tier
from turnwire.dialects.bedrock_converse.wire_response import Metrics, Output, Reply, TokenUsage
from turnwire.dialects.bedrock_converse.write_parts import write_parts
from turnwire.documents.residue import form_of, own_members, restore
from turnwire.model import TextBlock, Usage

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion, MessageMetadata

_COMPLETION: Final = frozenset({"candidates", "usage", "service_tier"})
_MESSAGE: Final = frozenset({"role", "content", "metadata"})
_USAGE: Final = frozenset(
    {"input_tokens", "output_tokens", "cached_input_tokens", "cache_creation_input_tokens", "latency_ms"}
)


def write_response(draft: Draft, losses: Losses) -> Any:
    """The reply: its first candidate, since the service gives one."""
    document: Completion = draft.document
    reply: Any = Reply()
    metadata: Any = None
    if draft.turns:
        turn = draft.turns[0]
        reply.output = Output(message=_message(turn, losses))
        metadata = turn.message.metadata
        reply.stop_reason = or_unset(draft.added.get("stop_reason"))
        if metadata is not None:
            _metadata(reply, metadata, f"{turn.path}/metadata", losses)
    _usage(reply, document.usage, draft.added, losses)
    held = _COMPLETION
    tier = document.service_tier
    if tier in TIERS or tier == form_of(document.provider_raw, losses.dialect).get("tier"):
        reply.service_tier = UNSET if tier is None else Tier(type=tier)
    else:
        held -= {"service_tier"}
    losses.dropped_fields(document, held, "", "completion")
    whole: Any = reply
    if metadata is not None and metadata.provider_raw is not None:
        whole = restore(whole, metadata.provider_raw, losses, f"{draft.turns[0].path}/metadata")
    return whole if document.provider_raw is None else restore(whole, document.provider_raw, losses, "")


def _message(turn: Turn, losses: Losses) -> Any:
    message = turn.message
    losses.dropped_fields(message, _MESSAGE, turn.path, "message")
    if message.role != "assistant":
        # ConverseOutput.message is "The message that the model generates."
        losses.degraded(f"{turn.path}/role", "message.role", message.role)
    form = form_of(message.provider_raw, losses.dialect)
    role: Any = "assistant" if "role" not in form else UNSET if form["role"] is None else form["role"]
    part = Message(role=role, content=_content(turn, form, losses))
    return part if message.provider_raw is None else restore(part, message.provider_raw, losses, turn.path)


def _content(turn: Turn, form: dict[str, Any], losses: Losses) -> Any:
    if form.get("content") == "none" and not turn.blocks:
        return UNSET
    if form.get("content") == "text" and len(turn.blocks) == 1:
        block = turn.blocks[0]
        if type(block) is TextBlock and block == TextBlock(block.text):
            return block.text
    return write_parts(turn, losses)


def _metadata(reply: Reply, metadata: MessageMetadata, path: str, losses: Losses) -> None:
    losses.dropped_fields(metadata, frozenset({"stop_reason"}), path, "metadata")
    reason = metadata.stop_reason
    if reason is None or _kept_reason(metadata, losses) == reason:
        return
    word = form_of(metadata.provider_raw, losses.dialect).get("stop_reason")
    if not isinstance(word, str) or STOP_REASONS.get(word) != reason:
        word = USUAL_STOP_REASONS.get(reason)
    if word is None:
        word = NEAR_STOP_REASONS[reason]
        losses.degraded(f"{path}/stop_reason", "metadata.stop_reason", reason)
    reply.stop_reason = word


def _kept_reason(metadata: MessageMetadata, losses: Losses) -> str | None:
    """Return what the word of the residue means; None if there is none."""
    raw = own_members(metadata.provider_raw, losses.dialect).get("stopReason")
    word = None if raw is None else msgspec.json.decode(raw)
    return STOP_REASONS.get(word) if isinstance(word, str) else None


def _usage(reply: Reply, counts: Usage | None, added: dict[str, Any], losses: Losses) -> None:
    usage = counts or Usage()
    form = form_of(usage.provider_raw, losses.dialect)
    lacks = form.get("lacks", ())
    part = TokenUsage(
        input_tokens=added.get("input_tokens", or_unset(usage.input_tokens)),
        output_tokens=added.get("output_tokens", or_unset(usage.output_tokens)),
        cache_read_input_tokens=or_unset(usage.cached_input_tokens),
        cache_write_input_tokens=or_unset(usage.cache_creation_input_tokens),
    )
    known = part != TokenUsage() or (counts is not None and "usage" not in lacks)
    if known and "total_tokens" not in lacks:
        total = total_of(usage)
        fresh = (usage.input_tokens or 0) + (usage.output_tokens or 0)
        part.total_tokens = fresh if form.get("total") == "fresh" else total
    losses.dropped_fields(usage, _USAGE, "/usage", "usage")
    if known or usage.provider_raw:
        whole: Any = part
        if usage.provider_raw is not None:
            whole = restore(part, usage.provider_raw, losses, "/usage")
        if known:
            reply.usage = whole
    latency = added.get("latency_ms", usage.latency_ms)
    if latency is not None:
        reply.metrics = Metrics(latency_ms=latency)
