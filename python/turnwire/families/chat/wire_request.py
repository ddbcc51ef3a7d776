"""The JSON of a chat request.  Keys that have no canonical field are `Raw`: kept as residue, never decoded."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.families.chat.wire import AssistantImage, CalledFunction, Part, ToolCall
from turnwire.mapped.chat_settings import SettingsMembers
from turnwire.model import ABSENT


class AudioId(Wire):
    """An answer the assistant spoke earlier, by its id."""

    id: str


class ChatMessage(Wire):
    """A message of any role: the reader decides what each role may hold, so that unusual messages are read too."""

    role: str | UnsetType = UNSET
    content: str | list[Part] | UnsetType | None = UNSET
    tool_calls: list[ToolCall] | UnsetType = UNSET
    tool_call_id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    reasoning_content: str | UnsetType = UNSET
    reasoning: str | UnsetType = UNSET
    refusal: str | UnsetType | None = UNSET
    audio: AudioId | UnsetType = UNSET
    function_call: CalledFunction | UnsetType = UNSET
    reasoning_details: Raw = ABSENT
    reasoning_signature: Raw = ABSENT
    images: list[AssistantImage] | UnsetType = UNSET
    annotations: Raw = ABSENT
    cache_control: Raw = ABSENT


class FunctionObject(Wire):
    """A function the model may call."""

    name: str
    description: str | UnsetType = UNSET
    parameters: Raw = ABSENT
    strict: bool | UnsetType = UNSET


class FunctionTool(Wire, tag_field="type", tag="function"):
    """A function among the tools."""

    function: FunctionObject
    cache_control: Raw = ABSENT


class CustomObject(Wire):
    """A tool whose input is free text."""

    name: str
    description: str | UnsetType = UNSET
    format: Raw = ABSENT


class CustomTool(Wire, tag_field="type", tag="custom"):
    """A custom tool among the tools."""

    custom: CustomObject


Tool = FunctionTool | CustomTool | OpaquePart


class JsonSchema(Wire):
    """A schema for the answer."""

    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    schema: Raw = ABSENT
    strict: bool | UnsetType = UNSET


class Format(Wire):
    """The form of the answer."""

    type: str
    json_schema: JsonSchema | UnsetType = UNSET


class AudioParameters(Wire):
    """How spoken answers shall sound."""

    voice: Raw = ABSENT
    format: str | UnsetType = UNSET


class ChatRequest(SettingsMembers):
    """A whole request: the members of the table, and those that are read by other code."""

    messages: list[ChatMessage]
    model: str | UnsetType = UNSET
    tools: list[Tool] | UnsetType = UNSET
    tool_choice: Raw = ABSENT
    parallel_tool_calls: bool | UnsetType = UNSET

    reasoning_effort: str | UnsetType = UNSET
    response_format: Format | UnsetType = UNSET
    audio: AudioParameters | UnsetType = UNSET
    functions: list[FunctionObject] | UnsetType = UNSET
    function_call: Raw = ABSENT

    # No canonical field holds these.  Only frequent keys of compatible servers are declared: a document with an
    # undeclared key is read on the slow path, and each declared one costs every document.
    prediction: Raw = ABSENT
    web_search_options: Raw = ABSENT
    safety_identifier: Raw = ABSENT
    prompt_cache_key: Raw = ABSENT
    prompt_cache_retention: Raw = ABSENT
    verbosity: Raw = ABSENT
    cache_prompt: Raw = ABSENT
    chat_template_args: Raw = ABSENT
    chat_template_kwargs: Raw = ABSENT
    disable_search: Raw = ABSENT
    enable_search: Raw = ABSENT
    enable_thinking: Raw = ABSENT
    include_reasoning: Raw = ABSENT
    n_predict: Raw = ABSENT
    provider: Raw = ABSENT
    reasoning: Raw = ABSENT
    reasoning_format: Raw = ABSENT
    return_images: Raw = ABSENT
    return_related_questions: Raw = ABSENT
    search_context_size: Raw = ABSENT
    search_settings: Raw = ABSENT
    thinking: Raw = ABSENT
    thinking_budget: Raw = ABSENT
    usage: Raw = ABSENT
    venice_parameters: Raw = ABSENT
