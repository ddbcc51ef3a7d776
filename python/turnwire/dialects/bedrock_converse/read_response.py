"""A reply -> a completion of one candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Raw

from turnwire.codec.wire import given, or_none
from turnwire.dialects.bedrock_converse.constraints import TIERS
from turnwire.dialects.bedrock_converse.enums import SPECIFIC_STOP_REASONS, STOP_REASONS, USUAL_STOP_REASONS
from turnwire.dialects.bedrock_converse.overlays import keep, plain
from turnwire.dialects.bedrock_converse.read_parts import read_parts
from turnwire.dialects.bedrock_converse.wire_response import KEPT
from turnwire.model import Completion, Message, MessageMetadata, TextBlock, Usage

if TYPE_CHECKING:
    from turnwire.dialects.bedrock_converse.wire_response import Reply, TokenUsage
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock

_REQUIRED: Final = {"output": "output", "stop_reason": "stopReason", "usage": "usage", "metrics": "metrics"}
_EMPTY: Final = Raw(b"{}")


def read_response(reply: Reply, _: Envelope | None) -> Completion:
    """The completion of a reply."""
    extra: dict[str, Any] = {**reply.unknown.fields, **given(reply, KEPT)}
    lacks = [key for name, key in _REQUIRED.items() if getattr(reply, name) is UNSET]
    candidates = _candidates(reply, extra)
    usage = _usage(reply, extra)
    tier = reply.service_tier
    word = None if tier is UNSET else or_none(tier.type)
    also: dict[str, Any] = {}
    if tier is not UNSET:
        extra["serviceTier"] = tier.unknown.fields
        if word is None and not tier.unknown:
            also["serviceTier"] = _EMPTY
    form = {"tier": word} if word is not None and word not in TIERS else None
    kept = keep(extra, form, also, lacks)
    return Completion(candidates, usage=usage, service_tier=word, provider_raw=kept)


def _candidates(reply: Reply, extra: dict[str, Any]) -> list[Message]:
    output = reply.output
    if output is UNSET or output.message is UNSET:
        if output is not UNSET:
            extra["output"] = plain(output)
        if reply.stop_reason is not UNSET:
            extra["stopReason"] = reply.stop_reason
        return []
    extra["output"] = output.unknown.fields
    message = output.message
    form: dict[str, Any] = {}
    unknown = dict(message.unknown.fields)
    if message.role != "assistant":
        form["role"] = or_none(message.role)
        if message.role is not UNSET:
            unknown["role"] = message.role
    content: Any = message.content
    blocks: list[ContentBlock] = []
    if isinstance(content, str):
        blocks, form["content"] = [TextBlock(content)], "text"
    elif content is UNSET:
        form["content"] = "none"
    else:
        blocks = read_parts(content)
    return [Message("assistant", blocks, metadata=_metadata(reply), provider_raw=keep(unknown, form))]


def _metadata(reply: Reply) -> MessageMetadata | None:
    word = reply.stop_reason
    if word is UNSET:
        return None
    reason: Any = STOP_REASONS.get(word)
    if reason is None:
        return MessageMetadata(provider_raw=keep({"stopReason": word}, {"as_is": ["stop_reason"]}))
    if word in SPECIFIC_STOP_REASONS:
        return MessageMetadata(stop_reason=reason, provider_raw=keep({"stopReason": word}))
    form = None if word == USUAL_STOP_REASONS[reason] else {"stop_reason": word}
    return MessageMetadata(stop_reason=reason, provider_raw=keep({}, form))


def _usage(reply: Reply, extra: dict[str, Any]) -> Usage | None:
    usage = None
    if reply.usage is not UNSET:
        usage = _counts(reply.usage)
    if reply.metrics is not UNSET:
        extra["metrics"] = reply.metrics.unknown.fields
        if reply.metrics.latency_ms is UNSET:
            extra["metrics"] = reply.metrics.unknown.raw if reply.metrics.unknown else _EMPTY
        else:
            if usage is None:
                usage = Usage(provider_raw=keep({}, {"lacks": ["usage"]}))
            usage.latency_ms = reply.metrics.latency_ms
    return usage


def _counts(part: TokenUsage) -> Usage:
    extra: dict[str, Any] = {**part.unknown.fields, **given(part, ("cache_details",))}
    usage = Usage(
        or_none(part.input_tokens),
        or_none(part.output_tokens),
        or_none(part.cache_read_input_tokens),
        or_none(part.cache_write_input_tokens),
    )
    lacks = [name for name in ("input_tokens", "output_tokens", "total_tokens") if getattr(part, name) is UNSET]
    form: dict[str, Any] = {}
    if part.total_tokens is not UNSET and part.total_tokens != total_of(usage):
        if part.total_tokens == (usage.input_tokens or 0) + (usage.output_tokens or 0):
            form["total"] = "fresh"
        else:
            extra["totalTokens"] = part.total_tokens
            lacks.append("total_tokens")
    usage.provider_raw = keep(extra, {**form, "lacks": lacks} if lacks else form)
    return usage


def total_of(usage: Usage) -> int:
    """The sum of all tokens.

    "The total of input tokens and tokens generated by the model." (TokenUsage.totalTokens); `inputTokens` does not
    count the tokens that were read from the cache or written to it.
    """
    counts = (usage.input_tokens, usage.output_tokens, usage.cached_input_tokens, usage.cache_creation_input_tokens)
    return sum(count or 0 for count in counts)
