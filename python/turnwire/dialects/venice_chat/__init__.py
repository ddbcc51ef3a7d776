"""Venice: its API description (veniceai/api-docs, swagger.yaml, 20260821.193530), ChatCompletionRequest."""

from __future__ import annotations

from msgspec.structs import replace

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, request_passes
from turnwire.families.chat.vendor import CAPABILITIES, Vendor
from turnwire.model import TextBlock

VENDOR = Vendor(
    name="venice_chat",
    title="Venice chat completions",
    # A request that held `reasoning_content` was answered (recorded).
    takes_thoughts=True,
    capabilities=replace(CAPABILITIES, supports_prompt_caching=True),
    # ChatCompletionRequest ("additionalProperties": false) has no `logit_bias`, `modalities`, `audio` and
    # `service_tier`; it has `top_k`, `min_p` and `repetition_penalty`, and a tool's message has a `name`.
    lacks=frozenset(("logit_bias", "modalities", "audio_output", "custom", "allowed", "image_output_tokens")),
    tiers=frozenset(),
    # `max_tokens`: "This value is now deprecated in favor of max_completion_tokens."
    limits=("max_completion_tokens", "max_tokens"),
    # `image_url` has a `url` and nothing else.
    details=frozenset(),
    # The content part `text`: "Supports optional cache_control for prompt caching on supported providers."
    cached=frozenset((TextBlock,)),
    # `file_data`: "The file content as a data URL (...) or a publicly accessible URL."
    file_urls=True,
    # "Currently, only functions are supported as a tool."
    # `input_audio.format`: wav, mp3, aiff, aac, ogg, flac, m4a, pcm16, pcm24; there is the content part `video_url`.
    request=(
        *FUNCTIONS_ONLY,
        *request_passes(
            sounds=frozenset(("wav", "mp3", "aiff", "aac", "ogg", "flac", "m4a", "pcm16", "pcm24")),
            films=True,
            file_urls=True,
        ),
    ),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
