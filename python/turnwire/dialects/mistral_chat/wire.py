"""The pieces that requests and replies of Mistral's chat format share."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
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


class FunctionObject(Wire):
    """A function the model may call."""

    name: str
    description: str | UnsetType = UNSET
    parameters: Raw = ABSENT
    strict: bool | UnsetType = UNSET


class FunctionTool(Wire, tag_field="type", tag="function"):
    """A function among the tools."""

    function: FunctionObject
