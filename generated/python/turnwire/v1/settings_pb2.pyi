from turnwire.v1 import tool_pb2 as _tool_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ResponseFormatKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESPONSE_FORMAT_KIND_UNSPECIFIED: _ClassVar[ResponseFormatKind]
    RESPONSE_FORMAT_KIND_TEXT: _ClassVar[ResponseFormatKind]
    RESPONSE_FORMAT_KIND_JSON: _ClassVar[ResponseFormatKind]
    RESPONSE_FORMAT_KIND_JSON_SCHEMA: _ClassVar[ResponseFormatKind]

class ReasoningMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REASONING_MODE_UNSPECIFIED: _ClassVar[ReasoningMode]
    REASONING_MODE_ENABLED: _ClassVar[ReasoningMode]
    REASONING_MODE_DISABLED: _ClassVar[ReasoningMode]
    REASONING_MODE_ADAPTIVE: _ClassVar[ReasoningMode]
RESPONSE_FORMAT_KIND_UNSPECIFIED: ResponseFormatKind
RESPONSE_FORMAT_KIND_TEXT: ResponseFormatKind
RESPONSE_FORMAT_KIND_JSON: ResponseFormatKind
RESPONSE_FORMAT_KIND_JSON_SCHEMA: ResponseFormatKind
REASONING_MODE_UNSPECIFIED: ReasoningMode
REASONING_MODE_ENABLED: ReasoningMode
REASONING_MODE_DISABLED: ReasoningMode
REASONING_MODE_ADAPTIVE: ReasoningMode

class Settings(_message.Message):
    __slots__ = ("model", "tools", "tool_choice", "generation", "response_format", "reasoning", "modalities", "audio_output", "metadata_json", "user", "service_tier", "store", "previous_response_id", "conversation_json", "cache_json", "safety_json", "chat_format", "function_calls", "atomic_sequences_json", "model_specific_settings_json", "options_json", "provider_raw_json")
    class MetadataJsonEntry(_message.Message):
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
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    TOOL_CHOICE_FIELD_NUMBER: _ClassVar[int]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FORMAT_FIELD_NUMBER: _ClassVar[int]
    REASONING_FIELD_NUMBER: _ClassVar[int]
    MODALITIES_FIELD_NUMBER: _ClassVar[int]
    AUDIO_OUTPUT_FIELD_NUMBER: _ClassVar[int]
    METADATA_JSON_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    SERVICE_TIER_FIELD_NUMBER: _ClassVar[int]
    STORE_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_RESPONSE_ID_FIELD_NUMBER: _ClassVar[int]
    CONVERSATION_JSON_FIELD_NUMBER: _ClassVar[int]
    CACHE_JSON_FIELD_NUMBER: _ClassVar[int]
    SAFETY_JSON_FIELD_NUMBER: _ClassVar[int]
    CHAT_FORMAT_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_CALLS_FIELD_NUMBER: _ClassVar[int]
    ATOMIC_SEQUENCES_JSON_FIELD_NUMBER: _ClassVar[int]
    MODEL_SPECIFIC_SETTINGS_JSON_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    model: str
    tools: _containers.RepeatedCompositeFieldContainer[_tool_pb2.ToolDefinition]
    tool_choice: _tool_pb2.ToolChoice
    generation: Generation
    response_format: ResponseFormat
    reasoning: Reasoning
    modalities: _containers.RepeatedScalarFieldContainer[str]
    audio_output: AudioOutput
    metadata_json: _containers.ScalarMap[str, str]
    user: str
    service_tier: str
    store: bool
    previous_response_id: str
    conversation_json: str
    cache_json: str
    safety_json: str
    chat_format: str
    function_calls: FunctionCallSettings
    atomic_sequences_json: str
    model_specific_settings_json: str
    options_json: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, model: _Optional[str] = ..., tools: _Optional[_Iterable[_Union[_tool_pb2.ToolDefinition, _Mapping]]] = ..., tool_choice: _Optional[_Union[_tool_pb2.ToolChoice, _Mapping]] = ..., generation: _Optional[_Union[Generation, _Mapping]] = ..., response_format: _Optional[_Union[ResponseFormat, _Mapping]] = ..., reasoning: _Optional[_Union[Reasoning, _Mapping]] = ..., modalities: _Optional[_Iterable[str]] = ..., audio_output: _Optional[_Union[AudioOutput, _Mapping]] = ..., metadata_json: _Optional[_Mapping[str, str]] = ..., user: _Optional[str] = ..., service_tier: _Optional[str] = ..., store: _Optional[bool] = ..., previous_response_id: _Optional[str] = ..., conversation_json: _Optional[str] = ..., cache_json: _Optional[str] = ..., safety_json: _Optional[str] = ..., chat_format: _Optional[str] = ..., function_calls: _Optional[_Union[FunctionCallSettings, _Mapping]] = ..., atomic_sequences_json: _Optional[str] = ..., model_specific_settings_json: _Optional[str] = ..., options_json: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Generation(_message.Message):
    __slots__ = ("max_tokens", "temperature", "top_p", "top_k", "min_p", "stop_sequences", "stream", "stream_options_json", "seed", "presence_penalty", "frequency_penalty", "repetition_penalty", "candidates", "logprobs", "top_logprobs", "logit_bias_json", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MAX_TOKENS_FIELD_NUMBER: _ClassVar[int]
    TEMPERATURE_FIELD_NUMBER: _ClassVar[int]
    TOP_P_FIELD_NUMBER: _ClassVar[int]
    TOP_K_FIELD_NUMBER: _ClassVar[int]
    MIN_P_FIELD_NUMBER: _ClassVar[int]
    STOP_SEQUENCES_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    STREAM_OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    PRESENCE_PENALTY_FIELD_NUMBER: _ClassVar[int]
    FREQUENCY_PENALTY_FIELD_NUMBER: _ClassVar[int]
    REPETITION_PENALTY_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    LOGPROBS_FIELD_NUMBER: _ClassVar[int]
    TOP_LOGPROBS_FIELD_NUMBER: _ClassVar[int]
    LOGIT_BIAS_JSON_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    max_tokens: int
    temperature: float
    top_p: float
    top_k: int
    min_p: float
    stop_sequences: _containers.RepeatedScalarFieldContainer[str]
    stream: bool
    stream_options_json: str
    seed: int
    presence_penalty: float
    frequency_penalty: float
    repetition_penalty: float
    candidates: int
    logprobs: bool
    top_logprobs: int
    logit_bias_json: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, max_tokens: _Optional[int] = ..., temperature: _Optional[float] = ..., top_p: _Optional[float] = ..., top_k: _Optional[int] = ..., min_p: _Optional[float] = ..., stop_sequences: _Optional[_Iterable[str]] = ..., stream: _Optional[bool] = ..., stream_options_json: _Optional[str] = ..., seed: _Optional[int] = ..., presence_penalty: _Optional[float] = ..., frequency_penalty: _Optional[float] = ..., repetition_penalty: _Optional[float] = ..., candidates: _Optional[int] = ..., logprobs: _Optional[bool] = ..., top_logprobs: _Optional[int] = ..., logit_bias_json: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ResponseFormat(_message.Message):
    __slots__ = ("kind", "name", "description", "schema_json", "strict", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_JSON_FIELD_NUMBER: _ClassVar[int]
    STRICT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    kind: ResponseFormatKind
    name: str
    description: str
    schema_json: str
    strict: bool
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, kind: _Optional[_Union[ResponseFormatKind, str]] = ..., name: _Optional[str] = ..., description: _Optional[str] = ..., schema_json: _Optional[str] = ..., strict: _Optional[bool] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Reasoning(_message.Message):
    __slots__ = ("mode", "effort", "budget_tokens", "summary", "included", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MODE_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    BUDGET_TOKENS_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    INCLUDED_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    mode: ReasoningMode
    effort: str
    budget_tokens: int
    summary: str
    included: bool
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, mode: _Optional[_Union[ReasoningMode, str]] = ..., effort: _Optional[str] = ..., budget_tokens: _Optional[int] = ..., summary: _Optional[str] = ..., included: _Optional[bool] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class AudioOutput(_message.Message):
    __slots__ = ("voice_json", "format", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    VOICE_JSON_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    voice_json: str
    format: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, voice_json: _Optional[str] = ..., format: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class FunctionCallSettings(_message.Message):
    __slots__ = ("enabled", "compiler_trust_level_json", "max_calls_per_output_json", "max_tokens_per_code_segment_json", "extra_json", "provider_raw_json")
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
    ENABLED_FIELD_NUMBER: _ClassVar[int]
    COMPILER_TRUST_LEVEL_JSON_FIELD_NUMBER: _ClassVar[int]
    MAX_CALLS_PER_OUTPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    MAX_TOKENS_PER_CODE_SEGMENT_JSON_FIELD_NUMBER: _ClassVar[int]
    EXTRA_JSON_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    enabled: bool
    compiler_trust_level_json: str
    max_calls_per_output_json: str
    max_tokens_per_code_segment_json: str
    extra_json: _containers.ScalarMap[str, str]
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, enabled: _Optional[bool] = ..., compiler_trust_level_json: _Optional[str] = ..., max_calls_per_output_json: _Optional[str] = ..., max_tokens_per_code_segment_json: _Optional[str] = ..., extra_json: _Optional[_Mapping[str, str]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
