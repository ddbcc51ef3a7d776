"""The reply to generateContent."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.families.gemini.wire import Content, Proto
from turnwire.model import ABSENT


class Candidate(Proto):
    """One of the answers."""

    content: Content | UnsetType = UNSET
    finish_reason: str | int | UnsetType = UNSET
    index: int | UnsetType = UNSET
    finish_message: Raw = ABSENT
    safety_ratings: Raw = ABSENT
    citation_metadata: Raw = ABSENT
    grounding_metadata: Raw = ABSENT
    url_context_metadata: Raw = ABSENT
    avg_logprobs: Raw = ABSENT
    logprobs_result: Raw = ABSENT
    token_count: Raw = ABSENT


class ModalityCount(Proto):
    """The tokens of one kind of content."""

    modality: str | int | UnsetType = UNSET
    token_count: int | UnsetType = UNSET


class UsageMetadata(Proto):
    """`usageMetadata`."""

    prompt_token_count: int | UnsetType = UNSET
    cached_content_token_count: int | UnsetType = UNSET
    candidates_token_count: int | UnsetType = UNSET
    thoughts_token_count: int | UnsetType = UNSET
    tool_use_prompt_token_count: int | UnsetType = UNSET
    total_token_count: int | UnsetType = UNSET
    prompt_tokens_details: list[ModalityCount] | UnsetType = UNSET
    candidates_tokens_details: list[ModalityCount] | UnsetType = UNSET
    cache_tokens_details: Raw = ABSENT
    tool_use_prompt_tokens_details: Raw = ABSENT
    service_tier: str | UnsetType = UNSET
    traffic_type: Raw = ABSENT


class Reply(Proto):
    """A whole reply."""

    candidates: list[Candidate] | UnsetType = UNSET
    usage_metadata: UsageMetadata | UnsetType = UNSET
    model_version: str | UnsetType = UNSET
    response_id: str | UnsetType = UNSET
    create_time: str | UnsetType = UNSET
    prompt_feedback: Raw = ABSENT
    model_status: Raw = ABSENT
