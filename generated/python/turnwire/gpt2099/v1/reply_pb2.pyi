from turnwire.gpt2099.v1 import content_pb2 as _content_pb2
from turnwire.gpt2099.v1 import context_pb2 as _context_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Reply(_message.Message):
    __slots__ = ("message", "role", "mime_type")
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    MIME_TYPE_FIELD_NUMBER: _ClassVar[int]
    message: ReplyMessage
    role: _context_pb2.Role
    mime_type: str
    def __init__(self, message: _Optional[_Union[ReplyMessage, _Mapping]] = ..., role: _Optional[_Union[_context_pb2.Role, str]] = ..., mime_type: _Optional[str] = ...) -> None: ...

class ReplyMessage(_message.Message):
    __slots__ = ("content", "role", "type", "id", "model", "stop_reason", "stop_sequence", "usage", "extra_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    STOP_REASON_FIELD_NUMBER: _ClassVar[int]
    STOP_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    USAGE_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    content: _containers.RepeatedCompositeFieldContainer[_content_pb2.ContentBlock]
    role: _context_pb2.Role
    type: str
    id: str
    model: str
    stop_reason: str
    stop_sequence: str
    usage: Usage
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, content: _Optional[_Iterable[_Union[_content_pb2.ContentBlock, _Mapping]]] = ..., role: _Optional[_Union[_context_pb2.Role, str]] = ..., type: _Optional[str] = ..., id: _Optional[str] = ..., model: _Optional[str] = ..., stop_reason: _Optional[str] = ..., stop_sequence: _Optional[str] = ..., usage: _Optional[_Union[Usage, _Mapping]] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ReplyMeta(_message.Message):
    __slots__ = ("role", "type", "id", "model", "stop_reason", "stop_sequence", "usage", "extra_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ROLE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    STOP_REASON_FIELD_NUMBER: _ClassVar[int]
    STOP_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    USAGE_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    role: _context_pb2.Role
    type: str
    id: str
    model: str
    stop_reason: str
    stop_sequence: str
    usage: Usage
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, role: _Optional[_Union[_context_pb2.Role, str]] = ..., type: _Optional[str] = ..., id: _Optional[str] = ..., model: _Optional[str] = ..., stop_reason: _Optional[str] = ..., stop_sequence: _Optional[str] = ..., usage: _Optional[_Union[Usage, _Mapping]] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Usage(_message.Message):
    __slots__ = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "cache_creation_json", "server_tool_use_json", "service_tier", "extra_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    CACHE_CREATION_INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    CACHE_READ_INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    CACHE_CREATION_JSON_FIELD_NUMBER: _ClassVar[int]
    SERVER_TOOL_USE_JSON_FIELD_NUMBER: _ClassVar[int]
    SERVICE_TIER_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    input_tokens: int
    output_tokens: int
    cache_creation_input_tokens: int
    cache_read_input_tokens: int
    cache_creation_json: str
    server_tool_use_json: str
    service_tier: str
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, input_tokens: _Optional[int] = ..., output_tokens: _Optional[int] = ..., cache_creation_input_tokens: _Optional[int] = ..., cache_read_input_tokens: _Optional[int] = ..., cache_creation_json: _Optional[str] = ..., server_tool_use_json: _Optional[str] = ..., service_tier: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class StreamerEvent(_message.Message):
    __slots__ = ("type", "name", "content_json", "id")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CONTENT_JSON_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    type: str
    name: str
    content_json: str
    id: str
    def __init__(self, type: _Optional[str] = ..., name: _Optional[str] = ..., content_json: _Optional[str] = ..., id: _Optional[str] = ...) -> None: ...
