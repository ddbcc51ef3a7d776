from turnwire.v1 import provenance_pb2 as _provenance_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SourceKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SOURCE_KIND_UNSPECIFIED: _ClassVar[SourceKind]
    SOURCE_KIND_BASE64: _ClassVar[SourceKind]
    SOURCE_KIND_URL: _ClassVar[SourceKind]
    SOURCE_KIND_FILE_REF: _ClassVar[SourceKind]
    SOURCE_KIND_FILE_ID: _ClassVar[SourceKind]
    SOURCE_KIND_TEXT: _ClassVar[SourceKind]
    SOURCE_KIND_CONTENT: _ClassVar[SourceKind]

class ToolRunner(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOOL_RUNNER_UNSPECIFIED: _ClassVar[ToolRunner]
    TOOL_RUNNER_CALLER: _ClassVar[ToolRunner]
    TOOL_RUNNER_PROVIDER: _ClassVar[ToolRunner]

class CitationKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CITATION_KIND_UNSPECIFIED: _ClassVar[CitationKind]
    CITATION_KIND_CHARACTERS: _ClassVar[CitationKind]
    CITATION_KIND_PAGES: _ClassVar[CitationKind]
    CITATION_KIND_BLOCKS: _ClassVar[CitationKind]
    CITATION_KIND_WEB: _ClassVar[CitationKind]
    CITATION_KIND_SEARCH_RESULT: _ClassVar[CitationKind]
    CITATION_KIND_FILE: _ClassVar[CitationKind]
    CITATION_KIND_OTHER: _ClassVar[CitationKind]
SOURCE_KIND_UNSPECIFIED: SourceKind
SOURCE_KIND_BASE64: SourceKind
SOURCE_KIND_URL: SourceKind
SOURCE_KIND_FILE_REF: SourceKind
SOURCE_KIND_FILE_ID: SourceKind
SOURCE_KIND_TEXT: SourceKind
SOURCE_KIND_CONTENT: SourceKind
TOOL_RUNNER_UNSPECIFIED: ToolRunner
TOOL_RUNNER_CALLER: ToolRunner
TOOL_RUNNER_PROVIDER: ToolRunner
CITATION_KIND_UNSPECIFIED: CitationKind
CITATION_KIND_CHARACTERS: CitationKind
CITATION_KIND_PAGES: CitationKind
CITATION_KIND_BLOCKS: CitationKind
CITATION_KIND_WEB: CitationKind
CITATION_KIND_SEARCH_RESULT: CitationKind
CITATION_KIND_FILE: CitationKind
CITATION_KIND_OTHER: CitationKind

class ContentBlock(_message.Message):
    __slots__ = ("text", "image", "document", "audio", "video", "tool_use", "tool_result", "thinking", "redacted_thinking", "refusal", "opaque")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    AUDIO_FIELD_NUMBER: _ClassVar[int]
    VIDEO_FIELD_NUMBER: _ClassVar[int]
    TOOL_USE_FIELD_NUMBER: _ClassVar[int]
    TOOL_RESULT_FIELD_NUMBER: _ClassVar[int]
    THINKING_FIELD_NUMBER: _ClassVar[int]
    REDACTED_THINKING_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    OPAQUE_FIELD_NUMBER: _ClassVar[int]
    text: TextBlock
    image: ImageBlock
    document: DocumentBlock
    audio: AudioBlock
    video: VideoBlock
    tool_use: ToolUseBlock
    tool_result: ToolResultBlock
    thinking: ThinkingBlock
    redacted_thinking: RedactedThinkingBlock
    refusal: RefusalBlock
    opaque: OpaqueBlock
    def __init__(self, text: _Optional[_Union[TextBlock, _Mapping]] = ..., image: _Optional[_Union[ImageBlock, _Mapping]] = ..., document: _Optional[_Union[DocumentBlock, _Mapping]] = ..., audio: _Optional[_Union[AudioBlock, _Mapping]] = ..., video: _Optional[_Union[VideoBlock, _Mapping]] = ..., tool_use: _Optional[_Union[ToolUseBlock, _Mapping]] = ..., tool_result: _Optional[_Union[ToolResultBlock, _Mapping]] = ..., thinking: _Optional[_Union[ThinkingBlock, _Mapping]] = ..., redacted_thinking: _Optional[_Union[RedactedThinkingBlock, _Mapping]] = ..., refusal: _Optional[_Union[RefusalBlock, _Mapping]] = ..., opaque: _Optional[_Union[OpaqueBlock, _Mapping]] = ...) -> None: ...

class TextBlock(_message.Message):
    __slots__ = ("text", "citations", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    text: str
    citations: _containers.RepeatedCompositeFieldContainer[Citation]
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, text: _Optional[str] = ..., citations: _Optional[_Iterable[_Union[Citation, _Mapping]]] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class CacheControl(_message.Message):
    __slots__ = ("kind", "ttl", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    KIND_FIELD_NUMBER: _ClassVar[int]
    TTL_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    kind: str
    ttl: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, kind: _Optional[str] = ..., ttl: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Source(_message.Message):
    __slots__ = ("kind", "data", "content", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    KIND_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    kind: SourceKind
    data: str
    content: _containers.RepeatedCompositeFieldContainer[ContentBlock]
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, kind: _Optional[_Union[SourceKind, str]] = ..., data: _Optional[str] = ..., content: _Optional[_Iterable[_Union[ContentBlock, _Mapping]]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ImageBlock(_message.Message):
    __slots__ = ("source", "media_type", "detail", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    source: Source
    media_type: str
    detail: str
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, source: _Optional[_Union[Source, _Mapping]] = ..., media_type: _Optional[str] = ..., detail: _Optional[str] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class DocumentBlock(_message.Message):
    __slots__ = ("source", "media_type", "title", "context", "filename", "citations", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    FILENAME_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    source: Source
    media_type: str
    title: str
    context: str
    filename: str
    citations: bool
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, source: _Optional[_Union[Source, _Mapping]] = ..., media_type: _Optional[str] = ..., title: _Optional[str] = ..., context: _Optional[str] = ..., filename: _Optional[str] = ..., citations: _Optional[bool] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class AudioBlock(_message.Message):
    __slots__ = ("source", "id", "media_type", "transcript", "expires_at", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    source: Source
    id: str
    media_type: str
    transcript: str
    expires_at: str
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, source: _Optional[_Union[Source, _Mapping]] = ..., id: _Optional[str] = ..., media_type: _Optional[str] = ..., transcript: _Optional[str] = ..., expires_at: _Optional[str] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class VideoBlock(_message.Message):
    __slots__ = ("source", "media_type", "start_offset", "end_offset", "fps", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    START_OFFSET_FIELD_NUMBER: _ClassVar[int]
    END_OFFSET_FIELD_NUMBER: _ClassVar[int]
    FPS_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    source: Source
    media_type: str
    start_offset: str
    end_offset: str
    fps: float
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, source: _Optional[_Union[Source, _Mapping]] = ..., media_type: _Optional[str] = ..., start_offset: _Optional[str] = ..., end_offset: _Optional[str] = ..., fps: _Optional[float] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ToolUseBlock(_message.Message):
    __slots__ = ("id", "name", "input_json", "input_text", "run_by", "call_type", "server_name", "status", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    INPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    INPUT_TEXT_FIELD_NUMBER: _ClassVar[int]
    RUN_BY_FIELD_NUMBER: _ClassVar[int]
    CALL_TYPE_FIELD_NUMBER: _ClassVar[int]
    SERVER_NAME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    input_json: str
    input_text: str
    run_by: ToolRunner
    call_type: str
    server_name: str
    status: str
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., input_json: _Optional[str] = ..., input_text: _Optional[str] = ..., run_by: _Optional[_Union[ToolRunner, str]] = ..., call_type: _Optional[str] = ..., server_name: _Optional[str] = ..., status: _Optional[str] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ToolResultBlock(_message.Message):
    __slots__ = ("tool_use_id", "name", "content", "is_error", "structured_json", "run_by", "result_type", "provider_result_json", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TOOL_USE_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    IS_ERROR_FIELD_NUMBER: _ClassVar[int]
    STRUCTURED_JSON_FIELD_NUMBER: _ClassVar[int]
    RUN_BY_FIELD_NUMBER: _ClassVar[int]
    RESULT_TYPE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RESULT_JSON_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    tool_use_id: str
    name: str
    content: _containers.RepeatedCompositeFieldContainer[ContentBlock]
    is_error: bool
    structured_json: str
    run_by: ToolRunner
    result_type: str
    provider_result_json: str
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, tool_use_id: _Optional[str] = ..., name: _Optional[str] = ..., content: _Optional[_Iterable[_Union[ContentBlock, _Mapping]]] = ..., is_error: _Optional[bool] = ..., structured_json: _Optional[str] = ..., run_by: _Optional[_Union[ToolRunner, str]] = ..., result_type: _Optional[str] = ..., provider_result_json: _Optional[str] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ThinkingBlock(_message.Message):
    __slots__ = ("text", "summary", "signature", "encrypted", "origin", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    ENCRYPTED_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    text: str
    summary: _containers.RepeatedScalarFieldContainer[str]
    signature: str
    encrypted: str
    origin: _provenance_pb2.Origin
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, text: _Optional[str] = ..., summary: _Optional[_Iterable[str]] = ..., signature: _Optional[str] = ..., encrypted: _Optional[str] = ..., origin: _Optional[_Union[_provenance_pb2.Origin, _Mapping]] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class RedactedThinkingBlock(_message.Message):
    __slots__ = ("data", "origin", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    DATA_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    data: str
    origin: _provenance_pb2.Origin
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, data: _Optional[str] = ..., origin: _Optional[_Union[_provenance_pb2.Origin, _Mapping]] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class RefusalBlock(_message.Message):
    __slots__ = ("text", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    text: str
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, text: _Optional[str] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class OpaqueBlock(_message.Message):
    __slots__ = ("block_type", "value_json", "dialect", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    BLOCK_TYPE_FIELD_NUMBER: _ClassVar[int]
    VALUE_JSON_FIELD_NUMBER: _ClassVar[int]
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    block_type: str
    value_json: str
    dialect: str
    cache: CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, block_type: _Optional[str] = ..., value_json: _Optional[str] = ..., dialect: _Optional[str] = ..., cache: _Optional[_Union[CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Citation(_message.Message):
    __slots__ = ("kind", "cited_text", "title", "url", "file_id", "source", "document_index", "search_result_index", "range_start", "range_end", "span_start", "span_end", "encrypted_index", "origin", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    KIND_FIELD_NUMBER: _ClassVar[int]
    CITED_TEXT_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    FILE_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_INDEX_FIELD_NUMBER: _ClassVar[int]
    SEARCH_RESULT_INDEX_FIELD_NUMBER: _ClassVar[int]
    RANGE_START_FIELD_NUMBER: _ClassVar[int]
    RANGE_END_FIELD_NUMBER: _ClassVar[int]
    SPAN_START_FIELD_NUMBER: _ClassVar[int]
    SPAN_END_FIELD_NUMBER: _ClassVar[int]
    ENCRYPTED_INDEX_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    kind: CitationKind
    cited_text: str
    title: str
    url: str
    file_id: str
    source: str
    document_index: int
    search_result_index: int
    range_start: int
    range_end: int
    span_start: int
    span_end: int
    encrypted_index: str
    origin: _provenance_pb2.Origin
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, kind: _Optional[_Union[CitationKind, str]] = ..., cited_text: _Optional[str] = ..., title: _Optional[str] = ..., url: _Optional[str] = ..., file_id: _Optional[str] = ..., source: _Optional[str] = ..., document_index: _Optional[int] = ..., search_result_index: _Optional[int] = ..., range_start: _Optional[int] = ..., range_end: _Optional[int] = ..., span_start: _Optional[int] = ..., span_end: _Optional[int] = ..., encrypted_index: _Optional[str] = ..., origin: _Optional[_Union[_provenance_pb2.Origin, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
