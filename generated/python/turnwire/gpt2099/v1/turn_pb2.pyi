from turnwire.gpt2099.v1 import context_pb2 as _context_pb2
from turnwire.gpt2099.v1 import reply_pb2 as _reply_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TurnFrame(_message.Message):
    __slots__ = ("id", "topic", "hash", "meta", "ttl")
    ID_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    TTL_FIELD_NUMBER: _ClassVar[int]
    id: str
    topic: str
    hash: str
    meta: TurnMeta
    ttl: str
    def __init__(self, id: _Optional[str] = ..., topic: _Optional[str] = ..., hash: _Optional[str] = ..., meta: _Optional[_Union[TurnMeta, _Mapping]] = ..., ttl: _Optional[str] = ...) -> None: ...

class TurnMeta(_message.Message):
    __slots__ = ("role", "options", "inherited", "head", "continues_json", "cache", "content_type", "type", "document_name", "original_path", "file_size", "message", "frame_id", "extra_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ROLE_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    INHERITED_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    CONTINUES_JSON_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    CONTENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_NAME_FIELD_NUMBER: _ClassVar[int]
    ORIGINAL_PATH_FIELD_NUMBER: _ClassVar[int]
    FILE_SIZE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    FRAME_ID_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    role: _context_pb2.Role
    options: _context_pb2.Options
    inherited: _context_pb2.Options
    head: str
    continues_json: str
    cache: bool
    content_type: str
    type: str
    document_name: str
    original_path: str
    file_size: int
    message: _reply_pb2.ReplyMeta
    frame_id: str
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, role: _Optional[_Union[_context_pb2.Role, str]] = ..., options: _Optional[_Union[_context_pb2.Options, _Mapping]] = ..., inherited: _Optional[_Union[_context_pb2.Options, _Mapping]] = ..., head: _Optional[str] = ..., continues_json: _Optional[str] = ..., cache: _Optional[bool] = ..., content_type: _Optional[str] = ..., type: _Optional[str] = ..., document_name: _Optional[str] = ..., original_path: _Optional[str] = ..., file_size: _Optional[int] = ..., message: _Optional[_Union[_reply_pb2.ReplyMeta, _Mapping]] = ..., frame_id: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Frame(_message.Message):
    __slots__ = ("id", "topic", "hash", "meta_json", "ttl")
    class MetaJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    META_JSON_FIELD_NUMBER: _ClassVar[int]
    TTL_FIELD_NUMBER: _ClassVar[int]
    id: str
    topic: str
    hash: str
    meta_json: _containers.ScalarMap[str, str]
    ttl: str
    def __init__(self, id: _Optional[str] = ..., topic: _Optional[str] = ..., hash: _Optional[str] = ..., meta_json: _Optional[_Mapping[str, str]] = ..., ttl: _Optional[str] = ...) -> None: ...

class ProviderPointer(_message.Message):
    __slots__ = ("provider", "model")
    PROVIDER_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    provider: str
    model: str
    def __init__(self, provider: _Optional[str] = ..., model: _Optional[str] = ...) -> None: ...

class NewTurn(_message.Message):
    __slots__ = ("continues_json", "respond", "servers", "search", "bookmark", "provider_ptr", "json", "cache")
    CONTINUES_JSON_FIELD_NUMBER: _ClassVar[int]
    RESPOND_FIELD_NUMBER: _ClassVar[int]
    SERVERS_FIELD_NUMBER: _ClassVar[int]
    SEARCH_FIELD_NUMBER: _ClassVar[int]
    BOOKMARK_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_PTR_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    continues_json: str
    respond: bool
    servers: _containers.RepeatedScalarFieldContainer[str]
    search: bool
    bookmark: str
    provider_ptr: str
    json: bool
    cache: bool
    def __init__(self, continues_json: _Optional[str] = ..., respond: _Optional[bool] = ..., servers: _Optional[_Iterable[str]] = ..., search: _Optional[bool] = ..., bookmark: _Optional[str] = ..., provider_ptr: _Optional[str] = ..., json: _Optional[bool] = ..., cache: _Optional[bool] = ...) -> None: ...
