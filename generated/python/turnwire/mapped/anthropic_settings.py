"""Reads and writes the settings of generation of a request to Anthropic's Messages API.

Made by `make mapping` from mapping/anthropic_settings.yaml.  Sentences in quotes are from Anthropic's API description (2026), CreateMessageParams.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.numbers import number_in
from turnwire.lowering.legal_values import Bound
from turnwire.documents.source_values import Rest, Rows
from turnwire.model import ABSENT, Generation
from turnwire.families.anthropic.wire_request import Body

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses

_TEMPERATURE = Bound(0, 1, "both", "/settings/generation/temperature", "generation.temperature")
_TOP_P = Bound(0, 1, "both", "/settings/generation/top_p", "generation.top_p")


def fill_generation(wire: Body, node: Generation, source: dict[str, Any], rest: Rest) -> None:
    """Read the members of Generation; `source` gets those that the writer would write otherwise."""
    if wire.max_tokens is not UNSET:
        node.max_tokens = wire.max_tokens
    # "minimum: 0, maximum: 1"
    if wire.temperature is not ABSENT:
        node.temperature = number_in(wire.temperature, "temperature", source, rest.content)
        if node.temperature is not None and not 0 <= node.temperature <= 1:
            source["temperature"] = wire.temperature
    # "minimum: 0, maximum: 1"
    if wire.top_p is not ABSENT:
        node.top_p = number_in(wire.top_p, "top_p", source, rest.content)
        if node.top_p is not None and not 0 <= node.top_p <= 1:
            source["top_p"] = wire.top_p
    if wire.stream is not UNSET:
        node.stream = wire.stream
    if wire.top_k is not UNSET:
        node.top_k = wire.top_k


_GENERATION = Rows(
    Generation(),
    {"max_tokens": "max_tokens", "temperature": "temperature", "top_p": "top_p", "top_k": "top_k", "stream": "stream"},
    Body,
    fill_generation,
    required="messages",
)
HELD_GENERATION = frozenset(_GENERATION.keys.values())


def write_generation(node: Generation, wire: Any, losses: Losses) -> None:
    """Write the members of Generation, and report what the API does not take."""
    if node.provider_raw is not None and losses.dialect in node.provider_raw:
        node = _GENERATION.set_again(node, wire, losses.dialect)
    if (max_tokens := node.max_tokens) is not None:
        wire.max_tokens = max_tokens
    if (temperature := node.temperature) is not None:
        if 0 <= temperature <= 1:
            wire.temperature = temperature
        elif (legal := _TEMPERATURE.nearest_to(temperature, losses)) is not None:
            wire.temperature = legal
    if (top_p := node.top_p) is not None:
        if 0 <= top_p <= 1:
            wire.top_p = top_p
        elif (legal := _TOP_P.nearest_to(top_p, losses)) is not None:
            wire.top_p = legal
    if (top_k := node.top_k) is not None:
        wire.top_k = top_k
    if (stream := node.stream) is not None:
        wire.stream = stream
