from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LossKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LOSS_KIND_UNSPECIFIED: _ClassVar[LossKind]
    LOSS_KIND_DROPPED: _ClassVar[LossKind]
    LOSS_KIND_DEGRADED: _ClassVar[LossKind]
    LOSS_KIND_INVENTED: _ClassVar[LossKind]
    LOSS_KIND_RESHAPED: _ClassVar[LossKind]
LOSS_KIND_UNSPECIFIED: LossKind
LOSS_KIND_DROPPED: LossKind
LOSS_KIND_DEGRADED: LossKind
LOSS_KIND_INVENTED: LossKind
LOSS_KIND_RESHAPED: LossKind

class Loss(_message.Message):
    __slots__ = ("kind", "path", "feature", "dialect", "value_json")
    KIND_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    VALUE_JSON_FIELD_NUMBER: _ClassVar[int]
    kind: LossKind
    path: str
    feature: str
    dialect: str
    value_json: str
    def __init__(self, kind: _Optional[_Union[LossKind, str]] = ..., path: _Optional[str] = ..., feature: _Optional[str] = ..., dialect: _Optional[str] = ..., value_json: _Optional[str] = ...) -> None: ...
