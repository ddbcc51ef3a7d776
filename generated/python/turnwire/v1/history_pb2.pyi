from turnwire.v1 import message_pb2 as _message_pb2
from turnwire.v1 import settings_pb2 as _settings_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class History(_message.Message):
    __slots__ = ("history", "settings", "meta", "system", "id", "schema_version", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    SYSTEM_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_VERSION_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    history: _containers.RepeatedCompositeFieldContainer[_message_pb2.Message]
    settings: _settings_pb2.Settings
    meta: Meta
    system: SystemInfo
    id: str
    schema_version: int
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, history: _Optional[_Iterable[_Union[_message_pb2.Message, _Mapping]]] = ..., settings: _Optional[_Union[_settings_pb2.Settings, _Mapping]] = ..., meta: _Optional[_Union[Meta, _Mapping]] = ..., system: _Optional[_Union[SystemInfo, _Mapping]] = ..., id: _Optional[str] = ..., schema_version: _Optional[int] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Meta(_message.Message):
    __slots__ = ("chat_started", "used_model", "extra_json", "provider_raw_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CHAT_STARTED_FIELD_NUMBER: _ClassVar[int]
    USED_MODEL_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    chat_started: str
    used_model: str
    extra_json: _containers.ScalarMap[str, str]
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, chat_started: _Optional[str] = ..., used_model: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class SystemInfo(_message.Message):
    __slots__ = ("primary_message", "available_user_info_json", "service_info_json", "extra_json", "provider_raw_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    PRIMARY_MESSAGE_FIELD_NUMBER: _ClassVar[int]
    AVAILABLE_USER_INFO_JSON_FIELD_NUMBER: _ClassVar[int]
    SERVICE_INFO_JSON_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    primary_message: str
    available_user_info_json: str
    service_info_json: str
    extra_json: _containers.ScalarMap[str, str]
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, primary_message: _Optional[str] = ..., available_user_info_json: _Optional[str] = ..., service_info_json: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
