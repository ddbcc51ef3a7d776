"""What the service answers over HTTP, and how: paths, parameters, statuses and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

from protoc_gen_msgspec.schema import comments_of
from service_openapi.examples import EXAMPLES, STREAM, reply_to
from service_openapi.messages import PLACE, described
from turnwire.dialects import get, names
from turnwire.service.http_errors import HTTP_STATUS
from turnwire.service.http_query import ReportForm
from turnwire.service.http_streams import PATH
from turnwire.service.server import NAME
from turnwire.stream.writer import stream_writer

if TYPE_CHECKING:
    from google.protobuf.descriptor_pb2 import FileDescriptorProto

Json = dict[str, Any]

# HTTP status -> the name of the response, and what it means; the codes are those of HTTP_STATUS.
_FAILURES: Final = {
    "400": ("BadRequest", "The request or a document in it is wrong, or a strict conversion loses something."),
    "401": ("Unauthenticated", "The bearer token is missing, unknown or expired."),
    "404": ("NotFound", "There is no schema of this name."),
    "429": ("ResourceExhausted", "Too many calls, the quota of the token is used up, or a message is too large."),
    "499": ("Canceled", "The call took longer than the server allows."),
    "500": ("Internal", "A defect of the server; its log has the `correlation_id` of the details."),
    "501": ("Unimplemented", "The request is compressed, which is not taken."),
    "503": ("Unavailable", "The server is about to stop; repeat the call on another connection."),
    "504": ("DeadlineExceeded", "The time that `Connect-Timeout-Ms` gives is over."),
}
_OF_ALL: Final = tuple(status for status in _FAILURES if status != "404")
_WRONG_TYPE: Final = "415"
# Response -> the headers that it has beside the error.
_HEADERS_OF: Final = {
    "Unauthenticated": ("WWW-Authenticate", "`Bearer`."),
    "ResourceExhausted": ("Retry-After", "After how many seconds the call may be repeated; not for what is too large."),
    "Unavailable": ("Retry-After", "After how many seconds the call may be repeated."),
    "UnsupportedMediaType": ("Accept-Post", "The media types that are taken."),
}

_HEADERS: Final = {
    "Version": {
        "name": "Connect-Protocol-Version",
        "in": "header",
        "description": "The version of the Connect protocol; it may be left out.",
        "schema": {"type": "string", "enum": ["1"]},
    },
    "Timeout": {
        "name": "Connect-Timeout-Ms",
        "in": "header",
        "description": "How long the client waits for the reply, in milliseconds.",
        "schema": {"type": "string", "pattern": "^[1-9][0-9]{0,9}$"},
    },
}
# Parameters that a conversion of a stream needs.
_NEEDED: Final = ("source", "target")
_REPORT: Final = (
    "Where losses are reported at the end: in a comment of server-sent events, in a last event or line, or not. "
    "Clients of Gemini, Ollama and Converse do not pass over comments: these targets need `event` or `none`."
)
_EVENTS: Final = "text/event-stream"
_ERROR: Final = {
    "type": "object",
    "description": "An error of the Connect protocol.",
    "required": ["code", "message"],
    "properties": {
        "code": {"type": "string", "enum": list(HTTP_STATUS), "description": "The code."},
        "message": {"type": "string", "description": "What is wrong, in words."},
        "details": {"type": "array", "items": {"$ref": f"{PLACE}ErrorDetail"}, "description": "What a program needs."},
    },
    "additionalProperties": False,
}
_DETAIL: Final = {
    "type": "object",
    "description": "A detail of an error: a Protobuf message, such as google.rpc.ErrorInfo with its `reason`.",
    "required": ["type", "value"],
    "properties": {
        "type": {"type": "string", "description": "The full name of the message."},
        "value": {"type": "string", "description": "The message in binary, in base64 without padding."},
        "debug": {"type": "object", "description": "The message as JSON, for people."},
    },
    "additionalProperties": False,
}


def components() -> Json:
    """Return everything but the schemas of messages: errors, responses, parameters and the token."""
    return {
        "schemas": {"Error": _ERROR, "ErrorDetail": _DETAIL},
        "responses": {name: _failure(name, text, *_codes(status)) for status, (name, text) in _FAILURES.items()}
        | {
            "UnsupportedMediaType": _failure(
                "UnsupportedMediaType", "The content type is not one of those in `Accept-Post`.", "unimplemented"
            )
        },
        "parameters": _HEADERS,
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    }


def paths(service: FileDescriptorProto) -> Json:
    """Return all paths that the server has.

    Args:
        service: the file of the service, with its comments.
    """
    # Field 6 of FileDescriptorProto is service, and field 2 of that is method.
    comments = comments_of(service).within(6, 0)
    methods = [
        (each, comments.at(2, n))
        for n, each in enumerate(service.service[0].method)
        if not (each.client_streaming or each.server_streaming)
    ]
    calls = {f"/{NAME}/{each.name}": {"post": _call(each, comment)} for each, comment in methods}
    streamed = next(each for each in service.message_type if each.name == "StreamConversion")
    index = list(service.message_type).index(streamed)
    fields = comments_of(service).within(4, index)
    parameters = [
        parameter
        for n, field in enumerate(streamed.field)
        for parameter in _parameters(service, field, fields.at(2, n))
    ]
    return {**calls, PATH: {"post": _stream(parameters)}, "/healthz": {"get": _HEALTH}, "/openapi.json": {"get": _SELF}}


def _codes(status: str) -> list[str]:
    return [code for code, number in HTTP_STATUS.items() if str(number) == status]


def _failure(name: str, text: str, *codes: str) -> Json:
    schema = {"allOf": [{"$ref": f"{PLACE}Error"}, {"properties": {"code": {"enum": list(codes)}}}]}
    found: Json = {"description": text, "content": {"application/json": {"schema": schema}}}
    if name in _HEADERS_OF:
        header, what = _HEADERS_OF[name]
        found["headers"] = {header: {"description": what, "schema": {"type": "string"}}}
    return found


def _refusals(*statuses: str) -> Json:
    return {status: {"$ref": f"#/components/responses/{_FAILURES[status][0]}"} for status in sorted(statuses)}


def _call(method: Any, comment: str) -> Json:
    summary, request, is_shown = EXAMPLES[method.name]
    asked: Json = {"schema": {"$ref": _component(method.input_type)}}
    asked["examples"] = {"example": {"summary": summary, "value": request}}
    given: Json = {"schema": {"$ref": _component(method.output_type)}}
    if is_shown:
        given["examples"] = {"example": {"summary": summary, "value": reply_to(method.name)}}
    own = ("404",) if method.name == "GetSchema" else ()
    refusals = {
        **_refusals(*_OF_ALL, *own),
        _WRONG_TYPE: {"$ref": "#/components/responses/UnsupportedMediaType"},
    }
    return {
        "operationId": method.name,
        "summary": comment,
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in _HEADERS],
        "requestBody": {"required": True, "content": {"application/json": asked}},
        "responses": {
            "200": {"description": "The reply.", "content": {"application/json": given}},
            **dict(sorted(refusals.items())),
        },
    }


def _component(type_name: str) -> str:
    return PLACE + type_name.rpartition(".")[2]


def _parameters(service: FileDescriptorProto, field: Any, comment: str) -> list[Json]:
    """Return the parameters of the query for a field of StreamConversion: one, or one for each field of its message."""
    for n, message in enumerate(service.message_type):
        if field.type_name.endswith(f".{message.name}"):
            comments = comments_of(service).within(4, n)
            return [
                _parameter(f"{field.json_name}.{each.json_name}", each, comments.at(2, m))
                for m, each in enumerate(message.field)
            ]
    return [_parameter(field.json_name, field, comment)]


def _parameter(name: str, field: Any, comment: str) -> Json:
    if field.type_name:
        schema: Json = {"$ref": _component(field.type_name)}
    else:
        schema = {"type": "boolean"} if field.type == field.TYPE_BOOL else {"type": "string"}
    return described({"name": name, "in": "query", "required": name in _NEEDED, "schema": schema}, comment)


def _stream(parameters: list[Json]) -> Json:
    report = {"type": "string", "enum": list(get_args(ReportForm)), "default": "comment"}
    example = {"summary": "Two events", "value": STREAM}
    examples = {"source": "openai_chat", "target": "anthropic_messages"}
    return {
        "operationId": "ConvertStream",
        "summary": "Converts one streamed reply while it arrives.",
        "parameters": [
            *({**each, "example": examples[each["name"]]} if each["name"] in examples else each for each in parameters),
            {"name": "report", "in": "query", "description": _REPORT, "schema": report},
            *({"$ref": f"#/components/parameters/{name}"} for name in _HEADERS),
        ],
        "requestBody": {
            "description": "The bytes of the stream, as the provider sends them; any content type is taken.",
            "required": True,
            "content": {each: {} for each in _stream_types()} | {_EVENTS: {"examples": {"example": example}}},
        },
        "responses": {
            "200": {
                "description": "The converted stream. What fails after its beginning is in it, and in its report.",
                "content": {each: {} for each in _stream_types()},
            },
            **_refusals(*_OF_ALL),
        },
    }


def _stream_types() -> list[str]:
    return sorted({stream_writer(name).content_type for name in names() if get(name).stream is not None})


def _text(text: str) -> Json:
    return {"description": text, "content": {"text/plain": {"schema": {"type": "string"}}}}


_HEALTH: Final = {
    "operationId": "Health",
    "summary": "Says whether the server takes calls.",
    "security": [],
    "responses": {"200": _text("The health is SERVING."), "503": _text("The server stops.")},
}
_SELF: Final = {
    "operationId": "OpenAPI",
    "summary": "Gives this document.",
    "security": [],
    "responses": {
        "200": {"description": "This document.", "content": {"application/json": {"schema": {"type": "object"}}}}
    },
}
