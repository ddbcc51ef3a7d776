"""The types of the members of a chat completion chunk that are put together from pieces."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from turnwire.stream.unexpected_members import Object, Shape


class _Function(Struct):
    """What is called; servers that send whole calls have arguments that are an object."""

    name: str | None = None
    arguments: str | dict[str, Any] | None = None
    input: str | dict[str, Any] | None = None


class _Call(Struct):
    index: int | None = None
    id: str | None = None
    type: str | None = None
    function: _Function | None = None
    custom: _Function | None = None


class _Detail(Struct):
    """OpenRouter's details of reasoning."""

    type: str | None = None
    index: int | None = None
    text: str | None = None
    summary: str | None = None
    data: str | None = None
    signature: str | None = None


class _Sound(Struct):
    data: str | None = None
    transcript: str | None = None


class _Delta(Struct):
    content: str | list[Object] | None = None
    refusal: str | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[_Call] | None = None
    function_call: _Function | None = None
    reasoning_details: list[_Detail] | None = None
    audio: _Sound | None = None
    annotations: list[Any] | None = None


class _Choice(Struct):
    index: int | None = None
    delta: _Delta | None = None
    message: _Delta | None = None


class _Chunk(Struct):
    choices: list[_Choice] | None = None
    object: str | None = None
    obfuscation: str | None = None
    p: str | None = None


CHUNK = Shape(_Chunk, places=("type", "index"))


class _PlainFunction(Struct, forbid_unknown_fields=True):
    arguments: str


class _PlainCall(Struct, forbid_unknown_fields=True):
    index: int
    function: _PlainFunction


class PlainDelta(Struct, forbid_unknown_fields=True):
    """Pieces of what has begun."""

    content: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    tool_calls: list[_PlainCall] | None = None
    role: Literal["assistant"] | None = None
    refusal: None = None
    function_call: None = None


class _PlainChoice(Struct, forbid_unknown_fields=True):
    index: int
    delta: PlainDelta
    finish_reason: None = None
    logprobs: None = None


class _PlainChunk(Struct):
    choices: list[_PlainChoice]
    object: str | None = None
    obfuscation: str | None = None
    p: str | None = None


PLAIN: Final = msgspec.json.Decoder(_PlainChunk)
"""Nearly every chunk: pieces of texts, of reasoning and of the inputs of calls, and no word about how they end."""
