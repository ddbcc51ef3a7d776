"""Cerebras: inference-docs.cerebras.ai/resources/openai, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, REQUEST
from turnwire.families.chat.vendor import LACKS, Vendor

VENDOR = Vendor(
    name="cerebras_chat",
    title="Cerebras chat completions",
    # A request with `reasoning` was answered (recorded).
    takes_thoughts=True,
    # "These fields will result in a 400 error: frequency_penalty, logit_bias, presence_penalty" (req_llm, its guide)
    lacks=LACKS | {"frequency_penalty", "presence_penalty", "logit_bias", "custom", "allowed", "store", "metadata"},
    # "reasoning efforts low/medium/high", and `none` for some models
    efforts=frozenset(("none", "low", "medium", "high")),
    # Recorded replies have the reasoning as `reasoning`.
    thoughts=("reasoning", "reasoning_content"),
    # Its description has tools of type `function` only.
    request=(*FUNCTIONS_ONLY, *REQUEST),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
