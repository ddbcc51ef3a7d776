from turnwire.v1 import content_pb2 as _content_pb2
from turnwire.v1 import metadata_pb2 as _metadata_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StreamEvent(_message.Message):
    __slots__ = ("start", "block_start", "text_delta", "thinking_delta", "signature_delta", "citation_delta", "refusal_delta", "audio_delta", "tool_use_start", "tool_use_input_delta", "tool_use_end", "block_end", "usage", "complete", "error", "opaque")
    START_FIELD_NUMBER: _ClassVar[int]
    BLOCK_START_FIELD_NUMBER: _ClassVar[int]
    TEXT_DELTA_FIELD_NUMBER: _ClassVar[int]
    THINKING_DELTA_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_DELTA_FIELD_NUMBER: _ClassVar[int]
    CITATION_DELTA_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_DELTA_FIELD_NUMBER: _ClassVar[int]
    AUDIO_DELTA_FIELD_NUMBER: _ClassVar[int]
    TOOL_USE_START_FIELD_NUMBER: _ClassVar[int]
    TOOL_USE_INPUT_DELTA_FIELD_NUMBER: _ClassVar[int]
    TOOL_USE_END_FIELD_NUMBER: _ClassVar[int]
    BLOCK_END_FIELD_NUMBER: _ClassVar[int]
    USAGE_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    OPAQUE_FIELD_NUMBER: _ClassVar[int]
    start: StartEvent
    block_start: BlockStartEvent
    text_delta: TextDeltaEvent
    thinking_delta: ThinkingDeltaEvent
    signature_delta: SignatureDeltaEvent
    citation_delta: CitationDeltaEvent
    refusal_delta: RefusalDeltaEvent
    audio_delta: AudioDeltaEvent
    tool_use_start: ToolUseStartEvent
    tool_use_input_delta: ToolUseInputDeltaEvent
    tool_use_end: ToolUseEndEvent
    block_end: BlockEndEvent
    usage: UsageEvent
    complete: CompleteEvent
    error: ErrorEvent
    opaque: OpaqueEvent
    def __init__(self, start: _Optional[_Union[StartEvent, _Mapping]] = ..., block_start: _Optional[_Union[BlockStartEvent, _Mapping]] = ..., text_delta: _Optional[_Union[TextDeltaEvent, _Mapping]] = ..., thinking_delta: _Optional[_Union[ThinkingDeltaEvent, _Mapping]] = ..., signature_delta: _Optional[_Union[SignatureDeltaEvent, _Mapping]] = ..., citation_delta: _Optional[_Union[CitationDeltaEvent, _Mapping]] = ..., refusal_delta: _Optional[_Union[RefusalDeltaEvent, _Mapping]] = ..., audio_delta: _Optional[_Union[AudioDeltaEvent, _Mapping]] = ..., tool_use_start: _Optional[_Union[ToolUseStartEvent, _Mapping]] = ..., tool_use_input_delta: _Optional[_Union[ToolUseInputDeltaEvent, _Mapping]] = ..., tool_use_end: _Optional[_Union[ToolUseEndEvent, _Mapping]] = ..., block_end: _Optional[_Union[BlockEndEvent, _Mapping]] = ..., usage: _Optional[_Union[UsageEvent, _Mapping]] = ..., complete: _Optional[_Union[CompleteEvent, _Mapping]] = ..., error: _Optional[_Union[ErrorEvent, _Mapping]] = ..., opaque: _Optional[_Union[OpaqueEvent, _Mapping]] = ...) -> None: ...

class StartEvent(_message.Message):
    __slots__ = ("id", "role", "model", "created_at", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    id: str
    role: str
    model: str
    created_at: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, id: _Optional[str] = ..., role: _Optional[str] = ..., model: _Optional[str] = ..., created_at: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class BlockStartEvent(_message.Message):
    __slots__ = ("candidate", "block", "content", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    content: _content_pb2.ContentBlock
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., content: _Optional[_Union[_content_pb2.ContentBlock, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class TextDeltaEvent(_message.Message):
    __slots__ = ("candidate", "block", "text", "logprobs_json", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    LOGPROBS_JSON_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    text: str
    logprobs_json: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., text: _Optional[str] = ..., logprobs_json: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ThinkingDeltaEvent(_message.Message):
    __slots__ = ("candidate", "block", "text", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    text: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., text: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class SignatureDeltaEvent(_message.Message):
    __slots__ = ("candidate", "block", "signature", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    signature: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., signature: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class CitationDeltaEvent(_message.Message):
    __slots__ = ("candidate", "block", "citation", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    CITATION_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    citation: _content_pb2.Citation
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., citation: _Optional[_Union[_content_pb2.Citation, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class RefusalDeltaEvent(_message.Message):
    __slots__ = ("candidate", "block", "text", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    text: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., text: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class AudioDeltaEvent(_message.Message):
    __slots__ = ("candidate", "block", "data", "transcript", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    data: str
    transcript: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., data: _Optional[str] = ..., transcript: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ToolUseStartEvent(_message.Message):
    __slots__ = ("candidate", "block", "id", "name", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    id: str
    name: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., id: _Optional[str] = ..., name: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ToolUseInputDeltaEvent(_message.Message):
    __slots__ = ("candidate", "block", "partial_input", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    PARTIAL_INPUT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    partial_input: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., partial_input: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ToolUseEndEvent(_message.Message):
    __slots__ = ("candidate", "block", "input_json", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    INPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    input_json: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., input_json: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class BlockEndEvent(_message.Message):
    __slots__ = ("candidate", "block", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    block: int
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., block: _Optional[int] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class UsageEvent(_message.Message):
    __slots__ = ("usage", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    USAGE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    usage: _metadata_pb2.Usage
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, usage: _Optional[_Union[_metadata_pb2.Usage, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class CompleteEvent(_message.Message):
    __slots__ = ("candidate", "stop_reason", "stop_sequence", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    STOP_REASON_FIELD_NUMBER: _ClassVar[int]
    STOP_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    stop_reason: _metadata_pb2.StopReason
    stop_sequence: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, candidate: _Optional[int] = ..., stop_reason: _Optional[_Union[_metadata_pb2.StopReason, str]] = ..., stop_sequence: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ErrorEvent(_message.Message):
    __slots__ = ("message", "error_type", "code", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    ERROR_TYPE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    message: str
    error_type: str
    code: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, message: _Optional[str] = ..., error_type: _Optional[str] = ..., code: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class OpaqueEvent(_message.Message):
    __slots__ = ("event_type", "value_json", "dialect", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    EVENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    VALUE_JSON_FIELD_NUMBER: _ClassVar[int]
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    event_type: str
    value_json: str
    dialect: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, event_type: _Optional[str] = ..., value_json: _Optional[str] = ..., dialect: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
