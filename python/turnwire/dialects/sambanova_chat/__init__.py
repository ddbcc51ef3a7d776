"""SambaNova: its own package (sambanova/sambanova-python), CompletionCreateParams, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, request_passes
from turnwire.families.chat.vendor import Vendor

VENDOR = Vendor(
    name="sambanova_chat",
    title="SambaNova chat completions",
    # Of `logit_bias`, `logprobs`, `top_logprobs`, `n` and `seed`: "This is not yet supported by our models."
    # There is `top_k`, but no `min_p`, `repetition_penalty`, `metadata`, `store`, `user` and `modalities`; a tool's
    # message has no `name`.
    lacks=frozenset(("logit_bias", "logprobs", "top_logprobs", "candidates", "seed", "min_p", "repetition_penalty"))
    | {"metadata", "store", "user", "modalities", "audio_output", "custom", "allowed", "tool_result.name"}
    | {"image_output_tokens"},
    tiers=frozenset(),
    # "allowed values are 'low', 'medium', 'high'"
    efforts=frozenset(("low", "medium", "high")),
    # MessageAssistantMessage has `reasoning`: "Reasoning (returned by reasoning models like gpt oss)"
    thoughts=("reasoning", "reasoning_content"),
    # `image_url` has a `url` and nothing else.
    details=frozenset(),
    # Tools: "only `function` is supported."  Its part for sound is `audio_content`, which the family has not.
    request=(*FUNCTIONS_ONLY, *request_passes(sounds=frozenset())),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
