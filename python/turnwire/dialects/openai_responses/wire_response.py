"""The JSON of a reply.  Echoed keys of the request are `Raw`: kept as residue, never decoded."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.dialects.openai_responses.wire import Item
from turnwire.model import ABSENT


class InputDetails(Wire):
    """The input's tokens by kind."""

    cached_tokens: int | UnsetType = UNSET
    cache_write_tokens: int | UnsetType = UNSET


class OutputDetails(Wire):
    """The output's tokens by kind."""

    reasoning_tokens: int | UnsetType = UNSET
    tool_output_tokens: Raw = ABSENT


class Tokens(Wire):
    """Token counts."""

    input_tokens: int | UnsetType = UNSET
    output_tokens: int | UnsetType = UNSET
    total_tokens: int | UnsetType = UNSET
    input_tokens_details: InputDetails | UnsetType = UNSET
    output_tokens_details: OutputDetails | UnsetType = UNSET
    # Compatible servers.
    context_details: Raw = ABSENT
    cost_in_usd_ticks: Raw = ABSENT
    num_server_side_tools_used: Raw = ABSENT
    num_sources_used: Raw = ABSENT
    server_side_tool_usage_details: Raw = ABSENT
    cost: Raw = ABSENT
    cost_details: Raw = ABSENT
    is_byok: Raw = ABSENT


class Reply(Wire):
    """A whole reply."""

    id: str | UnsetType = UNSET
    object: str | UnsetType = UNSET
    created_at: Raw = ABSENT
    status: str | UnsetType = UNSET
    model: str | UnsetType = UNSET
    output: list[Item] | UnsetType = UNSET
    usage: Tokens | UnsetType | None = UNSET
    service_tier: str | UnsetType | None = UNSET
    error: Raw = ABSENT
    incomplete_details: Raw = ABSENT
    instructions: Raw = ABSENT
    output_text: Raw = ABSENT

    background: Raw = ABSENT
    billing: Raw = ABSENT
    completed_at: Raw = ABSENT
    content_filters: Raw = ABSENT
    conversation: Raw = ABSENT
    copilot_usage: Raw = ABSENT
    frequency_penalty: Raw = ABSENT
    max_output_tokens: Raw = ABSENT
    max_tool_calls: Raw = ABSENT
    metadata: Raw = ABSENT
    moderation: Raw = ABSENT
    parallel_tool_calls: Raw = ABSENT
    presence_penalty: Raw = ABSENT
    previous_response_id: Raw = ABSENT
    prompt: Raw = ABSENT
    prompt_cache_key: Raw = ABSENT
    prompt_cache_options: Raw = ABSENT
    prompt_cache_retention: Raw = ABSENT
    reasoning: Raw = ABSENT
    safety_identifier: Raw = ABSENT
    store: Raw = ABSENT
    temperature: Raw = ABSENT
    text: Raw = ABSENT
    tool_choice: Raw = ABSENT
    tool_usage: Raw = ABSENT
    tools: Raw = ABSENT
    top_logprobs: Raw = ABSENT
    top_p: Raw = ABSENT
    truncation: Raw = ABSENT
    user: Raw = ABSENT
