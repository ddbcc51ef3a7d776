from turnwire.glm.v1 import settings_pb2 as _settings_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ChatHistory(_message.Message):
    __slots__ = ("history", "meta", "settings", "system")
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    SYSTEM_FIELD_NUMBER: _ClassVar[int]
    history: _containers.RepeatedCompositeFieldContainer[Entry]
    meta: ChatMeta
    settings: _settings_pb2.Settings
    system: System
    def __init__(self, history: _Optional[_Iterable[_Union[Entry, _Mapping]]] = ..., meta: _Optional[_Union[ChatMeta, _Mapping]] = ..., settings: _Optional[_Union[_settings_pb2.Settings, _Mapping]] = ..., system: _Optional[_Union[System, _Mapping]] = ...) -> None: ...

class Entry(_message.Message):
    __slots__ = ("user", "assistant", "user_interaction_json")
    USER_FIELD_NUMBER: _ClassVar[int]
    ASSISTANT_FIELD_NUMBER: _ClassVar[int]
    USER_INTERACTION_JSON_FIELD_NUMBER: _ClassVar[int]
    user: User
    assistant: Assistant
    user_interaction_json: str
    def __init__(self, user: _Optional[_Union[User, _Mapping]] = ..., assistant: _Optional[_Union[Assistant, _Mapping]] = ..., user_interaction_json: _Optional[str] = ...) -> None: ...

class User(_message.Message):
    __slots__ = ("content", "meta", "function_calls", "sentiment_json")
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_CALLS_FIELD_NUMBER: _ClassVar[int]
    SENTIMENT_JSON_FIELD_NUMBER: _ClassVar[int]
    content: str
    meta: EntryMeta
    function_calls: _containers.RepeatedCompositeFieldContainer[FunctionCall]
    sentiment_json: str
    def __init__(self, content: _Optional[str] = ..., meta: _Optional[_Union[EntryMeta, _Mapping]] = ..., function_calls: _Optional[_Iterable[_Union[FunctionCall, _Mapping]]] = ..., sentiment_json: _Optional[str] = ...) -> None: ...

class Assistant(_message.Message):
    __slots__ = ("content", "meta", "function_calls", "feedback_json")
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_CALLS_FIELD_NUMBER: _ClassVar[int]
    FEEDBACK_JSON_FIELD_NUMBER: _ClassVar[int]
    content: str
    meta: EntryMeta
    function_calls: _containers.RepeatedCompositeFieldContainer[FunctionCall]
    feedback_json: str
    def __init__(self, content: _Optional[str] = ..., meta: _Optional[_Union[EntryMeta, _Mapping]] = ..., function_calls: _Optional[_Iterable[_Union[FunctionCall, _Mapping]]] = ..., feedback_json: _Optional[str] = ...) -> None: ...

class EntryMeta(_message.Message):
    __slots__ = ("token_count", "completion_time", "extra_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TOKEN_COUNT_FIELD_NUMBER: _ClassVar[int]
    COMPLETION_TIME_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    token_count: int
    completion_time: float
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, token_count: _Optional[int] = ..., completion_time: _Optional[float] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class FunctionCall(_message.Message):
    __slots__ = ("name", "parameters_json", "return_json")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_JSON_FIELD_NUMBER: _ClassVar[int]
    RETURN_JSON_FIELD_NUMBER: _ClassVar[int]
    name: str
    parameters_json: str
    return_json: str
    def __init__(self, name: _Optional[str] = ..., parameters_json: _Optional[str] = ..., return_json: _Optional[str] = ...) -> None: ...

class ChatMeta(_message.Message):
    __slots__ = ("chat_started_json", "used_model", "extra_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CHAT_STARTED_JSON_FIELD_NUMBER: _ClassVar[int]
    USED_MODEL_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    chat_started_json: str
    used_model: str
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, chat_started_json: _Optional[str] = ..., used_model: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class System(_message.Message):
    __slots__ = ("primary_message", "available_user_info_json", "service_info_json", "extra_json")
    class ExtraJsonEntry(_message.Message):
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
    primary_message: str
    available_user_info_json: str
    service_info_json: str
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, primary_message: _Optional[str] = ..., available_user_info_json: _Optional[str] = ..., service_info_json: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
