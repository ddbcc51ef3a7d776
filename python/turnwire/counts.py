"""Token counts of a reply: which count something, and whether a total can be told from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Usage

CACHED = ("cached_input_tokens", "cache_creation_input_tokens")
"""The counts that many formats tell as parts of the prompt's."""


def is_blurred(usage: Usage) -> bool:
    """Whether the counts are so many, or so alike, that nobody could tell the total from them.

    A reader keeps the total of such counts, for the formats that tell none.
    """
    counts = (usage.input_tokens, usage.cached_input_tokens, usage.cache_creation_input_tokens, usage.output_tokens)
    told = [count for count in counts if count]
    return len(told) == len(counts) or len(set(told)) < len(told)


def without_negatives(usage: Usage, names: tuple[str, ...], place: str, losses: Losses) -> Usage:
    """The counts without those of `names` that are below zero: no part of a sum is, and they are lost."""
    negative = [name for name in names if (getattr(usage, name) or 0) < 0]
    for name in negative:
        losses.dropped(f"{place}/{name}", f"usage.{name}", getattr(usage, name))
    return structs.replace(usage, **dict.fromkeys(negative)) if negative else usage
