"""The reply and the error body of the Messages API."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.families.anthropic.wire import Part
from turnwire.model import ABSENT


class TokensDetails(Wire):
    """`output_tokens_details`."""

    thinking_tokens: int | UnsetType = UNSET


class CacheCreation(Wire):
    """`cache_creation`: the tokens written to the cache, by how long they live."""

    ephemeral_5m_input_tokens: int
    ephemeral_1h_input_tokens: int


class UsagePart(Wire):
    """`usage`."""

    input_tokens: int | UnsetType = UNSET
    cache_creation_input_tokens: int | UnsetType | None = UNSET
    cache_read_input_tokens: int | UnsetType | None = UNSET
    cache_creation: CacheCreation | UnsetType = UNSET
    output_tokens: int | UnsetType = UNSET
    output_tokens_details: TokensDetails | UnsetType = UNSET
    service_tier: str | UnsetType | None = UNSET
    server_tool_use: Raw = ABSENT
    inference_geo: Raw = ABSENT
    iterations: Raw = ABSENT
    speed: Raw = ABSENT


class Reply(Wire):
    """A whole reply."""

    content: list[Part] | UnsetType = UNSET
    id: str | UnsetType = UNSET
    type: str | UnsetType = UNSET
    role: str | UnsetType = UNSET
    model: str | UnsetType = UNSET
    stop_reason: str | UnsetType | None = UNSET
    stop_sequence: str | UnsetType | None = UNSET
    usage: UsagePart | UnsetType = UNSET
    stop_details: Raw = ABSENT
    container: Raw = ABSENT
    context_management: Raw = ABSENT
    diagnostics: Raw = ABSENT


class ErrorDetail(Wire):
    """`error`."""

    type: str | UnsetType = UNSET
    message: str | UnsetType = UNSET


class ErrorBody(Wire):
    """A whole error body."""

    type: str | UnsetType = UNSET
    error: ErrorDetail | UnsetType = UNSET
    request_id: str | UnsetType | None = UNSET
