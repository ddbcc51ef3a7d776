"""Token counts of a reply: which count something, and whether a total can be told from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from turnwire.codec.wire import ENCODER

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Usage

CACHED = ("cached_input_tokens", "cache_creation_input_tokens")
"""The counts that many formats tell as parts of the prompt's."""

TOTALS = ("total_input_tokens", "total_tokens")
"""The sums that the loss of all counts tells beside them."""


def is_blurred(usage: Usage) -> bool:
    """Whether the counts are so many, or so alike, that nobody could tell the total from them.

    A reader keeps the total of such counts, for the formats that tell none.
    """
    counts = (usage.input_tokens, usage.cached_input_tokens, usage.cache_creation_input_tokens, usage.output_tokens)
    told = [count for count in counts if count]
    return len(told) == len(counts) or len(set(told)) < len(told)


def with_totals(usage: Usage) -> dict[str, Any]:
    """The counts, and the sums of them that a source may have told instead, for a loss of all of them.

    "The input buckets are disjoint: their sum is what the model read" (metadata.proto), which many formats call the
    tokens of the prompt; and most tell the sum of both sides.
    """
    told: dict[str, Any] = msgspec.json.decode(ENCODER.encode(usage))
    said = [count for count in (usage.input_tokens, *(getattr(usage, name) for name in CACHED)) if count is not None]
    if len(said) > 1:
        told[TOTALS[0]] = sum(said)
    if said and usage.output_tokens is not None:
        told[TOTALS[1]] = sum(said) + usage.output_tokens
    return told


def tell_counts(usage: Usage | None, losses: Losses) -> None:
    """The loss of all counts of a reply."""
    if usage is not None:
        losses.dropped("/usage", "completion.usage", with_totals(usage))


def without_negatives(usage: Usage, names: tuple[str, ...], place: str, losses: Losses) -> Usage:
    """The counts without those of `names` that are below zero: no part of a sum is, and they are lost."""
    negative = [name for name in names if (getattr(usage, name) or 0) < 0]
    for name in negative:
        losses.dropped(f"{place}/{name}", f"usage.{name}", getattr(usage, name))
    return structs.replace(usage, **dict.fromkeys(negative)) if negative else usage
