"""The JSON of requests and replies.  Keys that have no canonical field are `Raw`: kept as residue, never decoded."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.families.chat.wire_request import Format, FunctionObject
from turnwire.mapped.mistral_settings import SettingsMembers
from turnwire.model import ABSENT

NAME = "mistral_chat"


class CalledFunction(Wire):
    """The function that an assistant calls; `arguments` are a text that holds JSON, or the JSON itself."""

    name: str
    arguments: Raw = ABSENT


class ToolCall(Wire):
    """One call of a function.  The optional type is `function`."""

    function: CalledFunction | UnsetType = UNSET
    id: str | UnsetType = UNSET
    type: str | UnsetType = UNSET
    index: int | UnsetType = UNSET


class TextChunk(Wire, tag_field="type", tag="text"):
    """Text inside a list of chunks."""

    text: str


class ImageUrl(Wire):
    """A picture: a web address, or its bytes as a data URL.  The URL stays raw JSON: it can be megabytes."""

    url: Raw
    detail: str | UnsetType = UNSET


class ImageChunk(Wire, tag_field="type", tag="image_url"):
    """A picture; its URL may be a bare text."""

    image_url: str | ImageUrl


class DocumentChunk(Wire, tag_field="type", tag="document_url"):
    """A document: a web address, or its bytes as a data URL."""

    document_url: Raw
    document_name: str | UnsetType = UNSET


class FileChunk(Wire, tag_field="type", tag="file"):
    """A file on the provider's server."""

    file_id: str


class Sound(Wire):
    """Sound with its format, as the neighbouring format of OpenAI has it."""

    data: Raw
    format: str | UnsetType = UNSET


class AudioChunk(Wire, tag_field="type", tag="input_audio"):
    """Sound: base64, a web address, or a data URL."""

    input_audio: str | Sound


class ThinkingChunk(Wire, tag_field="type", tag="thinking"):
    """A thought: chunks of text and of references (or one text, as Mistral's own tokenizers take it)."""

    thinking: str | list[TextChunk | OpaquePart]
    closed: bool | UnsetType = UNSET
    signature: str | UnsetType = UNSET


# References are kept as they are: nothing in the model names what another message of the conversation holds.
Chunk = TextChunk | ImageChunk | DocumentChunk | FileChunk | AudioChunk | ThinkingChunk | OpaquePart

Content = str | list[Chunk] | UnsetType | None


class ChatMessage(Wire):
    """A message of any role: the reader decides what each role may hold, so that unusual messages are read too."""

    role: str | UnsetType = UNSET
    content: Content = UNSET
    tool_calls: list[ToolCall] | UnsetType | None = UNSET
    tool_call_id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    prefix: bool | UnsetType = UNSET


class FunctionTool(Wire, tag_field="type", tag="function"):
    """A function among the tools."""

    function: FunctionObject


Tool = FunctionTool | OpaquePart


class ChatRequest(SettingsMembers):
    """A whole request: the members of the table, and those that are read by other code."""

    messages: list[ChatMessage]
    model: str | UnsetType = UNSET
    tools: list[Tool] | UnsetType = UNSET
    tool_choice: Raw = ABSENT

    parallel_tool_calls: bool | UnsetType = UNSET
    reasoning_effort: str | UnsetType = UNSET
    response_format: Format | UnsetType = UNSET

    # No canonical field holds these.
    guardrails: Raw = ABSENT
    prediction: Raw = ABSENT
    prompt_cache_key: Raw = ABSENT
    prompt_mode: Raw = ABSENT
    safe_prompt: Raw = ABSENT


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
