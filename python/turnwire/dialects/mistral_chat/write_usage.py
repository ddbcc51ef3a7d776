"""Usage -> token counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.residue import form_of, restore
from turnwire.documents.token_usage import CACHED, without_negatives

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Usage

_HELD = frozenset(("input_tokens", "output_tokens", "cached_input_tokens", "audio_input_tokens"))


def write_usage(usage: Usage, tier: str | None, losses: Losses) -> Any:
    """The counts; the prompt's tokens are those read, from and into a cache or not."""
    form = form_of(usage.provider_raw, NAME) if usage.provider_raw else {}
    lacks = form.get("lacks", ())
    usage = without_negatives(usage, CACHED, "/usage", losses)
    prompt = sum((usage.input_tokens or 0, usage.cached_input_tokens or 0, usage.cache_creation_input_tokens or 0))
    completion = usage.output_tokens or 0
    counts = {"prompt_tokens": prompt, "completion_tokens": completion}
    wire: dict[str, Any] = {name: count for name, count in counts.items() if count or name not in lacks}
    if "total_tokens" not in lacks and form.get("total_instead_of") != prompt + completion:
        wire["total_tokens"] = prompt + completion
    for name, field in (("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens")):
        if name in wire and getattr(usage, field) is None:
            losses.invented(f"/usage/{field}", f"usage.{field}", 0)
    _write_cached(usage, form, wire)
    if tier is not None:
        wire["service_tier"] = tier
    if usage.cache_creation_input_tokens and usage.input_tokens is not None:
        # Tokens written to a cache are included in the prompt's, without a count of their own.
        losses.degraded("/usage/input_tokens", "usage.input_tokens", usage.input_tokens)
    losses.dropped_fields(usage, _HELD, "/usage", "usage")
    return restore(wire, usage.provider_raw, losses, "/usage") if usage.provider_raw else wire


def _write_cached(usage: Usage, form: dict[str, Any], wire: dict[str, Any]) -> None:
    where = form.get("num_cached_tokens")
    details: dict[str, Any] = {}
    if usage.cached_input_tokens is not None:
        if where is not None:
            wire["num_cached_tokens"] = usage.cached_input_tokens
        if where != "only":
            details["cached_tokens"] = usage.cached_input_tokens
    if usage.audio_input_tokens is not None:
        details["audio_tokens"] = usage.audio_input_tokens
    if details:
        wire["prompt_tokens_details"] = details
