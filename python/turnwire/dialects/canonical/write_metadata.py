"""MessageMetadata -> what is known about a message, with its nulls and defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.numbers import write_number
from turnwire.dialects.canonical.read_metadata import MODES
from turnwire.dialects.canonical.wire import INT64, NAME
from turnwire.dialects.canonical.write_blocks import absent_in
from turnwire.documents.residue import form_of, restore
from turnwire.model import MessageMetadata

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import RoutingDecisionRecord, Usage

_HELD = frozenset(
    ("model", "provider", "routing", "usage", "parent_tool_use_id", "status", "user_id", "team_id", "provider_raw")
)
_ROUTING = frozenset(("mode", "chosen_model", "reason", "rule_name", "confidence", "alternatives_considered"))
# "cost_usd: Decimal", "pricing_version: str", "latency_ms: int" have no defaults, nor have the first two counts.
_REQUIRED = {"input_tokens": 0, "output_tokens": 0, "cost_usd": "0", "pricing_version": "", "latency_ms": 0}
_CACHED = ("cached_input_tokens", "cache_creation_input_tokens")
_COUNTS = ("input_tokens", "output_tokens", "latency_ms", *_CACHED)
_USAGE = frozenset((*_REQUIRED, *_CACHED))
_NUMBER = msgspec.json.Decoder(int | float)


def write_metadata(metadata: MessageMetadata | None, path: str, losses: Losses, usage_at: str | None = None) -> Any:
    """Write all fields, in the order of the format; `usage_at` is the usage's place in the caller's document."""
    found = metadata or MessageMetadata()
    absent = absent_in(found.provider_raw)
    routing = None if found.routing is None else _write_routing(found.routing, f"{path}/routing", losses)
    usage = None if found.usage is None else _write_usage(found.usage, usage_at or f"{path}/usage", losses)
    wire = {
        "model": found.model,
        "provider": found.provider,
        "routing": routing,
        "usage": usage,
        "parent_tool_use_id": found.parent_tool_use_id,
        "status": found.status,
        "provider_raw": None,
        "user_id": found.user_id,
        "team_id": found.team_id,
    }
    wire = {name: value for name, value in wire.items() if value is not None or name not in absent}
    if "status" in wire:
        wire["status"] = found.status or "complete"
    losses.dropped_fields(found, _HELD, path, "metadata")
    return restore(wire, found.provider_raw, losses, path) if found.provider_raw else wire


def _write_routing(record: RoutingDecisionRecord, path: str, losses: Losses) -> Any:
    form, absent = form_of(record.provider_raw, NAME), absent_in(record.provider_raw)
    word = form.get("mode")
    same = isinstance(word, str) and MODES.get(word.lower()) == record.mode
    exact = form.get("exact")
    wire: dict[str, Any] = {
        "mode": word if same else record.mode,
        "chosen_model": record.chosen_model,
        "reason": record.reason,
        "rule_name": record.rule_name,
        "confidence": record.confidence,
        "alternatives_considered": record.alternatives_considered or None,
    }
    wire = {name: value for name, value in wire.items() if value is not None or name not in absent}
    if record.confidence is not None and isinstance(exact, dict):
        wire["confidence"] = write_number(record.confidence, "confidence", exact)
    if "alternatives_considered" in wire:
        wire["alternatives_considered"] = record.alternatives_considered
    losses.dropped_fields(record, _ROUTING, path, "routing")
    return restore(wire, record.provider_raw, losses, path) if record.provider_raw else wire


def _without_too_large(usage: Usage, path: str, losses: Losses) -> Usage:
    """Return the usage without counts of more than 63 bits, which readers of this format refuse; each is reported."""
    counts = {name: getattr(usage, name) for name in _COUNTS}
    odd = {name: count for name, count in counts.items() if count is not None and count not in INT64}
    for name, count in odd.items():
        losses.dropped(f"{path}/{name}", f"usage.{name}", count)
    return msgspec.structs.replace(usage, **dict.fromkeys(odd)) if odd else usage


def _write_usage(usage: Usage, path: str, losses: Losses) -> Any:
    """Write the counts and the cost: a required one is always written, an optional one only if it is known."""
    usage = _without_too_large(usage, path, losses)
    absent = absent_in(usage.provider_raw)
    wire: dict[str, Any] = {}
    for name, least in _REQUIRED.items():
        value = getattr(usage, name)
        if value is None and name not in absent:
            losses.invented(f"{path}/{name}", f"usage.{name}", least)
            value = least
        if value is not None:
            wire[name] = value
    if usage.cost_usd is not None and form_of(usage.provider_raw, NAME).get("cost_usd") == "number":
        wire["cost_usd"] = _as_number(usage.cost_usd)
    wire |= {name: count for name in _CACHED if (count := getattr(usage, name)) is not None}
    losses.dropped_fields(usage, _USAGE, path, "usage")
    return restore(wire, usage.provider_raw, losses, path) if usage.provider_raw else wire


def _as_number(cost: str) -> Raw | str:
    """The cost as the number that it was, while it still is one."""
    try:
        _NUMBER.decode(cost)
    except (msgspec.DecodeError, ValueError):
        return cost
    return Raw(cost.encode())
