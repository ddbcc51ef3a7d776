"""The types of the members of a streamGenerateContent chunk that are put together from pieces.

Chunks repeat members, and the last value counts (chunks.py).  Parts are kept whole, whatever they contain.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from turnwire.stream.unexpected_members import Object, Shape


class _Content(Struct):
    role: str | None = None
    parts: list[Any] | None = None


class _Candidate(Struct):
    index: int | None = None
    content: _Content | None = None
    finish_reason: str | None = field(default=None, name="finishReason")
    finish_reason_too: str | None = field(default=None, name="finish_reason")


class _Usage(Struct, rename="camel"):
    prompt_token_count: int | None = None
    candidates_token_count: int | None = None
    total_token_count: int | None = None
    thoughts_token_count: int | None = None
    cached_content_token_count: int | None = None
    tool_use_prompt_token_count: int | None = None
    prompt_tokens_details: list[Object] | None = None
    candidates_tokens_details: list[Object] | None = None
    cache_tokens_details: list[Object] | None = None
    tool_use_prompt_tokens_details: list[Object] | None = None


class _Chunk(Struct, rename="camel"):
    candidates: list[_Candidate] | None = None
    usage_metadata: _Usage | None = None
    prompt_feedback: Object | None = None
    model_version: str | None = None
    response_id: str | None = None
    create_time: str | None = None


CHUNK = Shape(_Chunk, places=("index",))
