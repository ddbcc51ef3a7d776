"""The official packages: how each makes an object from the wire, and what of it takes what we write."""

from __future__ import annotations

import functools
import importlib.util
import json
from types import GenericAlias
from typing import TYPE_CHECKING, Any

import pytest
from tests.data import is_ci

if TYPE_CHECKING:
    from collections.abc import Callable


def package(name: str) -> Any:
    """A package.  Without it the test that asks is skipped, and says what was not tested; in CI it fails."""
    reason = f"{name} is not there; install turnwire[test-objects]"
    if is_ci() and importlib.util.find_spec(name.partition(".")[0]) is None:
        pytest.fail(f"{reason}: CI skips no test for it", pytrace=False)
    return pytest.importorskip(name, reason=f"SKIPPED: {reason}")


def made_by_package(dialect: str, reply: Any) -> Any:
    """A reply as the package makes it from the parsed JSON of the wire."""
    if dialect in ("openai_chat", "openai_responses"):
        return package("openai._models").construct_type(value=reply, type_=reply_class(dialect))
    if dialect == "anthropic_messages":
        return package("anthropic._models").construct_type(value=reply, type_=reply_class(dialect))
    return reply_class(dialect).model_validate(reply)


REPLIES = {
    "openai_chat": ("openai.types.chat", "ChatCompletion"),
    "openai_responses": ("openai.types.responses", "Response"),
    "anthropic_messages": ("anthropic.types", "Message"),
    "gemini_generate": ("google.genai.types", "GenerateContentResponse"),
    "mistral_chat": ("mistralai.client.models", "ChatCompletionResponse"),
    "ollama_chat": ("ollama", "ChatResponse"),
    "openrouter_chat": ("openrouter.components", "ChatResult"),
}
REQUESTS = {
    "mistral_chat": ("mistralai.client.models", "ChatCompletionRequest"),
    "ollama_chat": ("ollama._types", "ChatRequest"),
    "openrouter_chat": ("openrouter.components", "ChatRequest"),
}
DIALECTS = tuple(REPLIES)


def reply_class(dialect: str) -> Any:
    """The package's class of replies."""
    module, name = REPLIES[dialect]
    return getattr(package(module), name)


def validate(dialect: str, kind: str, data: bytes) -> None:
    """Raises pydantic's ValidationError, a ValueError, where the package refuses the document."""
    if kind == "response":
        reply_class(dialect).model_validate_json(data)
    else:
        _request(dialect)(data)


@functools.cache
def _request(dialect: str) -> Callable[[bytes], object]:
    if dialect in REQUESTS:
        module, name = REQUESTS[dialect]
        check: Callable[[bytes], object] = getattr(package(module), name).model_validate_json
        return check
    if dialect == "gemini_generate":
        return _gemini()
    module, name = {
        "openai_chat": ("openai.types.chat.completion_create_params", "CompletionCreateParams"),
        "openai_responses": ("openai.types.responses.response_create_params", "ResponseCreateParams"),
        "anthropic_messages": ("anthropic.types.message_create_params", "MessageCreateParams"),
    }[dialect]
    params, adapter = package(module), package("pydantic").TypeAdapter
    unary, stream = (adapter(getattr(params, f"{name}{mode}")) for mode in ("NonStreaming", "Streaming"))

    def check_params(data: bytes) -> None:
        tree = json.loads(data)
        _consume((stream if tree.get("stream") is True else unary).validate_python(tree))

    return check_params


def _gemini() -> Callable[[bytes], object]:
    """google-genai has no class for a whole request: each part of it has one."""
    types, adapter = package("google.genai.types"), package("pydantic").TypeAdapter
    checks = {
        "contents": adapter(GenericAlias(list, (types.Content,))),
        "systemInstruction": adapter(types.Content),
        "tools": adapter(GenericAlias(list, (types.Tool,))),
        "toolConfig": adapter(types.ToolConfig),
        "safetySettings": adapter(GenericAlias(list, (types.SafetySetting,))),
        "generationConfig": adapter(types.GenerationConfig),
    }

    def check(data: bytes) -> None:
        tree = json.loads(data)
        for name in (name for name in checks if name in tree):
            checks[name].validate_python(tree[name])

    return check


def _consume(value: Any) -> None:
    """Iterables of parameters are looked at by pydantic only while they are gone through."""
    if isinstance(value, dict):
        for inner in value.values():
            _consume(inner)
    elif hasattr(value, "__iter__") and not isinstance(value, str | bytes):
        for inner in value:
            _consume(inner)
