"""Together AI: docs.together.ai, read 2026-11-21."""

from __future__ import annotations

from types import MappingProxyType

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.enums import FINISH_REASONS
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, request_passes
from turnwire.families.chat.vendor import Vendor

VENDOR = Vendor(
    name="together_chat",
    title="Together AI chat completions",
    # `top_k`, `min_p` and `repetition_penalty` are parameters of its chat completions.  UsageData of its own package
    # (together-python) counts the tokens of the prompt, of the completion, and all.
    lacks=frozenset(("custom", "allowed", "store", "metadata", "modalities", "audio_output", "image_output_tokens")),
    # Recorded replies have `eos` where others have `stop`, and the reasoning as `reasoning`.
    finish=MappingProxyType({**FINISH_REASONS, "eos": "end_turn"}),
    thoughts=("reasoning", "reasoning_content"),
    # Its description has tools of type `function` only.
    # "type": "video_url" is among the content parts of its vision models.
    request=(*FUNCTIONS_ONLY, *request_passes(films=True)),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
