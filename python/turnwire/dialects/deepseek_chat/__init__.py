"""DeepSeek: api-docs.deepseek.com, guides/thinking_mode, read 2026-11-21."""

from __future__ import annotations

from msgspec.structs import replace

from turnwire.dialects.deepseek_chat.legal import (
    answers_have_content,
    force_tools_without_thinking,
    mark_answers_without_text,
    schema_in_words,
)
from turnwire.families.chat.demanded_thoughts import answers_have_thoughts, mark_answers_without_thoughts
from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import MARKS, NAMES, PAIRED, REPLY, request_passes
from turnwire.families.chat.thinking import read_switch, write_switch
from turnwire.families.chat.vendor import CAPABILITIES, LACKS, Vendor
from turnwire.lowering.addresses import mark_media

VENDOR = Vendor(
    name="deepseek_chat",
    title="DeepSeek chat completions",
    # "For turns that do perform tool calls, the reasoning_content must be fully passed back to the API in all
    # subsequent requests." (guides/thinking_mode)
    capabilities=replace(CAPABILITIES, supports_images=False, supports_structured_output=False),
    takes_thoughts=True,
    lacks=LACKS | {"custom", "allowed", "store", "metadata", "modalities", "audio_output", "candidates"},
    # "Thinking Mode Toggle": {"thinking": {"type": "enabled/disabled"}}; "Thinking Effort Control": reasoning_effort
    read_effort=read_switch,
    write_effort=write_switch,
    # "Requested effort": minimal, low, medium, high, xhigh, max, ultra
    efforts=frozenset(("minimal", "low", "medium", "high", "xhigh", "max", "ultra")),
    # Its description has tools of type `function` only.
    # "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
    # "Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected
    # `text`" (a refusal)
    request=(
        *FUNCTIONS_ONLY,
        *request_passes(words_only=True),
        *NAMES,
        *PAIRED,
        force_tools_without_thinking,
        schema_in_words,
        answers_have_thoughts,
        answers_have_content,
    ),
    refused=(force_tools_without_thinking, schema_in_words),
    marks=(*MARKS, mark_media, mark_answers_without_text, mark_answers_without_thoughts),
    by_lane=False,
    paired=True,
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
