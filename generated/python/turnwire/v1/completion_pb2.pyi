from turnwire.v1 import message_pb2 as _message_pb2
from turnwire.v1 import metadata_pb2 as _metadata_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Completion(_message.Message):
    __slots__ = ("candidates", "id", "created_at", "model", "usage", "service_tier", "schema_version", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    USAGE_FIELD_NUMBER: _ClassVar[int]
    SERVICE_TIER_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_VERSION_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidates: _containers.RepeatedCompositeFieldContainer[_message_pb2.Message]
    id: str
    created_at: str
    model: str
    usage: _metadata_pb2.Usage
    service_tier: str
    schema_version: int
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidates: _Optional[_Iterable[_Union[_message_pb2.Message, _Mapping]]] = ..., id: _Optional[str] = ..., created_at: _Optional[str] = ..., model: _Optional[str] = ..., usage: _Optional[_Union[_metadata_pb2.Usage, _Mapping]] = ..., service_tier: _Optional[str] = ..., schema_version: _Optional[int] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ErrorReply(_message.Message):
    __slots__ = ("message", "status", "type", "code", "param", "request_id", "retry_after", "schema_version", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    PARAM_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_VERSION_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    message: str
    status: int
    type: str
    code: str
    param: str
    request_id: str
    retry_after: float
    schema_version: int
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, message: _Optional[str] = ..., status: _Optional[int] = ..., type: _Optional[str] = ..., code: _Optional[str] = ..., param: _Optional[str] = ..., request_id: _Optional[str] = ..., retry_after: _Optional[float] = ..., schema_version: _Optional[int] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
