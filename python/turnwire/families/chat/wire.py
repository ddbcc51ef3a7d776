"""The pieces that requests and replies of OpenAI's chat format share."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT


class CalledFunction(Wire):
    """The function that an assistant calls, and its arguments (JSON as text, as the model wrote it)."""

    name: str
    arguments: str | UnsetType = UNSET


class CalledCustom(Wire):
    """A call of a custom tool, whose input is free text."""

    name: str
    input: str


class FunctionCall(Wire, tag_field="type", tag="function"):
    """One call of a function."""

    id: str
    function: CalledFunction
    index: int | UnsetType = UNSET
    cache_control: Raw = ABSENT


class CustomCall(Wire, tag_field="type", tag="custom"):
    """One call of a custom tool."""

    id: str
    custom: CalledCustom
    index: int | UnsetType = UNSET


ToolCall = FunctionCall | CustomCall | OpaquePart


class TextPart(Wire, tag_field="type", tag="text"):
    """Text inside a list of content parts."""

    text: str
    cache_control: Raw = ABSENT
    prompt_cache_breakpoint: Raw = ABSENT


class ImageUrl(Wire):
    """A picture: a URL, or its bytes as a data URL.  The URL stays raw JSON: it can be megabytes."""

    url: Raw = ABSENT
    detail: str | UnsetType = UNSET


class ImagePart(Wire, tag_field="type", tag="image_url"):
    """A picture inside a list of content parts."""

    image_url: ImageUrl
    cache_control: Raw = ABSENT


class AssistantImage(Wire):
    """A picture that an assistant made, next to its content (compatible servers)."""

    image_url: ImageUrl
    type: Raw = ABSENT
    index: Raw = ABSENT


class InputAudio(Wire):
    """Sound as base64."""

    data: Raw
    format: str


class AudioPart(Wire, tag_field="type", tag="input_audio"):
    """Sound inside a list of content parts."""

    input_audio: InputAudio


class FileData(Wire):
    """A file: its bytes as a data URL, or its id on the provider's server."""

    file_data: Raw = ABSENT
    file_id: str | UnsetType = UNSET
    filename: str | UnsetType = UNSET


class FilePart(Wire, tag_field="type", tag="file"):
    """A file inside a list of content parts."""

    file: FileData
    cache_control: Raw = ABSENT


class VideoUrl(Wire):
    """A video: a URL, or its bytes as a data URL (compatible servers)."""

    url: Raw = ABSENT


class VideoPart(Wire, tag_field="type", tag="video_url"):
    """A film inside a list of content parts."""

    video_url: VideoUrl


class RefusalPart(Wire, tag_field="type", tag="refusal"):
    """A refusal inside a list of content parts."""

    refusal: str


Part = TextPart | ImagePart | AudioPart | FilePart | VideoPart | RefusalPart | OpaquePart
