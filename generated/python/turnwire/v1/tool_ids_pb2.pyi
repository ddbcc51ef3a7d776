from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ToolIds(_message.Message):
    __slots__ = ("session_id", "ids", "schema_version")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    IDS_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_VERSION_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    ids: _containers.RepeatedCompositeFieldContainer[ToolId]
    schema_version: int
    def __init__(self, session_id: _Optional[str] = ..., ids: _Optional[_Iterable[_Union[ToolId, _Mapping]]] = ..., schema_version: _Optional[int] = ...) -> None: ...

class ToolId(_message.Message):
    __slots__ = ("canonical", "provider", "provider_id")
    CANONICAL_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_ID_FIELD_NUMBER: _ClassVar[int]
    canonical: str
    provider: str
    provider_id: str
    def __init__(self, canonical: _Optional[str] = ..., provider: _Optional[str] = ..., provider_id: _Optional[str] = ...) -> None: ...
