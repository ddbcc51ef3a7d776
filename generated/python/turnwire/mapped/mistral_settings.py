"""Reads and writes the settings of a request to Mistral's chat completions.

Made by `make mapping` from mapping/mistral_settings.yaml.  Sentences in quotes are from Mistral's API description (2026-08-21).
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import UNSET, Raw, UnsetType

from math import inf
from turnwire.codec.json import check_raw
from turnwire.codec.numbers import number_in
from turnwire.codec.values import object_with
from turnwire.codec.wire import Wire
from turnwire.lowering.legal_values import Bound, first
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


_MAX_TOKENS = Bound(0, inf, "none", "/settings/generation/max_tokens", "generation.max_tokens")
_TEMPERATURE = Bound(0, 1.5, "both", "/settings/generation/temperature", "generation.temperature")
_TOP_P = Bound(0, 1, "none", "/settings/generation/top_p", "generation.top_p")
_N = Bound(1, inf, "none", "/settings/generation/candidates", "generation.candidates")
_RANDOM_SEED = Bound(0, inf, "none", "/settings/generation/seed", "generation.seed")
_PRESENCE_PENALTY = Bound(-2, 2, "both", "/settings/generation/presence_penalty", "generation.presence_penalty")
_FREQUENCY_PENALTY = Bound(-2, 2, "both", "/settings/generation/frequency_penalty", "generation.frequency_penalty")
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


_GENERATION = Rows(
    Generation(),
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
    SettingsMembers,
    fill_generation,
    _AnyVendor,
)
HELD_GENERATION = frozenset(_GENERATION.keys.values())


def write_generation(node: Generation, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    """Write the members of Generation, and report what the API does not take."""
    if node.provider_raw is None or losses.dialect not in node.provider_raw:
        _write_generation(node, {}, wire, losses, vendor)
        return
    source, same = members_of_source(node, losses.dialect, _GENERATION)
    found: dict[str, Any] = dict(same)
    _write_generation(_GENERATION.without(node, same), source, found, losses, vendor)
    wire.update(_GENERATION.in_order(found))


def _write_generation(
    node: Generation, source: Mapping[str, Raw], wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    if (stream := node.stream) is not None:
        wire["stream"] = stream
    if (max_tokens := node.max_tokens) is not None:
        if 0 <= max_tokens:
            wire["max_tokens"] = max_tokens
        elif (legal := _MAX_TOKENS.nearest_to(max_tokens, losses)) is not None:
            wire["max_tokens"] = legal
    if (temperature := node.temperature) is not None:
        if 0 <= temperature <= 1.5:
            wire["temperature"] = temperature
        elif (legal := _TEMPERATURE.nearest_to(temperature, losses)) is not None:
            wire["temperature"] = legal
    if (top_p := node.top_p) is not None:
        if 0 < top_p <= 1:
            wire["top_p"] = top_p
        elif (legal := _TOP_P.nearest_to(top_p, losses)) is not None:
            wire["top_p"] = legal
    if (candidates := node.candidates) is not None:
        if 1 <= candidates:
            wire["n"] = candidates
        elif (legal := _N.nearest_to(candidates, losses)) is not None:
            wire["n"] = legal
    if (seed := node.seed) is not None:
        if 0 <= seed:
            wire["random_seed"] = seed
        elif (legal := _RANDOM_SEED.nearest_to(seed, losses)) is not None:
            wire["random_seed"] = legal
    if (presence_penalty := node.presence_penalty) is not None:
        if -2 <= presence_penalty <= 2:
            wire["presence_penalty"] = presence_penalty
        elif (legal := _PRESENCE_PENALTY.nearest_to(presence_penalty, losses)) is not None:
            wire["presence_penalty"] = legal
    if (frequency_penalty := node.frequency_penalty) is not None:
        if -2 <= frequency_penalty <= 2:
            wire["frequency_penalty"] = frequency_penalty
        elif (legal := _FREQUENCY_PENALTY.nearest_to(frequency_penalty, losses)) is not None:
            wire["frequency_penalty"] = legal
    if stop_sequences := node.stop_sequences:
        wire["stop"] = stop_sequences
    if (logprobs := node.logprobs) is not None:
        if "logprobs" not in source:
            losses.dropped("/settings/generation/logprobs", "generation.logprobs", logprobs)
        else:
            wire["logprobs"] = logprobs
    if (top_logprobs := node.top_logprobs) is not None:
        if "top_logprobs" not in source:
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


_SETTINGS = Rows(
    Settings(), {"metadata": "metadata", "service_tier": "service_tier"}, SettingsMembers, fill_settings, _AnyVendor
)
HELD_SETTINGS = frozenset(_SETTINGS.keys.values())


def write_settings(node: Settings, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    """Write the members of Settings, and report what the API does not take."""
    if node.provider_raw is None or losses.dialect not in node.provider_raw:
        _write_settings(node, wire, losses, vendor)
        return
    _, same = members_of_source(node, losses.dialect, _SETTINGS)
    found: dict[str, Any] = dict(same)
    _write_settings(_SETTINGS.without(node, same), found, losses, vendor)
    wire.update(_SETTINGS.in_order(found))


def _write_settings(node: Settings, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    if (metadata := node.metadata) is not None:
        wire["metadata"] = metadata
    if (service_tier := node.service_tier) is not None:
        if service_tier not in vendor.tiers:
            losses.dropped("/settings/service_tier", "settings.service_tier", service_tier)
        else:
            wire["service_tier"] = service_tier
