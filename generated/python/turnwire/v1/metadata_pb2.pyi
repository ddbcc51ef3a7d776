from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MessageStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MESSAGE_STATUS_UNSPECIFIED: _ClassVar[MessageStatus]
    MESSAGE_STATUS_COMPLETE: _ClassVar[MessageStatus]
    MESSAGE_STATUS_PARTIAL: _ClassVar[MessageStatus]
    MESSAGE_STATUS_CANCELLED: _ClassVar[MessageStatus]
    MESSAGE_STATUS_ERROR: _ClassVar[MessageStatus]

class StopReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STOP_REASON_UNSPECIFIED: _ClassVar[StopReason]
    STOP_REASON_END_TURN: _ClassVar[StopReason]
    STOP_REASON_MAX_TOKENS: _ClassVar[StopReason]
    STOP_REASON_STOP_SEQUENCE: _ClassVar[StopReason]
    STOP_REASON_TOOL_USE: _ClassVar[StopReason]
    STOP_REASON_CONTENT_FILTER: _ClassVar[StopReason]
    STOP_REASON_REFUSAL: _ClassVar[StopReason]
    STOP_REASON_PAUSE_TURN: _ClassVar[StopReason]
    STOP_REASON_CANCELLED: _ClassVar[StopReason]
    STOP_REASON_ERROR: _ClassVar[StopReason]

class RoutingMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROUTING_MODE_UNSPECIFIED: _ClassVar[RoutingMode]
    ROUTING_MODE_OVERRIDE: _ClassVar[RoutingMode]
    ROUTING_MODE_MANUAL: _ClassVar[RoutingMode]
    ROUTING_MODE_RULE: _ClassVar[RoutingMode]
    ROUTING_MODE_PATTERN: _ClassVar[RoutingMode]
    ROUTING_MODE_DELEGATE: _ClassVar[RoutingMode]
    ROUTING_MODE_DEFAULT: _ClassVar[RoutingMode]
MESSAGE_STATUS_UNSPECIFIED: MessageStatus
MESSAGE_STATUS_COMPLETE: MessageStatus
MESSAGE_STATUS_PARTIAL: MessageStatus
MESSAGE_STATUS_CANCELLED: MessageStatus
MESSAGE_STATUS_ERROR: MessageStatus
STOP_REASON_UNSPECIFIED: StopReason
STOP_REASON_END_TURN: StopReason
STOP_REASON_MAX_TOKENS: StopReason
STOP_REASON_STOP_SEQUENCE: StopReason
STOP_REASON_TOOL_USE: StopReason
STOP_REASON_CONTENT_FILTER: StopReason
STOP_REASON_REFUSAL: StopReason
STOP_REASON_PAUSE_TURN: StopReason
STOP_REASON_CANCELLED: StopReason
STOP_REASON_ERROR: StopReason
ROUTING_MODE_UNSPECIFIED: RoutingMode
ROUTING_MODE_OVERRIDE: RoutingMode
ROUTING_MODE_MANUAL: RoutingMode
ROUTING_MODE_RULE: RoutingMode
ROUTING_MODE_PATTERN: RoutingMode
ROUTING_MODE_DELEGATE: RoutingMode
ROUTING_MODE_DEFAULT: RoutingMode

class MessageMetadata(_message.Message):
    __slots__ = ("model", "provider", "routing", "usage", "status", "stop_reason", "stop_sequence", "parent_tool_use_id", "user_id", "team_id", "token_count", "completion_time", "sentiment_json", "feedback_json", "logprobs_json", "extra_json", "provider_raw_json")
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
    MODEL_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_FIELD_NUMBER: _ClassVar[int]
    ROUTING_FIELD_NUMBER: _ClassVar[int]
    USAGE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    STOP_REASON_FIELD_NUMBER: _ClassVar[int]
    STOP_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    PARENT_TOOL_USE_ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    TEAM_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_COUNT_FIELD_NUMBER: _ClassVar[int]
    COMPLETION_TIME_FIELD_NUMBER: _ClassVar[int]
    SENTIMENT_JSON_FIELD_NUMBER: _ClassVar[int]
    FEEDBACK_JSON_FIELD_NUMBER: _ClassVar[int]
    LOGPROBS_JSON_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    model: str
    provider: str
    routing: RoutingDecisionRecord
    usage: Usage
    status: MessageStatus
    stop_reason: StopReason
    stop_sequence: str
    parent_tool_use_id: str
    user_id: str
    team_id: str
    token_count: int
    completion_time: float
    sentiment_json: str
    feedback_json: str
    logprobs_json: str
    extra_json: _containers.ScalarMap[str, str]
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, model: _Optional[str] = ..., provider: _Optional[str] = ..., routing: _Optional[_Union[RoutingDecisionRecord, _Mapping]] = ..., usage: _Optional[_Union[Usage, _Mapping]] = ..., status: _Optional[_Union[MessageStatus, str]] = ..., stop_reason: _Optional[_Union[StopReason, str]] = ..., stop_sequence: _Optional[str] = ..., parent_tool_use_id: _Optional[str] = ..., user_id: _Optional[str] = ..., team_id: _Optional[str] = ..., token_count: _Optional[int] = ..., completion_time: _Optional[float] = ..., sentiment_json: _Optional[str] = ..., feedback_json: _Optional[str] = ..., logprobs_json: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Usage(_message.Message):
    __slots__ = ("input_tokens", "output_tokens", "cached_input_tokens", "cache_creation_input_tokens", "reasoning_tokens", "audio_input_tokens", "audio_output_tokens", "image_input_tokens", "image_output_tokens", "cost_usd", "pricing_version", "latency_ms", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    CACHED_INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    CACHE_CREATION_INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    REASONING_TOKENS_FIELD_NUMBER: _ClassVar[int]
    AUDIO_INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    AUDIO_OUTPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    IMAGE_INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    IMAGE_OUTPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    COST_USD_FIELD_NUMBER: _ClassVar[int]
    PRICING_VERSION_FIELD_NUMBER: _ClassVar[int]
    LATENCY_MS_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    input_tokens: int
    output_tokens: int
    cached_input_tokens: int
    cache_creation_input_tokens: int
    reasoning_tokens: int
    audio_input_tokens: int
    audio_output_tokens: int
    image_input_tokens: int
    image_output_tokens: int
    cost_usd: str
    pricing_version: str
    latency_ms: int
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, input_tokens: _Optional[int] = ..., output_tokens: _Optional[int] = ..., cached_input_tokens: _Optional[int] = ..., cache_creation_input_tokens: _Optional[int] = ..., reasoning_tokens: _Optional[int] = ..., audio_input_tokens: _Optional[int] = ..., audio_output_tokens: _Optional[int] = ..., image_input_tokens: _Optional[int] = ..., image_output_tokens: _Optional[int] = ..., cost_usd: _Optional[str] = ..., pricing_version: _Optional[str] = ..., latency_ms: _Optional[int] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class RoutingDecisionRecord(_message.Message):
    __slots__ = ("mode", "chosen_model", "reason", "rule_name", "confidence", "alternatives_considered", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MODE_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_MODEL_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RULE_NAME_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    ALTERNATIVES_CONSIDERED_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    mode: RoutingMode
    chosen_model: str
    reason: str
    rule_name: str
    confidence: float
    alternatives_considered: _containers.RepeatedScalarFieldContainer[str]
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, mode: _Optional[_Union[RoutingMode, str]] = ..., chosen_model: _Optional[str] = ..., reason: _Optional[str] = ..., rule_name: _Optional[str] = ..., confidence: _Optional[float] = ..., alternatives_considered: _Optional[_Iterable[str]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
