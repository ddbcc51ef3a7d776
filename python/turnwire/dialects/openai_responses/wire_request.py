"""The JSON of a request.  Keys that have no canonical field are `Raw`: kept as residue, never decoded."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.dialects.openai_responses.wire import Item
from turnwire.model import ABSENT


class FunctionTool(Wire, tag_field="type", tag="function"):
    """A function the model may call."""

    name: str
    description: str | UnsetType | None = UNSET
    parameters: Raw = ABSENT
    strict: bool | UnsetType | None = UNSET
    output_schema: Raw = ABSENT
    defer_loading: Raw = ABSENT
    allowed_callers: Raw = ABSENT


class CustomTool(Wire, tag_field="type", tag="custom"):
    """A tool whose input is free text."""

    name: str
    description: str | UnsetType = UNSET
    format: Raw = ABSENT


Tool = FunctionTool | CustomTool | OpaquePart


class Format(Wire):
    """The format of the answer."""

    type: str
    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    schema: Raw = ABSENT
    strict: bool | UnsetType = UNSET


class Text(Wire):
    """Settings of the text of the answer."""

    format: Format | UnsetType = UNSET
    verbosity: Raw = ABSENT


class Effort(Wire):
    """Settings of the reasoning."""

    effort: str | UnsetType = UNSET
    summary: str | UnsetType = UNSET
    mode: Raw = ABSENT
    context: Raw = ABSENT
    generate_summary: Raw = ABSENT


class ResponsesRequest(Wire):
    """A whole request.  The first fields are in most requests; the rest are looked at only when one is set."""

    input: str | list[Item] | UnsetType = UNSET
    model: str | UnsetType = UNSET
    stream: bool | UnsetType = UNSET
    tools: list[Tool] | UnsetType = UNSET
    instructions: str | UnsetType = UNSET
    tool_choice: Raw = ABSENT
    store: bool | UnsetType = UNSET
    max_output_tokens: int | UnsetType = UNSET
    temperature: Raw = ABSENT
    top_p: Raw = ABSENT

    include: Raw = ABSENT
    reasoning: Effort | UnsetType = UNSET
    text: Text | UnsetType = UNSET
    service_tier: str | UnsetType = UNSET
    parallel_tool_calls: bool | UnsetType = UNSET
    previous_response_id: str | UnsetType | None = UNSET
    conversation: Raw = ABSENT
    metadata: dict[str, Raw] | UnsetType = UNSET
    user: str | UnsetType = UNSET
    stream_options: Raw = ABSENT
    top_logprobs: int | UnsetType = UNSET

    # No canonical field says what these say.
    background: Raw = ABSENT
    context_management: Raw = ABSENT
    max_tool_calls: Raw = ABSENT
    moderation: Raw = ABSENT
    prompt: Raw = ABSENT
    prompt_cache_key: Raw = ABSENT
    prompt_cache_options: Raw = ABSENT
    prompt_cache_retention: Raw = ABSENT
    safety_identifier: Raw = ABSENT
    truncation: Raw = ABSENT
    # Compatible servers.
    provider: Raw = ABSENT
