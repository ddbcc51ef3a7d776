"""The request body of the Messages API, Vertex and Bedrock bodies included (no `model`, `anthropic_version`)."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.families.anthropic.wire import CacheMark, Part
from turnwire.model import ABSENT


class InMessage(Wire):
    """One message of the conversation."""

    role: str | UnsetType = UNSET
    content: str | list[Part] | UnsetType = UNSET


class Tool(Wire):
    """A tool: the caller's own (`type` absent or `custom`), or one that the provider defines or runs."""

    type: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    input_schema: Raw = ABSENT
    cache_control: CacheMark | UnsetType = UNSET
    strict: bool | UnsetType = UNSET
    defer_loading: Raw = ABSENT
    eager_input_streaming: Raw = ABSENT
    allowed_callers: Raw = ABSENT
    input_examples: Raw = ABSENT
    max_uses: Raw = ABSENT
    allowed_domains: Raw = ABSENT
    blocked_domains: Raw = ABSENT
    user_location: Raw = ABSENT
    citations: Raw = ABSENT
    max_content_tokens: Raw = ABSENT
    display_width_px: Raw = ABSENT
    display_height_px: Raw = ABSENT
    max_characters: Raw = ABSENT


class Choice(Wire):
    """`tool_choice`."""

    type: str
    name: str | UnsetType = UNSET
    disable_parallel_tool_use: bool | UnsetType = UNSET


class ThinkingConfig(Wire):
    """`thinking`."""

    type: str
    budget_tokens: int | UnsetType = UNSET
    display: str | UnsetType = UNSET


class OutputFormat(Wire):
    """`output_config.format`, and the older `output_format`."""

    type: str
    schema: Raw = ABSENT


class OutputConfig(Wire):
    """`output_config`."""

    effort: str | UnsetType = UNSET
    format: OutputFormat | UnsetType = UNSET
    task_budget: Raw = ABSENT


class RequestMetadata(Wire):
    """`metadata`."""

    user_id: str | UnsetType = UNSET


class Body(Wire):
    """The whole body."""

    messages: list[InMessage | str]
    model: str | UnsetType = UNSET
    system: str | list[Part] | UnsetType = UNSET
    max_tokens: int | UnsetType = UNSET
    temperature: Raw = ABSENT
    top_p: Raw = ABSENT
    top_k: int | UnsetType = UNSET
    stop_sequences: list[str] | UnsetType = UNSET
    stream: bool | UnsetType = UNSET
    tools: list[Tool] | UnsetType = UNSET
    tool_choice: Choice | UnsetType = UNSET
    thinking: ThinkingConfig | UnsetType = UNSET
    output_config: OutputConfig | UnsetType = UNSET
    output_format: OutputFormat | UnsetType = UNSET
    metadata: RequestMetadata | UnsetType = UNSET
    service_tier: str | UnsetType = UNSET
    cache_control: Raw = ABSENT
    container: Raw = ABSENT
    context_management: Raw = ABSENT
    mcp_servers: Raw = ABSENT
    inference_geo: Raw = ABSENT
    speed: Raw = ABSENT
    anthropic_version: Raw = ABSENT
    anthropic_beta: Raw = ABSENT
