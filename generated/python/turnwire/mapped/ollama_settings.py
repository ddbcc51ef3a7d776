"""Reads and writes the options of a request to Ollama.

Made by `make mapping` from mapping/ollama_settings.yaml.  Sentences in quotes are from Ollama's docs/modelfile and api/types.go (2026-08-21).
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.numbers import number_in
from turnwire.documents.source_values import Rest, Rows, members_of_source
from turnwire.model import ABSENT, Generation
from turnwire.dialects.ollama_chat.wire import Options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses

_rare_generation = operator.attrgetter(
    "top_p", "top_k", "min_p", "seed", "repeat_penalty", "presence_penalty", "frequency_penalty", "num_predict", "stop"
)
_NO_RARE_GENERATION = _rare_generation(Options())


def fill_generation(wire: Options, node: Generation, source: dict[str, Any], rest: Rest) -> None:
    """Read the members of Generation; `source` gets those that the writer would write otherwise."""
    if wire.temperature is not ABSENT:
        node.temperature = number_in(wire.temperature, "temperature", source, rest.content)
    if _rare_generation(wire) != _NO_RARE_GENERATION:
        _fill_rare_generation(wire, node, source, rest)


def _fill_rare_generation(wire: Options, node: Generation, source: dict[str, Any], rest: Rest) -> None:
    if wire.top_p is not ABSENT:
        node.top_p = number_in(wire.top_p, "top_p", source, rest.content)
    if wire.top_k is not UNSET:
        node.top_k = wire.top_k
    if wire.min_p is not ABSENT:
        node.min_p = number_in(wire.min_p, "min_p", source, rest.content)
    if wire.seed is not UNSET:
        node.seed = wire.seed
    if wire.repeat_penalty is not ABSENT:
        node.repetition_penalty = number_in(wire.repeat_penalty, "repeat_penalty", source, rest.content)
    if wire.presence_penalty is not ABSENT:
        node.presence_penalty = number_in(wire.presence_penalty, "presence_penalty", source, rest.content)
    if wire.frequency_penalty is not ABSENT:
        node.frequency_penalty = number_in(wire.frequency_penalty, "frequency_penalty", source, rest.content)
    # "num_predict: Maximum number of tokens to predict when generating text. (Default: -1, infinite generation)"
    if wire.num_predict is not UNSET:
        if 0 <= wire.num_predict:
            node.max_tokens = wire.num_predict
        else:
            rest.content["num_predict"] = wire.num_predict
    if wire.stop is not UNSET:
        node.stop_sequences = [wire.stop] if isinstance(wire.stop, str) else wire.stop
        if wire.stop == []:
            rest.also["stop"] = []
        if isinstance(wire.stop, str):
            source["stop"] = wire.stop


_GENERATION = Rows(
    Generation(),
    {
        "temperature": "temperature",
        "top_p": "top_p",
        "top_k": "top_k",
        "min_p": "min_p",
        "seed": "seed",
        "repeat_penalty": "repetition_penalty",
        "presence_penalty": "presence_penalty",
        "frequency_penalty": "frequency_penalty",
        "num_predict": "max_tokens",
        "stop": "stop_sequences",
    },
    Options,
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
    if (temperature := node.temperature) is not None:
        wire["temperature"] = temperature
    if (top_p := node.top_p) is not None:
        wire["top_p"] = top_p
    if (top_k := node.top_k) is not None:
        wire["top_k"] = top_k
    if (min_p := node.min_p) is not None:
        wire["min_p"] = min_p
    if (seed := node.seed) is not None:
        wire["seed"] = seed
    if (repetition_penalty := node.repetition_penalty) is not None:
        wire["repeat_penalty"] = repetition_penalty
    if (presence_penalty := node.presence_penalty) is not None:
        wire["presence_penalty"] = presence_penalty
    if (frequency_penalty := node.frequency_penalty) is not None:
        wire["frequency_penalty"] = frequency_penalty
    if (max_tokens := node.max_tokens) is not None:
        wire["num_predict"] = max_tokens
    if stop_sequences := node.stop_sequences:
        wire["stop"] = stop_sequences
