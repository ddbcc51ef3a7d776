"""Reads and writes the settings of a request to Cohere's chat.

Made by `make mapping` from mapping/cohere_settings.yaml.  Sentences in quotes are from Cohere's reference (docs.cohere.com/reference/chat, 2026-11-26).
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw, UnsetType

from math import inf
from turnwire.codec.numbers import number_in
from turnwire.codec.wire import Wire
from turnwire.lowering.legal_values import Bound, first
from turnwire.documents.source_values import Rest, Rows, members_of_source
from turnwire.model import ABSENT, Generation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses


class SettingsMembers(Wire, kw_only=True):
    """The members of the settings of a request to Cohere's chat."""

    stream: bool | UnsetType = UNSET
    max_tokens: int | UnsetType = UNSET
    temperature: Raw = ABSENT
    p: Raw = ABSENT
    k: int | UnsetType = UNSET
    seed: int | UnsetType = UNSET
    frequency_penalty: Raw = ABSENT
    presence_penalty: Raw = ABSENT
    stop_sequences: list[str] | UnsetType = UNSET
    logprobs: bool | UnsetType = UNSET


_MAX_TOKENS = Bound(0, inf, "none", "/settings/generation/max_tokens", "generation.max_tokens")
_TEMPERATURE = Bound(0, inf, "none", "/settings/generation/temperature", "generation.temperature")
_P = Bound(0.01, 0.99, "both", "/settings/generation/top_p", "generation.top_p")
_K = Bound(0, 500, "above", "/settings/generation/top_k", "generation.top_k")
_FREQUENCY_PENALTY = Bound(0, 1, "both", "/settings/generation/frequency_penalty", "generation.frequency_penalty")
_PRESENCE_PENALTY = Bound(0, 1, "both", "/settings/generation/presence_penalty", "generation.presence_penalty")
_rare_generation = operator.attrgetter(
    "k", "seed", "frequency_penalty", "presence_penalty", "stop_sequences", "logprobs"
)
_NO_RARE_GENERATION = _rare_generation(SettingsMembers())


def fill_generation(wire: SettingsMembers, node: Generation, source: dict[str, Any], rest: Rest) -> None:
    """Read the members of Generation; `source` gets those that the writer would write otherwise."""
    if wire.stream is not UNSET:
        node.stream = wire.stream
    if wire.max_tokens is not UNSET:
        node.max_tokens = wire.max_tokens
        if not 0 <= wire.max_tokens:
            source["max_tokens"] = wire.max_tokens
    # "A non-negative float that tunes the degree of randomness in generation."
    if wire.temperature is not ABSENT:
        node.temperature = number_in(wire.temperature, "temperature", source, rest.content)
        if node.temperature is not None and not 0 <= node.temperature:
            source["temperature"] = wire.temperature
    # "min value of `0.01`, max value of `0.99`"
    if wire.p is not ABSENT:
        node.top_p = number_in(wire.p, "p", source, rest.content)
        if node.top_p is not None and not 0.01 <= node.top_p <= 0.99:
            source["p"] = wire.p
    if _rare_generation(wire) != _NO_RARE_GENERATION:
        _fill_rare_generation(wire, node, source, rest)


def _fill_rare_generation(wire: SettingsMembers, node: Generation, source: dict[str, Any], rest: Rest) -> None:
    # "min value of `0`, max value of `500`"
    if wire.k is not UNSET:
        node.top_k = wire.k
        if not 0 <= wire.k <= 500:
            source["k"] = wire.k
    if wire.seed is not UNSET:
        node.seed = wire.seed
    # "min value of `0.0`, max value of `1.0`"
    if wire.frequency_penalty is not ABSENT:
        node.frequency_penalty = number_in(wire.frequency_penalty, "frequency_penalty", source, rest.content)
        if node.frequency_penalty is not None and not 0 <= node.frequency_penalty <= 1:
            source["frequency_penalty"] = wire.frequency_penalty
    # "min value of `0.0`, max value of `1.0`"
    if wire.presence_penalty is not ABSENT:
        node.presence_penalty = number_in(wire.presence_penalty, "presence_penalty", source, rest.content)
        if node.presence_penalty is not None and not 0 <= node.presence_penalty <= 1:
            source["presence_penalty"] = wire.presence_penalty
    # "A list of up to 5 strings that the model will use to stop generation."
    if wire.stop_sequences is not UNSET:
        node.stop_sequences = wire.stop_sequences
        if not wire.stop_sequences:
            rest.content["stop_sequences"] = []
        if len(wire.stop_sequences) > 5:
            source["stop_sequences"] = wire.stop_sequences
    if wire.logprobs is not UNSET:
        node.logprobs = wire.logprobs


_GENERATION = Rows(
    Generation(),
    {
        "stream": "stream",
        "max_tokens": "max_tokens",
        "temperature": "temperature",
        "p": "top_p",
        "k": "top_k",
        "seed": "seed",
        "frequency_penalty": "frequency_penalty",
        "presence_penalty": "presence_penalty",
        "stop_sequences": "stop_sequences",
        "logprobs": "logprobs",
    },
    SettingsMembers,
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
    if (stream := node.stream) is not None:
        wire["stream"] = stream
    if (max_tokens := node.max_tokens) is not None:
        if 0 <= max_tokens:
            wire["max_tokens"] = max_tokens
        elif (legal := _MAX_TOKENS.nearest_to(max_tokens, losses)) is not None:
            wire["max_tokens"] = legal
    if (temperature := node.temperature) is not None:
        if 0 <= temperature:
            wire["temperature"] = temperature
        elif (legal := _TEMPERATURE.nearest_to(temperature, losses)) is not None:
            wire["temperature"] = legal
    if (top_p := node.top_p) is not None:
        if 0.01 <= top_p <= 0.99:
            wire["p"] = top_p
        elif (legal := _P.nearest_to(top_p, losses)) is not None:
            wire["p"] = legal
    if (top_k := node.top_k) is not None:
        if 0 <= top_k <= 500:
            wire["k"] = top_k
        elif (legal := _K.nearest_to(top_k, losses)) is not None:
            wire["k"] = legal
    if (seed := node.seed) is not None:
        wire["seed"] = seed
    if (frequency_penalty := node.frequency_penalty) is not None:
        if 0 <= frequency_penalty <= 1:
            wire["frequency_penalty"] = frequency_penalty
        elif (legal := _FREQUENCY_PENALTY.nearest_to(frequency_penalty, losses)) is not None:
            wire["frequency_penalty"] = legal
    if (presence_penalty := node.presence_penalty) is not None:
        if 0 <= presence_penalty <= 1:
            wire["presence_penalty"] = presence_penalty
        elif (legal := _PRESENCE_PENALTY.nearest_to(presence_penalty, losses)) is not None:
            wire["presence_penalty"] = legal
    if stop_sequences := node.stop_sequences:
        wire["stop_sequences"] = first(
            stop_sequences, 5, "/settings/generation/stop_sequences", "generation.stop_sequences", losses
        )
    if (logprobs := node.logprobs) is not None:
        wire["logprobs"] = logprobs
