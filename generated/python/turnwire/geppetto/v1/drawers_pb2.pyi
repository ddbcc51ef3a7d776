from turnwire.geppetto.v1 import failure_pb2 as _failure_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListRequest(_message.Message):
    __slots__ = ("request_type", "data_operands", "file_names", "extra_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    REQUEST_TYPE_FIELD_NUMBER: _ClassVar[int]
    DATA_OPERANDS_FIELD_NUMBER: _ClassVar[int]
    FILE_NAMES_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    request_type: str
    data_operands: str
    file_names: _containers.RepeatedScalarFieldContainer[str]
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, request_type: _Optional[str] = ..., data_operands: _Optional[str] = ..., file_names: _Optional[_Iterable[str]] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ListResponse(_message.Message):
    __slots__ = ("response_type", "response_msg", "error")
    RESPONSE_TYPE_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_MSG_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    response_type: str
    response_msg: str
    error: _failure_pb2.ErrorResponse
    def __init__(self, response_type: _Optional[str] = ..., response_msg: _Optional[str] = ..., error: _Optional[_Union[_failure_pb2.ErrorResponse, _Mapping]] = ...) -> None: ...

class FileDrawers(_message.Message):
    __slots__ = ("extra_json",)
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
