from turnwire.v1 import content_pb2 as _content_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SideEffects(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIDE_EFFECTS_UNSPECIFIED: _ClassVar[SideEffects]
    SIDE_EFFECTS_NONE: _ClassVar[SideEffects]
    SIDE_EFFECTS_READ: _ClassVar[SideEffects]
    SIDE_EFFECTS_WRITE: _ClassVar[SideEffects]
    SIDE_EFFECTS_EXECUTE: _ClassVar[SideEffects]
    SIDE_EFFECTS_NETWORK: _ClassVar[SideEffects]

class ToolChoiceMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOOL_CHOICE_MODE_UNSPECIFIED: _ClassVar[ToolChoiceMode]
    TOOL_CHOICE_MODE_AUTO: _ClassVar[ToolChoiceMode]
    TOOL_CHOICE_MODE_NONE: _ClassVar[ToolChoiceMode]
    TOOL_CHOICE_MODE_REQUIRED: _ClassVar[ToolChoiceMode]
    TOOL_CHOICE_MODE_TOOL: _ClassVar[ToolChoiceMode]
    TOOL_CHOICE_MODE_ALLOWED: _ClassVar[ToolChoiceMode]
SIDE_EFFECTS_UNSPECIFIED: SideEffects
SIDE_EFFECTS_NONE: SideEffects
SIDE_EFFECTS_READ: SideEffects
SIDE_EFFECTS_WRITE: SideEffects
SIDE_EFFECTS_EXECUTE: SideEffects
SIDE_EFFECTS_NETWORK: SideEffects
TOOL_CHOICE_MODE_UNSPECIFIED: ToolChoiceMode
TOOL_CHOICE_MODE_AUTO: ToolChoiceMode
TOOL_CHOICE_MODE_NONE: ToolChoiceMode
TOOL_CHOICE_MODE_REQUIRED: ToolChoiceMode
TOOL_CHOICE_MODE_TOOL: ToolChoiceMode
TOOL_CHOICE_MODE_ALLOWED: ToolChoiceMode

class ToolDefinition(_message.Message):
    __slots__ = ("name", "description", "input_schema_json", "output_schema_json", "strict", "side_effects", "requires_workspace", "provider_tool", "custom", "cache", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    INPUT_SCHEMA_JSON_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_SCHEMA_JSON_FIELD_NUMBER: _ClassVar[int]
    STRICT_FIELD_NUMBER: _ClassVar[int]
    SIDE_EFFECTS_FIELD_NUMBER: _ClassVar[int]
    REQUIRES_WORKSPACE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_TOOL_FIELD_NUMBER: _ClassVar[int]
    CUSTOM_FIELD_NUMBER: _ClassVar[int]
    CACHE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    input_schema_json: str
    output_schema_json: str
    strict: bool
    side_effects: SideEffects
    requires_workspace: bool
    provider_tool: ProviderTool
    custom: CustomTool
    cache: _content_pb2.CacheControl
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., input_schema_json: _Optional[str] = ..., output_schema_json: _Optional[str] = ..., strict: _Optional[bool] = ..., side_effects: _Optional[_Union[SideEffects, str]] = ..., requires_workspace: _Optional[bool] = ..., provider_tool: _Optional[_Union[ProviderTool, _Mapping]] = ..., custom: _Optional[_Union[CustomTool, _Mapping]] = ..., cache: _Optional[_Union[_content_pb2.CacheControl, _Mapping]] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ProviderTool(_message.Message):
    __slots__ = ("type", "parameters_json", "dialect", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TYPE_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_JSON_FIELD_NUMBER: _ClassVar[int]
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    type: str
    parameters_json: str
    dialect: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, type: _Optional[str] = ..., parameters_json: _Optional[str] = ..., dialect: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class CustomTool(_message.Message):
    __slots__ = ("format_json", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    FORMAT_JSON_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    format_json: str
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, format_json: _Optional[str] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ToolChoice(_message.Message):
    __slots__ = ("mode", "name", "allowed", "allowed_required", "parallel", "provider_raw_json")
    class ProviderRawJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MODE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_REQUIRED_FIELD_NUMBER: _ClassVar[int]
    PARALLEL_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_RAW_JSON_FIELD_NUMBER: _ClassVar[int]
    mode: ToolChoiceMode
    name: str
    allowed: _containers.RepeatedScalarFieldContainer[str]
    allowed_required: bool
    parallel: bool
    provider_raw_json: _containers.ScalarMap[str, str]
    def __init__(self, mode: _Optional[_Union[ToolChoiceMode, str]] = ..., name: _Optional[str] = ..., allowed: _Optional[_Iterable[str]] = ..., allowed_required: _Optional[bool] = ..., parallel: _Optional[bool] = ..., provider_raw_json: _Optional[_Mapping[str, str]] = ...) -> None: ...
