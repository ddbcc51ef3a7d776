"""Xiaomi MiMo: platform.xiaomimimo.com, api/chat/openai-api, read 2026-11-21 (its table also at docs.cloudsway.net)."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, REQUEST
from turnwire.families.chat.thinking import read_switch, write_switch
from turnwire.families.chat.vendor import LACKS, Vendor

VENDOR = Vendor(
    name="xiaomi_chat",
    title="Xiaomi MiMo chat completions",
    # A request that held `reasoning_content` was answered (recorded).
    takes_thoughts=True,
    # The table of parameters: messages, model, frequency_penalty, max_completion_tokens, presence_penalty,
    # response_format, stop, stream, thinking, temperature, tool_choice, tools, top_p.
    lacks=LACKS
    | {"logit_bias", "logprobs", "top_logprobs", "seed", "candidates", "custom", "allowed"}
    | {"store", "metadata", "modalities", "user"},
    tiers=frozenset(),
    limits=("max_completion_tokens", "max_tokens"),
    # "thinking.type: Whether to enable Chain of Thought. enabled, disabled"; there is no `reasoning_effort`.
    efforts=frozenset(),
    read_effort=read_switch,
    write_effort=write_switch,
    # "A list of tools that the model may call; only functions are supported as tools."
    request=(*FUNCTIONS_ONLY, *REQUEST),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
