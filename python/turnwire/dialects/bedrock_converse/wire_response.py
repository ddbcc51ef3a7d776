"""The reply of Converse."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.dialects.bedrock_converse.wire import Camel, Message, Tier
from turnwire.model import ABSENT


class Output(Camel):
    """`output`."""

    message: Message | UnsetType = UNSET


class TokenUsage(Camel):
    """`usage`."""

    input_tokens: int | UnsetType = UNSET
    output_tokens: int | UnsetType = UNSET
    total_tokens: int | UnsetType = UNSET
    cache_read_input_tokens: int | UnsetType = UNSET
    cache_write_input_tokens: int | UnsetType = UNSET
    cache_details: Raw = ABSENT


class Metrics(Camel):
    """`metrics`."""

    latency_ms: int | UnsetType = UNSET


class Reply(Camel):
    """A whole reply."""

    output: Output | UnsetType = UNSET
    stop_reason: str | UnsetType = UNSET
    usage: TokenUsage | UnsetType = UNSET
    metrics: Metrics | UnsetType = UNSET
    service_tier: Tier | UnsetType = UNSET
    additional_model_response_fields: Raw = ABSENT
    trace: Raw = ABSENT
    performance_config: Raw = ABSENT


KEPT = ("additional_model_response_fields", "trace", "performance_config")
"""The members that the model has no field for."""
