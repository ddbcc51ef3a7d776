"""Fireworks AI: its own package (fw-ai-external/python-sdk), CompletionCreateParams, ChatMessage, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, request_passes
from turnwire.families.chat.vendor import Vendor

VENDOR = Vendor(
    name="fireworks_chat",
    title="Fireworks AI chat completions",
    # "Thinking models can store an assistant turn's reasoning in reasoning_content."
    # (docs.fireworks.ai/fine-tuning/thinking-history, read 2026-11-22)
    takes_thoughts=True,
    # CompletionCreateParams has `top_k`, `min_p`, `repetition_penalty` and `metadata`; it has no `store`, `modalities`,
    # `audio` and `service_tier`, and ChatMessage has no `name`.
    lacks=frozenset(("custom", "allowed", "store", "modalities", "audio_output"))
    | {"message.name", "tool_result.name", "image_output_tokens"},
    tiers=frozenset(),
    # `reasoning_effort`: Literal["low", "medium", "high", "none"]
    efforts=frozenset(("none", "low", "medium", "high")),
    # "Currently, only functions are supported as a tool."  A content part has `text` and `image_url`, and no sound.
    request=(*FUNCTIONS_ONLY, *request_passes(sounds=frozenset())),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
