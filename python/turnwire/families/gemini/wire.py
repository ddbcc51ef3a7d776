"""Contents and parts, as requests and replies have them.

Python names are the names of the provider's protobuf, which its JSON spells in camelCase; parsers take both.
"""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.model import ABSENT


class Proto(Wire, rename="camel"):
    """An object whose fields have two spellings."""


class Blob(Proto):
    """`inlineData`."""

    mime_type: str | UnsetType = UNSET
    data: Raw = ABSENT


class FileData(Proto):
    """`fileData`."""

    mime_type: str | UnsetType = UNSET
    file_uri: Raw = ABSENT


class FunctionCall(Proto):
    """`functionCall`."""

    id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    args: Raw = ABSENT


class ResponsePart(Proto):
    """A part of a function's response: media."""

    inline_data: Blob | UnsetType = UNSET
    file_data: FileData | UnsetType = UNSET


class FunctionResponse(Proto):
    """`functionResponse`."""

    id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    response: Raw = ABSENT
    parts: list[ResponsePart] | UnsetType = UNSET
    will_continue: Raw = ABSENT
    scheduling: Raw = ABSENT


class ExecutableCode(Proto):
    """`executableCode`: a call of the provider's own tool."""

    id: str | UnsetType = UNSET
    language: Raw = ABSENT
    code: Raw = ABSENT


class CodeExecutionResult(Proto):
    """`codeExecutionResult`."""

    id: str | UnsetType = UNSET
    outcome: Raw = ABSENT
    output: Raw = ABSENT


class ToolCall(Proto):
    """`toolCall`: a call of one of the provider's other tools."""

    id: str | UnsetType = UNSET
    tool_type: str | UnsetType = UNSET
    args: Raw = ABSENT


class ToolResponse(Proto):
    """`toolResponse`."""

    id: str | UnsetType = UNSET
    tool_type: str | UnsetType = UNSET
    response: Raw = ABSENT


class VideoMetadata(Proto):
    """`videoMetadata`."""

    start_offset: str | UnsetType = UNSET
    end_offset: str | UnsetType = UNSET
    fps: Raw = ABSENT


class Part(Proto):
    """A part: one of the kinds of data, and its properties."""

    text: str | UnsetType = UNSET
    thought: bool | UnsetType = UNSET
    thought_signature: str | UnsetType = UNSET
    function_call: FunctionCall | UnsetType = UNSET
    function_response: FunctionResponse | UnsetType = UNSET
    inline_data: Blob | UnsetType = UNSET
    file_data: FileData | UnsetType = UNSET
    executable_code: ExecutableCode | UnsetType = UNSET
    code_execution_result: CodeExecutionResult | UnsetType = UNSET
    tool_call: ToolCall | UnsetType = UNSET
    tool_response: ToolResponse | UnsetType = UNSET
    video_metadata: VideoMetadata | UnsetType = UNSET
    media_resolution: Raw = ABSENT
    part_metadata: Raw = ABSENT


class Content(Proto):
    """A turn."""

    role: str | UnsetType = UNSET
    parts: list[Part | str] | Part | str | UnsetType = UNSET
