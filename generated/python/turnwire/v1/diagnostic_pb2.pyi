from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Severity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEVERITY_UNSPECIFIED: _ClassVar[Severity]
    SEVERITY_ERROR: _ClassVar[Severity]
    SEVERITY_WARNING: _ClassVar[Severity]
    SEVERITY_INFO: _ClassVar[Severity]
SEVERITY_UNSPECIFIED: Severity
SEVERITY_ERROR: Severity
SEVERITY_WARNING: Severity
SEVERITY_INFO: Severity

class Diagnostic(_message.Message):
    __slots__ = ("code", "message", "severity", "pointer", "line", "column", "hint", "file", "name", "expected", "fixes")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    POINTER_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    HINT_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    FIXES_FIELD_NUMBER: _ClassVar[int]
    code: str
    message: str
    severity: Severity
    pointer: str
    line: int
    column: int
    hint: str
    file: str
    name: str
    expected: str
    fixes: _containers.RepeatedCompositeFieldContainer[Fix]
    def __init__(self, code: _Optional[str] = ..., message: _Optional[str] = ..., severity: _Optional[_Union[Severity, str]] = ..., pointer: _Optional[str] = ..., line: _Optional[int] = ..., column: _Optional[int] = ..., hint: _Optional[str] = ..., file: _Optional[str] = ..., name: _Optional[str] = ..., expected: _Optional[str] = ..., fixes: _Optional[_Iterable[_Union[Fix, _Mapping]]] = ...) -> None: ...

class Fix(_message.Message):
    __slots__ = ("message", "safe", "patch")
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SAFE_FIELD_NUMBER: _ClassVar[int]
    PATCH_FIELD_NUMBER: _ClassVar[int]
    message: str
    safe: bool
    patch: str
    def __init__(self, message: _Optional[str] = ..., safe: _Optional[bool] = ..., patch: _Optional[str] = ...) -> None: ...
