"""The JSON of a chat reply.  Nulls are so common in replies that the fast path takes them."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.families.chat.wire import AssistantImage, CalledFunction, ToolCall
from turnwire.model import ABSENT


class SpokenAnswer(Wire):
    """An answer as sound."""

    id: str
    data: Raw
    expires_at: int | UnsetType = UNSET
    transcript: str | UnsetType = UNSET


class ReplyMessage(Wire):
    """The message of a reply."""

    role: str | UnsetType = UNSET
    content: str | UnsetType | None = UNSET
    refusal: str | UnsetType | None = UNSET
    tool_calls: list[ToolCall] | UnsetType | None = UNSET
    reasoning_content: str | UnsetType | None = UNSET
    reasoning: str | UnsetType | None = UNSET
    reasoning_details: Raw = ABSENT
    reasoning_signature: Raw = ABSENT
    images: list[AssistantImage] | UnsetType = UNSET
    annotations: Raw = ABSENT
    audio: SpokenAnswer | UnsetType | None = UNSET
    function_call: CalledFunction | UnsetType | None = UNSET
    # Compatible servers.
    name: Raw = ABSENT
    executed_tools: Raw = ABSENT
    padding: Raw = ABSENT
    provider_metadata: Raw = ABSENT
    reasoning_encrypted: Raw = ABSENT


class Choice(Wire):
    """One of the candidates."""

    message: ReplyMessage | UnsetType = UNSET
    index: int | UnsetType = UNSET
    finish_reason: str | UnsetType | None = UNSET
    logprobs: Raw = ABSENT
    # Compatible servers.
    content_filter_results: Raw = ABSENT
    delta: Raw = ABSENT
    error: Raw = ABSENT
    native_finish_reason: Raw = ABSENT
    seed: Raw = ABSENT
    stop_reason: Raw = ABSENT
    token_ids: Raw = ABSENT


class PromptDetails(Wire):
    """The parts of the prompt's tokens."""

    cached_tokens: int | UnsetType = UNSET
    cache_write_tokens: int | UnsetType = UNSET
    audio_tokens: int | UnsetType = UNSET
    image_tokens: int | UnsetType = UNSET
    text_tokens: Raw = ABSENT
    video_tokens: Raw = ABSENT


class CompletionDetails(Wire):
    """The parts of the completion's tokens."""

    reasoning_tokens: int | UnsetType = UNSET
    audio_tokens: int | UnsetType = UNSET
    image_tokens: int | UnsetType = UNSET
    accepted_prediction_tokens: Raw = ABSENT
    rejected_prediction_tokens: Raw = ABSENT
    text_tokens: Raw = ABSENT


class Tokens(Wire):
    """Token counts."""

    prompt_tokens: int | UnsetType = UNSET
    completion_tokens: int | UnsetType = UNSET
    total_tokens: int | UnsetType = UNSET
    prompt_tokens_details: PromptDetails | UnsetType | None = UNSET
    completion_tokens_details: CompletionDetails | UnsetType | None = UNSET
    # Compatible servers.
    cache_creation: Raw = ABSENT
    cache_creation_input_tokens: Raw = ABSENT
    cache_read_input_tokens: Raw = ABSENT
    completion_time: Raw = ABSENT
    cost: Raw = ABSENT
    cost_details: Raw = ABSENT
    is_byok: Raw = ABSENT
    prompt_cache_hit_tokens: Raw = ABSENT
    prompt_cache_miss_tokens: Raw = ABSENT
    prompt_time: Raw = ABSENT
    queue_time: Raw = ABSENT
    server_tool_use_details: Raw = ABSENT
    reasoning_tokens: Raw = ABSENT
    total_time: Raw = ABSENT


class ChatReply(Wire):
    """A whole reply."""

    choices: list[Choice] | UnsetType = UNSET
    id: str | UnsetType = UNSET
    object: str | UnsetType = UNSET
    created: int | UnsetType = UNSET
    model: str | UnsetType = UNSET
    usage: Tokens | UnsetType | None = UNSET
    service_tier: str | UnsetType | None = UNSET
    system_fingerprint: Raw = ABSENT
    # Compatible servers.
    citations: Raw = ABSENT
    cost: Raw = ABSENT
    error: Raw = ABSENT
    kv_transfer_params: Raw = ABSENT
    metadata: Raw = ABSENT
    moderation: Raw = ABSENT
    openrouter_metadata: Raw = ABSENT
    prompt: Raw = ABSENT
    prompt_filter_results: Raw = ABSENT
    prompt_logprobs: Raw = ABSENT
    prompt_token_ids: Raw = ABSENT
    provider: Raw = ABSENT
    search_results: Raw = ABSENT
    time_info: Raw = ABSENT
    timings: Raw = ABSENT
    usage_breakdown: Raw = ABSENT
    venice_parameters: Raw = ABSENT
    x_groq: Raw = ABSENT
