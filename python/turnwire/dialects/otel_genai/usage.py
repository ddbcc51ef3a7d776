"""Token counts, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.dialects.otel_genai.wire import NAME, Answered, key_of
from turnwire.documents.residue import form_of, report_others, residue
from turnwire.documents.token_usage import CACHED, without_negatives
from turnwire.model import Usage

if TYPE_CHECKING:
    from turnwire.losses import Losses

_FIELDS = {
    "input_tokens": "input_tokens",
    "cache_read": "cached_input_tokens",
    "cache_creation": "cache_creation_input_tokens",
    "output_tokens": "output_tokens",
    "reasoning_tokens": "reasoning_tokens",
}
_HELD = frozenset(_FIELDS.values())


def read_usage(wire: Answered) -> Usage | None:
    """The counts, in disjoint buckets; None where there are none."""
    counts = {field: value for name, field in _FIELDS.items() if (value := getattr(wire, name)) is not UNSET}
    if not counts:
        return None
    # Of the input tokens: "This value SHOULD include all types of input tokens, including cached tokens."
    cached = [counts[name] for name in ("cached_input_tokens", "cache_creation_input_tokens") if name in counts]
    form: dict[str, Any] = {}
    if "input_tokens" not in counts:
        form["lacks"] = "input_tokens"
    elif min([*cached, counts["input_tokens"] - sum(cached)]) < 0:
        form["cached"] = "apart"
    else:
        counts["input_tokens"] -= sum(cached)
    return Usage(**counts, provider_raw=residue(NAME, form=form))


def write_usage(usage: Usage, losses: Losses) -> dict[str, int]:
    """Write the attributes of the counts."""
    form = form_of(usage.provider_raw, losses.dialect)
    report_others(usage.provider_raw, losses, "/usage")
    if "cached" not in form:
        usage = without_negatives(usage, CACHED, "/usage", losses)
    losses.dropped_fields(usage, _HELD, "/usage", "usage")
    counts = {name: value for name, field in _FIELDS.items() if (value := getattr(usage, field)) is not None}
    cached = (usage.cached_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    if usage.input_tokens is not None and _says_apart(usage, form):
        cached = 0
    if usage.input_tokens is not None or (cached and form.get("lacks") != "input_tokens"):
        if usage.input_tokens is None:
            losses.invented("/usage/input_tokens", "usage.input_tokens", 0)
        counts["input_tokens"] = (usage.input_tokens or 0) + cached
    return {key_of(Answered, name): counts[name] for name in _FIELDS if name in counts}


def _says_apart(usage: Usage, form: dict[str, Any]) -> bool:
    """Whether the counts still cannot be what a total is made of."""
    cached = [usage.cached_input_tokens or 0, usage.cache_creation_input_tokens or 0]
    return form.get("cached") == "apart" and min([*cached, (usage.input_tokens or 0) - sum(cached)]) < 0
