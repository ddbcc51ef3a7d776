"""Passes about a whole reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.dialects.bedrock_converse.overlays import omitted
from turnwire.documents.residue import form_of, own_members
from turnwire.lowering.candidates import make_missing_candidate
from turnwire.lowering.draft import Draft, when
from turnwire.lowering.stopping import likely_reason

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when()
def require_message(draft: Draft, losses: Losses) -> Draft:
    """ConverseOutput: "message"; a reply that was read without one is written without one."""
    document = draft.document
    if draft.turns or "output" in omitted(document.provider_raw):
        return draft
    if "output" in own_members(document.provider_raw, losses.dialect):
        return draft
    return make_missing_candidate.rule(draft, losses)


@when()
def require_reply_fields(draft: Draft, losses: Losses) -> Draft:
    """Invent the members that every reply has.

    ConverseResponse: "required": ["output", "stopReason", "usage", "metrics"]; TokenUsage: "required": ["inputTokens",
    "outputTokens", "totalTokens"]; ConverseMetrics: "required": ["latencyMs"].
    """
    document, usage = draft.document, draft.document.usage
    lacks = omitted(document.provider_raw)
    counted = () if usage is None else form_of(usage.provider_raw, losses.dialect).get("lacks", ())
    added: dict[str, Any] = {}
    for field in ("input_tokens", "output_tokens"):
        if getattr(usage, field, None) is None and "usage" not in lacks and field not in counted:
            losses.invented(f"/usage/{field}", f"usage.{field}", 0)
            added[field] = 0
    if getattr(usage, "latency_ms", None) is None and "metrics" not in lacks and not _is_ours(draft, losses):
        losses.invented("/usage/latency_ms", "usage.latency_ms", 0)
        added["latency_ms"] = 0
    if draft.turns and "stopReason" not in lacks:
        _stop_reason(draft, added, losses)
    return structs.replace(draft, added={**draft.added, **added}) if added else draft


def _is_ours(draft: Draft, losses: Losses) -> bool:
    """Return whether the reply was read with metrics that have no latency, which are in its residue."""
    return "metrics" in own_members(draft.document.provider_raw, losses.dialect)


def _stop_reason(draft: Draft, added: dict[str, Any], losses: Losses) -> None:
    turn = draft.turns[0]
    metadata = turn.message.metadata
    if metadata is not None and metadata.stop_reason is not None:
        return
    if metadata is not None and "stop_reason" in form_of(metadata.provider_raw, losses.dialect).get("as_is", ()):
        return
    made = likely_reason(turn)
    losses.invented(f"{turn.path}/metadata/stop_reason", "metadata.stop_reason", made)
    added["stop_reason"] = made
