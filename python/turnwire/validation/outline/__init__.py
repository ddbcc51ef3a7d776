"""Outlines: the turns, parts and tools of a parsed document of any dialect, in one form.

Rules and repairs work on outlines, so that none of them knows how a dialect spells a tool use.  An outline is made of
the parsed document as it stands, never of what a reader made of it, and refers to the document's own nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline import (
    agents,
    anthropic,
    chat,
    converse,
    gemini,
    histories,
    huggingface,
    langchain,
    native,
    ollama,
    otel,
    responses,
)
from turnwire.validation.outline.records import MEDIA, Choice, Outline, Part, Path, Tool, Turn, pointer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["MEDIA", "Choice", "Outline", "Part", "Path", "Tool", "Turn", "chat_dialects", "outline_of", "pointer_of"]

FAMILIES: Final[Mapping[str, Callable[[str, Any, str], Outline]]] = {
    "anthropic_messages": anthropic.outline,
    "bedrock_anthropic": anthropic.outline,
    "vertex_anthropic": anthropic.outline,
    "bedrock_converse": converse.outline,
    "turnwire": native.outline,
    "canonical": native.canonical,
    "openai_responses": responses.outline,
    "gemini_generate": gemini.outline,
    "vertex_gemini": gemini.outline,
    "ollama_chat": ollama.outline,
    "huggingface_messages": huggingface.outline,
    "langchain_messages": langchain.outline,
    "otel_genai": otel.outline,
    "mcp_content": agents.mcp,
    "a2a_messages": agents.a2a,
    "glm": histories.glm,
    "gpt2099": histories.gpt2099,
    "sharegpt": histories.sharegpt,
    "geppetto": histories.geppetto,
    **dict.fromkeys(
        (
            "openai_chat",
            "alibaba_chat",
            "azure_chat",
            "cerebras_chat",
            "cohere_chat",
            "deepseek_chat",
            "fireworks_chat",
            "groq_chat",
            "huggingface_chat",
            "llamacpp_chat",
            "mistral_chat",
            "moonshot_chat",
            "openrouter_chat",
            "perplexity_chat",
            "sambanova_chat",
            "together_chat",
            "venice_chat",
            "xai_chat",
            "xiaomi_chat",
            "zai_chat",
        ),
        chat.outline,
    ),
}


def chat_dialects() -> frozenset[str]:
    """Return the dialects of OpenAI's chat format."""
    return frozenset(name for name, make in FAMILIES.items() if make is chat.outline)


def outline_of(dialect: str, tree: Any, kind: str) -> Outline:
    """Return the outline of a parsed document; it never raises, and leaves out what has the wrong type.

    Args:
        dialect: the full name of the document's dialect.
        tree: the document as parsed JSON.
        kind: `"request"`, `"response"` or `"error"`.

    Returns:
        The outline; one without turns for a dialect or a document without any.

    Example:
        `outline_of("openai_chat", {"messages": [{"role": "user", "content": "Hi"}]}, "request").turns[0].role`
    """
    make = FAMILIES.get(dialect)
    return Outline(dialect, kind, tree=tree) if make is None else make(dialect, tree, kind)
