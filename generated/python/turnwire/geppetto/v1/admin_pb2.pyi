from turnwire.geppetto.v1 import failure_pb2 as _failure_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class UploadRequest(_message.Message):
    __slots__ = ("filedrawer", "files")
    FILEDRAWER_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    filedrawer: str
    files: _containers.RepeatedCompositeFieldContainer[UploadedFile]
    def __init__(self, filedrawer: _Optional[str] = ..., files: _Optional[_Iterable[_Union[UploadedFile, _Mapping]]] = ...) -> None: ...

class UploadedFile(_message.Message):
    __slots__ = ("filename", "data", "media_type")
    FILENAME_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    filename: str
    data: str
    media_type: str
    def __init__(self, filename: _Optional[str] = ..., data: _Optional[str] = ..., media_type: _Optional[str] = ...) -> None: ...

class UploadResponse(_message.Message):
    __slots__ = ("message", "error", "listfiles")
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    LISTFILES_FIELD_NUMBER: _ClassVar[int]
    message: str
    error: _failure_pb2.ErrorResponse
    listfiles: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, message: _Optional[str] = ..., error: _Optional[_Union[_failure_pb2.ErrorResponse, _Mapping]] = ..., listfiles: _Optional[_Iterable[str]] = ...) -> None: ...

class IngestRequest(_message.Message):
    __slots__ = ("request", "filedrawer", "filename", "extra_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    FILEDRAWER_FIELD_NUMBER: _ClassVar[int]
    FILENAME_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    request: str
    filedrawer: str
    filename: str
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, request: _Optional[str] = ..., filedrawer: _Optional[str] = ..., filename: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class IngestResponse(_message.Message):
    __slots__ = ("status", "request", "error")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    status: str
    request: str
    error: _failure_pb2.ErrorResponse
    def __init__(self, status: _Optional[str] = ..., request: _Optional[str] = ..., error: _Optional[_Union[_failure_pb2.ErrorResponse, _Mapping]] = ...) -> None: ...
