from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class McpResponse(_message.Message):
    __slots__ = ("jsonrpc", "id_json", "result_json", "error")
    JSONRPC_FIELD_NUMBER: _ClassVar[int]
    ID_JSON_FIELD_NUMBER: _ClassVar[int]
    RESULT_JSON_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    jsonrpc: str
    id_json: str
    result_json: str
    error: McpError
    def __init__(self, jsonrpc: _Optional[str] = ..., id_json: _Optional[str] = ..., result_json: _Optional[str] = ..., error: _Optional[_Union[McpError, _Mapping]] = ...) -> None: ...

class McpError(_message.Message):
    __slots__ = ("code", "message", "data_json")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    DATA_JSON_FIELD_NUMBER: _ClassVar[int]
    code: int
    message: str
    data_json: str
    def __init__(self, code: _Optional[int] = ..., message: _Optional[str] = ..., data_json: _Optional[str] = ...) -> None: ...
