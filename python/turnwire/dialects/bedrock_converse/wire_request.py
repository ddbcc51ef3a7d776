"""The body of Converse and ConverseStream; the model is in the path."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.dialects.bedrock_converse.wire import CachePoint, Camel, Message, Part, Tier
from turnwire.model import ABSENT


class InferenceConfig(Camel):
    """`inferenceConfig`."""

    max_tokens: int | UnsetType = UNSET
    temperature: Raw = ABSENT
    top_p: Raw = ABSENT
    stop_sequences: list[str] | UnsetType = UNSET


class InputSchema(Camel):
    """`inputSchema`."""

    json: Raw = ABSENT


class ToolSpec(Camel):
    """A tool of the caller's."""

    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    input_schema: InputSchema | UnsetType = UNSET
    strict: bool | UnsetType = UNSET


class Named(Camel):
    """The name of a tool."""

    name: str | UnsetType = UNSET


class Nothing(Camel):
    """An object without members."""


class Tool(Camel):
    """One of these."""

    tool_spec: ToolSpec | UnsetType = UNSET
    system_tool: Named | UnsetType = UNSET
    cache_point: CachePoint | UnsetType = UNSET


class ToolChoice(Camel):
    """One of these."""

    auto: Nothing | UnsetType = UNSET
    any: Nothing | UnsetType = UNSET
    tool: Named | UnsetType = UNSET


class ToolConfig(Camel):
    """`toolConfig`."""

    tools: list[Tool] | UnsetType = UNSET
    tool_choice: ToolChoice | UnsetType = UNSET


class JsonSchema(Camel):
    """The schema of the answer, as text."""

    schema: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET


class Structure(Camel):
    """`structure`."""

    json_schema: JsonSchema | UnsetType = UNSET


class TextFormat(Camel):
    """`textFormat`."""

    type: str | UnsetType = UNSET
    structure: Structure | UnsetType = UNSET


class OutputConfig(Camel):
    """`outputConfig`."""

    text_format: TextFormat | UnsetType = UNSET
    effort: str | UnsetType = UNSET


class Body(Camel):
    """The whole body; `modelId` is a parameter of Amazon's packages, and part of the path over HTTP."""

    model_id: str | UnsetType = UNSET
    messages: list[Message] | UnsetType = UNSET
    system: list[Part] | str | UnsetType = UNSET
    inference_config: InferenceConfig | UnsetType = UNSET
    tool_config: ToolConfig | UnsetType = UNSET
    output_config: OutputConfig | UnsetType = UNSET
    service_tier: Tier | UnsetType = UNSET
    request_metadata: Raw = ABSENT
    additional_model_request_fields: Raw = ABSENT
    additional_model_response_field_paths: Raw = ABSENT
    guardrail_config: Raw = ABSENT
    performance_config: Raw = ABSENT
    prompt_variables: Raw = ABSENT
    project_identifier: Raw = ABSENT


KEPT = (
    "additional_model_response_field_paths",
    "guardrail_config",
    "performance_config",
    "prompt_variables",
    "project_identifier",
)
"""The members that the model has no field for."""
