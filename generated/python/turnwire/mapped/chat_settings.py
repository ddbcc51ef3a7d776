"""Reads and writes the settings of a request to OpenAI's chat completions, and to the vendors of the format.

Made by `make mapping` from mapping/chat_settings.yaml.  Sentences in quotes are from OpenAI's API description (openapi.json, 2026-08-21).
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.numbers import number_in
from turnwire.codec.values import is_object, is_text, members_of, names_of, object_with
from turnwire.codec.wire import Wire
from turnwire.lowering.legal_values import Bound, first, known, only_texts
from turnwire.documents.source_values import Rest, Rows, members_of_source, object_in
from turnwire.model import ABSENT, Generation, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses


class Vendor(Protocol):
    """What the dialects of the format differ in."""

    @property
    def name(self) -> str: ...

    @property
    def lacks(self) -> frozenset[str]: ...

    @property
    def limits(self) -> tuple[str, str]: ...

    @property
    def modalities(self) -> frozenset[str]: ...

    @property
    def tiers(self) -> frozenset[str]: ...


class _AnyVendor:
    """A vendor that has all members; of two for one setting, its own is the first in a source."""

    def __init__(self, source: Mapping[str, Raw]) -> None:
        self.name: str = ""
        self.lacks: frozenset[str] = frozenset()
        first, second = sorted(
            ("max_tokens", "max_completion_tokens"), key=[*source, *("max_tokens", "max_completion_tokens")].index
        )
        self.limits: tuple[str, str] = (first, second)
        self.modalities: frozenset[str] = frozenset()
        self.tiers: frozenset[str] = frozenset()


class SettingsMembers(Wire, kw_only=True):
    """The members of the settings of a request to OpenAI's chat completions, and to the vendors of the format."""

    temperature: Raw = ABSENT
    top_p: Raw = ABSENT
    stream: bool | UnsetType = UNSET
    stream_options: Raw = ABSENT
    max_tokens: int | UnsetType = UNSET
    max_completion_tokens: int | UnsetType = UNSET
    stop: str | list[str] | UnsetType = UNSET
    presence_penalty: Raw = ABSENT
    frequency_penalty: Raw = ABSENT
    seed: int | UnsetType = UNSET
    logprobs: bool | UnsetType = UNSET
    top_logprobs: int | UnsetType = UNSET
    logit_bias: Raw = ABSENT
    n: int | UnsetType = UNSET
    top_k: int | UnsetType = UNSET
    min_p: Raw = ABSENT
    repetition_penalty: Raw = ABSENT
    metadata: dict[str, Raw] | UnsetType = UNSET
    user: str | UnsetType = UNSET
    store: bool | UnsetType = UNSET
    modalities: list[str] | UnsetType = UNSET
    service_tier: str | UnsetType = UNSET


_TEMPERATURE = Bound(0, 2, "both", "/settings/generation/temperature", "generation.temperature")
_TOP_P = Bound(0, 1, "above", "/settings/generation/top_p", "generation.top_p")
_PRESENCE_PENALTY = Bound(-2, 2, "both", "/settings/generation/presence_penalty", "generation.presence_penalty")
_FREQUENCY_PENALTY = Bound(-2, 2, "both", "/settings/generation/frequency_penalty", "generation.frequency_penalty")
_TOP_LOGPROBS = Bound(0, 20, "above", "/settings/generation/top_logprobs", "generation.top_logprobs")
_N = Bound(1, 128, "above", "/settings/generation/candidates", "generation.candidates")
_rare_generation = operator.attrgetter(
    "presence_penalty",
    "frequency_penalty",
    "seed",
    "logprobs",
    "top_logprobs",
    "logit_bias",
    "n",
    "top_k",
    "min_p",
    "repetition_penalty",
)
_NO_RARE_GENERATION = _rare_generation(SettingsMembers())


def fill_generation(
    wire: SettingsMembers, vendor: Vendor, node: Generation, source: dict[str, Any], rest: Rest
) -> None:
    """Read the members of Generation; `source` gets those that the writer would write otherwise."""
    # "What sampling temperature to use, between 0 and 2."
    if wire.temperature is not ABSENT:
        node.temperature = number_in(wire.temperature, "temperature", source, rest.content)
        if node.temperature is not None and not 0 <= node.temperature <= 2:
            source["temperature"] = wire.temperature
    if wire.top_p is not ABSENT:
        node.top_p = number_in(wire.top_p, "top_p", source, rest.content)
        if node.top_p is not None and not 0 <= node.top_p <= 1:
            source["top_p"] = wire.top_p
    if wire.stream is not UNSET:
        node.stream = wire.stream
    if wire.stream_options is not ABSENT:
        node.stream_options = object_in(wire.stream_options, "stream_options", rest.content)
    own, another = vendor.limits
    value, other = getattr(wire, own), getattr(wire, another)
    if value is not UNSET:
        node.max_tokens = value
        if other is not UNSET:
            rest.kept[another] = other
            source[own], source[another] = value, other
    elif other is not UNSET:
        node.max_tokens = source[another] = other
    # "Up to 4 sequences where the API will stop generating further tokens."
    if wire.stop is not UNSET:
        node.stop_sequences = [wire.stop] if isinstance(wire.stop, str) else wire.stop
        if wire.stop == []:
            rest.also["stop"] = []
        if isinstance(wire.stop, str) or len(wire.stop) > 4 or (wire.stop and "stop_sequences" in vendor.lacks):
            source["stop"] = wire.stop
    if _rare_generation(wire) != _NO_RARE_GENERATION:
        _fill_rare_generation(wire, vendor, node, source, rest)


def _fill_rare_generation(
    wire: SettingsMembers, vendor: Vendor, node: Generation, source: dict[str, Any], rest: Rest
) -> None:
    # "Number between -2.0 and 2.0."
    if wire.presence_penalty is not ABSENT:
        node.presence_penalty = number_in(wire.presence_penalty, "presence_penalty", source, rest.content)
        if (node.presence_penalty is not None and not -2 <= node.presence_penalty <= 2) or (
            node.presence_penalty is not None and "presence_penalty" in vendor.lacks
        ):
            source["presence_penalty"] = wire.presence_penalty
    # "Number between -2.0 and 2.0."
    if wire.frequency_penalty is not ABSENT:
        node.frequency_penalty = number_in(wire.frequency_penalty, "frequency_penalty", source, rest.content)
        if (node.frequency_penalty is not None and not -2 <= node.frequency_penalty <= 2) or (
            node.frequency_penalty is not None and "frequency_penalty" in vendor.lacks
        ):
            source["frequency_penalty"] = wire.frequency_penalty
    if wire.seed is not UNSET:
        node.seed = wire.seed
        if "seed" in vendor.lacks:
            source["seed"] = wire.seed
    if wire.logprobs is not UNSET:
        node.logprobs = wire.logprobs
        if "logprobs" in vendor.lacks:
            source["logprobs"] = wire.logprobs
    # "An integer between 0 and 20"
    if wire.top_logprobs is not UNSET:
        node.top_logprobs = wire.top_logprobs
        if not 0 <= wire.top_logprobs <= 20 or "top_logprobs" in vendor.lacks:
            source["top_logprobs"] = wire.top_logprobs
    if wire.logit_bias is not ABSENT:
        node.logit_bias = object_in(wire.logit_bias, "logit_bias", rest.content)
        if node.logit_bias and "logit_bias" in vendor.lacks:
            source["logit_bias"] = wire.logit_bias
    # "n: minimum 1, maximum 128"
    if wire.n is not UNSET:
        node.candidates = wire.n
        if not 1 <= wire.n <= 128 or "candidates" in vendor.lacks:
            source["n"] = wire.n
    if wire.top_k is not UNSET:
        node.top_k = wire.top_k
        if "top_k" in vendor.lacks:
            source["top_k"] = wire.top_k
    if wire.min_p is not ABSENT:
        node.min_p = number_in(wire.min_p, "min_p", source, rest.content)
        if node.min_p is not None and "min_p" in vendor.lacks:
            source["min_p"] = wire.min_p
    if wire.repetition_penalty is not ABSENT:
        node.repetition_penalty = number_in(wire.repetition_penalty, "repetition_penalty", source, rest.content)
        if node.repetition_penalty is not None and "repetition_penalty" in vendor.lacks:
            source["repetition_penalty"] = wire.repetition_penalty


_GENERATION = Rows(
    Generation(),
    {
        "temperature": "temperature",
        "top_p": "top_p",
        "presence_penalty": "presence_penalty",
        "frequency_penalty": "frequency_penalty",
        "stream": "stream",
        "stream_options": "stream_options",
        "seed": "seed",
        "logprobs": "logprobs",
        "top_logprobs": "top_logprobs",
        "logit_bias": "logit_bias",
        "n": "candidates",
        "top_k": "top_k",
        "min_p": "min_p",
        "repetition_penalty": "repetition_penalty",
        "max_tokens": "max_tokens",
        "max_completion_tokens": "max_tokens",
        "stop": "stop_sequences",
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
    if (presence_penalty := node.presence_penalty) is not None:
        if "presence_penalty" in vendor.lacks and "presence_penalty" not in source:
            losses.dropped("/settings/generation/presence_penalty", "generation.presence_penalty", presence_penalty)
        elif -2 <= presence_penalty <= 2:
            wire["presence_penalty"] = presence_penalty
        elif (legal := _PRESENCE_PENALTY.nearest_to(presence_penalty, losses)) is not None:
            wire["presence_penalty"] = legal
    if (frequency_penalty := node.frequency_penalty) is not None:
        if "frequency_penalty" in vendor.lacks and "frequency_penalty" not in source:
            losses.dropped("/settings/generation/frequency_penalty", "generation.frequency_penalty", frequency_penalty)
        elif -2 <= frequency_penalty <= 2:
            wire["frequency_penalty"] = frequency_penalty
        elif (legal := _FREQUENCY_PENALTY.nearest_to(frequency_penalty, losses)) is not None:
            wire["frequency_penalty"] = legal
    if (stream := node.stream) is not None:
        wire["stream"] = stream
    if stream_options := node.stream_options:
        if not is_object(stream_options):
            losses.dropped("/settings/generation/stream_options", "generation.stream_options", stream_options)
        else:
            wire["stream_options"] = stream_options
    if (seed := node.seed) is not None:
        if "seed" in vendor.lacks and "seed" not in source:
            losses.dropped("/settings/generation/seed", "generation.seed", seed)
        else:
            wire["seed"] = seed
    if (logprobs := node.logprobs) is not None:
        if "logprobs" in vendor.lacks and "logprobs" not in source:
            losses.dropped("/settings/generation/logprobs", "generation.logprobs", logprobs)
        else:
            wire["logprobs"] = logprobs
    if (top_logprobs := node.top_logprobs) is not None:
        if "top_logprobs" in vendor.lacks and "top_logprobs" not in source:
            losses.dropped("/settings/generation/top_logprobs", "generation.top_logprobs", top_logprobs)
        elif 0 <= top_logprobs <= 20:
            wire["top_logprobs"] = top_logprobs
        elif (legal := _TOP_LOGPROBS.nearest_to(top_logprobs, losses)) is not None:
            wire["top_logprobs"] = legal
    if logit_bias := node.logit_bias:
        if ("logit_bias" in vendor.lacks and "logit_bias" not in source) or not is_object(logit_bias):
            losses.dropped("/settings/generation/logit_bias", "generation.logit_bias", logit_bias)
        else:
            wire["logit_bias"] = logit_bias
    if (candidates := node.candidates) is not None:
        if "candidates" in vendor.lacks and "n" not in source:
            losses.dropped("/settings/generation/candidates", "generation.candidates", candidates)
        elif 1 <= candidates <= 128:
            wire["n"] = candidates
        elif (legal := _N.nearest_to(candidates, losses)) is not None:
            wire["n"] = legal
    if (top_k := node.top_k) is not None:
        if "top_k" in vendor.lacks and "top_k" not in source:
            losses.dropped("/settings/generation/top_k", "generation.top_k", top_k)
        else:
            wire["top_k"] = top_k
    if (min_p := node.min_p) is not None:
        if "min_p" in vendor.lacks and "min_p" not in source:
            losses.dropped("/settings/generation/min_p", "generation.min_p", min_p)
        else:
            wire["min_p"] = min_p
    if (repetition_penalty := node.repetition_penalty) is not None:
        if "repetition_penalty" in vendor.lacks and "repetition_penalty" not in source:
            losses.dropped(
                "/settings/generation/repetition_penalty", "generation.repetition_penalty", repetition_penalty
            )
        else:
            wire["repetition_penalty"] = repetition_penalty
    if (max_tokens := node.max_tokens) is not None:
        one, two = vendor.limits
        wire[two if two in source and one not in source else one] = max_tokens
    if stop_sequences := node.stop_sequences:
        if "stop_sequences" in vendor.lacks and "stop" not in source:
            losses.dropped("/settings/generation/stop_sequences", "generation.stop_sequences", stop_sequences)
        else:
            wire["stop"] = first(
                stop_sequences, 4, "/settings/generation/stop_sequences", "generation.stop_sequences", losses
            )


def fill_settings(wire: SettingsMembers, vendor: Vendor, node: Settings, source: dict[str, Any], rest: Rest) -> None:
    """Read the members of Settings; `source` gets those that the writer would write otherwise."""
    # "Values are strings with a maximum length of 512 characters."
    if wire.metadata is not UNSET:
        check_raw(object_with(wire.metadata))
        node.metadata = wire.metadata
        if not all(map(is_text, wire.metadata.values())) or "metadata" in vendor.lacks:
            source["metadata"] = wire.metadata
    if wire.user is not UNSET:
        node.user = wire.user
        if "user" in vendor.lacks:
            source["user"] = wire.user
    if wire.store is not UNSET:
        node.store = wire.store
        if "store" in vendor.lacks:
            source["store"] = wire.store
    if wire.modalities is not UNSET:
        node.modalities = wire.modalities
        if not wire.modalities:
            rest.content["modalities"] = []
        if not vendor.modalities.issuperset(wire.modalities) or (wire.modalities and "modalities" in vendor.lacks):
            source["modalities"] = wire.modalities
    if wire.service_tier is not UNSET:
        node.service_tier = wire.service_tier
        if wire.service_tier not in vendor.tiers or "service_tier" in vendor.lacks:
            source["service_tier"] = wire.service_tier


_SETTINGS = Rows(
    Settings(),
    {
        "metadata": "metadata",
        "user": "user",
        "store": "store",
        "modalities": "modalities",
        "service_tier": "service_tier",
    },
    SettingsMembers,
    fill_settings,
    _AnyVendor,
)
HELD_SETTINGS = frozenset(_SETTINGS.keys.values())


def write_settings(node: Settings, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    """Write the members of Settings, and report what the API does not take."""
    if node.provider_raw is None or losses.dialect not in node.provider_raw:
        _write_settings(node, {}, wire, losses, vendor)
        return
    source, same = members_of_source(node, losses.dialect, _SETTINGS)
    found: dict[str, Any] = dict(same)
    _write_settings(_SETTINGS.without(node, same), source, found, losses, vendor)
    wire.update(_SETTINGS.in_order(found))


def _write_settings(
    node: Settings, source: Mapping[str, Raw], wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    if (metadata := node.metadata) is not None:
        if "metadata" in vendor.lacks and "metadata" not in source:
            losses.dropped("/settings/metadata", "settings.metadata", metadata)
        else:
            wire["metadata"] = only_texts(
                metadata, members_of(source.get("metadata")), "/settings/metadata", "settings.metadata", losses
            )
    if (user := node.user) is not None:
        if "user" in vendor.lacks and "user" not in source:
            losses.dropped("/settings/user", "settings.user", user)
        else:
            wire["user"] = user
    if (store := node.store) is not None:
        if "store" in vendor.lacks and "store" not in source:
            losses.dropped("/settings/store", "settings.store", store)
        else:
            wire["store"] = store
    if modalities := node.modalities:
        if "modalities" in vendor.lacks and "modalities" not in source:
            losses.dropped("/settings/modalities", "settings.modalities", modalities)
        elif legal := known(
            modalities,
            vendor.modalities.union(names_of(source.get("modalities"))),
            "/settings/modalities",
            "settings.modalities",
            losses,
        ):
            wire["modalities"] = legal
    if (service_tier := node.service_tier) is not None:
        if ("service_tier" in vendor.lacks and "service_tier" not in source) or service_tier not in vendor.tiers:
            losses.dropped("/settings/service_tier", "settings.service_tier", service_tier)
        else:
            wire["service_tier"] = service_tier
