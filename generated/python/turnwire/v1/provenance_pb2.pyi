from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class Origin(_message.Message):
    __slots__ = ("dialect", "model", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    dialect: str
    model: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, dialect: _Optional[str] = ..., model: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
