from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Settings(_message.Message):
    __slots__ = ("chat_format", "function_calls", "atomic_sequences_json", "model_specific_settings_json")
    CHAT_FORMAT_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_CALLS_FIELD_NUMBER: _ClassVar[int]
    ATOMIC_SEQUENCES_JSON_FIELD_NUMBER: _ClassVar[int]
    MODEL_SPECIFIC_SETTINGS_JSON_FIELD_NUMBER: _ClassVar[int]
    chat_format: str
    function_calls: FunctionCallSettings
    atomic_sequences_json: str
    model_specific_settings_json: str
    def __init__(self, chat_format: _Optional[str] = ..., function_calls: _Optional[_Union[FunctionCallSettings, _Mapping]] = ..., atomic_sequences_json: _Optional[str] = ..., model_specific_settings_json: _Optional[str] = ...) -> None: ...

class FunctionCallSettings(_message.Message):
    __slots__ = ("enabled", "available_functions", "compiler_trust_level_json", "max_calls_per_output_json", "max_tokens_per_code_segment_json")
    ENABLED_FIELD_NUMBER: _ClassVar[int]
    AVAILABLE_FUNCTIONS_FIELD_NUMBER: _ClassVar[int]
    COMPILER_TRUST_LEVEL_JSON_FIELD_NUMBER: _ClassVar[int]
    MAX_CALLS_PER_OUTPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    MAX_TOKENS_PER_CODE_SEGMENT_JSON_FIELD_NUMBER: _ClassVar[int]
    enabled: bool
    available_functions: _containers.RepeatedCompositeFieldContainer[AvailableFunction]
    compiler_trust_level_json: str
    max_calls_per_output_json: str
    max_tokens_per_code_segment_json: str
    def __init__(self, enabled: _Optional[bool] = ..., available_functions: _Optional[_Iterable[_Union[AvailableFunction, _Mapping]]] = ..., compiler_trust_level_json: _Optional[str] = ..., max_calls_per_output_json: _Optional[str] = ..., max_tokens_per_code_segment_json: _Optional[str] = ...) -> None: ...

class AvailableFunction(_message.Message):
    __slots__ = ("name", "args_json", "kwargs_json", "help")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ARGS_JSON_FIELD_NUMBER: _ClassVar[int]
    KWARGS_JSON_FIELD_NUMBER: _ClassVar[int]
    HELP_FIELD_NUMBER: _ClassVar[int]
    name: str
    args_json: str
    kwargs_json: str
    help: str
    def __init__(self, name: _Optional[str] = ..., args_json: _Optional[str] = ..., kwargs_json: _Optional[str] = ..., help: _Optional[str] = ...) -> None: ...
