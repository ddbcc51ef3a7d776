"""Find the class of an error, such as a rate limit, by the code, type or status that providers use for it.

Each format has its own word for "too many requests"; clients decide by it whether to try again, so it is kept.
Sources: Anthropic, "Errors" ("429 - rate_limit_error", ...); google.rpc.Code, whose comments have an HTTP mapping
("HTTP Mapping: 429 Too Many Requests" for RESOURCE_EXHAUSTED); OpenAI, "Error codes" ("429 - Rate limit reached for
requests"), and the codes and types of recorded errors (`rate_limit_exceeded`, `insufficient_quota`, `server_error`).
The exceptions of Amazon Bedrock have their statuses in its service model (botocore 1.44.8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import ErrorReply

ErrorClass = Literal[
    "invalid",
    "authentication",
    "billing",
    "permission",
    "not_found",
    "too_large",
    "rate_limit",
    "server",
    "overloaded",
    "timeout",
]

_STATUS: Final[dict[ErrorClass, int]] = {
    "invalid": 400,
    "authentication": 401,
    "billing": 402,
    "permission": 403,
    "not_found": 404,
    "too_large": 413,
    "rate_limit": 429,
    "server": 500,
    "overloaded": 503,
    "timeout": 504,
}

_WORDS: Final[dict[ErrorClass, tuple[str, ...]]] = {
    "invalid": (
        "invalid_request_error",
        "INVALID_ARGUMENT",
        "FAILED_PRECONDITION",
        "OUT_OF_RANGE",
        "context_length_exceeded",
        "string_above_max_length",
        "unsupported_parameter",
        "unsupported_value",
        "ValidationException",
    ),
    "authentication": ("authentication_error", "UNAUTHENTICATED", "invalid_api_key", "UnrecognizedClientException"),
    "billing": ("billing_error", "insufficient_quota", "billing_hard_limit_reached"),
    "permission": ("permission_error", "PERMISSION_DENIED", "permission_denied", "AccessDeniedException"),
    "not_found": ("not_found_error", "NOT_FOUND", "model_not_found", "ResourceNotFoundException"),
    "too_large": ("request_too_large",),
    "rate_limit": (
        "rate_limit_error",
        "RESOURCE_EXHAUSTED",
        "rate_limit_exceeded",
        "rate_limited",
        "requests",
        "tokens",
        "too_many_requests",
        "ThrottlingException",
        "ModelNotReadyException",
    ),
    "server": (
        "api_error",
        "INTERNAL",
        "UNKNOWN",
        "DATA_LOSS",
        "server_error",
        "internal_server_error",
        "InternalServerException",
        "ModelErrorException",
    ),
    "overloaded": (
        "overloaded_error",
        "UNAVAILABLE",
        "service_unavailable",
        "service_unavailable_error",
        "server_overloaded",
        "engine_overloaded",
        "ServiceUnavailableException",
    ),
    "timeout": ("timeout_error", "DEADLINE_EXCEEDED", "timeout", "gateway_timeout", "ModelTimeoutException"),
}

_BY_WORD: Final[Mapping[str, ErrorClass]] = {word: kind for kind, words in _WORDS.items() for word in words}
# 529 is Anthropic's "overloaded_error"; proxies answer 502 and 408 for a server that does not answer.
_BY_STATUS: Final[Mapping[int, ErrorClass]] = {status: kind for kind, status in _STATUS.items()} | {
    529: "overloaded",
    502: "server",
    408: "timeout",
    422: "invalid",
}
_CLIENT, _SERVER = range(400, 500), range(500, 600)


def class_of(error: ErrorReply) -> ErrorClass | None:
    """Return the class of an error: by its code, which is more specific, else by its type, else by its status.

    Returns None if none of them is known.
    """
    if error.code is not None and error.code.isdecimal() and int(error.code) in _BY_STATUS:
        return _BY_STATUS[int(error.code)]
    for word in (error.code, error.type):
        if (
            word is not None
            and word in _BY_WORD
            and (word != "invalid_request_error" or error.status in (None, _STATUS["invalid"]))
        ):
            return _BY_WORD[word]
    status = error.status
    if status is None:
        return _BY_WORD.get(error.type or "")
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status in _CLIENT:
        return "invalid"
    return "server" if status in _SERVER else None


def status_of(error: ErrorReply) -> int | None:
    """Return the HTTP status of an error: its own, or that of its class; None if neither is known."""
    if error.status is not None:
        return error.status
    kind = class_of(error)
    return None if kind is None else _STATUS[kind]
