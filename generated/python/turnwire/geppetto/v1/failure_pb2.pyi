from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorResponse(_message.Message):
    __slots__ = ("code_json", "message")
    CODE_JSON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    code_json: str
    message: str
    def __init__(self, code_json: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("detail_json",)
    DETAIL_JSON_FIELD_NUMBER: _ClassVar[int]
    detail_json: str
    def __init__(self, detail_json: _Optional[str] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("type", "loc_json", "msg", "input_json", "url", "ctx_json")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    LOC_JSON_FIELD_NUMBER: _ClassVar[int]
    MSG_FIELD_NUMBER: _ClassVar[int]
    INPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    CTX_JSON_FIELD_NUMBER: _ClassVar[int]
    type: str
    loc_json: _containers.RepeatedScalarFieldContainer[str]
    msg: str
    input_json: str
    url: str
    ctx_json: str
    def __init__(self, type: _Optional[str] = ..., loc_json: _Optional[_Iterable[str]] = ..., msg: _Optional[str] = ..., input_json: _Optional[str] = ..., url: _Optional[str] = ..., ctx_json: _Optional[str] = ...) -> None: ...
