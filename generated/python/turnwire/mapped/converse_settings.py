"""Reads and writes inferenceConfig of a request to Amazon Bedrock's Converse.

Made by `make mapping` from mapping/converse_settings.yaml.  Sentences in quotes are from the service model (botocore 1.44.8), InferenceConfiguration.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from math import inf
from turnwire.codec.numbers import number_in
from turnwire.lowering.legal_values import Bound
from turnwire.documents.source_values import Rest, Rows
from turnwire.model import ABSENT, Generation
from turnwire.dialects.bedrock_converse.wire_request import InferenceConfig

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses

_MAX_TOKENS = Bound(1, inf, "none", "/settings/generation/max_tokens", "generation.max_tokens")
_TEMPERATURE = Bound(0, 1, "both", "/settings/generation/temperature", "generation.temperature")
_TOP_P = Bound(0, 1, "both", "/settings/generation/top_p", "generation.top_p")


def fill_generation(wire: InferenceConfig, node: Generation, source: dict[str, Any], rest: Rest) -> None:
    """Read the members of Generation; `source` gets those that the writer would write otherwise."""
    # "min: 1"
    if wire.max_tokens is not UNSET:
        node.max_tokens = wire.max_tokens
        if not 1 <= wire.max_tokens:
            source["maxTokens"] = wire.max_tokens
    # "min: 0, max: 1"
    if wire.temperature is not ABSENT:
        node.temperature = number_in(wire.temperature, "temperature", source, rest.content)
        if node.temperature is not None and not 0 <= node.temperature <= 1:
            source["temperature"] = wire.temperature
    # "min: 0, max: 1"
    if wire.top_p is not ABSENT:
        node.top_p = number_in(wire.top_p, "topP", source, rest.content)
        if node.top_p is not None and not 0 <= node.top_p <= 1:
            source["topP"] = wire.top_p


_GENERATION = Rows(
    Generation(),
    {"maxTokens": "max_tokens", "temperature": "temperature", "topP": "top_p"},
    InferenceConfig,
    fill_generation,
)
HELD_GENERATION = frozenset(_GENERATION.keys.values())


def write_generation(node: Generation, wire: Any, losses: Losses) -> None:
    """Write the members of Generation, and report what the API does not take."""
    if node.provider_raw is not None and losses.dialect in node.provider_raw:
        node = _GENERATION.set_again(node, wire, losses.dialect)
    if (max_tokens := node.max_tokens) is not None:
        if 1 <= max_tokens:
            wire.max_tokens = max_tokens
        elif (legal := _MAX_TOKENS.nearest_to(max_tokens, losses)) is not None:
            wire.max_tokens = legal
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
