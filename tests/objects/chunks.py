"""The chunks of a stream as the objects that a package gives to those who go through it."""

from __future__ import annotations

from typing import Any

from tests.objects.packages import package
from tests.objects.streams import arrived, known_to_the_package

_TYPES = {
    "openai_chat": ("openai", "openai.types.chat", "ChatCompletionChunk"),
    "openai_responses": ("openai", "openai.types.responses", "ResponseStreamEvent"),
    "anthropic_messages": ("anthropic", "anthropic.types", "RawMessageStreamEvent"),
    "gemini_generate": ("", "google.genai.types", "GenerateContentResponse"),
    "mistral_chat": ("", "mistralai.client.models", "CompletionChunk"),
    "ollama_chat": ("", "ollama", "ChatResponse"),
}


def given(dialect: str, stream: bytes) -> list[Any]:
    """What `for chunk in stream` gives: OpenAI's and Anthropic's clients refuse nothing, the others validate."""
    name, module, kind = _TYPES[dialect]
    type_ = getattr(package(module), kind)
    chunks = arrived(dialect, stream)
    if name:
        make = package(f"{name}._models").construct_type
        return [make(value=chunk, type_=type_) for chunk in chunks]
    if dialect == "gemini_generate":
        chunks = [known_to_the_package(chunk) for chunk in chunks]
    made = [type_.model_validate(chunk) for chunk in chunks]
    if dialect != "mistral_chat":
        return made
    event = package("mistralai.client.models").CompletionEvent
    return [event(data=chunk) for chunk in made]
