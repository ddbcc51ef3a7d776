"""The name of the dialect, and what each word of Converse's API is called in the model."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, VideoBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.documents.error_classes import ErrorClass

NAME: Final = "bedrock_converse"

# ImageFormat: "enum": ["png", "jpeg", "gif", "webp"]
_IMAGES: Final = {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
_OFFICE: Final = "application/vnd.openxmlformats-officedocument."
# DocumentFormat: "enum": ["pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md"]
_DOCUMENTS: Final = {
    "pdf": "application/pdf",
    "csv": "text/csv",
    "doc": "application/msword",
    "docx": f"{_OFFICE}wordprocessingml.document",
    "xls": "application/vnd.ms-excel",
    "xlsx": f"{_OFFICE}spreadsheetml.sheet",
    "html": "text/html",
    "txt": "text/plain",
    "md": "text/markdown",
}
# VideoFormat: "enum": ["mkv", "mov", "mp4", "webm", "flv", "mpeg", "mpg", "wmv", "three_gp"]
_FILMS: Final = {
    "mp4": "video/mp4",
    "mov": "video/quicktime",
    "mkv": "video/x-matroska",
    "webm": "video/webm",
    "flv": "video/x-flv",
    "mpeg": "video/mpeg",
    "mpg": "video/mpeg",
    "wmv": "video/x-ms-wmv",
    "three_gp": "video/3gpp",
}
# AudioFormat: "enum": ["mp3", "opus", "wav", "aac", "flac", "mp4", "ogg", "mkv", "mka", "x-aac", "m4a", "mpeg", "mpga",
# "pcm", "webm"]
_SOUNDS: Final = {
    "mp3": "audio/mpeg",
    "wav": "audio/wav",
    "opus": "audio/opus",
    "aac": "audio/aac",
    "flac": "audio/flac",
    "mp4": "audio/mp4",
    "ogg": "audio/ogg",
    "mkv": "audio/x-matroska",
    "mka": "audio/x-matroska",
    "x-aac": "audio/aac",
    "m4a": "audio/mp4",
    "mpeg": "audio/mpeg",
    "mpga": "audio/mpeg",
    "pcm": "audio/pcm",
    "webm": "audio/webm",
}

FORMATS: Final[Mapping[type, Mapping[str, str]]] = MappingProxyType(
    {ImageBlock: _IMAGES, DocumentBlock: _DOCUMENTS, VideoBlock: _FILMS, AudioBlock: _SOUNDS}
)
"""Block -> its `format` -> the media type; the first format of a media type is the one that is written."""

_OTHER_NAMES: Final = {
    "image/jpg": "image/jpeg",
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/mp3": "audio/mpeg",
    "text/x-markdown": "text/markdown",
    "video/mov": "video/quicktime",
}


def usual_type(media_type: str | None) -> str | None:
    """Return the usual name of a media type that has several, without its parameters."""
    if media_type is None:
        return None
    plain = media_type.partition(";")[0].strip().lower()
    return _OTHER_NAMES.get(plain, plain)


def format_of(kind: type, media_type: str | None) -> str | None:
    """Return the format of a media type in this kind of block; None if the block has none for it."""
    return next((word for word, each in FORMATS[kind].items() if each == media_type), None)


# CachePointType: "enum": ["default"]; Anthropic, whose models have such caches, calls the same kind `ephemeral`.
CACHE_KINDS: Final = {"default": "ephemeral"}
# CacheTTL: "enum": ["5m", "1h"]
LIFETIMES: Final = frozenset({"5m", "1h"})

# StopReason: "enum": ["end_turn", "tool_use", "max_tokens", "stop_sequence", "guardrail_intervened",
# "content_filtered", "malformed_model_output", "malformed_tool_use", "model_context_window_exceeded"]
STOP_REASONS: Final = {
    "end_turn": "end_turn",
    "tool_use": "tool_use",
    "max_tokens": "max_tokens",
    "stop_sequence": "stop_sequence",
    "content_filtered": "content_filter",
    "guardrail_intervened": "content_filter",
    "malformed_model_output": "error",
    "malformed_tool_use": "error",
    "model_context_window_exceeded": "max_tokens",
}
"""`stopReason` -> stop reason."""

SPECIFIC_STOP_REASONS: Final = frozenset({"guardrail_intervened", "malformed_model_output", "malformed_tool_use"})
"""Words that say more than their stop reason: they are kept as residue, which is reported as lost elsewhere."""

USUAL_STOP_REASONS: Final = {
    reason: word for word, reason in reversed(STOP_REASONS.items()) if word not in SPECIFIC_STOP_REASONS
}
"""Stop reason -> the word that is written for it: the first that says no more."""

# The words for what the format does not have.
NEAR_STOP_REASONS: Final = {
    "refusal": "content_filtered",
    "pause_turn": "end_turn",
    "cancelled": "end_turn",
    "error": "malformed_model_output",
}

# ToolResultStatus: "enum": ["success", "error"]
STATUSES: Final = {"success": False, "error": True}

# ToolUseType: "enum": ["server_tool_use"]
SERVER_RUN: Final = "server_tool_use"
# In the model such a call has the name that its tool has in toolConfig: Anthropic's own API has the other word, too.
CALL_TYPE: Final = "systemTool"

# The exceptions of Converse, and their HTTP statuses (`httpStatusCode` of each in the service model).
ERRORS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "ValidationException": 400,
        "AccessDeniedException": 403,
        "ResourceNotFoundException": 404,
        "ModelTimeoutException": 408,
        "ModelErrorException": 424,
        "ModelStreamErrorException": 424,
        "ThrottlingException": 429,
        "ModelNotReadyException": 429,
        "InternalServerException": 500,
        "ServiceUnavailableException": 503,
    }
)
ERROR_WORDS: Final[Mapping[ErrorClass | None, str]] = MappingProxyType(
    {
        "invalid": "ValidationException",
        "authentication": "AccessDeniedException",
        "billing": "AccessDeniedException",
        "permission": "AccessDeniedException",
        "not_found": "ResourceNotFoundException",
        "too_large": "ValidationException",
        "rate_limit": "ThrottlingException",
        "server": "InternalServerException",
        "overloaded": "ServiceUnavailableException",
        "timeout": "ModelTimeoutException",
    }
)

# ConverseStreamOutput: the exceptions that are events of a stream.
EXCEPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "internalServerException": "InternalServerException",
        "modelStreamErrorException": "ModelStreamErrorException",
        "validationException": "ValidationException",
        "throttlingException": "ThrottlingException",
        "serviceUnavailableException": "ServiceUnavailableException",
    }
)
