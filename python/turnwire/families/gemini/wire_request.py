"""The body of generateContent and streamGenerateContent."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.families.gemini.spelling import with_member, with_spelling
from turnwire.families.gemini.wire import Content, Proto
from turnwire.model import ABSENT


class FunctionDeclaration(Proto):
    """A tool of the caller's."""

    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    parameters: Raw = ABSENT
    parameters_json_schema: Raw = ABSENT
    response: Raw = ABSENT
    response_json_schema: Raw = ABSENT
    behavior: Raw = ABSENT
    as_named: Raw = msgspec.field(default=ABSENT, name="parameters_json_schema")
    """Declared too, because clients send this one key so in bodies that are in camelCase otherwise."""

    def __post_init__(self) -> None:
        if self.as_named is ABSENT:
            return
        if self.parameters_json_schema is ABSENT:
            self.parameters_json_schema = self.as_named
            self.unknown = with_spelling(self.unknown, "parametersJsonSchema", "parameters_json_schema")
        else:
            self.unknown = with_member(self.unknown, "parameters_json_schema", self.as_named)
        self.as_named = ABSENT


class Tool(Proto):
    """Tools of the caller's, and of the provider's."""

    function_declarations: list[FunctionDeclaration] | UnsetType = UNSET
    google_search: Raw = ABSENT
    google_search_retrieval: Raw = ABSENT
    code_execution: Raw = ABSENT
    url_context: Raw = ABSENT
    file_search: Raw = ABSENT
    computer_use: Raw = ABSENT
    google_maps: Raw = ABSENT
    mcp_servers: Raw = ABSENT
    retrieval: Raw = ABSENT
    enterprise_web_search: Raw = ABSENT


class FunctionCallingConfig(Proto):
    """Which functions the model may or must call."""

    mode: str | UnsetType = UNSET
    allowed_function_names: list[str] | UnsetType = UNSET


class ToolConfig(Proto):
    """`toolConfig`."""

    function_calling_config: FunctionCallingConfig | UnsetType = UNSET
    include_server_side_tool_invocations: Raw = ABSENT
    retrieval_config: Raw = ABSENT


class ThinkingConfig(Proto):
    """`thinkingConfig`."""

    include_thoughts: bool | UnsetType = UNSET
    thinking_budget: int | UnsetType = UNSET
    thinking_level: str | UnsetType = UNSET


class GenerationConfig(Proto):
    """`generationConfig`."""

    temperature: Raw = ABSENT
    top_p: Raw = ABSENT
    top_k: Raw = ABSENT
    max_output_tokens: int | UnsetType = UNSET
    candidate_count: int | UnsetType = UNSET
    stop_sequences: list[str] | UnsetType = UNSET
    seed: int | UnsetType = UNSET
    presence_penalty: Raw = ABSENT
    frequency_penalty: Raw = ABSENT
    response_logprobs: bool | UnsetType = UNSET
    logprobs: int | UnsetType = UNSET
    response_mime_type: str | UnsetType = UNSET
    response_schema: Raw = ABSENT
    response_json_schema: Raw = ABSENT
    response_modalities: list[str] | UnsetType = UNSET
    thinking_config: ThinkingConfig | UnsetType = UNSET
    speech_config: Raw = ABSENT
    image_config: Raw = ABSENT
    media_resolution: Raw = ABSENT


class Body(Proto):
    """The whole body."""

    contents: list[Content | str] | Content | str
    system_instruction: Content | str | UnsetType | None = UNSET
    tools: list[Tool] | Tool | UnsetType = UNSET
    tool_config: ToolConfig | UnsetType | None = UNSET
    generation_config: GenerationConfig | UnsetType | None = UNSET
    safety_settings: Raw = ABSENT
    cached_content: Raw = ABSENT
    labels: Raw = ABSENT
    model: str | UnsetType = UNSET
    store: bool | UnsetType = UNSET
    service_tier: str | UnsetType = UNSET
