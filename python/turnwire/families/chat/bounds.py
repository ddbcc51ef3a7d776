"""The least and the greatest values of the numbers in a request.

Sentences in quotes are from OpenAI's API description (openapi.json, 2026-08-21).
"""

from __future__ import annotations

import operator
from types import MappingProxyType
from typing import TYPE_CHECKING

from turnwire.lowering.rewrite_blocks import was_illegal_in_source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses
    from turnwire.model import Generation

# `temperature`: "What sampling temperature to use, between 0 and 2."; `presence_penalty`, `frequency_penalty`: "Number
# between -2.0 and 2.0."; `top_logprobs`: "An integer between 0 and 20"; `n`: minimum 1, maximum 128.
BOUNDS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "temperature": (0, 2),
        "top_p": (0, 1),
        "presence_penalty": (-2, 2),
        "frequency_penalty": (-2, 2),
        "top_logprobs": (0, 20),
        "candidates": (1, 128),
    }
)
# For the others, a value below the minimum has a special meaning: -1 means "no limit" or "as you like".
_SCALES = frozenset(("temperature", "presence_penalty", "frequency_penalty"))

_values_of = operator.attrgetter(*BOUNDS)
_NONE = (None,) * len(BOUNDS)


def is_within(name: str, value: float | None) -> bool:
    """Whether a number may be sent."""
    if value is None:
        return True
    low, high = BOUNDS[name]
    return low <= value <= high


def out_of_bounds(generation: Generation) -> list[str]:
    """Return the fields whose numbers the API does not take."""
    values = _values_of(generation)
    if values == _NONE:
        return []
    return [name for name, value in zip(BOUNDS, values, strict=True) if not is_within(name, value)]


def within_bounds(generation: Generation, name: str, value: float, losses: Losses) -> float | None:
    """Return the number, or the nearest that the API takes, or None; a number that the dialect itself read is kept."""
    if is_within(name, value) or was_illegal_in_source(generation.provider_raw, losses.dialect, name):
        return value
    low, high = BOUNDS[name]
    place, feature = f"/settings/generation/{name}", f"generation.{name}"
    if value < low and name not in _SCALES:
        losses.dropped(place, feature, value)
        return None
    losses.degraded(place, feature, value)
    return high if value > high else low
