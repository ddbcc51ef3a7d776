"""Reads and writes generationConfig of a request to Gemini.

Made by `make mapping` from mapping/gemini_settings.yaml.  Sentences in quotes are from Gemini's API description (2026), GenerationConfig.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.numbers import number_in, whole_in
from turnwire.lowering.legal_values import Bound, first
from turnwire.documents.source_values import Rest, Rows
from turnwire.model import ABSENT, Generation
from turnwire.families.gemini.wire_request import GenerationConfig

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses

_TEMPERATURE = Bound(0, 2, "both", "/settings/generation/temperature", "generation.temperature")
_TOP_P = Bound(0, 2, "both", "/settings/generation/top_p", "generation.top_p")
_MAX_OUTPUT_TOKENS = Bound(-2147483648, 2147483647, "none", "/settings/generation/max_tokens", "generation.max_tokens")
_CANDIDATE_COUNT = Bound(-2147483648, 2147483647, "none", "/settings/generation/candidates", "generation.candidates")
_SEED = Bound(-2147483648, 2147483647, "none", "/settings/generation/seed", "generation.seed")
_LOGPROBS = Bound(-2147483648, 2147483647, "none", "/settings/generation/top_logprobs", "generation.top_logprobs")
_rare_generation = operator.attrgetter(
    "top_k",
    "candidate_count",
    "seed",
    "presence_penalty",
    "frequency_penalty",
    "response_logprobs",
    "logprobs",
    "stop_sequences",
)
_NO_RARE_GENERATION = _rare_generation(GenerationConfig())


def fill_generation(wire: GenerationConfig, node: Generation, source: dict[str, Any], rest: Rest) -> None:
    """Read the members of Generation; `source` gets those that the writer would write otherwise."""
    # "Values can range from [0.0, 2.0]."
    if wire.temperature is not ABSENT:
        node.temperature = number_in(wire.temperature, "temperature", source, rest.content)
        if node.temperature is not None and not 0 <= node.temperature <= 2:
            source["temperature"] = wire.temperature
    if wire.top_p is not ABSENT:
        node.top_p = number_in(wire.top_p, "topP", source, rest.content)
        if node.top_p is not None and not 0 <= node.top_p <= 2:
            source["topP"] = wire.top_p
    if wire.max_output_tokens is not UNSET:
        if -2147483648 <= wire.max_output_tokens <= 2147483647:
            node.max_tokens = wire.max_output_tokens
        else:
            rest.content["maxOutputTokens"] = wire.max_output_tokens
    if _rare_generation(wire) != _NO_RARE_GENERATION:
        _fill_rare_generation(wire, node, source, rest)


def _fill_rare_generation(wire: GenerationConfig, node: Generation, source: dict[str, Any], rest: Rest) -> None:
    if wire.top_k is not ABSENT:
        node.top_k = whole_in(wire.top_k, "topK", source, rest.content)
    if wire.candidate_count is not UNSET:
        if -2147483648 <= wire.candidate_count <= 2147483647:
            node.candidates = wire.candidate_count
        else:
            rest.content["candidateCount"] = wire.candidate_count
    if wire.seed is not UNSET:
        if -2147483648 <= wire.seed <= 2147483647:
            node.seed = wire.seed
        else:
            rest.content["seed"] = wire.seed
    if wire.presence_penalty is not ABSENT:
        node.presence_penalty = number_in(wire.presence_penalty, "presencePenalty", source, rest.content)
    if wire.frequency_penalty is not ABSENT:
        node.frequency_penalty = number_in(wire.frequency_penalty, "frequencyPenalty", source, rest.content)
    if wire.response_logprobs is not UNSET:
        node.logprobs = wire.response_logprobs
    if wire.logprobs is not UNSET:
        if -2147483648 <= wire.logprobs <= 2147483647:
            node.top_logprobs = wire.logprobs
        else:
            rest.content["logprobs"] = wire.logprobs
    # "The set of character sequences (up to 5) that will stop output generation."
    if wire.stop_sequences is not UNSET:
        node.stop_sequences = wire.stop_sequences
        if not wire.stop_sequences:
            rest.content["stopSequences"] = []
        if len(wire.stop_sequences) > 5:
            source["stopSequences"] = wire.stop_sequences


_GENERATION = Rows(
    Generation(),
    {
        "temperature": "temperature",
        "topP": "top_p",
        "topK": "top_k",
        "maxOutputTokens": "max_tokens",
        "candidateCount": "candidates",
        "seed": "seed",
        "presencePenalty": "presence_penalty",
        "frequencyPenalty": "frequency_penalty",
        "responseLogprobs": "logprobs",
        "logprobs": "top_logprobs",
        "stopSequences": "stop_sequences",
    },
    GenerationConfig,
    fill_generation,
)
HELD_GENERATION = frozenset(_GENERATION.keys.values())


def write_generation(node: Generation, wire: Any, losses: Losses) -> None:
    """Write the members of Generation, and report what the API does not take."""
    if node.provider_raw is not None and losses.dialect in node.provider_raw:
        node = _GENERATION.set_again(node, wire, losses.dialect)
    if (temperature := node.temperature) is not None:
        if 0 <= temperature <= 2:
            wire.temperature = temperature
        elif (legal := _TEMPERATURE.nearest_to(temperature, losses)) is not None:
            wire.temperature = legal
    if (top_p := node.top_p) is not None:
        if 0 <= top_p <= 2:
            wire.top_p = top_p
        elif (legal := _TOP_P.nearest_to(top_p, losses)) is not None:
            wire.top_p = legal
    if (top_k := node.top_k) is not None:
        wire.top_k = top_k
    if (max_tokens := node.max_tokens) is not None:
        if -2147483648 <= max_tokens <= 2147483647:
            wire.max_output_tokens = max_tokens
        elif (legal := _MAX_OUTPUT_TOKENS.nearest_to(max_tokens, losses)) is not None:
            wire.max_output_tokens = legal
    if (candidates := node.candidates) is not None:
        if -2147483648 <= candidates <= 2147483647:
            wire.candidate_count = candidates
        elif (legal := _CANDIDATE_COUNT.nearest_to(candidates, losses)) is not None:
            wire.candidate_count = legal
    if (seed := node.seed) is not None:
        if -2147483648 <= seed <= 2147483647:
            wire.seed = seed
        elif (legal := _SEED.nearest_to(seed, losses)) is not None:
            wire.seed = legal
    if (presence_penalty := node.presence_penalty) is not None:
        wire.presence_penalty = presence_penalty
    if (frequency_penalty := node.frequency_penalty) is not None:
        wire.frequency_penalty = frequency_penalty
    if (logprobs := node.logprobs) is not None:
        wire.response_logprobs = logprobs
    if (top_logprobs := node.top_logprobs) is not None:
        if -2147483648 <= top_logprobs <= 2147483647:
            wire.logprobs = top_logprobs
        elif (legal := _LOGPROBS.nearest_to(top_logprobs, losses)) is not None:
            wire.logprobs = legal
    if stop_sequences := node.stop_sequences:
        wire.stop_sequences = first(
            stop_sequences, 5, "/settings/generation/stop_sequences", "generation.stop_sequences", losses
        )
