"""Perplexity: docs.perplexity.ai; the parameters that it ignores are listed in docs.getbifrost.ai, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, request_passes
from turnwire.families.chat.vendor import Vendor

VENDOR = Vendor(
    name="perplexity_chat",
    title="Perplexity chat completions",
    # The list of what is dropped: "stop, logit_bias, logprobs, top_logprobs, seed, parallel_tool_calls, service_tier".
    lacks=frozenset(("min_p", "repetition_penalty", "logit_bias", "logprobs", "top_logprobs", "seed", "candidates"))
    | {"custom", "allowed", "store", "metadata", "modalities", "audio_output"}
    | {"image_output_tokens"},
    tiers=frozenset(),
    # Its description has tools of type `function` only.
    # Its messages may hold `image_url`, `file_url` and `video_url`.
    request=(*FUNCTIONS_ONLY, *request_passes(films=True)),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
