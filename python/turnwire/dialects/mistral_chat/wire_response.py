"""The JSON of a chat reply."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.dialects.mistral_chat.wire import Content, ToolCall
from turnwire.model import ABSENT


class ReplyMessage(Wire):
    """The message of a reply."""

    role: str | UnsetType = UNSET
    content: Content = UNSET
    # Null is what nearly every reply without calls has.
    tool_calls: list[ToolCall] | UnsetType | None = UNSET
    prefix: bool | UnsetType = UNSET


class Choice(Wire):
    """One of the candidates."""

    index: int | UnsetType = UNSET
    message: ReplyMessage | UnsetType = UNSET
    finish_reason: str | UnsetType = UNSET
    messages: Raw = ABSENT
    logprobs: Raw = ABSENT


class PromptDetails(Wire):
    """The parts of the prompt's tokens."""

    cached_tokens: int | UnsetType = UNSET
    audio_tokens: int | UnsetType = UNSET


class Tokens(Wire):
    """Token counts, and the class of service."""

    prompt_tokens: int | UnsetType = UNSET
    completion_tokens: int | UnsetType = UNSET
    total_tokens: int | UnsetType = UNSET
    prompt_tokens_details: PromptDetails | UnsetType = UNSET
    num_cached_tokens: int | UnsetType = UNSET
    service_tier: str | UnsetType = UNSET
    prompt_audio_seconds: Raw = ABSENT
    prompt_token_details: Raw = ABSENT
    completion_tokens_details: Raw = ABSENT


class ChatReply(Wire):
    """A whole reply."""

    choices: list[Choice] | UnsetType = UNSET
    id: str | UnsetType = UNSET
    object: str | UnsetType = UNSET
    created: int | UnsetType = UNSET
    model: str | UnsetType = UNSET
    usage: Tokens | UnsetType = UNSET
