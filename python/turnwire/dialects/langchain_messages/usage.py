"""Token counts: `input_tokens` is the "Sum of all input token types" (UsageMetadata, langchain-core 1.7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.dialects.langchain_messages.read_content import rest_of
from turnwire.dialects.langchain_messages.wire import NAME
from turnwire.documents.residue import form_of, report_others, residue, restore
from turnwire.documents.token_usage import CACHED, without_negatives
from turnwire.model import Usage

if TYPE_CHECKING:
    from turnwire.dialects.langchain_messages.wire import UsageMetadata
    from turnwire.losses import Losses

_INPUT = {
    "cache_read": "cached_input_tokens",
    "cache_creation": "cache_creation_input_tokens",
    "audio": "audio_input_tokens",
}
_CACHED = {name: field for name, field in _INPUT.items() if name != "audio"}
_OUTPUT = {"audio": "audio_output_tokens", "reasoning": "reasoning_tokens"}
_HELD = frozenset((*_INPUT.values(), *_OUTPUT.values(), "input_tokens", "output_tokens"))


def read_usage(wire: UsageMetadata, form: dict[str, Any]) -> tuple[Usage, dict[str, Any]]:
    """Read the counts as disjoint buckets; other counts are residue."""
    usage = Usage(output_tokens=wire.output_tokens)
    rest = rest_of(
        wire, ("input_tokens", "output_tokens", "total_tokens", "input_token_details", "output_token_details")
    )
    for key, names in (("input_token_details", _INPUT), ("output_token_details", _OUTPUT)):
        details = getattr(wire, key)
        if details is UNSET:
            continue
        for name, field in names.items():
            if (count := getattr(details, name)) is not UNSET:
                setattr(usage, field, count)
        if inner := rest_of(details, tuple(names)):
            rest[key] = inner
        # Residue is merged into an object that is there: without one, its marks would be written.
        if all(getattr(details, name) is UNSET for name in names):
            form[key] = "empty"
    _set_impossible_aside(wire, usage)
    cached = (usage.cached_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    usage.input_tokens = wire.input_tokens - cached
    if wire.total_tokens != wire.input_tokens + wire.output_tokens:
        form["total"] = [wire.input_tokens + wire.output_tokens, wire.total_tokens]
    return usage, rest


def _set_impossible_aside(wire: UsageMetadata, usage: Usage) -> None:
    """Put aside cached tokens that are more than all tokens, or negative: they cannot be subtracted."""
    counts = {name: n for name, field in _CACHED.items() if (n := getattr(usage, field)) is not None}
    if not counts or (sum(counts.values()) <= wire.input_tokens and min(counts.values()) >= 0):
        return
    for field in _CACHED.values():
        setattr(usage, field, None)
    form = {"impossible_at": wire.input_tokens}
    usage.provider_raw = residue(NAME, {"input_token_details": counts}, form=form)


def write_usage(usage: Usage, path: str, form: dict[str, Any], losses: Losses) -> Any:
    """The counts as sums; all three are required."""
    usage = without_negatives(usage, CACHED, path, losses)
    losses.dropped_fields(usage, _HELD, path, "usage")
    for name in ("input_tokens", "output_tokens"):
        if getattr(usage, name) is None:
            losses.invented(f"{path}/{name}", f"usage.{name}", 0)
    cached = (usage.cached_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    read, written = (usage.input_tokens or 0) + cached, usage.output_tokens or 0
    told = form.get("total")
    total = told[1] if isinstance(told, list) and told[0] == read + written else read + written
    wire: dict[str, Any] = {"input_tokens": read, "output_tokens": written, "total_tokens": total}
    for key, names in (("input_token_details", _INPUT), ("output_token_details", _OUTPUT)):
        details = {name: count for name, field in names.items() if (count := getattr(usage, field)) is not None}
        if details or form.get(key) == "empty":
            wire[key] = details
    raw = usage.provider_raw or {}
    if form_of(raw, NAME).get("impossible_at") == read:
        return restore(wire, raw, losses, path)
    report_others(raw, losses, path)
    return wire
