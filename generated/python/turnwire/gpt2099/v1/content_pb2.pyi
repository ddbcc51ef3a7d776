from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ContentBlock(_message.Message):
    __slots__ = ("text", "document", "tool_use", "tool_result", "server_tool_use", "web_search_tool_result")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    TOOL_USE_FIELD_NUMBER: _ClassVar[int]
    TOOL_RESULT_FIELD_NUMBER: _ClassVar[int]
    SERVER_TOOL_USE_FIELD_NUMBER: _ClassVar[int]
    WEB_SEARCH_TOOL_RESULT_FIELD_NUMBER: _ClassVar[int]
    text: TextBlock
    document: DocumentBlock
    tool_use: ToolUseBlock
    tool_result: ToolResultBlock
    server_tool_use: ServerToolUseBlock
    web_search_tool_result: WebSearchToolResultBlock
    def __init__(self, text: _Optional[_Union[TextBlock, _Mapping]] = ..., document: _Optional[_Union[DocumentBlock, _Mapping]] = ..., tool_use: _Optional[_Union[ToolUseBlock, _Mapping]] = ..., tool_result: _Optional[_Union[ToolResultBlock, _Mapping]] = ..., server_tool_use: _Optional[_Union[ServerToolUseBlock, _Mapping]] = ..., web_search_tool_result: _Optional[_Union[WebSearchToolResultBlock, _Mapping]] = ...) -> None: ...

class TextBlock(_message.Message):
    __slots__ = ("text", "citations_json")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    text: str
    citations_json: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, text: _Optional[str] = ..., citations_json: _Optional[_Iterable[str]] = ...) -> None: ...

class DocumentBlock(_message.Message):
    __slots__ = ("source",)
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    source: DocumentSource
    def __init__(self, source: _Optional[_Union[DocumentSource, _Mapping]] = ...) -> None: ...

class DocumentSource(_message.Message):
    __slots__ = ("type", "media_type", "data")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    type: str
    media_type: str
    data: str
    def __init__(self, type: _Optional[str] = ..., media_type: _Optional[str] = ..., data: _Optional[str] = ...) -> None: ...

class ToolUseBlock(_message.Message):
    __slots__ = ("name", "input_json", "id")
    NAME_FIELD_NUMBER: _ClassVar[int]
    INPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    name: str
    input_json: str
    id: str
    def __init__(self, name: _Optional[str] = ..., input_json: _Optional[str] = ..., id: _Optional[str] = ...) -> None: ...

class ToolResultBlock(_message.Message):
    __slots__ = ("name", "content_json", "tool_use_id", "is_error")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CONTENT_JSON_FIELD_NUMBER: _ClassVar[int]
    TOOL_USE_ID_FIELD_NUMBER: _ClassVar[int]
    IS_ERROR_FIELD_NUMBER: _ClassVar[int]
    name: str
    content_json: _containers.RepeatedScalarFieldContainer[str]
    tool_use_id: str
    is_error: bool
    def __init__(self, name: _Optional[str] = ..., content_json: _Optional[_Iterable[str]] = ..., tool_use_id: _Optional[str] = ..., is_error: _Optional[bool] = ...) -> None: ...

class ServerToolUseBlock(_message.Message):
    __slots__ = ("id", "name", "input_json")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    INPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    input_json: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., input_json: _Optional[str] = ...) -> None: ...

class WebSearchToolResultBlock(_message.Message):
    __slots__ = ("tool_use_id", "content_json")
    TOOL_USE_ID_FIELD_NUMBER: _ClassVar[int]
    CONTENT_JSON_FIELD_NUMBER: _ClassVar[int]
    tool_use_id: str
    content_json: str
    def __init__(self, tool_use_id: _Optional[str] = ..., content_json: _Optional[str] = ...) -> None: ...
