"""Moonshot AI (Kimi): platform.kimi.ai, docs/api/chat, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.demanded_thoughts import answers_have_thoughts, mark_answers_without_thoughts
from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import ID_MARKS, REPLY, request_passes
from turnwire.families.chat.thinking import read_switch, write_switch
from turnwire.families.chat.vendor import LACKS, Vendor

VENDOR = Vendor(
    name="moonshot_chat",
    title="Moonshot AI (Kimi) chat completions",
    # "`"all"`: Preserves `reasoning_content` from historical turns and provides it to the model as part of the context"
    # (its guide on thinking models, `thinking.keep`; else the server ignores it)
    takes_thoughts=True,
    # The page's parameters have none of these.
    lacks=LACKS
    | {"logit_bias", "logprobs", "top_logprobs", "seed", "custom", "allowed"}
    | {"store", "metadata", "modalities", "audio_output"},
    tiers=frozenset(),
    # `max_tokens`: "Deprecated, please refer to max_completion_tokens"
    limits=("max_completion_tokens", "max_tokens"),
    # K2.5 and K2.6: "thinking": {"type": "disabled"}; K3: `reasoning_effort` with "low", "high" or "max"
    # (docs/guide/use-thinking-effort).
    read_effort=read_switch,
    write_effort=write_switch,
    efforts=frozenset(("low", "high", "max")),
    # The `type` of a content part: "text" | "image_url" | "video_url"
    request=(*FUNCTIONS_ONLY, *request_passes(sounds=frozenset(), films=True), answers_have_thoughts),
    marks=(*ID_MARKS, mark_answers_without_thoughts),
    by_lane=False,
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
