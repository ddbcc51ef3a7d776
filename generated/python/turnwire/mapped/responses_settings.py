"""Reads and writes the settings of a request to OpenAI's Responses API.

Made by `make mapping` from mapping/responses_settings.yaml.  Sentences in quotes are from OpenAI's API description (openapi.json, 2026-08-21).
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from math import inf
from turnwire.codec.json import check_raw
from turnwire.codec.numbers import number_in
from turnwire.codec.values import object_with
from turnwire.lowering.legal_values import Bound
from turnwire.documents.source_values import Rest, Rows, members_of_source
from turnwire.model import ABSENT, Generation, Settings
from turnwire.dialects.openai_responses.wire_request import ResponsesRequest
from turnwire.dialects.openai_responses.enums import TIERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses

_MAX_OUTPUT_TOKENS = Bound(16, inf, "both", "/settings/generation/max_tokens", "generation.max_tokens")
_TEMPERATURE = Bound(0, 2, "both", "/settings/generation/temperature", "generation.temperature")
_TOP_P = Bound(0, 1, "both", "/settings/generation/top_p", "generation.top_p")


def fill_generation(wire: ResponsesRequest, node: Generation, source: dict[str, Any], rest: Rest) -> None:
    """Read the members of Generation; `source` gets those that the writer would write otherwise."""
    # "minimum: 16"
    if wire.max_output_tokens is not UNSET:
        node.max_tokens = wire.max_output_tokens
        if not 16 <= wire.max_output_tokens:
            source["max_output_tokens"] = wire.max_output_tokens
    # "What sampling temperature to use, between 0 and 2."
    if wire.temperature is not ABSENT:
        node.temperature = number_in(wire.temperature, "temperature", source, rest.content)
        if node.temperature is not None and not 0 <= node.temperature <= 2:
            source["temperature"] = wire.temperature
    # "minimum: 0, maximum: 1"
    if wire.top_p is not ABSENT:
        node.top_p = number_in(wire.top_p, "top_p", source, rest.content)
        if node.top_p is not None and not 0 <= node.top_p <= 1:
            source["top_p"] = wire.top_p
    if wire.stream is not UNSET:
        node.stream = wire.stream
    if wire.top_logprobs is not UNSET:
        node.top_logprobs = wire.top_logprobs


_GENERATION = Rows(
    Generation(),
    {
        "max_output_tokens": "max_tokens",
        "temperature": "temperature",
        "top_p": "top_p",
        "stream": "stream",
        "top_logprobs": "top_logprobs",
    },
    ResponsesRequest,
    fill_generation,
)
HELD_GENERATION = frozenset(_GENERATION.keys.values())


def write_generation(node: Generation, wire: dict[str, Any], losses: Losses) -> None:
    """Write the members of Generation, and report what the API does not take."""
    if node.provider_raw is None or losses.dialect not in node.provider_raw:
        _write_generation(node, wire, losses)
        return
    _, same = members_of_source(node, losses.dialect, _GENERATION)
    found: dict[str, Any] = dict(same)
    _write_generation(_GENERATION.without(node, same), found, losses)
    wire.update(_GENERATION.in_order(found))


def _write_generation(node: Generation, wire: dict[str, Any], losses: Losses) -> None:
    if (max_tokens := node.max_tokens) is not None:
        if 16 <= max_tokens:
            wire["max_output_tokens"] = max_tokens
        elif (legal := _MAX_OUTPUT_TOKENS.nearest_to(max_tokens, losses)) is not None:
            wire["max_output_tokens"] = legal
    if (temperature := node.temperature) is not None:
        if 0 <= temperature <= 2:
            wire["temperature"] = temperature
        elif (legal := _TEMPERATURE.nearest_to(temperature, losses)) is not None:
            wire["temperature"] = legal
    if (top_p := node.top_p) is not None:
        if 0 <= top_p <= 1:
            wire["top_p"] = top_p
        elif (legal := _TOP_P.nearest_to(top_p, losses)) is not None:
            wire["top_p"] = legal
    if (stream := node.stream) is not None:
        wire["stream"] = stream
    if (top_logprobs := node.top_logprobs) is not None:
        wire["top_logprobs"] = top_logprobs


_rare_settings = operator.attrgetter("metadata", "user", "service_tier")
_NO_RARE_SETTINGS = _rare_settings(ResponsesRequest())


def fill_settings(wire: ResponsesRequest, node: Settings, source: dict[str, Any], rest: Rest) -> None:
    """Read the members of Settings; `source` gets those that the writer would write otherwise."""
    if wire.store is not UNSET:
        node.store = wire.store
    if _rare_settings(wire) != _NO_RARE_SETTINGS:
        _fill_rare_settings(wire, node, source, rest)


def _fill_rare_settings(wire: ResponsesRequest, node: Settings, source: dict[str, Any], rest: Rest) -> None:
    if wire.metadata is not UNSET:
        check_raw(object_with(wire.metadata))
        node.metadata = wire.metadata
    if wire.user is not UNSET:
        node.user = wire.user
    if wire.service_tier is not UNSET:
        node.service_tier = wire.service_tier
        if wire.service_tier not in TIERS:
            source["service_tier"] = wire.service_tier


_SETTINGS = Rows(
    Settings(),
    {"metadata": "metadata", "user": "user", "store": "store", "service_tier": "service_tier"},
    ResponsesRequest,
    fill_settings,
)
HELD_SETTINGS = frozenset(_SETTINGS.keys.values())


def write_settings(node: Settings, wire: dict[str, Any], losses: Losses) -> None:
    """Write the members of Settings, and report what the API does not take."""
    if node.provider_raw is None or losses.dialect not in node.provider_raw:
        _write_settings(node, wire, losses)
        return
    _, same = members_of_source(node, losses.dialect, _SETTINGS)
    found: dict[str, Any] = dict(same)
    _write_settings(_SETTINGS.without(node, same), found, losses)
    wire.update(_SETTINGS.in_order(found))


def _write_settings(node: Settings, wire: dict[str, Any], losses: Losses) -> None:
    if (metadata := node.metadata) is not None:
        wire["metadata"] = metadata
    if (user := node.user) is not None:
        wire["user"] = user
    if (store := node.store) is not None:
        wire["store"] = store
    if (service_tier := node.service_tier) is not None:
        if service_tier not in TIERS:
            losses.dropped("/settings/service_tier", "settings.service_tier", service_tier)
        else:
            wire["service_tier"] = service_tier
