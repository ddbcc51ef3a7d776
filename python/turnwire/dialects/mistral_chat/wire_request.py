"""The JSON of a chat request.  Keys that have no canonical field are `Raw`: kept as residue, never decoded."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.dialects.mistral_chat.wire import Content, FunctionTool, ToolCall
from turnwire.model import ABSENT


class ChatMessage(Wire):
    """A message of any role: the reader decides what each role may hold, so that unusual messages are read too."""

    role: str | UnsetType = UNSET
    content: Content = UNSET
    tool_calls: list[ToolCall] | UnsetType | None = UNSET
    tool_call_id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    prefix: bool | UnsetType = UNSET


Tool = FunctionTool | OpaquePart


class JsonSchema(Wire):
    """A schema for the answer."""

    name: str | UnsetType = UNSET
    description: str | UnsetType | None = UNSET
    schema: Raw = ABSENT
    strict: bool | UnsetType = UNSET


class Format(Wire):
    """The form of the answer."""

    type: str
    json_schema: JsonSchema | UnsetType | None = UNSET


class ChatRequest(Wire):
    """A whole request.  The first fields are in most requests; the rest are looked at only when one is set."""

    messages: list[ChatMessage]
    model: str | UnsetType = UNSET
    tools: list[Tool] | UnsetType = UNSET
    tool_choice: Raw = ABSENT
    stream: bool | UnsetType = UNSET
    max_tokens: int | UnsetType = UNSET
    temperature: Raw = ABSENT
    top_p: Raw = ABSENT

    n: int | UnsetType = UNSET
    stop: str | list[str] | UnsetType = UNSET
    random_seed: int | UnsetType = UNSET
    presence_penalty: Raw = ABSENT
    frequency_penalty: Raw = ABSENT
    parallel_tool_calls: bool | UnsetType = UNSET
    reasoning_effort: str | UnsetType = UNSET
    response_format: Format | UnsetType = UNSET
    metadata: dict[str, Raw] | UnsetType = UNSET
    service_tier: str | UnsetType = UNSET
    # Not in the description; the API knows them: "Logprobs are not enabled for this model" (a refusal).
    logprobs: bool | UnsetType = UNSET
    top_logprobs: int | UnsetType = UNSET

    # No canonical field holds these.
    guardrails: Raw = ABSENT
    prediction: Raw = ABSENT
    prompt_cache_key: Raw = ABSENT
    prompt_mode: Raw = ABSENT
    safe_prompt: Raw = ABSENT
