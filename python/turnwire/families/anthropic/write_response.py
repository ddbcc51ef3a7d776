"""A lowered completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.wire import or_unset
from turnwire.documents.residue import form_of, restore, without_keys
from turnwire.families.anthropic.constraints import REPLY_TIERS, STOP_REASONS
from turnwire.families.anthropic.enums import NEAR_STOP_REASONS, split_total
from turnwire.families.anthropic.wire_response import CacheCreation, Reply, TokensDetails, UsagePart
from turnwire.families.anthropic.write_blocks import write_blocks
from turnwire.model import Completion, MessageMetadata, Usage

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft

_COMPLETION: Final = frozenset({"candidates", "id", "model", "usage", "service_tier"})
_MESSAGE: Final = frozenset({"role", "content", "metadata"})
_METADATA: Final = frozenset({"stop_reason", "stop_sequence"})
_USAGE: Final = frozenset(
    {"input_tokens", "output_tokens", "cached_input_tokens", "cache_creation_input_tokens", "reasoning_tokens"}
)


def write_response(draft: Draft, losses: Losses) -> Any:
    """The reply: its first candidate, since the provider gives one."""
    document: Completion = draft.document
    reply = Reply(
        [],
        draft.added.get("id", or_unset(document.id)),
        "message",
        "assistant",
        draft.added.get("model", or_unset(document.model)),
        None,
        None,
        write_usage(document.usage, document.service_tier, draft.added, losses),
    )
    overlays: list[tuple[Any, str]] = []
    if draft.turns:
        turn = draft.turns[0]
        reply.content = write_blocks(turn, losses)
        _message(reply, turn.message, turn.path, losses)
        overlays.append((turn.message.provider_raw, turn.path))
        if turn.message.metadata is not None:
            overlays.append((turn.message.metadata.provider_raw, f"{turn.path}/metadata"))
    losses.dropped_fields(document, _COMPLETION, "", "completion")
    for field in form_of(document.provider_raw, losses.dialect).get("as_is", []):
        held = (reply.content or None) if field == "content" else getattr(document, field, None)
        if held is None or field in ("type", "role"):
            setattr(reply, field, UNSET)
    whole: Any = reply
    for raw, path in [*overlays, (document.provider_raw, "")]:
        if raw is not None:
            whole = restore(whole, raw, losses, path)
    return whole


def _message(reply: Reply, message: Any, path: str, losses: Losses) -> None:
    losses.dropped_fields(message, _MESSAGE, path, "message")
    if message.role != "assistant":
        # Message.role: "const": "assistant"
        losses.degraded(f"{path}/role", "message.role", message.role)
    metadata = message.metadata
    if metadata is None:
        return
    form = form_of(metadata.provider_raw, losses.dialect)
    reply.stop_sequence = metadata.stop_sequence
    reply.stop_reason = _stop_reason(metadata, form, path, losses)
    for field in form.get("as_is", []):
        if getattr(metadata, field, None) is None:
            setattr(reply, field, UNSET)
    losses.dropped_fields(metadata, _METADATA, f"{path}/metadata", "metadata")


def _stop_reason(metadata: MessageMetadata, form: dict[str, Any], path: str, losses: Losses) -> str | None:
    reason = metadata.stop_reason
    near = str(form.get("stop_reason"))
    if reason is not None and NEAR_STOP_REASONS.get(near) == reason:
        return near
    return reason if reason is None else stop_word(reason, f"{path}/metadata/stop_reason", losses)


def stop_word(reason: str, place: str, losses: Losses) -> str | None:
    """Return the provider's word for a stop reason; None if there is no stop reason."""
    if reason in STOP_REASONS:
        return reason
    if reason in ("content_filter", "error"):
        # "refusal": when streaming classifiers intervene to handle potential policy violations (StopReason)
        # There is no word for a failed reply, and "in non-streaming mode this value is always non-null" (Message).
        losses.degraded(place, "metadata.stop_reason", reason)
        return "refusal"
    losses.dropped(place, "metadata.stop_reason", reason)
    return None


def write_usage(counts: Usage | None, tier: str | None, added: dict[str, Any], losses: Losses) -> Any:
    """The counts, with those that were made up (`added`), and the class of service."""
    usage = counts or Usage()
    if counts is None and "input_tokens" not in added:
        return UNSET
    form = form_of(usage.provider_raw, losses.dialect).get("as_is", [])
    part = UsagePart(
        added.get("input_tokens", or_unset(usage.input_tokens)),
        or_unset(usage.cache_creation_input_tokens),
        or_unset(usage.cached_input_tokens),
        output_tokens=added.get("output_tokens", or_unset(usage.output_tokens)),
    )
    if usage.cache_creation_input_tokens == 0 and "cache_creation" not in form:
        part.cache_creation = CacheCreation(0, 0)
    if usage.reasoning_tokens is not None:
        part.output_tokens_details = TokensDetails(usage.reasoning_tokens)
    if tier in REPLY_TIERS:
        part.service_tier = tier
    elif tier is not None:
        losses.dropped("/service_tier", "completion.service_tier", tier)
    losses.dropped_fields(usage, _USAGE, "/usage", "usage")
    return part if usage.provider_raw is None else restore(part, _true_residue(usage, losses), losses, "/usage")


def _true_residue(usage: Usage, losses: Losses) -> ProviderRaw:
    """Return the residue without a split by lifetime whose sum is not the token count any more."""
    found = usage.provider_raw or {}
    own = found.get(losses.dialect)
    split = None if own is None else msgspec.json.decode(own, type=dict[str, Raw]).get("cache_creation")
    if split is None or bytes(split) == b"null":
        return found
    form = form_of(found, losses.dialect)
    total = form["split_of"] if "split_of" in form else split_total(split)
    is_true = total == usage.cache_creation_input_tokens
    return found if is_true else without_keys(found, losses.dialect, "cache_creation")
