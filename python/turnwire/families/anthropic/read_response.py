"""A reply -> a completion of one candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Raw

from turnwire.codec.wire import NOTHING, given, or_none
from turnwire.documents.residue import residue
from turnwire.families.anthropic.constraints import REPLY_TIERS, STOP_REASONS
from turnwire.families.anthropic.enums import NEAR_STOP_REASONS, split_total
from turnwire.families.anthropic.read_blocks import mark_in, read_blocks
from turnwire.families.anthropic.read_settings import plain
from turnwire.lowering.segments import is_result
from turnwire.model import Completion, ContentBlock, DocumentBlock, ImageBlock, Message, MessageMetadata, Usage

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.families.anthropic.wire_response import Reply, UsagePart

_KEPT: Final = ("stop_details", "container", "context_management", "diagnostics")
_KEPT_USAGE: Final = ("server_tool_use", "inference_geo", "iterations", "speed")
# Keys that every reply has: the writer leaves them out again where the source had none.
_ALWAYS: Final = ("id", "model", "usage", "type", "role", "content")


def read_response(dialect: str, reply: Reply, _: Envelope | None) -> Completion:
    """The completion of a reply."""
    extra: dict[str, Any] = {}
    missing = [name for name in _ALWAYS if getattr(reply, name) is UNSET]
    for name, word in (("type", "message"), ("role", "assistant")):
        found = getattr(reply, name)
        if found is not UNSET and found != word:
            extra[name] = found
            missing.append(name)
    extra |= given(reply, _KEPT)
    tier: str | None = None
    usage = None
    if reply.usage is not UNSET:
        tier, usage = read_usage(reply.usage, dialect)
    kept = None
    if extra or missing or reply.unknown is not NOTHING:
        kept = residue(dialect, {**reply.unknown.fields, **extra}, form={"as_is": missing} if missing else None)
    message = Message("assistant", _said(reply, dialect), metadata=_metadata(reply, dialect))
    return Completion([message], or_none(reply.id), None, or_none(reply.model), usage, tier, provider_raw=kept)


def _said(reply: Reply, dialect: str) -> list[ContentBlock]:
    blocks = [] if reply.content is UNSET else read_blocks(reply.content, dialect)
    for block in blocks:
        if type(block) is ImageBlock or type(block) is DocumentBlock or is_result(block):
            mark_in(dialect, block, "reply")
    return blocks


def _metadata(reply: Reply, dialect: str) -> MessageMetadata | None:
    extra: dict[str, Any] = {}
    form: dict[str, Any] = {}
    word: Any = reply.stop_reason
    reason: Any = None
    if word in STOP_REASONS:
        reason = word
    elif word in NEAR_STOP_REASONS:
        reason = NEAR_STOP_REASONS[word]
        form["stop_reason"] = word
    elif word is UNSET:
        form["as_is"] = ["stop_reason"]
    else:
        extra["stop_reason"] = word
        if word is not None:
            form["as_is"] = ["stop_reason"]
    if reply.stop_sequence is UNSET:
        form.setdefault("as_is", []).append("stop_sequence")
    metadata = MessageMetadata(stop_reason=reason, stop_sequence=or_none(reply.stop_sequence))
    if extra or form:
        metadata.provider_raw = residue(dialect, extra, form=form)
    return metadata if metadata != MessageMetadata() else None


def read_usage(part: UsagePart, dialect: str) -> tuple[str | None, Usage]:
    """The class of service and the counts."""
    extra: dict[str, Any] = {}
    form: list[str] = []
    usage = Usage(
        or_none(part.input_tokens),
        or_none(part.output_tokens),
        _count(part.cache_read_input_tokens, "cache_read_input_tokens", extra),
        _count(part.cache_creation_input_tokens, "cache_creation_input_tokens", extra),
    )
    usage.reasoning_tokens = _thinking_tokens(part, extra)
    _cache_creation(part, usage, extra, form)
    extra |= given(part, _KEPT_USAGE)
    tier = part.service_tier
    if tier is None or (tier is not UNSET and tier not in REPLY_TIERS):
        extra["service_tier"] = tier
        tier = UNSET
    form.extend(name for name in ("input_tokens", "output_tokens") if getattr(part, name) is UNSET)
    if extra or form or part.unknown is not NOTHING:
        marks: dict[str, Any] = {"as_is": form} if form else {}
        split = extra.get("cache_creation") or part.unknown.fields.get("cache_creation")
        if split is not None and bytes(split) != b"null" and split_total(split) != usage.cache_creation_input_tokens:
            marks["split_of"] = usage.cache_creation_input_tokens
        usage.provider_raw = residue(dialect, {**part.unknown.fields, **extra}, form=marks)
    return or_none(tier), usage


def _thinking_tokens(part: UsagePart, extra: dict[str, Any]) -> int | None:
    details = part.output_tokens_details
    if details is UNSET:
        return None
    if details.thinking_tokens is UNSET:
        extra["output_tokens_details"] = details.unknown.raw if details.unknown else Raw(b"{}")
        return None
    if details.unknown:
        extra["output_tokens_details"] = details.unknown.fields
    return details.thinking_tokens


def _count(value: Any, name: str, extra: dict[str, Any]) -> int | None:
    if isinstance(value, int):
        return value
    if value is None:
        extra[name] = None
    return None


def _cache_creation(part: UsagePart, usage: Usage, extra: dict[str, Any], form: list[str]) -> None:
    """Read the split of cache writes by lifetime; if nothing was written, both parts are zero and are left out."""
    split = part.cache_creation
    nothing = usage.cache_creation_input_tokens == 0
    if split is UNSET:
        if nothing:
            form.append("cache_creation")
        return
    zeros = split.ephemeral_5m_input_tokens == 0 and split.ephemeral_1h_input_tokens == 0
    if not (nothing and zeros) or split.unknown:
        extra["cache_creation"] = plain(split)
        form.append("cache_creation")
