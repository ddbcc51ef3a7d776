from turnwire.geppetto.v1 import failure_pb2 as _failure_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ConversationRequest(_message.Message):
    __slots__ = ("request_type", "persona", "uid", "message", "document", "context", "max_tokens", "temperature", "top_p", "stop_sequences", "session_id", "language", "extra_json")
    class ExtraJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    REQUEST_TYPE_FIELD_NUMBER: _ClassVar[int]
    PERSONA_FIELD_NUMBER: _ClassVar[int]
    UID_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    MAX_TOKENS_FIELD_NUMBER: _ClassVar[int]
    TEMPERATURE_FIELD_NUMBER: _ClassVar[int]
    TOP_P_FIELD_NUMBER: _ClassVar[int]
    STOP_SEQUENCES_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    request_type: str
    persona: str
    uid: str
    message: str
    document: str
    context: str
    max_tokens: int
    temperature: float
    top_p: float
    stop_sequences: _containers.RepeatedScalarFieldContainer[str]
    session_id: str
    language: str
    extra_json: _containers.ScalarMap[str, str]
    def __init__(self, request_type: _Optional[str] = ..., persona: _Optional[str] = ..., uid: _Optional[str] = ..., message: _Optional[str] = ..., document: _Optional[str] = ..., context: _Optional[str] = ..., max_tokens: _Optional[int] = ..., temperature: _Optional[float] = ..., top_p: _Optional[float] = ..., stop_sequences: _Optional[_Iterable[str]] = ..., session_id: _Optional[str] = ..., language: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ConversationResponse(_message.Message):
    __slots__ = ("request_type", "content", "citations_json", "input_token_count", "output_token_count", "error")
    REQUEST_TYPE_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    INPUT_TOKEN_COUNT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_TOKEN_COUNT_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    request_type: str
    content: str
    citations_json: _containers.RepeatedScalarFieldContainer[str]
    input_token_count: int
    output_token_count: int
    error: _failure_pb2.ErrorResponse
    def __init__(self, request_type: _Optional[str] = ..., content: _Optional[str] = ..., citations_json: _Optional[_Iterable[str]] = ..., input_token_count: _Optional[int] = ..., output_token_count: _Optional[int] = ..., error: _Optional[_Union[_failure_pb2.ErrorResponse, _Mapping]] = ...) -> None: ...

class Citation(_message.Message):
    __slots__ = ("source", "page", "date")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    source: str
    page: int
    date: str
    def __init__(self, source: _Optional[str] = ..., page: _Optional[int] = ..., date: _Optional[str] = ...) -> None: ...
