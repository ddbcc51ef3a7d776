"""Reads and writes the settings of a request to Mistral's chat completions.

Made by `make mapping` from mapping/mistral_settings.yaml.  Sentences in quotes are from Mistral's API description (2026-08-21).
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import UNSET, Raw, UnsetType

from math import inf
from turnwire.codec.json import check_raw
from turnwire.codec.numbers import number_in
from turnwire.codec.values import object_with
from turnwire.codec.wire import Wire
from turnwire.lowering.legal_values import bounded, first
from turnwire.documents.source_values import Rest, Rows, members_of_source
from turnwire.model import ABSENT, Generation, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses


class Vendor(Protocol):
    """What the dialects of the format differ in."""

    @property
    def tiers(self) -> frozenset[str]: ...


class _AnyVendor:
    """A vendor that has all members; of two for one setting, its own is the first in a source."""

    def __init__(self, source: Mapping[str, Raw]) -> None:
        self.tiers: frozenset[str] = frozenset()


class SettingsMembers(Wire, kw_only=True):
    """The members of the settings of a request to Mistral's chat completions."""

    stream: bool | UnsetType = UNSET
    max_tokens: int | UnsetType = UNSET
    temperature: Raw = ABSENT
    top_p: Raw = ABSENT
    n: int | UnsetType = UNSET
    random_seed: int | UnsetType = UNSET
    presence_penalty: Raw = ABSENT
    frequency_penalty: Raw = ABSENT
    stop: str | list[str] | UnsetType = UNSET
    logprobs: bool | UnsetType = UNSET
    top_logprobs: int | UnsetType = UNSET
    metadata: dict[str, Raw] | UnsetType = UNSET
    service_tier: str | UnsetType = UNSET


_DECODER = msgspec.json.Decoder(SettingsMembers)
_rare_generation = operator.attrgetter(
    "n", "random_seed", "presence_penalty", "frequency_penalty", "stop", "logprobs", "top_logprobs"
)
_NO_RARE_GENERATION = _rare_generation(SettingsMembers())


def fill_generation(
    wire: SettingsMembers, vendor: Vendor, node: Generation, source: dict[str, Any], rest: Rest
) -> None:
    """Read the members of Generation; `source` gets those that the writer would write otherwise."""
    if wire.stream is not UNSET:
        node.stream = wire.stream
    if wire.max_tokens is not UNSET:
        node.max_tokens = wire.max_tokens
        if not 0 <= wire.max_tokens:
            source["max_tokens"] = wire.max_tokens
    if wire.temperature is not ABSENT:
        node.temperature = number_in(wire.temperature, "temperature", source, rest.content)
        if node.temperature is not None and not 0 <= node.temperature <= 1.5:
            source["temperature"] = wire.temperature
    # "exclusiveMinimum: true, minimum: 0"
    if wire.top_p is not ABSENT:
        node.top_p = number_in(wire.top_p, "top_p", source, rest.content)
        if node.top_p is not None and not 0 < node.top_p <= 1:
            source["top_p"] = wire.top_p
    if _rare_generation(wire) != _NO_RARE_GENERATION:
        _fill_rare_generation(wire, vendor, node, source, rest)


def _fill_rare_generation(
    wire: SettingsMembers, vendor: Vendor, node: Generation, source: dict[str, Any], rest: Rest
) -> None:
    if wire.n is not UNSET:
        node.candidates = wire.n
        if not 1 <= wire.n:
            source["n"] = wire.n
    if wire.random_seed is not UNSET:
        node.seed = wire.random_seed
        if not 0 <= wire.random_seed:
            source["random_seed"] = wire.random_seed
    if wire.presence_penalty is not ABSENT:
        node.presence_penalty = number_in(wire.presence_penalty, "presence_penalty", source, rest.content)
        if node.presence_penalty is not None and not -2 <= node.presence_penalty <= 2:
            source["presence_penalty"] = wire.presence_penalty
    if wire.frequency_penalty is not ABSENT:
        node.frequency_penalty = number_in(wire.frequency_penalty, "frequency_penalty", source, rest.content)
        if node.frequency_penalty is not None and not -2 <= node.frequency_penalty <= 2:
            source["frequency_penalty"] = wire.frequency_penalty
    if wire.stop is not UNSET:
        node.stop_sequences = [wire.stop] if isinstance(wire.stop, str) else wire.stop
        if wire.stop == []:
            rest.also["stop"] = []
        if isinstance(wire.stop, str):
            source["stop"] = wire.stop
    if wire.logprobs is not UNSET:
        node.logprobs = wire.logprobs
        source["logprobs"] = wire.logprobs
    if wire.top_logprobs is not UNSET:
        node.top_logprobs = wire.top_logprobs
        source["top_logprobs"] = wire.top_logprobs


def _again_generation(source: Mapping[str, Raw]) -> Generation:
    node = Generation()
    fill_generation(_DECODER.decode(object_with(source)), _AnyVendor(source), node, {}, Rest())
    return node


_GENERATION = Rows(
    {
        "stream": "stream",
        "max_tokens": "max_tokens",
        "temperature": "temperature",
        "top_p": "top_p",
        "n": "candidates",
        "random_seed": "seed",
        "presence_penalty": "presence_penalty",
        "frequency_penalty": "frequency_penalty",
        "stop": "stop_sequences",
        "logprobs": "logprobs",
        "top_logprobs": "top_logprobs",
    },
    _again_generation,
)
HELD_GENERATION = frozenset(
    [
        "candidates",
        "frequency_penalty",
        "logprobs",
        "max_tokens",
        "presence_penalty",
        "seed",
        "stop_sequences",
        "stream",
        "temperature",
        "top_logprobs",
        "top_p",
    ]
)


def write_generation(node: Generation, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    """Write the members of Generation, and report what the API does not take."""
    source: Mapping[str, Raw] = {}
    same = source
    if node.provider_raw is not None:
        source, same = members_of_source(node, losses.dialect, _GENERATION)
    if (stream := node.stream) is not None:
        if "stream" in same:
            wire["stream"] = same["stream"]
        else:
            wire["stream"] = stream
    if (max_tokens := node.max_tokens) is not None:
        if "max_tokens" in same:
            wire["max_tokens"] = same["max_tokens"]
        elif not 0 <= max_tokens:
            if (
                legal := bounded(
                    max_tokens, 0, inf, "none", "/settings/generation/max_tokens", "generation.max_tokens", losses
                )
            ) is not None:
                wire["max_tokens"] = legal
        else:
            wire["max_tokens"] = max_tokens
    if (temperature := node.temperature) is not None:
        if "temperature" in same:
            wire["temperature"] = same["temperature"]
        elif not 0 <= temperature <= 1.5:
            if (
                legal := bounded(
                    temperature, 0, 1.5, "both", "/settings/generation/temperature", "generation.temperature", losses
                )
            ) is not None:
                wire["temperature"] = legal
        else:
            wire["temperature"] = temperature
    if (top_p := node.top_p) is not None:
        if "top_p" in same:
            wire["top_p"] = same["top_p"]
        elif not 0 < top_p <= 1:
            if (
                legal := bounded(top_p, 0, 1, "none", "/settings/generation/top_p", "generation.top_p", losses)
            ) is not None:
                wire["top_p"] = legal
        else:
            wire["top_p"] = top_p
    if (candidates := node.candidates) is not None:
        if "n" in same:
            wire["n"] = same["n"]
        elif not 1 <= candidates:
            if (
                legal := bounded(
                    candidates, 1, inf, "none", "/settings/generation/candidates", "generation.candidates", losses
                )
            ) is not None:
                wire["n"] = legal
        else:
            wire["n"] = candidates
    if (seed := node.seed) is not None:
        if "random_seed" in same:
            wire["random_seed"] = same["random_seed"]
        elif not 0 <= seed:
            if (
                legal := bounded(seed, 0, inf, "none", "/settings/generation/seed", "generation.seed", losses)
            ) is not None:
                wire["random_seed"] = legal
        else:
            wire["random_seed"] = seed
    if (presence_penalty := node.presence_penalty) is not None:
        if "presence_penalty" in same:
            wire["presence_penalty"] = same["presence_penalty"]
        elif not -2 <= presence_penalty <= 2:
            if (
                legal := bounded(
                    presence_penalty,
                    -2,
                    2,
                    "both",
                    "/settings/generation/presence_penalty",
                    "generation.presence_penalty",
                    losses,
                )
            ) is not None:
                wire["presence_penalty"] = legal
        else:
            wire["presence_penalty"] = presence_penalty
    if (frequency_penalty := node.frequency_penalty) is not None:
        if "frequency_penalty" in same:
            wire["frequency_penalty"] = same["frequency_penalty"]
        elif not -2 <= frequency_penalty <= 2:
            if (
                legal := bounded(
                    frequency_penalty,
                    -2,
                    2,
                    "both",
                    "/settings/generation/frequency_penalty",
                    "generation.frequency_penalty",
                    losses,
                )
            ) is not None:
                wire["frequency_penalty"] = legal
        else:
            wire["frequency_penalty"] = frequency_penalty
    if stop_sequences := node.stop_sequences:
        if "stop" in same:
            wire["stop"] = same["stop"]
        else:
            wire["stop"] = stop_sequences
    if (logprobs := node.logprobs) is not None:
        if "logprobs" in same:
            wire["logprobs"] = same["logprobs"]
        elif "logprobs" not in source:
            losses.dropped("/settings/generation/logprobs", "generation.logprobs", logprobs)
        else:
            wire["logprobs"] = logprobs
    if (top_logprobs := node.top_logprobs) is not None:
        if "top_logprobs" in same:
            wire["top_logprobs"] = same["top_logprobs"]
        elif "top_logprobs" not in source:
            losses.dropped("/settings/generation/top_logprobs", "generation.top_logprobs", top_logprobs)
        else:
            wire["top_logprobs"] = top_logprobs


def fill_settings(wire: SettingsMembers, vendor: Vendor, node: Settings, source: dict[str, Any], rest: Rest) -> None:
    """Read the members of Settings; `source` gets those that the writer would write otherwise."""
    if wire.metadata is not UNSET:
        check_raw(object_with(wire.metadata))
        node.metadata = wire.metadata
    if wire.service_tier is not UNSET:
        node.service_tier = wire.service_tier
        if wire.service_tier not in vendor.tiers:
            source["service_tier"] = wire.service_tier


def _again_settings(source: Mapping[str, Raw]) -> Settings:
    node = Settings()
    fill_settings(_DECODER.decode(object_with(source)), _AnyVendor(source), node, {}, Rest())
    return node


_SETTINGS = Rows({"metadata": "metadata", "service_tier": "service_tier"}, _again_settings)
HELD_SETTINGS = frozenset(["metadata", "service_tier"])


def write_settings(node: Settings, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    """Write the members of Settings, and report what the API does not take."""
    source: Mapping[str, Raw] = {}
    same = source
    if node.provider_raw is not None:
        source, same = members_of_source(node, losses.dialect, _SETTINGS)
    if (metadata := node.metadata) is not None:
        if "metadata" in same:
            wire["metadata"] = same["metadata"]
        else:
            wire["metadata"] = metadata
    if (service_tier := node.service_tier) is not None:
        if "service_tier" in same:
            wire["service_tier"] = same["service_tier"]
        elif service_tier not in vendor.tiers:
            losses.dropped("/settings/service_tier", "settings.service_tier", service_tier)
        else:
            wire["service_tier"] = service_tier
