"""Token counts of a reply: whether a total can be told from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwire.model import Usage


def is_blurred(usage: Usage) -> bool:
    """Whether the counts are so many, or so alike, that nobody could tell the total from them.

    A reader keeps the total of such counts, for the formats that tell none.
    """
    counts = (usage.input_tokens, usage.cached_input_tokens, usage.cache_creation_input_tokens, usage.output_tokens)
    told = [count for count in counts if count]
    return len(told) == len(counts) or len(set(told)) < len(told)
