"""Token counts of a reply: their totals, and how they are reported as lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from turnwire.codec.wire import ENCODER

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Usage

CACHED = ("cached_input_tokens", "cache_creation_input_tokens")
"""The counts that many formats have as parts of the prompt's."""

TOTALS = ("total_input_tokens", "total_tokens")
"""The sums that the loss of all counts has in addition."""


def is_blurred(usage: Usage) -> bool:
    """Return whether the total cannot be computed from the counts, because they are too large or ambiguous.

    A reader keeps the total of such counts, for the formats that have no total.
    """
    counts = (usage.input_tokens, usage.cached_input_tokens, usage.cache_creation_input_tokens, usage.output_tokens)
    told = [count for count in counts if count]
    return len(told) == len(counts) or len(set(told)) < len(told)


def with_totals(usage: Usage) -> dict[str, Any]:
    """Return the counts and their sums, which a source may have had instead, for a loss of all counts.

    "The input buckets are disjoint: their sum is what the model read" (metadata.proto); many formats call this sum the
    tokens of the prompt, and most have the sum of both sides.
    """
    told: dict[str, Any] = msgspec.json.decode(ENCODER.encode(usage))
    said = [count for count in (usage.input_tokens, *(getattr(usage, name) for name in CACHED)) if count is not None]
    if len(said) > 1:
        told[TOTALS[0]] = sum(said)
    if said and usage.output_tokens is not None:
        told[TOTALS[1]] = sum(said) + usage.output_tokens
    return told


def report_counts(usage: Usage | None, losses: Losses) -> None:
    """Report all counts of a reply as lost."""
    if usage is not None:
        losses.dropped("/usage", "completion.usage", with_totals(usage))


def without_negatives(usage: Usage, names: tuple[str, ...], place: str, losses: Losses) -> Usage:
    """Return the counts without negative ones among `names`, which are reported as lost: a sum has no such parts."""
    negative = [name for name in names if (getattr(usage, name) or 0) < 0]
    for name in negative:
        losses.dropped(f"{place}/{name}", f"usage.{name}", getattr(usage, name))
    return structs.replace(usage, **dict.fromkeys(negative)) if negative else usage


def is_total_of(usage: Usage, total: int) -> bool:
    """Return whether the total is the sum of input and output, can be computed, and no count is negative."""
    fresh, cached, out = usage.input_tokens or 0, usage.cached_input_tokens or 0, usage.output_tokens or 0
    if fresh < 0 or fresh + cached + out != total:
        return False
    return not ((fresh and fresh in (cached, out)) or (cached and cached == out))
