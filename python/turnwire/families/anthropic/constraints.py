"""The values that the provider accepts, from its API description and its refusals.

Source: the provider's OpenAPI description (2026), the named schema; and recorded refusals, quoted.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec
from msgspec import Raw, Struct

# RequestToolUseBlock.id, RequestToolResultBlock.tool_use_id: "pattern": "^[a-zA-Z0-9_-]+$"
USE_ID_PATTERN: Final = re.compile(r"[a-zA-Z0-9_-]+")


def fit(texts: list[str]) -> bool:
    """Whether all are made of the characters that ids and names may have: one search in place of many."""
    return not texts or (all(texts) and USE_ID_PATTERN.fullmatch("".join(texts)) is not None)


# RequestServerToolUseBlock.id: "pattern": "^srvtoolu_[a-zA-Z0-9_]+$"
SERVER_ID_PATTERN: Final = re.compile(r"srvtoolu_[a-zA-Z0-9_]+")

# Tool.name: "maxLength": 128, "pattern": "^[a-zA-Z0-9_-]{1,128}$"
NAME_PATTERN: Final = re.compile(r"[a-zA-Z0-9_-]{1,128}")
NAME_LENGTH: Final = 128

# Base64ImageSource.media_type: "enum": ["image/jpeg", "image/png", "image/gif", "image/webp"]
IMAGE_TYPES: Final = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})

# Base64PDFSource.media_type: "const": "application/pdf"; PlainTextSource.media_type: "const": "text/plain"
PDF, PLAIN_TEXT = "application/pdf", "text/plain"

# Ids of the Files API: `file_011CNha8iCJcU1wXNR6q4V8w` (the quote is of the JSON string they stand in)
FILE_ID_START: Final = b'"file_'

# "signature values are compatible across platforms (Claude APIs, Amazon Bedrock, and Google Cloud). Values generated on
# one platform will be compatible with another." (platform.claude.com/docs/en/build-with-claude/extended-thinking,
# read 2026-11-21); said of signatures alone, so that redacted thinking, files and containers stay where they are.
PLATFORMS: Final = frozenset({"anthropic_messages", "bedrock_anthropic", "vertex_anthropic"})
# Converse has the same models and the same signatures: "If you pass a reasoning block back to the API in a multi-turn
# conversation, include the text and its signature unmodified." (ReasoningTextBlock.signature, botocore 1.44.8)
SIGNERS: Final = PLATFORMS | {"bedrock_converse"}

# StopReason; any other word is kept as the provider's own.
STOP_REASONS: Final = frozenset({"end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal"})

# EffortLevel: "enum": ["low", "medium", "high", "xhigh", "max"]
EFFORTS: Final = frozenset({"low", "medium", "high", "xhigh", "max"})

# ThinkingDisplayMode: "enum": ["summarized", "omitted"]
DISPLAYS: Final = frozenset({"summarized", "omitted"})

# ThinkingConfigEnabled.budget_tokens: "minimum": 1024
LEAST_BUDGET: Final = 1024

# CreateMessageParams.service_tier: "enum": ["auto", "standard_only"]
REQUEST_TIERS: Final = frozenset({"auto", "standard_only"})

# Usage.service_tier: "enum": ["standard", "priority", "batch"]
REPLY_TIERS: Final = frozenset({"standard", "priority", "batch"})

# MessageBatchExpiredResult, MessageBatchCanceledResult: results that have a `type` and nothing else
ENDED: Final = frozenset({"expired", "canceled"})

# ErrorResponse.error: the `type` of its members
ERROR_TYPES: Final = frozenset(
    {
        "invalid_request_error",
        "authentication_error",
        "billing_error",
        "permission_error",
        "not_found_error",
        "rate_limit_error",
        "timeout_error",
        "api_error",
        "overloaded_error",
    }
)


class _Schema(Struct):
    type: Raw = Raw()


_SCHEMA = msgspec.json.Decoder(_Schema)
_HEADS: Final = frozenset({b'{"type":"object"', b'{"type": "object'})


def is_object_schema(schema: Raw) -> bool:
    """Whether a tool may have this input schema.

    "tools.0.custom.input_schema.type: Field required", "tools.0.custom.input_schema.type: Input should be 'object'"
    (recorded refusals).
    """
    if bytes(memoryview(schema)[:16]) in _HEADS:
        return True
    return bytes(schema_type(schema)) == b'"object"'


def schema_type(schema: Raw) -> Raw:
    """Return the `type` at the top of a schema; empty if it has none or is not an object."""
    try:
        return _SCHEMA.decode(schema).type
    except msgspec.DecodeError:
        return Raw()
