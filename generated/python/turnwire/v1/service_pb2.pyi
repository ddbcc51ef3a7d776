from turnwire.v1 import completion_pb2 as _completion_pb2
from turnwire.v1 import diagnostic_pb2 as _diagnostic_pb2
from turnwire.v1 import history_pb2 as _history_pb2
from turnwire.v1 import loss_pb2 as _loss_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KIND_UNSPECIFIED: _ClassVar[Kind]
    KIND_REQUEST: _ClassVar[Kind]
    KIND_RESPONSE: _ClassVar[Kind]
    KIND_ERROR: _ClassVar[Kind]

class ReasoningForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REASONING_FORM_UNSPECIFIED: _ClassVar[ReasoningForm]
    REASONING_FORM_NATIVE: _ClassVar[ReasoningForm]
    REASONING_FORM_TEXT: _ClassVar[ReasoningForm]
    REASONING_FORM_DROP: _ClassVar[ReasoningForm]

class HostedToolsForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HOSTED_TOOLS_FORM_UNSPECIFIED: _ClassVar[HostedToolsForm]
    HOSTED_TOOLS_FORM_CALLS: _ClassVar[HostedToolsForm]
    HOSTED_TOOLS_FORM_TEXT: _ClassVar[HostedToolsForm]
    HOSTED_TOOLS_FORM_DROP: _ClassVar[HostedToolsForm]

class Layer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LAYER_UNSPECIFIED: _ClassVar[Layer]
    LAYER_SYNTAX: _ClassVar[Layer]
    LAYER_SCHEMA: _ClassVar[Layer]
    LAYER_MEANING: _ClassVar[Layer]
    LAYER_TARGET: _ClassVar[Layer]
KIND_UNSPECIFIED: Kind
KIND_REQUEST: Kind
KIND_RESPONSE: Kind
KIND_ERROR: Kind
REASONING_FORM_UNSPECIFIED: ReasoningForm
REASONING_FORM_NATIVE: ReasoningForm
REASONING_FORM_TEXT: ReasoningForm
REASONING_FORM_DROP: ReasoningForm
HOSTED_TOOLS_FORM_UNSPECIFIED: HostedToolsForm
HOSTED_TOOLS_FORM_CALLS: HostedToolsForm
HOSTED_TOOLS_FORM_TEXT: HostedToolsForm
HOSTED_TOOLS_FORM_DROP: HostedToolsForm
LAYER_UNSPECIFIED: Layer
LAYER_SYNTAX: Layer
LAYER_SCHEMA: Layer
LAYER_MEANING: Layer
LAYER_TARGET: Layer

class Document(_message.Message):
    __slots__ = ("history", "completion", "error_reply")
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    COMPLETION_FIELD_NUMBER: _ClassVar[int]
    ERROR_REPLY_FIELD_NUMBER: _ClassVar[int]
    history: _history_pb2.History
    completion: _completion_pb2.Completion
    error_reply: _completion_pb2.ErrorReply
    def __init__(self, history: _Optional[_Union[_history_pb2.History, _Mapping]] = ..., completion: _Optional[_Union[_completion_pb2.Completion, _Mapping]] = ..., error_reply: _Optional[_Union[_completion_pb2.ErrorReply, _Mapping]] = ...) -> None: ...

class WireDocument(_message.Message):
    __slots__ = ("data", "dialect", "kind", "envelope_json")
    class EnvelopeJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    DATA_FIELD_NUMBER: _ClassVar[int]
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ENVELOPE_JSON_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    dialect: str
    kind: Kind
    envelope_json: _containers.ScalarMap[str, str]
    def __init__(self, data: _Optional[bytes] = ..., dialect: _Optional[str] = ..., kind: _Optional[_Union[Kind, str]] = ..., envelope_json: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Keeping(_message.Message):
    __slots__ = ("reasoning", "hosted_tools")
    REASONING_FIELD_NUMBER: _ClassVar[int]
    HOSTED_TOOLS_FIELD_NUMBER: _ClassVar[int]
    reasoning: ReasoningForm
    hosted_tools: HostedToolsForm
    def __init__(self, reasoning: _Optional[_Union[ReasoningForm, str]] = ..., hosted_tools: _Optional[_Union[HostedToolsForm, str]] = ...) -> None: ...

class ConvertRequest(_message.Message):
    __slots__ = ("wire", "document", "target", "strict", "model", "keeping", "allow", "ids_json")
    WIRE_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    STRICT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    KEEPING_FIELD_NUMBER: _ClassVar[int]
    ALLOW_FIELD_NUMBER: _ClassVar[int]
    IDS_JSON_FIELD_NUMBER: _ClassVar[int]
    wire: WireDocument
    document: Document
    target: str
    strict: bool
    model: str
    keeping: Keeping
    allow: _containers.RepeatedScalarFieldContainer[str]
    ids_json: str
    def __init__(self, wire: _Optional[_Union[WireDocument, _Mapping]] = ..., document: _Optional[_Union[Document, _Mapping]] = ..., target: _Optional[str] = ..., strict: _Optional[bool] = ..., model: _Optional[str] = ..., keeping: _Optional[_Union[Keeping, _Mapping]] = ..., allow: _Optional[_Iterable[str]] = ..., ids_json: _Optional[str] = ...) -> None: ...

class ConvertResponse(_message.Message):
    __slots__ = ("data", "losses", "envelope_json", "ids_json")
    class EnvelopeJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    DATA_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    ENVELOPE_JSON_FIELD_NUMBER: _ClassVar[int]
    IDS_JSON_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    losses: _containers.RepeatedCompositeFieldContainer[_loss_pb2.Loss]
    envelope_json: _containers.ScalarMap[str, str]
    ids_json: str
    def __init__(self, data: _Optional[bytes] = ..., losses: _Optional[_Iterable[_Union[_loss_pb2.Loss, _Mapping]]] = ..., envelope_json: _Optional[_Mapping[str, str]] = ..., ids_json: _Optional[str] = ...) -> None: ...

class ReadRequest(_message.Message):
    __slots__ = ("wire",)
    WIRE_FIELD_NUMBER: _ClassVar[int]
    wire: WireDocument
    def __init__(self, wire: _Optional[_Union[WireDocument, _Mapping]] = ...) -> None: ...

class ReadResponse(_message.Message):
    __slots__ = ("document",)
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    document: Document
    def __init__(self, document: _Optional[_Union[Document, _Mapping]] = ...) -> None: ...

class WriteRequest(_message.Message):
    __slots__ = ("document", "dialect", "model", "keeping")
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    KEEPING_FIELD_NUMBER: _ClassVar[int]
    document: Document
    dialect: str
    model: str
    keeping: Keeping
    def __init__(self, document: _Optional[_Union[Document, _Mapping]] = ..., dialect: _Optional[str] = ..., model: _Optional[str] = ..., keeping: _Optional[_Union[Keeping, _Mapping]] = ...) -> None: ...

class WriteResponse(_message.Message):
    __slots__ = ("data", "losses", "envelope_json", "ids_json")
    class EnvelopeJsonEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    DATA_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    ENVELOPE_JSON_FIELD_NUMBER: _ClassVar[int]
    IDS_JSON_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    losses: _containers.RepeatedCompositeFieldContainer[_loss_pb2.Loss]
    envelope_json: _containers.ScalarMap[str, str]
    ids_json: str
    def __init__(self, data: _Optional[bytes] = ..., losses: _Optional[_Iterable[_Union[_loss_pb2.Loss, _Mapping]]] = ..., envelope_json: _Optional[_Mapping[str, str]] = ..., ids_json: _Optional[str] = ...) -> None: ...

class ValidateRequest(_message.Message):
    __slots__ = ("wire", "layers", "target", "invariants", "strict", "tools")
    WIRE_FIELD_NUMBER: _ClassVar[int]
    LAYERS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    INVARIANTS_FIELD_NUMBER: _ClassVar[int]
    STRICT_FIELD_NUMBER: _ClassVar[int]
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    wire: WireDocument
    layers: _containers.RepeatedScalarFieldContainer[Layer]
    target: str
    invariants: bool
    strict: bool
    tools: str
    def __init__(self, wire: _Optional[_Union[WireDocument, _Mapping]] = ..., layers: _Optional[_Iterable[_Union[Layer, str]]] = ..., target: _Optional[str] = ..., invariants: _Optional[bool] = ..., strict: _Optional[bool] = ..., tools: _Optional[str] = ...) -> None: ...

class ValidateResponse(_message.Message):
    __slots__ = ("diagnostics", "coverage", "dialect", "kind", "kind_name")
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    KIND_NAME_FIELD_NUMBER: _ClassVar[int]
    diagnostics: _containers.RepeatedCompositeFieldContainer[_diagnostic_pb2.Diagnostic]
    coverage: _containers.RepeatedCompositeFieldContainer[Coverage]
    dialect: str
    kind: Kind
    kind_name: str
    def __init__(self, diagnostics: _Optional[_Iterable[_Union[_diagnostic_pb2.Diagnostic, _Mapping]]] = ..., coverage: _Optional[_Iterable[_Union[Coverage, _Mapping]]] = ..., dialect: _Optional[str] = ..., kind: _Optional[_Union[Kind, str]] = ..., kind_name: _Optional[str] = ...) -> None: ...

class Coverage(_message.Message):
    __slots__ = ("layer", "checked", "reason")
    LAYER_FIELD_NUMBER: _ClassVar[int]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    layer: Layer
    checked: bool
    reason: str
    def __init__(self, layer: _Optional[_Union[Layer, str]] = ..., checked: _Optional[bool] = ..., reason: _Optional[str] = ...) -> None: ...

class DetectRequest(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class DetectResponse(_message.Message):
    __slots__ = ("guesses",)
    GUESSES_FIELD_NUMBER: _ClassVar[int]
    guesses: _containers.RepeatedCompositeFieldContainer[Guess]
    def __init__(self, guesses: _Optional[_Iterable[_Union[Guess, _Mapping]]] = ...) -> None: ...

class Guess(_message.Message):
    __slots__ = ("dialect", "kind", "kind_name")
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    KIND_NAME_FIELD_NUMBER: _ClassVar[int]
    dialect: str
    kind: Kind
    kind_name: str
    def __init__(self, dialect: _Optional[str] = ..., kind: _Optional[_Union[Kind, str]] = ..., kind_name: _Optional[str] = ...) -> None: ...

class ListDialectsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListDialectsResponse(_message.Message):
    __slots__ = ("dialects",)
    DIALECTS_FIELD_NUMBER: _ClassVar[int]
    dialects: _containers.RepeatedCompositeFieldContainer[DialectInfo]
    def __init__(self, dialects: _Optional[_Iterable[_Union[DialectInfo, _Mapping]]] = ...) -> None: ...

class DialectInfo(_message.Message):
    __slots__ = ("name", "kinds", "title", "other_kinds", "streams")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    OTHER_KINDS_FIELD_NUMBER: _ClassVar[int]
    STREAMS_FIELD_NUMBER: _ClassVar[int]
    name: str
    kinds: _containers.RepeatedScalarFieldContainer[Kind]
    title: str
    other_kinds: _containers.RepeatedScalarFieldContainer[str]
    streams: bool
    def __init__(self, name: _Optional[str] = ..., kinds: _Optional[_Iterable[_Union[Kind, str]]] = ..., title: _Optional[str] = ..., other_kinds: _Optional[_Iterable[str]] = ..., streams: _Optional[bool] = ...) -> None: ...

class GetSchemaRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetSchemaResponse(_message.Message):
    __slots__ = ("schema",)
    SCHEMA_FIELD_NUMBER: _ClassVar[int]
    schema: bytes
    def __init__(self, schema: _Optional[bytes] = ...) -> None: ...

class RepairRequest(_message.Message):
    __slots__ = ("wire", "unsafe", "tools", "select", "ignore")
    WIRE_FIELD_NUMBER: _ClassVar[int]
    UNSAFE_FIELD_NUMBER: _ClassVar[int]
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    SELECT_FIELD_NUMBER: _ClassVar[int]
    IGNORE_FIELD_NUMBER: _ClassVar[int]
    wire: WireDocument
    unsafe: bool
    tools: str
    select: _containers.RepeatedScalarFieldContainer[str]
    ignore: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, wire: _Optional[_Union[WireDocument, _Mapping]] = ..., unsafe: _Optional[bool] = ..., tools: _Optional[str] = ..., select: _Optional[_Iterable[str]] = ..., ignore: _Optional[_Iterable[str]] = ...) -> None: ...

class RepairResponse(_message.Message):
    __slots__ = ("data", "applied", "left", "dialect", "kind", "kind_name", "left_before")
    DATA_FIELD_NUMBER: _ClassVar[int]
    APPLIED_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    KIND_NAME_FIELD_NUMBER: _ClassVar[int]
    LEFT_BEFORE_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    applied: _containers.RepeatedCompositeFieldContainer[_diagnostic_pb2.Diagnostic]
    left: _containers.RepeatedCompositeFieldContainer[_diagnostic_pb2.Diagnostic]
    dialect: str
    kind: Kind
    kind_name: str
    left_before: _containers.RepeatedCompositeFieldContainer[_diagnostic_pb2.Diagnostic]
    def __init__(self, data: _Optional[bytes] = ..., applied: _Optional[_Iterable[_Union[_diagnostic_pb2.Diagnostic, _Mapping]]] = ..., left: _Optional[_Iterable[_Union[_diagnostic_pb2.Diagnostic, _Mapping]]] = ..., dialect: _Optional[str] = ..., kind: _Optional[_Union[Kind, str]] = ..., kind_name: _Optional[str] = ..., left_before: _Optional[_Iterable[_Union[_diagnostic_pb2.Diagnostic, _Mapping]]] = ...) -> None: ...

class PlanRequest(_message.Message):
    __slots__ = ("wire", "document", "target", "keeping")
    WIRE_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    KEEPING_FIELD_NUMBER: _ClassVar[int]
    wire: WireDocument
    document: Document
    target: str
    keeping: Keeping
    def __init__(self, wire: _Optional[_Union[WireDocument, _Mapping]] = ..., document: _Optional[_Union[Document, _Mapping]] = ..., target: _Optional[str] = ..., keeping: _Optional[_Union[Keeping, _Mapping]] = ...) -> None: ...

class PlanResponse(_message.Message):
    __slots__ = ("dialect", "model", "family", "capabilities_json", "costs", "unmet", "room")
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    CAPABILITIES_JSON_FIELD_NUMBER: _ClassVar[int]
    COSTS_FIELD_NUMBER: _ClassVar[int]
    UNMET_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    dialect: str
    model: str
    family: str
    capabilities_json: str
    costs: _containers.RepeatedCompositeFieldContainer[Cost]
    unmet: _containers.RepeatedCompositeFieldContainer[Unmet]
    room: Room
    def __init__(self, dialect: _Optional[str] = ..., model: _Optional[str] = ..., family: _Optional[str] = ..., capabilities_json: _Optional[str] = ..., costs: _Optional[_Iterable[_Union[Cost, _Mapping]]] = ..., unmet: _Optional[_Iterable[_Union[Unmet, _Mapping]]] = ..., room: _Optional[_Union[Room, _Mapping]] = ...) -> None: ...

class Cost(_message.Message):
    __slots__ = ("kind", "feature", "count", "path")
    KIND_FIELD_NUMBER: _ClassVar[int]
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    kind: _loss_pb2.LossKind
    feature: str
    count: int
    path: str
    def __init__(self, kind: _Optional[_Union[_loss_pb2.LossKind, str]] = ..., feature: _Optional[str] = ..., count: _Optional[int] = ..., path: _Optional[str] = ...) -> None: ...

class Unmet(_message.Message):
    __slots__ = ("capability", "reason", "path", "needed_json", "has_json")
    CAPABILITY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    NEEDED_JSON_FIELD_NUMBER: _ClassVar[int]
    HAS_JSON_FIELD_NUMBER: _ClassVar[int]
    capability: str
    reason: str
    path: str
    needed_json: str
    has_json: str
    def __init__(self, capability: _Optional[str] = ..., reason: _Optional[str] = ..., path: _Optional[str] = ..., needed_json: _Optional[str] = ..., has_json: _Optional[str] = ...) -> None: ...

class Room(_message.Message):
    __slots__ = ("tokens", "not_counted", "limit")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    NOT_COUNTED_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    tokens: int
    not_counted: int
    limit: int
    def __init__(self, tokens: _Optional[int] = ..., not_counted: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class ConvertStreamRequest(_message.Message):
    __slots__ = ("begin", "data", "pause")
    BEGIN_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    PAUSE_FIELD_NUMBER: _ClassVar[int]
    begin: StreamConversion
    data: bytes
    pause: StreamPause
    def __init__(self, begin: _Optional[_Union[StreamConversion, _Mapping]] = ..., data: _Optional[bytes] = ..., pause: _Optional[_Union[StreamPause, _Mapping]] = ...) -> None: ...

class StreamConversion(_message.Message):
    __slots__ = ("source", "target", "model", "keeping", "without_usage", "truncation_as_error", "ids_json", "created_at")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    KEEPING_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_USAGE_FIELD_NUMBER: _ClassVar[int]
    TRUNCATION_AS_ERROR_FIELD_NUMBER: _ClassVar[int]
    IDS_JSON_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    source: str
    target: str
    model: str
    keeping: Keeping
    without_usage: bool
    truncation_as_error: bool
    ids_json: str
    created_at: str
    def __init__(self, source: _Optional[str] = ..., target: _Optional[str] = ..., model: _Optional[str] = ..., keeping: _Optional[_Union[Keeping, _Mapping]] = ..., without_usage: _Optional[bool] = ..., truncation_as_error: _Optional[bool] = ..., ids_json: _Optional[str] = ..., created_at: _Optional[str] = ...) -> None: ...

class StreamPause(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ConvertStreamResponse(_message.Message):
    __slots__ = ("begun", "data", "ended")
    BEGUN_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    begun: StreamBegun
    data: bytes
    ended: StreamEnded
    def __init__(self, begun: _Optional[_Union[StreamBegun, _Mapping]] = ..., data: _Optional[bytes] = ..., ended: _Optional[_Union[StreamEnded, _Mapping]] = ...) -> None: ...

class StreamBegun(_message.Message):
    __slots__ = ("content_type",)
    CONTENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    content_type: str
    def __init__(self, content_type: _Optional[str] = ...) -> None: ...

class StreamEnded(_message.Message):
    __slots__ = ("losses", "reply")
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    REPLY_FIELD_NUMBER: _ClassVar[int]
    losses: _containers.RepeatedCompositeFieldContainer[_loss_pb2.Loss]
    reply: Document
    def __init__(self, losses: _Optional[_Iterable[_Union[_loss_pb2.Loss, _Mapping]]] = ..., reply: _Optional[_Union[Document, _Mapping]] = ...) -> None: ...

class ConvertBatchRequest(_message.Message):
    __slots__ = ("convert",)
    CONVERT_FIELD_NUMBER: _ClassVar[int]
    convert: ConvertRequest
    def __init__(self, convert: _Optional[_Union[ConvertRequest, _Mapping]] = ...) -> None: ...

class ConvertBatchResponse(_message.Message):
    __slots__ = ("converted", "refused")
    CONVERTED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    converted: ConvertResponse
    refused: Refusal
    def __init__(self, converted: _Optional[_Union[ConvertResponse, _Mapping]] = ..., refused: _Optional[_Union[Refusal, _Mapping]] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("code", "message", "status")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    code: int
    message: str
    status: bytes
    def __init__(self, code: _Optional[int] = ..., message: _Optional[str] = ..., status: _Optional[bytes] = ...) -> None: ...
